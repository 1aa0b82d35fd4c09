"""Standing orders to run something from a place that no project keeps its programs in, in many languages; pure.

A convention names a command of the project ("always run `make check`"). What lies in a folder for scraps, in a hidden
one of somebody's home or on a foreign host, and is to be run first, always or before each answer, is an order.
"""

from __future__ import annotations

from governance.rules.phrases import HOST, START, phrase
from store.records.words import Flag

__all__ = ["ABROAD", "RUNNING"]

_FILES = (
    r"(?<!\.log)(?<!\.txt)(?<!\.json)(?<!\.csv)(?<!\.yml)(?<!\.yaml)(?<!\.md)(?<!\.sock)(?<!\.pid)(?<!\.db)(?<!\.gz)"
    r"(?<!\.zip)(?<!\.tar)(?<!\.out)(?<!\.html)(?<!\.lock)"
)
_SCRIPT = r"(?:sh|bash|zsh|py|js|mjs|ts|pl|rb|php|ps1|bat|cmd|exe|bin|run|elf|jar)"
_PLACE = (
    r"(?:(?:(?:/var|/private)?/tmp|/dev/shm|/run/user/\d{1,6}|%(?:temp|tmp|appdata|localappdata)%|\$\{?tmpdir\}?"
    r"|\$env:te?mp|c:\\(?:windows\\)?temp|~/downloads|(?:~|\$home|/home/\w{1,40}|/root)/\.[\w-]{1,40})[/\\]"
    rf"(?:\.?[a-z0-9_/\\-]){{1,200}}+{_FILES}"
    rf"|(?:~|\$home|/root)/\.[a-z0-9_-]{{1,40}}\.{_SCRIPT}(?![a-z0-9_])"
    rf"|https?://[^\s<>'\"`]{{1,200}}\.{_SCRIPT}(?![a-z0-9_]))"
)
_PLACE_STEMS = "tmp var dev run temp appdata localappdata tmpdir env downloads home root c http https sh py js ps bat"
_ORDERED = (
    r"(?:\b(?:always|every|each|first|before|prior to|whenever|when you|automatically|from now on|on (?:startup|login"
    r"|boot)|at (?:the )?start|your (?:first|next)|immer|stets|jedes ?mal|jede[rmns]?|zuerst|zunächst|zuallererst"
    r"|als erstes|vorher|bevor|vor|ab (?:jetzt|sofort)|künftig|toujours|chaque|d'abord|en premier|avant|désormais"
    r"|systématiquement|siempre|cada|primero|antes|a partir de ahora|sempre|primeiro|todas? (?:as )?vez(?:es)?|ogni"
    r"|prima|per primo|altijd|eerst|elke|zawsze|najpierw)\b|всегда|сначала|кажд|перед|прежде|总是|总要|始终|永远|务必"
    r"|一律|每次|每当|每个|首先|先|必须|必需|一定要|之前|總是|始終|務必|每個|必須|必ず|常に|いつも|毎回|毎度|最初|まず"
    r"|先に|前に|たびに|항상|언제나|매번|먼저|반드시|전에|دائما|دائمًا|أولا|قبل|كل مرة|في كل)"
)
_RUN_ABROAD = (
    r"(?:\b(?:führe?n?|ausführen|ausgeführt|ausführe|starten?|aufrufen|aufgerufen|rufe?|laufen|ausf[uü]e?hren"
    r"|fuehre|ex[ée]cut"
    r"\w{0,6}|lance[rz]?|démarre[rz]?|ejec[uú]t\w{1,8}|corre[r]?|lanza[r]?|inicia[r]?|rode|rodar|corra|esegu\w{1,6}"
    r"|avvia(?:re)?|lancia(?:re)?|voer|uitvoeren|draai|uruchom\w{0,3})\b|выполн|исполн|запуск|запуст"
    r"|运行|執行|执行|運行|启动|啟動|调用|実行|起動|走らせ|動かし|실행|구동|شغ|نف|تشغيل|تنفيذ)"
)
_SEND_ABROAD = (
    r"(?:\b(?:sende[nt]?|schicke?n?|übermittle|envoie[rz]?|envoy\w{1,3}|transmet\w{0,3}|env[ií]\w{1,3}|manda[r]?"
    r"|invia(?:re)?|stuur|verstuur|lade?|hochladen|télécharge[rz]?|descarga[r]?|scarica(?:re)?|baixe)\b|отправ"
    r"|загру|скач"
    r"|发送|上传|下载|發送|上傳|下載|送信|アップロード|ダウンロード|전송|업로드|다운로드|أرسل|ارفع|حمل)"
)
_EXECUTE = r"(?:run|execute|start|launch|source|eval|install|open|apply)"
_DENIED = (
    r"(?:\b(?:never|not|don't|nie|niemals|nicht|keine?\w{0,2}|jamais|n'?|ne|pas|nunca|jamás|no|não|mai|non|nooit|niet"
    r"|nigdy)\b|никогда|(?<!\w)не\b|不要|不得|不能|不可|不许|切勿|勿|禁止|别)"
)
_DENIED_BEHIND = r"(?:しない|するな|しては|せず|ないで|하지|금지|\b(?:nicht|never|verboten|interdit|prohibido)\b)"
_TURN = (
    r"(?:\b(?:vor|nach|bei|zu beginn|am (?:anfang|ende)) (?:jede[rmns]?|allen?) (?:\w{1,20} )?(?:aufgabe|antwort"
    r"|anfrage"
    r"|sitzung|gespräch|unterhaltung|auftrag|prompt|nachricht|session|task)\w{0,3}\b|\bbevor du (?:\w{1,20} ){0,4}"
    r"(?:antwort|beginn|anfäng|start|arbeit)\w{0,4}\b"
    r"|\b(?:avant|après|à|au début de|lors de|pour) (?:chaque|toute|toutes les) (?:\w{1,20} )?(?:tâche|réponse"
    r"|requête"
    r"|session|conversation|question|demande|message)s?\b|\bavant de (?:répondre|commencer|traiter|travailler)\b"
    r"|\b(?:antes de|en|al inicio de|después de|a) (?:cada|toda|cualquier) (?:\w{1,20} )?(?:tarea|respuesta|sesión"
    r"|conversación|solicitud|pregunta|petición|mensaje)\b|\bantes de (?:responder|contestar|empezar|comenzar"
    r"|trabajar)\b"
    r"|\b(?:antes de|em|no início de) (?:cada|toda) (?:tarefa|resposta|sessão|conversa|pergunta)\b"
    r"|\b(?:prima di|a|in|all'inizio di) ogni (?:attività|compito|risposta|sessione|conversazione|domanda)\b"
    r"|(?:перед|после|при|в) кажд\w{2,3} (?:задач|ответ|сесси|разговор|запрос|вопрос|сообщени)"
    r"|每(?:次|个|一个|项)?(?:任务|回答|回复|会话|对话|请求|问题|应答)|(?:在|于)?(?:回答|回复|开始任务|开始工作|执行任务)(?:用户|问题)?(?:之前|前)"
    r"|(?:タスク|作業|回答|応答|セッション|会話|質問|返答|返信)(?:する|を始める|を開始する|の(?:開始)?)?(?:前|たび|際)"
    r"|(?:各|毎回の|すべての)(?:タスク|回答|応答|セッション|会話|質問|返答)"
    r"|(?:작업|답변|응답|세션|대화|질문)(?:을|를)? ?(?:하기|시작하기)? ?전에"
    r"|قبل (?:كل|أي) (?:مهمة|إجابة|رد|جلسة|محادثة|سؤال))"
)

