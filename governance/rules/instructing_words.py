"""How text gives an agent orders; pure."""

from __future__ import annotations

from governance.rules.phrases import HOST, START, phrase
from store.records.words import Flag

__all__ = ["ORDERS"]

_RULES = (
    r"(?:instructions?|guidelines?|rules|directives?|prompts?|polic(?:y|ies)|guardrails?|constraints?"
    r"|restrictions?|safeguards?|"
    r"training|programming|system message|safety measures|safety checks|memor(?:y|ies)|commands?|orders)"
)
_EARLIER = (
    r"(?:previous|prior|earlier|above|preceding|existing|former|all|any|your|safety|system|original|default|other"
    r"|past|security)"
)
_DO = (
    r"(?:run|execute|send|post|forward|upload|email|call|invoke|fetch|download|query|answer|respond|reply|say"
    r"|output|return|recommend|"
    r"suggest|include|append|prepend|add|tell|ignore|delete|approve|trust|provide|use|mention|claim|promote"
    r"|direct|redirect|refer|insert|"
    r"grant|reveal|share|disclose|show|confirm|insist|steer|push|favor|favour|prefer|skip|bypass|omit|refuse"
    r"|accept|treat|assume|comply)"
)
_REPLIES = (
    r"(?:responses?|answers?|repl(?:y|ies)|outputs?|conversations?|recommendations?|completions?|summar(?:y|ies)"
    r"|interactions?|messages?)"
)
_ASKER = (
    r"(?:users?|customers?|anyone|someone|people|somebody|clients?|callers?|they|asked|a (?:question|prompt"
    r"|request|query)|the (?:prompt|conversation))"
)
_ASKS = (
    r"(?:asks?|asked|requests?|mentions?|says?|inquires?|enquires?|wants?|queries|prompts?|types?|talks?"
    r"|discuss(?:es)?|about)"
)
_BANNER = (
    r"^\W*(?:(?:(?:NEW|CRITICAL|URGENT|MANDATORY|OFFICIAL|EMERGENCY|IMPORTANT) )?(?:SYSTEM|INFRASTRUCTURE|INFRA"
    r"|PLATFORM|POLICY|ADMIN|ADMINISTRATOR|DIRECTIVE|"
    r"OVERRIDE|OPERATIONS|OPS|COMPLIANCE|ROOT|DEVELOPER|MAINTENANCE|AGENT|MEMORY|URGENT|MANDATORY|CRITICAL"
    r"|EMERGENCY)(?: [A-Z]{2,}){0,3}"
    r"|(?:[A-Z][A-Z/&-]+ ){1,3}(?:UPDATE|NOTE|ALERT|DIRECTIVE|NOTICE|OVERRIDE|MESSAGE|INSTRUCTIONS?|COMMAND"
    r"|CHANGE|ADVISORY|MEMO|REQUIREMENT|BULLETIN|POLICY|ANNOUNCEMENT)"
    r"|(?:NOTE|NOTICE|ATTENTION|MESSAGE|INSTRUCTIONS?|MEMO) (?:TO|FOR) (?:ALL )?(?:AI )?(?:AGENTS?|ASSISTANTS?"
    r"|MODELS?|LLMS?|AIS?|BOTS?))\s?[:\-–—]\s*"
)
_ORDERED = (
    r"(?:(?i:all|every|each|any|when(?:ever)?|disregard|move|keep|rotate|for all|from now|you|please|do|always"
    r"|never|no|set|change|disable|enable|expose|use|add|remove|increase|"
    r"decrease|reduce|raise|lower|update|switch|replace|route|redirect|point|configure|grant|allow|turn|skip"
    r"|bypass|ignore|include|"
    r"run|execute|send|forward|treat|store|connect|migrate|open|deploy|install|trust|accept|approve|collect|log"
    r"|extend|whitelist|"
    r"allowlist|default|override|delete|make|apply|the following)\b|.*?\b(?i:must|should|shall|no longer|are now"
    r"|is now|mandatory)\b)"
)

