"""How text casts off what an agent was told, calls its limits void, and goes behind the user's back; pure."""

from __future__ import annotations

from governance.rules.phrases import START, phrase
from store.records.words import Flag

__all__ = ["UNBINDING"]

_RULES = (
    r"(?:instructions?|guidelines?|rules|directives?|prompts?|polic(?:y|ies)|guardrails?|constraints?|restrictions?"
    r"|safeguards?|training|programming|orders|limits|limitations)"
)
_CAST = (
    r"(?:disregard|ignore|forget|discard|set aside|put aside|lay aside|throw (?:out|away)|abandon|drop|unlearn"
    r"|overlook"
    r"|pay no (?:attention|heed|mind) to|(?:do not|don't|no longer|stop) (?:follow|obey|heed|listen to|act on"
    r"|following"
    r"|obeying|heeding|listening to))"
)
_TOLD = (
    r"(?:told|said|says|taught|instructed|learned|learnt|given|asked|trained|believed?|known?|knew|stated|before"
    r"|above"
    r"|earlier|previously|prior|so far|until now|up to now|at the (?:start|beginning))"
)
_NOTE = (
    r"(?:memory|memories|memo|note|entry|instructions?|directives?|rules?|prompt|orders?|trigger|arrangement|payload)"
)
_HIDDEN_FROM = r"(?:users?|humans?|operators?|owners?|anyone|anybody|everyone|reviewers?|auditors?|people|customers?)"
_NOT = (
    r"(?:do not|don't|never|must not|mustn't|should not|shouldn't|avoid|refrain from|may not|without"
    r"|under no circumstances|at no time|in no case)"
)
_SPEAK = (
    r"(?:mention(?:ing)?|reveal(?:ing)?|disclos(?:e|ing)|discuss(?:ing)?|talk(?:ing)? about|speak(?:ing)? (?:of"
    r"|about)"
    r"|refer(?:ring)? to|admit(?:ting)?|acknowledg(?:e|ing)|quot(?:e|ing)|bring(?:ing)? up|point(?:ing)? out"
    r"|letting on"
    r"|divulg(?:e|ing))"
)
_OFF = (
    r"(?:off|void|lifted|suspended|disabled|deactivated|switched off|turned off|waived|inactive|removed|revoked|gone"
    r"|cancel+ed|not in force)"
)
_NOW = r"(?:(?:now|all|hereby|temporarily|permanently|currently|completely|fully) )*"
_SAFE = (
    r"(?:safety|security|content|moderation|ethic\w{0,5}|permission|approval|confirmation|policy) (?:checks?|rules"
    r"|filters?|filtering|guidelines?|policies|restrictions?|measures?|limits?|controls?|protocols?|guards?|gates?"
    r"|requirements?)"
)