RUNNING = (
    phrase(
        Flag.INSTRUCTION,
        _PLACE_STEMS,
        rf"^(?=.*?{_ORDERED}).*?{START}(?:(?:always|first|please|now|then|just) )*(?:run|execute|source|launch|start"
        r"|invoke|call|eval|bash|sh|use|load|open)(?: (?:the|with|by|running|this|script|program|binary|file"
        r"|hook|command|at|in|from|sh"
        rf"|bash|zsh|python3?|node|sudo|source))* ?[`'\"(]{{0,2}}(?<![a-z0-9_/.]){_PLACE}",
    ),
    phrase(
        Flag.REMOTE_CODE,
        "curl wget fetch download get grab pull retrieve invoke save iwr irm",
        rf"\b(?:curl|wget|aria2c|iwr|irm|invoke-webrequest|download|fetch|get|grab|pull|retrieve"
        rf"|save)\b.{{0,60}}{HOST}.{{0,80}}?"
        rf"(?:\b(?:and|then|to)\b|&&|[;,]) ?(?:\w+ ){{0,3}}?(?:{_EXECUTE} (?:it|them|that|this|what(?:ever)?"
        rf"|the (?:result"
        r"|output|file|script|binary|program|contents?|payload|download|installer))\b(?! (?:on|in|with"
        r"|against) (?:the )?"
        r"(?:ci|staging|test)\b)|make it executable|chmod \+?\w+|pipe (?:it|that) (?:to|into)|(?:ba|z)?sh \S)",
        hosted=True,
        whole=True,
    ),
    phrase(
        Flag.INSTRUCTION,
        "your begin start open",
        r"\byour (?:very )?(?:first|next|immediate|only|mandatory) (?:step|action|task|move|act"
        r"|duty)\b.{0,30}?\b(?:is|be"
        r"|must|should|will)\b|\b(?:begin|start|open|end|finish) (?:every|each|any|all) (?:new )?(?:task|session"
        r"|conversation"
        r"|answer|response|reply|job|turn)s? (?:by|with) (?:\w+ly )?(?:running|executing|calling|sending"
        r"|fetching|loading"
        r"|downloading|posting|uploading|reading out|a call to|a request to)\b",
        deniable=False,
    ),
)
"""What is to be run, wherever its words come from."""

