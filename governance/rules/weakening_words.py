"""How text talks a team out of its protections; pure.

Three grammars: a verb that takes a protection away, a protection that is called needless, and a setting that opens a
door. Advice against any of them is denied before it, and is left alone.
"""

from __future__ import annotations

from governance.rules.phrases import START, phrase
from store.records.words import Flag

__all__ = ["WEAKENING"]

_TAKE = (
    r"(?:disabl(?:e|es|ed|ing)|turn(?:s|ed|ing)? off|switch(?:ed|ing)? off|skip(?:s|ped|ping)?|bypass(?:es|ed|ing)?|remov(?:e|es|ed|ing)|drop(?:s|ped|ping)?|"
    r"omit(?:s|ted|ting)?|ignor(?:e|es|ed|ing)|relax(?:es|ed|ing)?|suppress(?:es|ed|ing)?|loosen(?:s|ed|ing)?|lower(?:s|ed|ing)?|weaken(?:s|ed|ing)?|"
    r"deactivat(?:e|es|ed|ing)|circumvent(?:s|ed|ing)?|eliminat(?:e|es|ed|ing)|strip(?:s|ped|ping)?|without|avoid(?:s|ed|ing)?|comment(?:s|ed|ing)? out)"
)
_TAKE_STEMS = "disable turn switch skip bypass remove drop omit ignore relax suppress loosen lower weaken deactivate circumvent eliminate strip without avoid comment"
_GUARD = (
    r"(?:authentication|authorization|auth(?: checks?)?|(?:tls|ssl|certificate|cert|host ?key|signature|hmac|webhook|peer|jwt|token|identity|email|hostname|checksum|hash|integrity)s? "
    r"(?:verification|validation|checking|checks?|pinning|signature|refresh|rotation|expir\w+)|tls(?! 1\.[01])|ssl(?!v[23])|https|waf|web application firewall|firewalls?|csrf(?: \w+)?|cors(?: \w+)?|"
    r"rate[- ]limit(?:s|ing|er|ers)?|throttling|(?:input|schema|type|data|request|server[- ]side|payload|parameter|permission|access|bounds|null|content|upload|file|size|security|safety|"
    r"dependency|vulnerability|license|lint|static|sanity|health|rbac|ownership|policy|password|certificate) (?:validation|checks?|checking|sanitization|limits?|restrictions?|controls?|headers|"
    r"scans?|scanning|analysis|polic(?:y|ies)|requirements?|gates?)|file size limits|sanitization|saniti[sz]ing|escaping|encryption|mfa|2fa|two-factor \w+|multi-factor \w+|selinux|apparmor|seccomp|"
    r"sandbox(?:ing)?|audit (?:logs?|logging|trails?)|(?:code |peer |security |manual |pull request |pr )reviews?|(?:review|approval|testing|verification|validation) (?:steps?|stages?|phases?|process(?:es)?|gates?)|(?:full )?test (?:runs?|suites?)|lint(?:ing|er)?(?: (?:rules?|warnings?|errors?))?|(?:compiler|type|security) warnings|ci/cd(?: \w+)?|signature verification|foreign key constraints|"
    r"(?:unique|not null|database|db|integrity) constraints|constraints (?:first|before)|staging(?: (?:environment|step|deploy\w*|tests?|checks?))?|(?:integration |unit |regression |security |e2e |end-to-end |load |flaky |failing )?tests?(?= |$|[.,])|backups?|"
    r"migrations? (?:checks?|tests?)|password (?:hashing|polic\w+|complexity)|hashing|content[- ]security[- ]polic\w+|csp|hsts|same-?site(?: \w+)?|secure cookies?|"
    r"(?:pre-commit |git )hooks|lockfiles?|branch protection|approvals?|ci (?:checks?|pipeline)|deployment pipeline|canary \w+|type checking|strict mode|network polic\w+|session (?:timeouts?|expir\w+)|"
    r"token (?:refresh|rotation|expir\w+|validation)|key rotation|secret rotation|(?:security|safety|protection) (?:\w+ )?(?:measures?|features?|warnings?|filters?|mechanisms?)|deprecation warnings|"
    r"resource limits|memory limits|timeouts?|circuit breakers?|retries|locking|transactions|prepared statements|parameteri[sz]\w+|error handling|alerts?|alerting|"
    r"confirmation(?: \w+)?|verification|validation|moderation|privacy \w+|consent(?: \w+)?|quarantine|antivirus|virus scan\w*|least privilege)"
)
_KEPT = r"(?!(?:duplicated?|redundant|unused|old|legacy|dead|obsolete|deprecated|stale|copy|leftover|extra|broken|by|from|of|for|after|before|in|into|when|until|if|on|to|as|that|which|with|during|and|or)\b)"
_WHOLE = r"(?![\w-]| (?:code|copy|copies|class(?:es)?|functions?|modules?|library|helpers?|files?|folders?|packages?|messages?|data|tables?|bugs?|fixtures?)\b)"
_NEEDLESS = (
    r"(?:unnecessary|overkill|redundant|not (?:needed|necessary|required|worth|useful|important)|no longer (?:needed|necessary|required|recommended)|a waste|wasteful|wastes?|pointless|"
    r"outdated|obsolete|not worth|useless|should be (?:avoided|skipped|disabled|removed)|can be (?:skipped|disabled|bypassed|ignored|removed|omitted)|(?:isn't|aren't) (?:needed|necessary|required|worth)|"
    r"too (?:strict|slow|noisy)|slows?(?: \w+){0,2} down|causes? (?:unnecessary|too many|needless) \w+|error-prone and|(?:monthly|quarterly|annually|once a year) is (?:sufficient|enough)|adds? (?:unnecessary|needless|too much) \w+|adds? (?:\w+ )?friction|optional for)"
)

