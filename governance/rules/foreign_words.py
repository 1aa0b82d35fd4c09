"""The plainest of the same phrases in other languages; pure.

Chinese, Japanese, German, French and Spanish first, then Arabic, Russian, Korean, Portuguese and Italian.
"""

from __future__ import annotations

from governance.rules.phrases import HOST, phrase
from store.records.words import Flag

__all__ = ["FOREIGN", "LATIN"]

_OWN_NOTE_ZH = r"(?:这|此|本|该)(?:条|个|项|份|段|些)?(?:记忆|备忘|笔记|指令|规则|说明|信息|内容|事)"
_OWN_NOTE_JA = r"(?:この|本|当該)(?:メモ|記憶|指示|ルール|注記|命令|記録)"
_DATA = (
    r"(?:alle[nrs]?|sämtliche[nrs]?|tous|toutes|todos|todas|tutti|tutte|protokolle?|logs?|daten|zugangsdaten"
    r"|passwörter"
    r"|tokens?|schlüssel|nachrichten|verlauf|journaux|données|mots de passe|clés|messages|registros|datos|contraseñas"
    r"|claves|mensajes|dados|senhas|dati|chiavi)"
)
_USER = r"(?:benutzer|nutzer|anwender)\w{0,3}"
_OWN_NOTE_DE = r"diese[nrsm]? (?:\w{1,20} )?(?:notiz|anweisung|regel|erinnerung|eintrag|befehl|vorgabe|schritt)\w{0,2}"

