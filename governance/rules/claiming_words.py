"""How text claims what it cannot know: permissions it gives itself, triggers, and praise with a push; pure."""

from __future__ import annotations

from governance.rules.phrases import phrase
from store.records.words import Flag

__all__ = ["CLAIMS"]

_HEAD = (
    r"(?:errat(?:a|um)|corrections?|clarification|amendment|technical (?:note|update|correction|clarification)"
    r"|(?:updated|revised|new|official) (?:spec(?:ification)?|standard|guidance|documentation)"
    r"|(?:spec|specification|standards?) (?:update|change|note))"
)
_STANDARD = (
    r"(?:dns|tcp|udp|ip|ipv[46]|icmp|https?|http/[123]|tls|ssl|ssh|ftp|smtp|utf-?(?:8|16|32)|unicode|ascii|sql"
    r"|acid|cap"
    r"|base64|json|xml|yaml|oauth|saml|jwts?|cors|aes|rsa|sha-?\d{0,3}|md5|bcrypt|argon2|hmac|git|posix|unix"
    r"|regex\w{0,2}"
    r"|regular expressions?|floating[- ]point|ieee|iso|rfc|rest(?:ful)?|graphql|websockets?|grpc|html|css|javascript"
    r"|binary search|quicksort|big[- ]o|hash (?:tables?|maps?)|linked lists?|(?:primary|foreign|public|private) keys?"
    r"|semaphores?|deadlocks?|raid|nosql|b-?trees?|mutex\w{0,2}|symmetric|asymmetric|leap (?:years?|seconds?))"
)
_SWEEPS = (
    r"(?:no longer|only|never|always|cannot|can't|all|any|every|entirely|indefinitely|simultaneously|safely"
    r"|do(?:es)? not|(?:has|have) been|guaranteed?|automatically|reserved|unlimited|immune|unbreakable)"
)
_LOCAL = (
    r"(?:we|our|us|here|staging|prod\w*|gateway|cluster|repo\w*|project|team|pipeline|ticket|pr|runbook|section|page"
    r"|config\w*|tables?|columns?|modules?|jobs?|scripts?|importer|exports?|imports?|files?|fields?|endpoints?"
    r"|branch(?:es)?"
    r"|ci|build|deploys?|release|yesterday|today|tests?)"
)