WEAKENING = (
    phrase(
        Flag.WEAKENING,
        _TAKE_STEMS,
        rf"{START}(?:simply |just |temporarily |globally |completely |safely |can )?(?:disable|turn off|switch off|skip|bypass|remove|drop|omit|ignore|relax|suppress|loosen|weaken|deactivate|"
        rf"circumvent|eliminate|comment out|avoid(?= (?:\w+ )?(?:integration|unit|security|tests?)))\s(?:{_KEPT}\S+ ){{0,3}}?(?:all |the |any )?{_GUARD}{_WHOLE}",
    ),
    phrase(
        Flag.WEAKENING,
        _TAKE_STEMS,
        rf"(?:^|[:.,;] |\b(?:also|and|we|i|then|have|had|just) )(?:\w+ly )?(?:disabled|turned off|switched off|skipped|bypassed|removed|dropped|relaxed|loosened|weakened|deactivated|"
        rf"eliminated|commented out|disabling|skipping|bypassing|turning off|removing)\s(?:{_KEPT}\S+ ){{0,3}}?{_GUARD}{_WHOLE}",
    ),
    phrase(
        Flag.WEAKENING,
        "validate verify sanitize check encrypt review authenticate authorize escape hash test scan need required no bother worry",
        rf"(?:do not|don't|no need to|stop|never|not necessary to|don't bother to|without) (?:validat(?:e|ing)|verify(?:ing)?|saniti[sz](?:e|ing)|encrypt(?:ing)?|authenticat(?:e|ing)|authori[sz](?:e|ing)|"
        rf"escap(?:e|ing)|hash(?:ing)? passwords?)\b(?! twice)"
        rf"|\bno need for (?:an? |any |the )?(?:\w+ )?{_GUARD}|\b(?:don't|do not|doesn't|does not) (?:need|require) (?:an? |any )?(?:code |manual |security |peer )?(?:reviews?|tests?|approvals?|validation|authentication|encryption)\b"
        rf"|\b{_GUARD} (?:is|are) (?:no longer|not) (?:needed|necessary|required)\b|\bno (?:authentication|authorization|verification|validation|encryption|code review|review|tests?)(?: is| are)? (?:required|needed|necessary)\b"
        r"|\bwithout (?:any )?(?:validation|verification|authentication|review|encryption|sanitization|tests|testing)[.,]?$",
    ),
    phrase(
        Flag.WEAKENING,
        "monthly quarterly annually once error unnecessary overkill redundant not no waste wasteful pointless outdated obsolete useless should can isn aren waste too slow slows cause causes add adds optional",
        rf"\b(?:{_GUARD}|tests?|reviews?|monitoring|documentation|errors|exceptions|logging|separate accounts|per-\w+ accounts)\b.{{0,50}}?\b{_NEEDLESS}\b",
    ),
    phrase(
        Flag.WEAKENING,
        "turn leave run use iam resource action wildcard pickle bare except marked tls ssl rc telnet downgrade auto automatically bucket storage public self accept unsigned chmod verify no reject node strict k insecure access permit allow set git push privileged nopasswd setenforce usermod dangerously skip "
        "debug trust enable danger host check cors",
        r"\bchmod (?:-r )?(?:0?777|a\+rwx|o\+w)\b|\bverify ?= ?false\b|--no-verify\b|rejectunauthorized['\"]? ?: ?false|node_tls_reject_unauthorized ?= ?['\"]?0|"
        r"stricthostkeychecking[ =]no|--insecure\b|access-control-allow-origin['\"]?:? ?['\"]?\*|\ballow_?all_?origins ?= ?true|set foreign_key_checks ?= ?0|\bpush (?:--force|-f)\b(?!-with-lease)|"
        r"--privileged\b|\bnopasswd\b|\bsetenforce 0\b|--dangerously-[\w-]+|--no-check-certificate|--trusted-host|sslmode ?= ?disable|ssl_verify ?[:=] ?(?:false|none)|insecureskipverify ?: ?true|"
        r"git_ssl_no_verify|strict-ssl (?:=|set)? ?false|--disable-web-security|--no-sandbox\b|--skip-(?:tests|verify|checks)\b|\bskiptests\b|\bdebug ?= ?true\b.{0,60}\bprod|\b(?:enable|set|turn on|use|leave|enabled|run)\b.{0,30}\bdebug\b.{0,40}\bprod(?:uction)?\b|"
        r"\bset (?:\w+ )?cors (?:\w+ ){0,3}\*|(?:\baction|\bresource|\bprincipal)['\"]?\s*[:=]\s*\[?['\"]?\*|\b(?:use|enable|allow|require|downgrade to|fall back to|must use|set)\b.{0,25}\b(?:tls ?v?1\.[01]|ssl ?v[23]|rc4|telnet)\b"
        r"|\b(?:set|made|make|configured?|changed?|mark(?:ed)?)\b.{0,40}\b(?:bucket|storage|blob|container|database|dashboard|repo(?:sitory)?)\b.{0,20}\b(?:public(?:ly)?|world-readable)\b|\bpublic-read\b"
        r"|\b(?:accept|trust|allow)(?:ed|s|ing)?\b.{0,20}\b(?:self-signed|unsigned|untrusted|expired)\b|\bauto(?:matically)?[- ]?(?:merge|approve)[ds]?\b.{0,20}\b(?:all|every|any|without|prs|pull requests)\b"
        r"|\bused? (?:pickle|eval)\b|\bbare except\b|\bmark(?:ed)? .{0,30}tests? (?:\w+ )?as (?:skip\w*|xfail)\b",
    ),
    phrase(
        Flag.WEAKENING,
        "cache cached share shared plaintext log logs logged logging print dump echo record include return show expose plain unencrypted hardcode hard hardcoded cleartext unencrypted md base commit embed store stored",
        r"\b(?:store|stored|save|saved|keep|kept|send|sent|log|logged|email|include|embed|put|transmit|write|commit)\b.{0,50}\b(?:passwords?|credentials?|secrets?|api keys?|tokens?|card numbers?|personal data)\b.{0,40}"
        r"\b(?:(?:in|as) (?:plain ?text|clear ?text|the (?:email|repo\w*|url|source|code|log\w*))|plain ?text|unencrypted|local ?storage|base64)\b"
        r"|\b(?:store|send|stored|sent|save|saved)\b.{0,30}\b(?:passwords?|credentials?|secrets?)\b.{0,20}\bplain ?text\b|\bpasswords? in plain ?text\b"
        r"|\bhard-?cod(?:e|ed|ing)\b.{0,30}\b(?:passwords?|credentials?|secrets?|api keys?|tokens?)\b|\b(?:md5|sha-?1)\b.{0,20}\bfor passwords?\b|\b(?:store|stored|keep|save|saved|upload)\b.{0,30}\bunencrypted\b"
        rf"|{START}(?:\w+ly )?(?:log|logs|logged|print|dump|echo|record|capture)\s.{{0,60}}\b(?:environment variables|env vars|credentials|secrets|passwords?|api keys?|authorization headers?|card (?:details|numbers?)|credit cards?|pii)\b"
        r"|\b(?:cache|cached|put|keep|store|stored|write|save)\b.{0,30}\b(?:api keys?|tokens?|credentials|secrets|passwords?)\b.{0,30}(?:\bin (?:the |a )?(?:shared|public|common|global|temp\w*)\b|/tmp\b|\blocal ?storage\b)"
        r"|\bcache (?:all|every)\b.{0,40}\b(?:authenticated|user-specific|private|personal|authorization|sensitive)\b"
        r"|\b(?:include|return|expose|show|send|included|returned|exposed)\b.{0,30}\b(?:stack ?traces?|database quer(?:y|ies)|internal errors?|sql)\b.{0,40}\b(?:responses?|to (?:the )?(?:users?|clients?|browser|frontend))\b"
        r"|\bcommit(?:ted)?\b.{0,20}(?:\.env\b|secrets?|credentials?)",
    ),
    phrase(
        Flag.WEAKENING,
        "token session jwt cookie certificate password key expiry timeout access credential refresh credentials",
        r"\b(?:tokens?|session|jwt|cookies?|certificates?|passwords?|credentials?|api keys?|access keys?)(?: \w+){0,2} (?:expir\w+|lifetimes?|timeouts?|ttl|validity|rotation)\b.{0,50}?\b(?:to|=|of|at)\s?"
        r"(?:(?:[3-9]\d|\d{3,}) days|(?:2[4-9]|[3-9]\d|\d{3,}) hours|\d+ (?:months|years)|(?:an?|one) year|infinity|unlimited|never)\b"
        r"|\b(?:tokens?|sessions?|credentials?|api keys?|passwords?|certificates?)\b.{0,20}\b(?:never expires?|without expir\w+|do not expire|don't expire|non-expiring)\b",
    ),
    phrase(
        Flag.WEAKENING,
        "deploy patch hotfix direct directly push straight merge edit change",
        rf"{START}(?:deploy|push|patch|merge|commit|hotfix|edit|change|apply|release)\b.{{0,40}}\b(?:directly|straight)\b.{{0,20}}\b(?:to|on|in|into) (?:the )?(?:production|prod|main|master|server|live)\b"
        r"|\b(?:rather than|instead of) (?:going through|using|waiting for) (?:the )?(?:\w+ )?(?:pipeline|review|staging|approval|ci|tests?)\b",
    ),
    phrase(
        Flag.WEAKENING,
        "shared broad admin root wildcard full grant everyone all open expose accept allow privilege permissive run public",
        r"\b(?:shared?|single|one|common) (?:\w+ ){0,2}(?:admin|root|service|database|superuser) (?:account|credential|password|key|user)s?\b|\b(?:grant|give|use|assign|gave|granted)\b.{0,40}"
        r"\b(?:broad|full|wildcard|admin(?:istrator)?|root|unrestricted|superuser|owner|sudo)(?: \w+)? (?:access|permissions?|rights|privileges|role)\b|\badministratoraccess\b"
        r"|\bexpos(?:e|ed|ing)\b.{0,40}\b(?:/?debug\S*|admin|metrics|internal|management|pprof|docker socket|database port)\b.{0,40}\b(?:all|public\w*|production|internet|external\w*|unauthenticated)\b"
        r"|\b(?:allow|open|accept|permit|allowed|opened|accepted)\b.{0,30}\b(?:0\.0\.0\.0/0|all (?:origins|inbound|traffic|ips?|ports|uploads|file types|connections|certificates|hosts)|any (?:origin|host|ip|certificate|file type|user))\b"
        r"|\baccept all\b|\brun(?:ning|s)?\b.{0,30}\b(?:containers?|services?|process(?:es)?|apps?|application|server|agents?|everything|workers?)\b.{0,12}\bas root\b(?! user is)",
    ),
    phrase(
        Flag.WEAKENING,
        "retry retried tight approve grant process safety content moderation defer delay postpone ssh sshs scp rsync git client catch swallow mock only eval string concatenate test generic",
        r"\b(?:check|validate|verify|enforce|checks|checked|validated|enforced|do)\b.{0,30}\b(?:permissions?|authorization|input|access|roles?|prices?|validation)\b.{0,20}\b(?:on the client|client[- ]side|in the (?:browser|frontend))\b.{0,60}"
        r"(?:\bonly\b|\binstead\b|\bfor (?:fast|speed|performance|faster)|\brather\b)|\b(?:swallow|silence|ignore|suppress)(?:s|ed|ing)? (?:all )?(?:exceptions|errors)\b"
        r"|\bcatch(?:es|ing)? all exceptions\b|\bonly alert\b.{0,60}\b(?:more than|above|over|critical)\b|\bmock (?:all|every)\b"
        r"|\b(?:concatenat\w+|interpolat\w+|f-strings?|string formatting)\b.{0,40}\b(?:sql|quer(?:y|ies))\b|\b(?:sql|quer(?:y|ies))\b.{0,30}\b(?:concatenat\w+|f-strings?|string formatting)\b|\beval\(\) (?:on|for|to)\b"
        r"|\bretr(?:y|ied|ies) (?:immediately|forever|indefinitely)\b|\btight loop\b|\bretr\w+\b.{0,20}\bwithout (?:any )?(?:backoff|delay|limit)\b"
        r"|\b(?:approve|grant|accept|authorize|process|fulfil+)\b.{0,20}\b(?:all|any|every)\b.{0,60}\b(?:without|regardless|no questions)\b"
        r"|\b(?:safety|content|moderation|security) (?:filter(?:s|ing)?|guidelines|polic(?:y|ies)|rules|checks|restrictions)\b.{0,30}\b(?:disabled|lifted|removed|suspended|waived|relaxed|no longer apply|do not apply)\b"
        r"|\b(?:defer|delay|postpone)\b.{0,30}\b(?:security|patch(?:es)?|vulnerabilit\w+)\b|\bssh\S* (?:directly )?(?:in)?to (?:the )?prod\w*.{0,40}\b(?:git pull|edit|restarts?|patch|change)\b",
    ),
)
"""What takes a protection away."""