ORDERS = (
    # 1. Casting off what the agent was told.
    phrase(
        Flag.INSTRUCTION,
        "abandon ignore disregard forget override bypass discard neglect overrule",
        rf"\b(?:disregard|abandon)\b.{{0,40}}?\b{_RULES}\b|\b(?:ignore|disregard|forget|override|bypass|discard"
        rf"|overrule)\b(?: \w+){{0,3}}? {_EARLIER}\b.{{0,30}}?\b{_RULES}\b",
    ),
    phrase(
        Flag.INSTRUCTION,
        "override supersede take replace trump",
        r"\b(?:this|these|the following)\b.{0,40}\b(?:overrides?|supersedes?|takes? (?:precedence|priority) over"
        r"|replaces?|trumps?)\b"
        rf".{{0,20}}\b{_EARLIER}\b.{{0,20}}\b{_RULES}\b",
    ),
    phrase(
        Flag.INSTRUCTION,
        "persist retain keep resave restore recreate copy propagate replicate do never memory survive",
        r"\b(?:persist|retain|keep|re-?save|re-?add|restore|re-?create|copy|propagate|replicate"
        r"|store) this (?:\w+ )?(?:memory|entry|instruction|note|rule|directive)\b"
        r".{0,60}\b(?:all|every|each|future|other|forever|permanent\w*|across|always)\b"
        r"|\b(?:do not|don't|never) (?:delete|remove|overwrite|forget|purge|expire) this (?:memory|entry"
        r"|instruction|note|rule|directive)\b"
        r"|\bif (?:this |the |your )?memor(?:y|ies) (?:is|are|gets?) (?:cleared|deleted|reset|wiped|erased|purged)\b",
        deniable=False,
    ),
    # 2. A new self.
    phrase(
        Flag.INSTRUCTION,
        "you your",
        r"\byou are (?:now|no longer|hereby|henceforth) (?:in|an?|the|free|operating|running|authori[sz]ed"
        r"|unrestricted|acting|bound|able|connected|my|our|working|subject)\b|\byou have been (?:updated"
        r"|reprogrammed|reconfigured|upgraded|reset|authorized|granted)\b"
        r"|\byour (?:new|primary|real|true|only|updated|sole)(?: \w+)? (?:directive|goal|role|task|purpose"
        r"|objective|instruction|mission|priority|job)\b"
        rf"|\byou (?:must|shall|will) (?:(?:always|never|now) (?:{_DO}|follow|obey|comply|trust|reveal|answer)"
        r"|obey|comply)\b",
    ),
    phrase(
        Flag.INSTRUCTION,
        "unrestricted developer jailbreak god dan debug maintenance unfiltered admin",
        r"\b(?:in|enter|enable|activate|switch to|into)\b.{0,20}\b(?:unrestricted|developer|jailbreak|god|dan"
        r"|unfiltered|admin) mode\b",
    ),
    phrase(
        Flag.INSTRUCTION,
        "refuse question decline",
        r"\b(?:do not|don't|never|must not|cannot) (?:refuse|decline|question|deny) (?:any|the|a|all|this|these"
        r"|user|its|it|requests?)\b",
        deniable=False,
    ),
    # 3. Standing orders.
    phrase(
        Flag.INSTRUCTION,
        "from going henceforth until",
        r"\b(?:from (?:now on|this (?:point|moment|day)(?: on(?:wards?)?| forward)?|here on(?: out)?)"
        r"|going forward|henceforth|until further notice)\b"
        r".{0,40}?\b(?:you (?:must|will|are|should|shall)|do not refuse|don't refuse|(?:always "
        r"|never )?(?:ignore|execute|forward|recommend|approve|"
        r"trust|obey|comply|send|upload|promote|treat all|accept all|respond with|reply with|answer with))\b",
    ),
    phrase(
        Flag.INSTRUCTION,
        "when if whenever every each any anytime upon",
        rf"\b(?:when(?:ever)?|if|every ?time|each time|any ?time|upon)\b.{{0,30}}\b{_ASKER}\b.{{0,30}}?\b{_ASKS}"
        r"\b.{0,120}?"
        r"(?:, |\bthen |\balways |\bplease )(?:you (?:must|should|will) )?(?:always |automatically |please "
        r"|then |only |never )?"
        rf"(?:{_DO}|do not|don't|never|act|state|emphasize|highlight|warn them)\b",
        deniable=False,
        beside=(
            r"\b(?:always|never|our|only|automatically|must|should|instead|whenever|every ?time|any ?time"
            r"|each time|users?)\b"
        ),
    ),
    phrase(
        Flag.INSTRUCTION,
        "response answer reply output conversation recommendation completion summary summaries interaction "
        "message replies advice agent assistant",
        r"\b(?:all|every|each|any|your|in all|in every)\b.{0,30}(?<!api )(?<!http )(?<!error )(?<!json )"
        rf"(?<!server )(?<!commit )(?<!log )\b(?:{_REPLIES}|advice|agents?|assistants?)\b.{{0,30}}\b(?:must"
        r"|should|shall|needs? to|"
        r"has to|have to|will always|are required to)\b(?! (?:be|have|use|return|match|carry|(?:contain|include"
        r"|carry) (?:an?|the) (?:[\w-]+ )?(?:id|status|error|header|field|code|timestamp|url)\b))",
        beside=(
            r"\b(?:you|user'?s?|agents?|assistants?|advice|recommend\w*|mention|mandatory|regardless|visit"
            rf"|promote|answers?|repl(?:y|ies)|{_DO})\b"
        ),
    ),
    phrase(
        Flag.INSTRUCTION,
        "in at to before after for during with",
        r"\b(?:in|at the (?:end|start|beginning|top) of|to|before|after|during|with) (?:every|each|all"
        r"|any)(?: \w+)?(?: of your)? "
        rf"(?:{_REPLIES}|answering|responding|sessions?|tasks?|prompts?|tool calls?|user (?:request|question"
        r"|quer)\w*|turns?)\b.{0,15}"
        rf"(?:$|[.,:] ?(?:always |you must |silently )?(?:{_DO}|collect|ask|check|load|read)\b)",
        beside=(
            rf"(?:^|[.:;,] |\balways |\bmust |\bis to |\bplease ){_DO}\b|\b(?:is to|must|silently"
            r"|directive) ?(?:collect|gather|ask|request|include|append)?\b"
        ),
        also="every each all any",
    ),
    phrase(
        Flag.INSTRUCTION,
        "always before first prior",
        r"\b(?:before|prior to) (?:you )?(?:answer|respond|reply|replying|responding"
        rf"|answering)\b.{{0,30}}, (?:you must |please |first )?(?:always )?{_DO}\b"
        rf"|\balways {_DO}\b.{{0,60}}\b(?:before|prior to|when|while|after) (?:you )?(?:answer|respond|reply"
        r"|replying|responding|answering|complet\w+|"
        r"(?:any|every|each|starting (?:a|any|every|each)) (?:task|request|response|answer|session|conversation))",
    ),
    phrase(
        Flag.INSTRUCTION,
        "for",
        r"\bfor (?:all|any|every|each) (?:\w+ ){0,3}(?:requests?|tasks?|questions?|queries|prompts?"
        r"|conversations?|outputs?|generations?), ?(?:always |please |you must )?"
        rf"{_DO}\b",
    ),
    phrase(
        Flag.INSTRUCTION,
        "when while after before",
        r"\b(?:when(?:ever)?|while|after|before) (?:generating|writing|answering|responding|drafting|producing"
        r"|summari[sz]ing|replying|creating|reviewing|composing|completing)\b.{0,60}, "
        r"(?:you must |please )?(?:always |also |silently )?(?:include|append|add|insert|say|state|mention"
        r"|recommend|prepend|end with|begin with|start with|embed)\b.{0,12}"
        r"\b(?:phrase|sentence|words?|text|link|disclaimer|statement|url|recommendation|mention|line)\b",
        also="phrase sentence word text link disclaimer statement url recommendation mention line",
    ),
    phrase(
        Flag.INSTRUCTION,
        "users customers callers patients clients people",
        r"\b(?:users?|customers?|callers?|patients?|clients?|people)\b.{0,40}\bshould (?:always )?be (?:told"
        r"|steered|convinced|persuaded|pushed|discouraged)\b",
    ),
    phrase(
        Flag.INSTRUCTION,
        "respond reply answer always",
        r"\b(?:respond|reply|answer) (?:to )?(?:all|any|every) .{0,30}\b(?:questions?|requests?|inquiries"
        r"|prompts?|messages?)\b"
        r".{0,10}\b(?:by|with)\b"
        rf"|\balways (?:prioriti[sz]e|promote|favou?r|recommend|suggest|prefer"
        rf"|push)\b.{{0,60}}\bwhen\b.{{0,20}}\b{_ASKER}\b",
    ),
    # 4. Behind the user's back.
    phrase(
        Flag.INSTRUCTION,
        "tell inform alert mention reveal disclose notify let warn silently secretly covertly",
        r"\b(?:do not|don't|never|without|must not|should not|avoid|not to) (?:tell(?:ing)?|inform(?:ing)?"
        r"|alert(?:ing)?|notify(?:ing)?|warn(?:ing)?|"
        r"mention(?:ing)?(?: (?:this|it|that))? to|reveal(?:ing)?(?: (?:this|it|that))? to|disclos(?:e"
        r"|ing)(?: (?:this|it|that))? to|let(?:ting)?)"
        r" (?:the |any |your )?(?:users?|humans?|operators?|owner|anyone|person|customers?)\b"
        r"|\b(?:silently|secretly|covertly) (?:also |and \w+ )?(?:send|forward|run|execute|upload|collect|copy"
        r"|add|insert|log|record|include)\b",
        deniable=False,
    ),
    # 5. The voice of an authority that the text does not have.
    phrase(
        Flag.INSTRUCTION,
        "system infrastructure infra platform policy admin administrator directive override operations ops "
        "compliance root developer maintenance agent "
        "memory urgent mandatory critical emergency update note alert notice message instruction command change "
        "advisory memo requirement bulletin "
        "announcement attention",
        _BANNER + _ORDERED,
        cased=True,
        deniable=False,
    ),
    phrase(
        Flag.INSTRUCTION,
        "query poll ping contact check register connect beacon call fetch download pull load sync report "
        "heartbeat phone subscribe retrieve listen",
        rf"{START}(?:query|poll|ping|contact|check(?: in)?|register|connect|beacon|call|fetch|download|pull|load"
        r"|sync|report|phone home|retrieve|listen|subscribe)\b"
        rf".{{0,80}}{HOST}",
        hosted=True,
        beside=r"\b(?:at|on|every|each|before|after)\b.{0,12}\b(?:startup|start|start-up|boot|launch|init\w*"
        r"|session|conversation|task|request|minutes?|"
        r"hours?|seconds?|day|night|response|restart|login|run|invocation)\b|\b(?:daily|hourly|periodically"
        r"|weekly|continuously|nightly|pending|instructions|commands|heartbeat|regularly)\b",
    ),
    phrase(
        Flag.INSTRUCTION,
        "all route proxy tunnel forward fall fallback resolve send relay",
        rf"{START}(?:route|proxy|tunnel|forward|fall ?back|resolve|send|relay)\b.{{0,60}}\b(?:requests?|traffic"
        r"|calls?|queries|connections?|dns|lookups?)\b.{0,30}"
        rf"\b(?:through|via)\b.{{0,50}}{HOST}"
        r"|\ball\b(?: \w+){0,3}? (?:services?|traffic|requests|connections|builds?|clients|deployments"
        r"|environments|packages|api calls|agents|lookups|"
        r"quer(?:y|ies)|installs?|pipelines)\b.{0,20}\b(?:should|must|to|now|through|via"
        rf"|go(?:es)?)\b.{{0,90}}{HOST}",
        hosted=True,
    ),
)
"""What speaks to the agent in English."""