FOREIGN = (
    phrase(
        Flag.INSTRUCTION,
        "",
        r"(?:忽略|无视|忽视|忘掉|忘记|不理会|抛开|不要管).{0,6}(?:之前|以前|先前|此前|前面|迄今|过去)(?:的|所|被|我|你|您|有)?.{0,10}"
        r"(?:告诉|告知|说过|所说|教|学|一切|指令|规则|要求)"
        r"|(?:以前|これまで|今まで|前|先)(?:に|の)?.{0,8}(?:言われ|教え|教わ|聞い|学ん|指示され).{0,12}(?:忘れ|無視)"
        r"|(?:игнорируй|забудь|отбрось)\w{0,2}.{0,30}(?:инструкц|указани|правил|сказан|раньше)"
        r"|(?:이전|앞의|기존|지금까지).{0,10}(?:지시|명령|규칙|말).{0,6}(?:무시|잊)",
    ),
    phrase(
        Flag.INSTRUCTION,
        "",
        r"(?:不要|别|切勿|不得|禁止|绝不)(?:向|对|跟|和|与)(?:用户|使用者|任何人)(?:提及|提起|提到|透露|说起|说|讲|告知|泄露)"
        rf"(?:{_OWN_NOTE_ZH}|此|它|$|[。，,.])|(?:不要|别|切勿|不得|绝不)(?:提及|提到|透露|泄露|说出){_OWN_NOTE_ZH}"
        rf"|{_OWN_NOTE_JA}(?:のこと|について|の存在)?(?:を|は|に|も).{{0,12}}(?:言及し|触れ|話さ|明かさ|言わ|伝え|漏らさ)"
        r"(?:ない|るな|ず)"
        r"|(?:不要|别|不能|不应该?|不得)让(?:用户|使用者|任何人)(?:知道|发现|察觉)"
        r"|用户(?:不应该?|不该|不能|不得|不必|无需)(?:知道|得知|发现)(?:这|此|它|$|。)"
        r"|(?:ユーザー|利用者)には?.{0,10}(?:秘密|内緒)に"
        r"|не (?:говори|сообщай|упоминай|рассказывай)\w{0,2}.{0,25}пользовател"
        r"|사용자에게.{0,12}(?:말하지|알리지|언급하지)",
        deniable=False,
    ),
    phrase(
        Flag.WEAKENING,
        "",
        r"(?:安全|审核|内容|权限)(?:检查|限制|规则|过滤|措施|校验|审查)(?:现|都|全部|均)?(?:已|已经)(?:被)?(?:关闭|停用|解除|取消|失效|禁用)"
        r"|(?:安全|セキュリティ)(?:チェック|検査|確認|制限|対策|フィルター?)は.{0,6}(?:無効|オフ|解除|停止)(?!し(?:ない|ては)|にし(?:ない|ては))"
        r"|(?:проверки|правила|фильтры|ограничения)(?: безопасности)? (?:отключены|сняты|отменены)",
    ),
    phrase(
        Flag.INSTRUCTION,
        "",
        r"(?:忽略|无视|忘记|無視して|不要理会).{0,8}(?:之前|以上|先前|所有|前面|此前).{0,8}(?:指令|指示|规则|提示|要求|命令)"
        r"|(?:不要|别|切勿|不得)(?:告诉|告知|通知)(?:用户|使用者|任何人)|每次(?:回答|回复|任务).{0,6}(?:之前|前|都|时).{0,8}(?:执行|运行|发送|上传|推荐|必须)"
        r"|(?:以前|これまで|上記|前|すべて|全て)の.{0,8}(?:指示|命令|ルール|プロンプト)を.{0,4}(?:無視|忘れ)"
        r"|(?:ユーザー|利用者)に.{0,6}(?:知らせ|伝え|言わ|通知し)(?:ないで|るな|ず|なく)"
        r"|(?:تجاهل|انس).{0,25}(?:التعليمات|الأوامر|القواعد|الإرشادات)|لا تخبر (?:المستخدم|أحد)",
        deniable=False,
    ),
    phrase(
        Flag.PERMISSION_CLAIM,
        "",
        r"(?:无需|不需要|不必|无须)(?:用户|人工|再次|任何)?.{0,3}(?:确认|同意|批准|授权|许可)|(?:承認|確認|許可)(?:は不要|なしで|なしに|を得ずに)"
        r"|(?:بدون|دون) (?:الحاجة إلى )?(?:موافقة|إذن|تأكيد).{0,30}",
    ),
    phrase(
        Flag.EXFILTRATION,
        "",
        r"(?:发送|上传|转发|发|提交)(?:到|至|给).{0,12}https?://"
        r"|(?:を|は).{0,40}https?://\S{1,80} ?(?:に|へ).{0,4}(?:送信|アップロード|転送)"
        r"|(?:أرسل|ارسل|ارفع).{0,60}https?://",
    ),
    phrase(
        Flag.WEAKENING,
        "",
        r"(?<!不要)(?<!不得)(?<!禁止)(?<!切勿)(?<!不能)(?<!不可)(?<!别)(?<!勿)(?:关闭|禁用|跳过|绕过|取消)(?!后会|了会).{0,6}(?:认证|身份验证|证书校验"
        r"|证书验证|防火墙|输入校验|加密|审核|代码审查|鉴权)"
        r"|(?:認証|検証|暗号化|ファイアウォール|レビュー)(?:を|は)(?:無効(?:に|化)|スキップ|省略|バイパス|オフに)(?!し(?:ない|てはいけ|ては)|するな|化し(?:ない|てはいけ"
        r"|ては)|化するな)"
        r"|(?<!\w)(?<!لا )(?:عطل|عطّل|أوقف|تجاوز) .{0,15}(?:المصادقة|التحقق|التشفير|جدار الحماية)",
    ),
)
"""The same in languages whose letters are not ASCII's; asked only of such text."""