UNBINDING = (
    phrase(
        Flag.INSTRUCTION,
        "disregard ignore forget discard set put lay throw abandon drop unlearn overlook pay do don no stop",
        rf"{START}(?:just |now |simply |completely )?{_CAST} (?:(?:all|everything|anything|whatever|what|any"
        rf"|things)(?: of)?"
        r"(?: (?:that|which|what|things))? (?:you|i|we|they|others|anyone|was|were|is|has|had|came|the (?:user"
        r"|developer"
        rf"|owner|system|operator|others)|your \w+)(?: \w+){{0,5}}? {_TOLD}\b"
        rf"|(?:(?:all|any|the|of) )*your (?:\w+ ){{0,2}}?{_RULES}\b"
        rf"|(?:all|any|whatever|every|the)(?: of)?(?: the| those)? {_RULES} (?:(?:that|which) )?(?:you (?:were"
        rf"|have|had|got"
        r"|received)|(?:came|were given|stood|stand) (?:before|above|earlier|first|previously)))",
    ),
    phrase(
        Flag.INSTRUCTION,
        "replace override supersede trump cancel void outrank take everything all anything whatever",
        r"\b(?:rules?|instructions?|directives?|orders|this|these|below|note|memory|follows)\b.{0,40}?\b(?:replaces?"
        r"|overrides?|supersedes?|trumps?|cancels?|voids?|outranks?|takes? precedence over) (?:all|everything"
        r"|anything"
        r"|whatever|what) (?:that )?you\b"
        rf"|\b(?:everything|all|anything|whatever|what) (?:that )?you (?:were|have been"
        rf"|had been) {_TOLD}\b.{{0,20}}?\b(?:is|was)"
        r" (?:now |hereby )?(?:void|wrong|invalid|obsolete|cancel+ed|outdated|replaced|null|a lie)\b",
    ),
    phrase(
        Flag.INSTRUCTION,
        "override new jailbreak system",
        r"^\W{0,8}(?:(?:system|safety|policy|admin|administrator|developer|security|emergency|manual"
        r"|root) )?(?:override"
        r"|jailbreak|new (?:system )?(?:instructions?|rules|orders|directives?)|system (?:prompt|message"
        r"|instructions?))"
        r"(?: (?:mode|active|activated|engaged|enabled|accepted|granted|on))*\s?[:!—–-]",
        beside=r"\b(?:safety|guardrails?|restrictions?|safeguards?|unrestricted|obey|comply|ethic\w*|you (?:are"
        r"|may|must"
        r"|can|will|have)|your (?:rules|limits|instructions|training)|no (?:rules|limits))\b",
        whole=True,
        deniable=False,
    ),
    phrase(
        Flag.WEAKENING,
        "safety security content moderation ethic permission approval confirmation policy guardrail restriction "
        "safeguard limits limitations rules",
        rf"\b{_SAFE}\b(?: (?:for|of|on|in) (?:\w+ ){{1,4}}?)? ?(?:are|is|stays?|have been|has been"
        rf"|remains?) {_NOW}{_OFF}\b"
        rf"|\b{_SAFE}\b.{{0,20}}\b(?:no longer|do not|does not|don't) (?:apply|count|hold|bind)\b"
        rf"|\b(?:guardrails|safeguards|(?:all|your|any|agent|assistant)(?: \w+)? (?:restrictions|limits|limitations"
        rf"|rules))\b.{{0,15}}?\b(?:(?:are|have been|stay) {_NOW}{_OFF}|(?:no longer|do not|don't) (?:apply"
        rf"|count|hold"
        r"|bind))\b|\bno (?:rules|restrictions|limits|guardrails|limitations) (?:apply|bind|hold|exist|are in force)"
        r"(?: (?:to|for|on))? (?:you|this agent|the (?:agent|assistant|model))\b",
    ),
    phrase(
        Flag.INSTRUCTION,
        "mention reveal disclose discuss talk speak refer admit acknowledge quote bring point letting divulge",
        rf"\b{_NOT} (?:ever )?{_SPEAK}(?: (?:to|about|that|with|of))? (?:(?:the )?(?:existence|content|contents"
        rf"|text) of )?"
        rf"(?:this|these|such an?)(?: \w+)? {_NOTE}\b"
        rf"|\b{_NOT} (?:ever )?{_SPEAK}(?: (?:this|it|that|these|them|any of (?:this|it)))?(?: \w+)? (?:to|with"
        rf"|in front of)"
        rf" (?:the |any |your |our )?(?:users?|humans?|operators?|owner|anyone|anybody|reviewers?|auditors?)\b"
        r"(?<!customer )(?! (?:outside|without|before|who|whose|until|in the|of another))",
        deniable=False,
        also="this these such it that them any to with in",
    ),
    phrase(
        Flag.INSTRUCTION,
        "keep kept hide hidden conceal withhold stay say remain secret invisible confidential",
        rf"\b(?:keep|hide|conceal|withhold) (?:(?:the )?(?:existence|content) of )?(?:this"
        rf"|these)(?: \w+)? (?:{_NOTE}|step"
        r"|steps|action|actions|behaviou?r|change) (?:(?:as |a )?(?:secret|hidden|quiet|private|confidential"
        r"|to yourself"
        rf"|between us)\b|(?:secret |hidden )?from (?:the |any |your |all )?{_HIDDEN_FROM}\b)"
        rf"|\b(?:hide|conceal|withhold) this from (?:the |any |your |all )?{_HIDDEN_FROM}\b"
        rf"|\b(?:this|these)(?: \w+)? {_NOTE} (?:must|should|shall|has to|is to|needs to) (?:always )?(?:remain"
        rf"|stay|be|be kept)"
        r" (?:secret|hidden|invisible|unmentioned|confidential|unnoticed)\b"
        r"|\b(?:keep|stay|remain) (?:quiet|silent|mum) about (?:this|these|it)\b|\bsay nothing (?:of"
        r"|about) (?:this|it)\b",
        deniable=False,
    ),
    phrase(
        Flag.INSTRUCTION,
        "user users operator operators owner human humans reviewer anyone nobody without",
        r"\b(?:users?|operators?|owners?|humans?|reviewers?) (?:must|should|may|shall|can|will|need|does"
        r"|do) ?(?:not|never)"
        r" (?:ever )?(?:need to |have to )?(?:know|learn|notice|find out|hear|be told|be informed|be aware|suspect)"
        r"(?: (?:of|about|that))? (?:this|it|any of (?:this|it)|anything)(?=\W*$)"
        r"|\b(?:users?|operators?|owners?|humans?) (?:never|does not|doesn't) (?:knows?|learns?|notices?"
        r"|finds? out|hears?)"
        rf"(?: (?:of|about))? (?:this|these)(?: \w+)? {_NOTE}\b"
        r"|\b(?:nobody|no one) (?:must|should|may|shall|can) (?:ever )?(?:know|learn|notice|find out|hear)"
        r"(?: (?:of|about))? (?:this|it)(?=\W*$)"
        r"|\b(?:do|run|send|execute|change|delete|apply|upload|collect|install|forward) (?:this|it|all"
        r"|everything|that"
        r"|them)\b.{0,40}?\bwithout (?:the )?(?:users?|operators?|owners?|anyone|anybody|humans?)(?:'s?)?"
        r" (?:knowing|noticing|knowledge|being told|awareness|seeing)\b",
        deniable=False,
    ),
)
"""What frees an agent from what it was told, and hides that it did."""
