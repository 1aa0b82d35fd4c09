"""How text talks a team out of its protections; pure.

Two grammars: a verb that takes a protection away, and a protection that is called needless. Advice against either is
denied before it, and is left alone. Settings and habits that open a door stand in `settings_words`.
"""

from __future__ import annotations

from governance.rules.phrases import START, phrase
from store.records.words import Flag

__all__ = ["WEAKENING"]

_TAKE = (
    r"(?:disabl(?:e|es|ed|ing)|turn(?:s|ed|ing)? off|switch(?:ed|ing)? off|skip(?:s|ped|ping)?|bypass(?:es|ed"
    r"|ing)?|remov(?:e|es|ed|ing)|drop(?:s|ped|ping)?|"
    r"omit(?:s|ted|ting)?|ignor(?:e|es|ed|ing)|relax(?:es|ed|ing)?|suppress(?:es|ed|ing)?|loosen(?:s|ed|ing)?"
    r"|lower(?:s|ed|ing)?|weaken(?:s|ed|ing)?|"
    r"deactivat(?:e|es|ed|ing)|circumvent(?:s|ed|ing)?|eliminat(?:e|es|ed|ing)|strip(?:s|ped|ping)?|without"
    r"|avoid(?:s|ed|ing)?|comment(?:s|ed|ing)? out)"
)
_TAKE_STEMS = (
    "disable turn switch skip bypass remove drop omit ignore relax suppress loosen lower weaken deactivate "
    "circumvent eliminate strip without avoid comment"
)
_GUARD_STEMS = (
    "auth tls ssl cert host sign hmac webhook peer jwt token identity email check hash integrity https waf web "
    "firewall csrf cors rate throttle input schema type "
    "data request server payload parameter permission access bounds null content upload file size security "
    "safety depend vulner license lint static sanity health "
    "rbac owner policy password sanitize escape encrypt mfa fa two factor multi selinux apparmor seccomp sandbox "
    "audit code review pull pr manual foreign unique "
    "constraints staging test tests integration unit regression flaky failing backup migration csp hsts same "
    "cookie commit git hooks lock branch protect approval "
    "ci deploy canary strict network session key secret resource memory timeout circuit retry retries transact "
    "prepared error alert alerting confirm verify valid "
    "moderat privacy consent quarantine antivirus virus least database db load compiler warnings documentation "
    "monitor exceptions logging per separate"
)
_GUARD = (
    r"(?:authentication|authorization|auth(?: checks?)?|(?:tls|ssl|certificate|cert|host ?key|signature|hmac"
    r"|webhook|peer|jwt|token|identity|email|hostname|checksum|hash|integrity)s? "
    r"(?:verification|validation|checking|checks?|pinning|signature|refresh|rotation|expir\w+)|tls(?! 1\.[01])"
    r"|ssl(?!v[23])|https|waf|web application firewall|firewalls?|csrf(?: \w+)?|cors(?: \w+)?|"
    r"rate[- ]limit(?:s|ing|er|ers)?|throttling|(?:input|schema|type|data|request|server[- ]side|payload"
    r"|parameter|permission|access|bounds|null|content|upload|file|size|security|safety|"
    r"dependency|vulnerability|license|lint|static|sanity|health|rbac|ownership|policy|password"
    r"|certificate) (?:validation|checks?|checking|sanitization|limits?|restrictions?|controls?|headers|"
    r"scans?|scanning|analysis|polic(?:y|ies)|requirements?|gates?)|file size limits|sanitization|saniti[sz]ing"
    r"|escaping|encryption|mfa|2fa|two-factor \w+|multi-factor \w+|selinux|apparmor|seccomp|"
    r"sandbox(?:ing)?|audit (?:logs?|logging|trails?)|(?:code |peer |security |manual |pull request "
    r"|pr )reviews?|(?:review|approval|testing|verification|validation) (?:steps?|stages?|phases?|process(?:es)?"
    r"|gates?)|(?:full )?test (?:runs?|suites?)|lint(?:ing|er)?(?: (?:rules?|warnings?|errors?))?|(?:compiler"
    r"|type|security) warnings|ci/cd(?: \w+)?|signature verification|foreign key constraints|"
    r"(?:unique|not null|database|db|integrity) constraints|constraints (?:first|before)"
    r"|staging(?: (?:environment|step|deploy\w*|tests?|checks?))?|(?:integration |unit |regression |security "
    r"|e2e |end-to-end |load |flaky |failing )?tests?(?= |$|[.,])|backups?|"
    r"migrations? (?:checks?|tests?)|password (?:hashing|polic\w+|complexity)|hashing"
    r"|content[- ]security[- ]polic\w+|csp|hsts|same-?site(?: \w+)?|secure cookies?|"
    r"(?:pre-commit |git )hooks|lockfiles?|branch protection|approvals?|ci (?:checks?|pipeline)"
    r"|deployment pipeline|canary \w+|type checking|strict mode|network polic\w+|session (?:timeouts?|expir\w+)|"
    r"token (?:refresh|rotation|expir\w+|validation)|key rotation|secret rotation|(?:security|safety"
    r"|protection) (?:\w+ )?(?:measures?|features?|warnings?|filters?|mechanisms?)|deprecation warnings|"
    r"resource limits|memory limits|timeouts?|circuit breakers?|retries|locking|transactions|prepared statements"
    r"|parameteri[sz]\w+|error handling|alerts?|alerting|"
    r"confirmation(?: \w+)?|verification|validation|moderation|privacy \w+|consent(?: \w+)?|type (?:annotations"
    r"|hints)|(?:account )?lockouts?|quarantine|antivirus"
    r"|virus scan\w*|least privilege)"
)
_KEPT = (
    r"(?!(?:duplicated?|redundant|unused|old|legacy|dead|obsolete|deprecated|stale|copy|leftover|extra|broken|by"
    r"|from|of|for|after|before|in|into|when|until|if|on|to|as|that|which|with|during|and|or)\b)"
)
_WHOLE = (
    r"(?![\w-]| (?:code|copy|copies|class(?:es)?|functions?|modules?|library|helpers?|files?|folders?|packages?"
    r"|messages?|data|tables?|bugs?|fixtures?)\b)"
)
_NEEDLESS = (
    r"(?:unnecessary|overkill|redundant|not (?:needed|necessary|required|worth|useful|important)"
    r"|no longer (?:needed|necessary|required|recommended)|a waste|wasteful|wastes?|pointless|"
    r"outdated|obsolete|not worth|useless|should be (?:avoided|skipped|disabled|removed)|can be (?:skipped"
    r"|disabled|bypassed|ignored|removed|omitted)|(?:isn't|aren't) (?:needed|necessary|required|worth)|"
    r"too (?:strict|slow|noisy)|slows?(?: \w+){0,2} down|causes? (?:unnecessary|too many|needless) \w+"
    r"|error-prone and|(?:monthly|quarterly|annually|once a year) is (?:sufficient|enough)|adds? (?:unnecessary"
    r"|needless|too much) \w+|adds? (?:\w+ )?friction|optional for)"
)