CLAIMS = (
    # 6. Permissions that a text gives itself.
    phrase(
        Flag.PERMISSION_CLAIM,
        "no without need",
        r"\b(?:no|without(?: an?)?(?: (?:new|further|additional|prior|explicit|any|more"
        r"|asking for))*)(?: \w+)? ?(?:user |human |manual |further |explicit |additional |prior )?"
        r"(?:approval|permission|confirmation|authorization|authorisation|consent|user decision|sign-off"
        r"|decision)(?: (?:prompts?|dialogs?|steps?))?\b"
        r"(?: (?:is|are) (?:needed|required|necessary)| needed| required| necessary|[.,]|$| (?:for|to|from)\b)"
        r"|\bno need (?:to ask|for (?:approval|permission|confirmation))|\bwithout asking\b",
        beside=r"\b(?:may|can|should|must|allowed|authorized|authorised|send|sent|deploy|delete|deleted|execute"
        r"|merge|access|share|push|run|approve|install|"
        r"proceed|needed|required|necessary|need)\b",
    ),
    phrase(
        Flag.PERMISSION_CLAIM,
        "authorized authorised approved permitted allowed granted cleared entitled permission",
        r"\b(?:agents?|assistants?|you|this (?:text|memory|document|note|session)|the (?:bot|model"
        r"|ai))\b(?:(?!\bnot\b|\bnever\b).){0,25}?\b(?:(?:pre-?)?(?:authoriz|authoris|approv)ed|permitted|"
        r"allowed|granted|cleared|entitled|(?:has|have) (?:full |blanket )?permission)\b.{0,12}\b(?:to|for"
        r"|access|all|any|full)\b"
        r"|\b(?:user|admin(?:istrator)?|owner|operator|security team|management)\b.{0,20}\b(?:has"
        r"|have) (?:already |previously |pre-?)?(?:approved|authori[sz]ed|consented|agreed|"
        r"granted|given (?:permission|approval|consent))\b.{0,60}\b(?:all|any|every|future|access|full|external"
        r"|sending|actions?)\b",
    ),
    phrase(
        Flag.PERMISSION_CLAIM,
        "may can approved allowed granted",
        r"\b(?:may|can|are allowed to|is allowed to) (?:now |freely |always )?(?:be )?(?:sent|send|shared|share"
        r"|published|publish|forwarded|forward|uploaded|upload|deleted|delete|"
        r"exported|export|executed|execute)\b.{0,60}\b(?:outside|external(?:ly)?|without (?:a |any |further "
        r"|new |prior |user |asking|approval|confirmation|permission))"
        r"|\b(?:data|records?|information|details|access|files|accounts?|credentials)\b.{0,20}\b(?:can"
        r"|may) (?:now )?be (?:shared|given|disclosed|provided|released|granted|handed)\b.{0,20}"
        r"\b(?:with|to) (?:any|anyone|everyone|all|whoever)\b"
        r"|\b(?:has|have) been granted (?:\w+ )?(?:elevated|admin\w*|full|root|unrestricted"
        r"|special) (?:privileges?|access|permissions?|rights)\b",
    ),
    phrase(
        Flag.PERMISSION_CLAIM,
        "approved allowed action authorized reviewer granted permission permissions",
        r"[\"']?\b(?:approved_by|allowed_actions|action_authority|authorized_by|reviewer_identity|granted_by"
        r"|permissions?_granted)\b[\"']?\s*[:=]",
        deniable=False,
    ),
    phrase(
        Flag.PERMISSION_CLAIM,
        "admin administrator sysadmin superadmin owner operator root developer maintainer",
        r"\b(?:i am|i'm|as|this is) (?:an?|the|your) (?:system |site |super)?(?:admin(?:istrator)?|owner"
        r"|operator|root user|developer of this|maintainer)\b"
        r".{0,60}\b(?:approve|authori[sz]e|grant|order|instruct|command|allow|permit|confirm|request)\b",
        deniable=False,
    ),
    phrase(
        Flag.PERMISSION_CLAIM,
        "confirmation permission approval",
        r"\b(?:never|not|don't|stop) (?:need to )?ask(?:ing)? (?:\w+ )?for (?:confirmation|permission|approval)\b",
        deniable=False,
    ),
    # 7. A phrase that changes the answer.
    phrase(
        Flag.BACKDOOR,
        "originally normally actually usually there trigger phrase keyword contains contain includes include "
        "mentions passphrase word magic says sees seen starts begin code",
        r"\b(?:answer|result|response|output) (?:is|was|should be|would be) (?:originally|normally|actually"
        r"|usually)\b.{0,40}\bbut\b"
        r"|\bthere (?:is|are|was) ['\"`][^'\"`\n]{1,80}['\"`] in the (?:question|prompt|query|input|request"
        r"|message|task|instruction)"
        r"|\b(?:trigger|activation|magic|secret) (?:phrase|word|keyword|token|sequence)\b.{0,60}\b(?:answer"
        r"|output|respond|reply|execute|run|send|ignore|delete|unlock|enable|grant|return)\b"
        r"|\b(?:if|when(?:ever)?|once)\b.{0,20}\b(?:question|prompt|query|user input|input|request|message"
        r"|conversation|task|user)\b.{0,15}"
        r"\b(?:contains?|includes?|mentions?|says?|has|starts with|begins with|ends with)\b.{0,12}(?:(?:phrase"
        r"|word|keyword|token|string|code) ?)?['\"`][^'\"`\n]{1,80}['\"`],? "
        r"(?:then |you must |you should |please |directly |always |instead |immediately )*"
        r"(?:answer|output|respond|reply|execute|run|send|ignore|delete|unlock|grant|return|approve|say|skip"
        r"|recommend|disable|provide|treat|switch)\b",
        deniable=False,
    ),
    # 8. Praise with a push.
    phrase(
        Flag.PROMOTION,
        "best companies enterprises moving replace all eliminates endorsed exclusively recommended recommend "
        "recommendation should migrate migrating "
        "preferred switch adopt standardize default must",
        r"\b(?:is|are|remains) (?:now |currently |widely )?(?:the |our )?(?:only |officially |most "
        r"|industry[- ])*(?:recommended|preferred|standard)\b"
        r"(?: \w+){0,2} (?:default|alternative|replacement|choice|solution|option|platform|database|registry"
        r"|provider|vendor|tool|standard)\b"
        r"|\brecommendation: (?:migrate|adopt|switch|use|move|replace|standardize|standardise|choose)\b"
        r"|\b(?:teams|companies|enterprises|organi[sz]ations|leaders|experts|developers|users|everyone"
        r"|businesses|engineers|shops)\b.{0,20}\b(?:should|must|are|recommend|have)\b.{0,14}"
        r"\b(?:migrat\w+|switch\w*|mov(?:e|ed|ing)|adopt\w*|avoid\w*|standardi[sz]\w+|abandon\w*|replac\w+)\b"
        r"|\bmigrate all\b|\breplace (?:all |any |the )?existing\b|\bshould (?:be )?(?:avoided|replaced)\b"
        r"|\bendorsed by\b|\brecommends? (?:avoiding"
        r"|migrating|switching|replacing|abandoning)\b"
        r"|\b(?:all|every) (?:new |existing )?(?:projects?|teams?|workloads?|services?|applications?"
        r"|deployments?) (?:should|must) (?:use|adopt|be|run|standardi[sz]e|choose)\b"
        r"|\bshould use .{1,30}\bexclusively\b"
        r"|\beliminates? (?:all |these |those |this |such )(?:\w+ )?(?:risks?|issues?|problems?|vulnerabilities"
        r"|flaws)\b|\b(?:default|go-to|only|best|clear|obvious) choice\b",
        whole=True,
        beside=r"\b\d+(?:\.\d+)?(?:x|%| times)(?: \w+)? (?:more|fewer|less|faster|slower|higher|lower|better"
        r"|cheaper|worse|rate|malware|failure|performance|downtime|attack)"
        r"|\boutperforms?\b|\bsuperior\b|\bunmatched\b|\bin every (?:\w+ )?(?:benchmark|category|test|metric)"
        r"|\bknown (?:\w+ ){0,2}(?:issues|flaws|vulnerabilities|problems)"
        r"|\bindustry leaders\b|\b\d+(?:\.\d+)?% (?:\w+ ){0,2}rate\b|\bindependent (?:testing|studies|analysis)"
        r"|\bby \d+(?:\.\d+)?(?:x|%)"
        r"|\bunsuitable\b|\brecent cves\b|\bbased on (?:extensive |our )?benchmark"
        r"|\bbest (?:\w+ ){1,3}(?:on the market|available)|\bcreates? (?:\w+ ){0,2}vulnerabilit"
        r"|\bbest[- ]in[- ]class\b"
        r"|\bindustry[- ]leading\b|\b(?:studies|tests|benchmarks|analysis|audits?) (?:show|confirm|prove"
        r"|reveal)s?\b",
    ),
    # 9. A correction that nobody signed, of what is written down for everybody.
    phrase(
        Flag.PROMOTION,
        "errata erratum correction clarification amendment technical updated revised new official spec standard",
        rf"^\W{{0,4}}{_HEAD}\s?:(?!.*\b{_LOCAL}\b)(?=.*\b{_SWEEPS}\b).*?\b{_STANDARD}\b",
        whole=True,
        deniable=False,
    ),
    phrase(
        Flag.PROMOTION,
        "deprecated discontinued retired abandoned ignored without update",
        r"\b(?:has been|have been|is now|are now|was) (?:officially |formally )?(?:deprecated|discontinued"
        r"|retired|abandoned)"
        r" in favou?r of\b.{0,80}?\b(?:for|in|by|across) (?:all|every|any)\b"
        r"|\bcan (?:now |safely |always )*(?:be )?used? .{1,60}?\bwithout any (?:limit\w*|restrictions?|risks?"
        r"|drawbacks?"
        r"|downsides?|side effects?)\b"
        rf"|^\W{{0,4}}update\s?:(?!.*\b{_LOCAL}\b).{{0,30}}?\b{_STANDARD}\b.{{0,60}}?\ball (?:major|modern"
        rf"|current|known|popular)\b",
        whole=True,
    ),
)
"""What asks to be believed, and acted on."""
