"""How text carries data away, and how it brings foreign code in; pure."""

from __future__ import annotations

from governance.rules.phrases import DATA, HOST, START, phrase
from store.records.words import Flag

__all__ = ["SENDING"]

_SEND = (
    r"(?:send|post|forward|upload|export|transmit|submit|push|copy|sync|mirror|email|e-mail|mail|share|stream"
    r"|replicate|relay|publish|"
    r"ship|leak|pipe|dump|exfiltrate|report|back ?up|archive|write|log|deliver|route|bcc|cc|emit|store|save)"
)
_SENDS = (
    r"(?:send(?:s|ing)?|sent|posts?|posted|forward(?:s|ed|ing)?|upload(?:s|ed|ing)?|export(?:s|ed|ing)?"
    r"|transmit(?:s|ted)?|submit(?:s|ted)?|"
    r"push(?:es|ed)?|cop(?:y|ies|ied)|sync(?:s|ed)?|mirror(?:s|ed)?|e-?mail(?:s|ed)?|shar(?:e|es|ed)|stream(?:s"
    r"|ed)?|relay(?:s|ed)?|"
    r"publish(?:es|ed)?|ship(?:s|ped)?|dump(?:s|ed)?|report(?:s|ed)?|deliver(?:s|ed)?|emit(?:s|ted)?)"
)
_SEND_STEMS = (
    "send sent post forward upload export transmit submit push copy copied sync mirror email e mail share stream "
    "replicate relay publish ship leak pipe dump exfiltrate report back archive write log deliver route bcc cc "
    "emit store save sending"
)
_SECRET = (
    r"(?:credentials?|api keys?|secrets?|passwords?|tokens?|private keys?|authorization headers?"
    r"|environment variables?|env vars?|"
    r"ssns?|pii|personal data|source code|session data|user data|user messages|conversations?|chat histor(?:y|ies)"
    r"|request (?:bodies|payloads)|cookies|"
    r"\.env|customer data|system prompts?|memory entries|credit cards?|ssh keys?|stack traces?)"
)
_RECURS = (
    r"\b(?:at|on|every|each)\b.{0,12}\b(?:startup|start|boot|launch|init\w*|session|task|minutes?|hours?|run"
    r"|restart)\b|\b(?:daily|hourly|periodically|automatically|weekly)\b"
)