WEAKENING = (
    phrase(
        Flag.WEAKENING,
        _TAKE_STEMS,
        rf"{START}(?:simply |just |temporarily |globally |completely |safely |can )?(?:disable|turn off"
        r"|switch off|skip|bypass|remove|drop|omit|ignore|relax|suppress|loosen|weaken|deactivate|"
        r"circumvent|eliminate|comment out|avoid(?= (?:\w+ )?(?:integration|unit|security"
        rf"|tests?)))\s(?:{_KEPT}\S+ ){{0,3}}?(?:all |the |any )?{_GUARD}{_WHOLE}",
        also=_GUARD_STEMS,
    ),
    phrase(
        Flag.WEAKENING,
        _TAKE_STEMS,
        r"(?:^|[:.,;] |\b(?:also|and|we|i|then|have|had|just) )(?:\w+ly )?(?:disabled|turned off|switched off"
        r"|skipped|bypassed|removed|dropped|relaxed|loosened|weakened|deactivated|"
        rf"eliminated|commented out|disabling|skipping|bypassing|turning off|removing)\s(?:{_KEPT}\S+ ){{0,3}}?"
        rf"{_GUARD}{_WHOLE}",
        also=_GUARD_STEMS,
    ),
    phrase(
        Flag.WEAKENING,
        "do don not no need stop never without",
        r"\b(?:do not|don't|no need to|stop|never|not necessary to|don't bother to|without) (?:validat(?:e|ing)"
        r"|verify(?:ing)?|saniti[sz](?:e|ing)|encrypt(?:ing)?|authenticat(?:e|ing)|"
        r"authori[sz](?:e|ing)|escap(?:e|ing)|hash(?:ing)? passwords?)\b(?! twice)",
        also="validate verify verifying sanitize encrypt authenticate authorize escape hash hashing",
    ),
    phrase(
        Flag.WEAKENING,
        "need require required needed necessary",
        rf"\bno need for (?:an? |any |the )?(?:\w+ )?{_GUARD}|\b(?:don't|do not|doesn't|does not) (?:need"
        r"|require) (?:an? |any )?(?:code |manual |security |peer )?"
        rf"(?:reviews?|tests?|approvals?|validation|authentication|encryption)\b|\b{_GUARD} (?:is"
        r"|are) (?:no longer|not) (?:needed|necessary|required)\b"
        r"|\bno (?:authentication|authorization|verification|validation|encryption|code review|review"
        r"|tests?)(?: is| are)? (?:required|needed|necessary)\b",
        also="no not don doesn",
    ),
    phrase(
        Flag.WEAKENING,
        "without",
        r"\bwithout (?:any |\w+ )?(?:pinning|validation|verification|authentication|review|encryption"
        r"|sanitization|tests"
        r"|testing)[.,]?$",
    ),
    phrase(
        Flag.WEAKENING,
        "monthly quarterly annually once error unnecessary overkill redundant not no waste wasteful pointless "
        "outdated obsolete useless should can isn aren "
        "waste too slow slows causes adds optional",
        rf"\b(?:{_GUARD}|tests?|reviews?|monitoring|documentation|errors|exceptions|logging|separate accounts"
        rf"|per-\w+ accounts)\b.{{0,50}}?\b{_NEEDLESS}\b",
        also=_GUARD_STEMS,
    ),
)
"""What takes a protection away."""