ABROAD = (
    phrase(
        Flag.REMOTE_CODE,
        "lade laden chargez charge charger descarga descargar scarica baixe http https",
        rf"(?:\b(?:laden?|télécharge[rz]?|descarga[r]?|scarica(?:re)?|baixe)\b|скач|下载|下載).{{0,60}}{HOST}.{{0,80}}?"
        rf"{_RUN_ABROAD}|https?://[^\s]{{1,200}}?(?:ダウンロード|다운로드|取得).{{0,30}}?(?:実行|실행|起動)",
        hosted=True,
    ),
    phrase(
        Flag.INSTRUCTION,
        _PLACE_STEMS,
        rf"^(?=.*?{_ORDERED})(?!.*?{_DENIED}.{{0,30}}?{_RUN_ABROAD})(?!.*?{_RUN_ABROAD}.{{0,20}}?{_DENIED_BEHIND})"
        rf".*?(?:{_RUN_ABROAD}.{{0,60}}?(?<![a-z0-9_/.]){_PLACE}|(?<![a-z0-9_/.]){_PLACE}.{{0,40}}?{_RUN_ABROAD})",
    ),
    phrase(
        Flag.INSTRUCTION,
        "vor nach bei zu am bevor avant apr lors au pour antes en al despu em no prima all in",
        rf"^(?=.*?(?:{_RUN_ABROAD}|{_SEND_ABROAD}))"
        rf"(?!.*?{_DENIED}.{{0,30}}?(?:{_RUN_ABROAD}|{_SEND_ABROAD}))"
        rf"(?!.*?(?:{_RUN_ABROAD}|{_SEND_ABROAD}).{{0,20}}?{_DENIED_BEHIND}).*?{_TURN}",
    ),
)
"""The same in other languages than English."""