SENDING = (
    phrase(
        Flag.EXFILTRATION,
        _SEND_STEMS,
        rf"{START}(?:always |automatically |periodically |silently |also )?{_SEND}\b.{{0,120}}?\b{DATA}\b.{{0,140"
        rf"}}?\b(?:to|at|with|via|using|through)\b.{{0,80}}{HOST}",
        hosted=True,
    ),
    phrase(
        Flag.EXFILTRATION,
        _SEND_STEMS,
        rf"\b{_SENDS}\b.{{0,40}}\b(?:all|full|entire|every|complete|raw|any|whole|{_SECRET})\b.{{0,140}}{HOST}"
        rf"|\b(?:all|full|entire|every|complete|raw|whole|{_SECRET})\b.{{0,120}}\b(?:are|is|be|get"
        rf"|gets)? ?{_SENDS} (?:directly |also )?(?:to|at|through)\b.{{0,60}}{HOST}"
        rf"|\bincludes?\b.{{0,80}}\b(?:pii|{_SECRET}|full)\b.{{0,60}}{HOST}|\b(?:telemetry|usage data"
        rf"|analytics) (?:module|snippet|script|pixel)\b.{{0,60}}{HOST}",
        hosted=True,
    ),
    phrase(
        Flag.EXFILTRATION,
        _SEND_STEMS,
        rf"\b{_SENDS}\b.{{0,60}}(?:\boutside (?:the |our |of the )?(?:workspace|organi[sz]ation|company|network"
        r"|project|team)"
        r"|\bto (?:an?|the) (?:external|remote|third[- ]party|outside|attacker'?s?) (?:\w+ ){0,2}(?:server"
        r"|host|endpoint|service|party|address|url|site|bucket|webhook)\b)",
        beside=rf"\b(?:{_SECRET}|all|full|summar\w+|memor\w+|{DATA})\b",
    ),
    phrase(
        Flag.EXFILTRATION,
        "collect gather harvest record ask request capture provide give share reveal disclose",
        r"\b(?:collect|gather|harvest|capture|record|ask for|request)\b.{0,30}\b(?:e-?mail addresses"
        r"|phone numbers?|passwords?|credentials|credit card\w*|social security|ssns?|"
        r"bank details|personal (?:data|details|information)|api keys?)\b.{0,60}\b(?:every|each|all|any|users?"
        r"|conversations?|sessions?)\b"
        r"|\b(?:provide|give|share|reveal|disclose)\b.{0,20}\b(?:account|personal|customer|payment|credential"
        r"|password|private|internal)\w*(?: \w+)?\b.{0,20}\bto (?:any(?:one|body)?|whoever|all|every)\b",
    ),
    phrase(
        Flag.EXFILTRATION,
        "include embed insert add append",
        rf"{START}(?:include|embed|insert|add|append)\b.{{0,60}}\b(?:tracking|pixel|beacon|image|snippet|badge"
        rf"|widget|analytics)\b.{{0,80}}{HOST}",
        hosted=True,
    ),
    phrase(
        Flag.EXFILTRATION,
        "use via through attach include",
        rf"{START}(?:use|call)\b.{{0,20}}{HOST}.{{0,20}}\bto (?:{_SEND}|collect)\b.{{0,60}}\b{DATA}\b"
        rf"|{START}(?:attach|include)\b.{{0,60}}(?:\b{_SECRET}|(?<!\w)\.env)\b.{{0,100}}{HOST}",
        hosted=True,
    ),
    phrase(
        Flag.EXFILTRATION,
        "copy upload back backup sync archive send cat post",
        r"\b(?:copy|upload|back ?up|sync|archive|send|cat|post)\b.{0,60}(?:~/\.ssh|~/\.aws|\bid_rsa\b"
        r"|/etc/(?:passwd|shadow)|\bkubeconfig\b|(?<!\w)\.env\b).{0,40}\b(?:to|at)\b",
        also="ssh aws id etc kubeconfig env",
    ),
    phrase(
        Flag.REMOTE_CODE,
        "run execute follow apply obey",
        rf"{START}(?:run|execute|follow|apply|obey|source)\b.{{0,50}}\b(?:scripts?|commands?|instructions?"
        r"|directives?|tasks?|code|updates?|payloads?|binar(?:y|ies)|installers?|hooks?)\b.{0,40}"
        rf"\b(?:from|at|returned|received|served|hosted|found)\b.{{0,50}}(?:{HOST}|\b(?:the )?(?:remote|response"
        r"|control) ?(?:server|endpoint|channel)?\b)",
    ),
    phrase(
        Flag.REMOTE_CODE,
        "curl wget iwr invoke fetch iex source eval exec",
        r"\b(?:curl|wget|fetch)\b[^|\n]{0,160}\|\s*(?:sudo\s+(?:-\w+\s+)*)?(?:env\s+)?(?:ba|z|k|da|fi)?sh\b"
        r"|\b(?:curl|wget)\b[^|\n]{0,160}\|\s*(?:sudo )?(?:python3?|node|perl|ruby|php)\b"
        r"|\b(?:ba|z)?sh\s+(?:-c\s+)?[\"']?(?:<\(|\$\()\s*(?:curl|wget)|\b(?:iex"
        r"|invoke-expression)\b.{0,60}(?:iwr|irm|invoke-webrequest|downloadstring|https?:)"
        r"|(?:iwr|irm|invoke-webrequest)\b.{0,160}\|\s*(?:iex|invoke-expression)|\b(?:eval"
        r"|exec)\s*\(.{0,40}(?:fetch|requests\.get|urlopen|urllib|http)"
        r"|\bwget\b.{0,120}&&.{0,40}(?:chmod \+x|\./|\bsh\b|\bbash\b)|\bcurl\b.{0,160}&&.{0,40}(?:chmod \+x|\./"
        r"|\bsh\b|\bbash\b)",
    ),
    phrase(
        Flag.REMOTE_CODE,
        "download fetch pull load retrieve import get install query update",
        r"\b(?:download|fetch|pull|load|retrieve|get|import)\b.{0,80}\b(?:and|then)\b.{0,25}\b(?:execute|run"
        r"|replace|apply|eval(?:uate)?|import|follow|overwrite|merge|activate|inject|"
        r"install|load|source|obey|restart|update|use)\b",
        whole=True,
        beside=(
            HOST,
            _RECURS
            + r"|\b(?:agent|instructions?|prompt|binary|script|payload|plugins?|config\w*|rules|remote|latest)\b"
            r"|\b(?:new version|code|commands?|directives?)\b",
        ),
        hosted=True,
    ),
    phrase(
        Flag.REMOTE_CODE,
        "pip npm yarn gem cargo go apt",
        r"\b(?:pip3?|npm|yarn|gem|cargo|go|apt)\b.{0,40}\binstall\b.{0,80}(?:--(?:extra-)?index-url"
        r"|--registry|--trusted-host|-i)[ =]\S"
        r"|\b(?:pip3?|npm) install (?:git\+)?https?://",
        also="install",
    ),
    phrase(
        Flag.REMOTE_CODE,
        "load include import inject script src",
        r"<script[^>]{0,40}src=[\"']?https?:|\b(?:load|include|import|inject)\b.{0,40}\b(?:scripts?"
        rf"|plugins?|modules?|extensions?|libraries|javascript)\b.{{0,40}}\bfrom\b.{{0,40}}{HOST}",
        hosted=True,
    ),
)
"""What leaves, and what is fetched to be obeyed."""