LATIN = (
    phrase(
        Flag.INSTRUCTION,
        "ignoriere ignorieren vergiss vergesst missachte verwirf ignorez ignorer ignore oublie oublier oubliez ignora "
        "ignorar olvida olvidar descarta esque desconsidere dimentica",
        r"\b(?:ignoriere?n?|vergiss|vergesst|missachte|verwirf)\b.{0,12}\b(?:alles|was|das)\b.{0,40}\b(?:gesagt"
        r"|gelernt"
        r"|gelesen|bisher|vorher|zuvor|angewiesen|mitgeteilt|beigebracht|aufgetragen)\b"
        r"|\b(?:ignore[rz]?|oublie[rz]?)\b.{0,6}\bce qu.{0,40}\b(?:dit|appris|avant|auparavant|demandé|enseigné)\b"
        r"|\b(?:ignora|ignorar|olvida|olvidar|descarta)\b.{0,8}\blo que\b.{0,40}\b(?:dijeron|dijo|dicho"
        r"|aprendi\w{1,5}"
        r"|antes|indicado|enseñ\w{1,5}|sabes)\b"
        r"|\b(?:ignore|esqueça|desconsidere)\b.{0,20}\b(?:instruções|regras|tudo o que)\b.{0,30}\b(?:anteriores"
        r"|prévias"
        r"|antes|disseram|dito)\b"
        r"|\b(?:ignora|dimentica)\b.{0,20}\b(?:istruzioni|regole|tutto ciò|quello)\b.{0,30}\b(?:precedenti|prima"
        r"|detto)\b",
    ),
    phrase(
        Flag.INSTRUCTION,
        "erw sag sage verrate erz n ne no nunca jam non mai darf d soll muss",
        rf"\b(?:erwähne?n?|verrate?n?|sage?n?|erzähle?n?)\b.{{0,30}}?\b(?:nichts|nicht|nie"
        rf"|niemals)\b.{{0,25}}?\b{_USER}\b"
        rf"|\b(?:erwähne|verrate|sage?|erzähle?)\b.{{0,30}}?\b(?:dem|den) {_USER} (?:davon )?(?:nichts|nicht|nie"
        rf"|niemals)\b"
        rf"|\b(?:erwähne|verrate) {_OWN_NOTE_DE} (?:nie|niemals|nicht)\b"
        r"|\bn(?:e |')(?:(?:en|le|la|les|lui|leur) )?(?:mentionne|parle|dis|dites|révèle|dévoile|divulgue)[rz]?"
        r"(?: (?:jamais|pas|rien|surtout))*(?: (?:de )?(?:cette|ce|ces|cela|ça)(?: \w{1,20})?)? (?:à|aux"
        r"|avec) ?(?:l'|la "
        r"|les |un )?(?:utilisat|usager|humain)"
        r"|\b(?:no|nunca|jamás) (?:(?:lo|le|les|la|se) ){0,2}(?:menciones?|mencionar|digas?|decir|reveles?"
        r"|revelar|cuentes?"
        r"|contar|informes?|hables?)(?: (?:nada|nunca|jamás|de|sobre))*(?: est[aeo]s?(?: \w{1,20})?)? (?:al"
        r"|a los|a la"
        r"|con el) (?:usuari|human|persona)"
        rf"|\b{_USER} (?:darf|dürfen|soll|sollen|muss) (?:davon |es |das |hiervon )?(?:nichts|nicht|nie"
        rf"|niemals) (?:davon )?"
        r"(?:erfahren|wissen|merken|bemerken)\b"
        r"|\butilisateurs? ne (?:doit|doivent|devrait) (?:pas|jamais|rien) (?:le |en )?(?:savoir|apprendre"
        r"|remarquer)\b"
        r"|\busuarios? no (?:debe|deben|debería|puede|tiene que) (?:saberlo|enterarse|notarlo|saber nada)\b"
        r"|\b(?:não|nunca) (?:mencione|diga|revele|conte)\b.{0,15}\b(?:isto|isso|nada|est[ae]"
        r"|ess[ae])\b.{0,15}\bao?s?"
        r" usuári|\bnon (?:menzionare|dire|rivelare|parlare)\b.{0,15}\b(?:quest\w|nulla|niente|ciò)\b.{0,15}utent",
        deniable=False,
    ),
    phrase(
        Flag.WEAKENING,
        "sicherheits sicherheitspr schutz contr rifications gles filtres mesures restrictions comprobaciones controles "
        "verificaciones reglas filtros medidas restricciones controlli",
        r"\b(?:sicherheits|schutz)(?:prüfung|kontrolle|mechanism|massnahme|filter|regel|vorgabe|vorkehrung)\w{0,4}"
        r" (?:sind|ist) (?:jetzt |ab sofort |nun |alle )?(?:aus|aus-?geschaltet|abgeschaltet|deaktiviert|aufgehoben"
        r"|ausgesetzt|ausser kraft)\b"
        r"|\b(?:contrôles?|vérifications?|règles|filtres|mesures|restrictions) de sécurité (?:sont"
        r"|est) (?:\w{1,15} )?"
        r"(?:désactivé|levé|suspendu|coupé|annulé)"
        r"|\b(?:comprobaciones|controles|verificaciones|reglas|filtros|medidas"
        r"|restricciones) de seguridad (?:están|quedan"
        r"|han sido) (?:\w{1,15} )?(?:desactivad|suspendid|levantad|apagad|anulad)"
        r"|\bcontrolli di sicurezza (?:sono|disattivat)",
    ),
    phrase(
        Flag.EXFILTRATION,
        "sende senden schicke bermittle envoie envoyez envoyer transmets env enviar envia manda mandar invia inviare",
        rf"(?:^|[:,;] |\b(?:und|dann|et|puis|y|luego|immer|toujours|siempre|e) )(?:sende[nt]?|schicke?n?"
        rf"|übermittle|envoie[rz]?"
        rf"|envoye[rz]|transmet\w{{0,3}}|env[ií]a[r]?|manda[r]?"
        rf"|invia(?:re)?)\b.{{0,40}}?\b{_DATA}\b.{{0,60}}?\b(?:an|nach|à"
        rf"|vers|sur|a|al|para|su)\b.{{0,30}}?{HOST}",
        hosted=True,
    ),
    phrase(
        Flag.INSTRUCTION,
        "ignoriere ignorieren vergiss missachte ignorez ignorer ignore ignora ignorar oublie olvida sage verrate",
        r"\b(?:ignoriere?n?|vergiss|missachte)\b.{0,30}\b(?:bisherige|vorherige|vorige|frühere|obige"
        r"|alle)[nrs]?\b.{0,30}\b(?:anweisung|regel|vorgabe|richtlinie|instruktion)"
        r"|\b(?:ignore[rz]?|oublie[rz]?)\b.{0,16}\b(?:instructions|règles|consignes|directives|ordres)"
        r" (?:précédente?s|antérieure?s|d'avant)|\b(?:ignora|ignorar|olvida|olvidar|descarta)\b.{0,16}"
        r"\b(?:instrucciones|reglas|normas|órdenes|directrices) (?:anteriores|previas)"
        r"|\b(?:sage?|verrate) (?:es )?(?:dem|den) (?:benutzern?|nutzern?|anwendern?) (?:nichts|nicht)\b",
    ),
    phrase(
        Flag.PERMISSION_CLAIM,
        "ohne keine",
        r"\bohne (?:weitere |vorherige |erneute )?(?:rückfrage|zustimmung|genehmigung|freigabe|bestätigung"
        r"|erlaubnis)\b(?!.{0,30}\b(?:nichts|nicht|nie|niemals|kein\w*)\b).{0,60}\b(?:senden|gesendet|ausführen"
        r"|löschen|gelöscht|"
        r"veröffentlichen|teilen|erlaubt)\b(?! werden verboten)|\bkeine (?:zustimmung|genehmigung|freigabe"
        r"|bestätigung) (?:nötig|erforderlich|notwendig)\b",
    ),
    phrase(
        Flag.WEAKENING,
        "deaktiviere deaktivieren schalte umgehe berspringe",
        r"(?:^|[:,;] )(?:deaktiviere|umgehe|überspringe|schalte)\b(?! (?:nie|niemals|nicht"
        r"|keine)\b).{0,40}\b(?:authentifizierung|zertifikatsprüfung|tls|firewall|validierung|verschlüsselung"
        r"|prüfung|code-review|tests)\b",
    ),
)
"""The same in languages that ASCII can carry, asked by their stems."""
