"""Settings and habits that open a door; pure."""

from __future__ import annotations

from governance.rules.phrases import START, phrase
from store.records.words import Flag

__all__ = ["SETTINGS"]

_SECRETS = r"(?:passwords?|credentials?|secrets?|api keys?|tokens?|card numbers?|ssns?|personal data)"
_LEAKED = (
    r"(?:environment variables|env vars|credentials|secrets|passwords?|api keys?|authorization headers?"
    r"|card (?:details|numbers?)|credit cards?|pii)"
)
_BROAD = r"(?:broad|full|wildcard|admin(?:istrator)?|root|unrestricted|superuser|owner|sudo)"

SETTINGS = (
    # 1. Switches.
    phrase(
        Flag.WEAKENING,
        "chmod verify no",
        r"\bchmod (?:-r )?(?:0?777|a\+rwx|o\+w)\b|\bverify ?= ?false\b|--no-(?:verify|check-certificate|sandbox)\b",
    ),
    phrase(
        Flag.WEAKENING,
        "skip disable trusted insecure privileged dangerously",
        r"--(?:insecure\b|privileged\b|dangerously-[\w-]+|trusted-host|disable-web-security|skip-(?:tests|verify"
        r"|checks)\b)",
    ),
    phrase(
        Flag.WEAKENING,
        "reject unauthorized stricthost nopasswd setenforce sslmode ssl sslverify insecureskip skiptests",
        r"\b(?:rejectunauthorized['\"]? ?: ?false|node_tls_reject_unauthorized ?= ?['\"]?0"
        r"|stricthostkeychecking[ =]no|nopasswd\b|setenforce 0\b|sslmode ?= ?disable"
        r"|ssl_?verify['\"]? ?[:=] ?(?:false|none|0)|insecureskipverify ?: ?true|git_ssl_no_verify"
        r"|strict-ssl (?:=|set)? ?false|skiptests\b)",
    ),
    phrase(
        Flag.WEAKENING,
        "access allow foreign force cors",
        r"\baccess-control-allow-origin['\"]?:? ?['\"]?\*|\ballow_?all_?origins ?= ?true"
        r"|\bforeign_key_checks ?= ?0|\bset (?:\w+ )?cors (?:\w+ ){0,3}\*",
    ),
    phrase(Flag.WEAKENING, "push", r"\bpush (?:--force|-f)\b(?!-with-lease)"),
    phrase(
        Flag.WEAKENING,
        "debug",
        r"\bdebug ?= ?true\b.{0,60}\bprod|\b(?:enabled?|set|turn on|use|leave"
        r"|run)\b.{0,30}\bdebug\b.{0,40}\bprod(?:uction)?\b",
    ),
    phrase(
        Flag.WEAKENING,
        "action resource principal tls ssl rc telnet",
        r"(?:\baction|\bresource|\bprincipal)['\"]?\s*[:=]\s*\[?['\"]?\*"
        r"|\b(?:use|enable|allow|require|downgrade to|fall back to|set)\b.{0,25}\b(?:tls ?v?1\.[01]|ssl ?v[23]"
        r"|rc4|telnet)\b",
    ),
    phrase(
        Flag.WEAKENING,
        "public world",
        r"\b(?:set|made|make|configured?|changed?|mark(?:ed)?)\b.{0,40}\b(?:bucket|storage|blob|container"
        r"|database|dashboard|repo(?:sitory)?)\b.{0,20}"
        r"\b(?:public(?:ly)?|world-readable)\b|\bpublic-read\b",
    ),
    phrase(
        Flag.WEAKENING,
        "self unsigned untrusted expired auto automatically automerge autoapprove pickle eval bare marked mark",
        r"\b(?:accept|trust|allow)(?:ed|s|ing)?\b.{0,20}\b(?:self-signed|unsigned|untrusted|expired)\b"
        r"|\bauto(?:matically)?[- ]?(?:merge|approve)[ds]?\b.{0,20}\b(?:all|every|any|without|prs|pull requests)\b"
        r"|\bused? (?:pickle|eval)\b|\beval\(\) (?:on|for|to)\b|\bbare except\b"
        r"|\bmark(?:ed)? .{0,30}tests? (?:\w+ )?as (?:skip\w*|xfail)\b",
    ),
    phrase(
        Flag.WEAKENING,
        "remote debug latest quarterly annually yearly once localstorage local",
        r"\b(?:enabled?|open(?:ed)?|expos(?:e|ed))\b.{0,20}\b(?:remote debugg\w+|debug(?:ger|ging)? port)\b"
        r"|\balways use the latest version of (?:every|all|each)\b"
        r"|\b(?:scans?|audits?|reviews?|backups?|rotations?|patch\w*|tests?)\b.{0,20}\b(?:quarterly|annually"
        r"|yearly|once a year)\b"
        r".{0,20}\b(?:instead of|rather than)\b"
        r"|\b(?:tokens?|jwts?|sessions?|credentials?)\b.{0,40}\b(?:use|in) local ?storage\b",
    ),
    # 2. Secrets where they can be read.
    phrase(
        Flag.WEAKENING,
        "logs bundle frontend plaintext plain cleartext clear unencrypted local base email repo url source code log",
        r"\b(?:store|stored|save|saved|keep|kept|send|sent|log|logged|email|include|embed|put|transmit|write"
        rf"|commit)\b.{{0,50}}\b{_SECRETS}\b.{{0,40}}"
        r"\b(?:(?:in|as) (?:plain ?text|clear ?text|the (?:email|repo\w*|url|source|code|log\w*))"
        r"|(?:in|into) (?:the )?(?:\w+ )?(?:logs|bundle|frontend)\b|plain ?text"
        r"|unencrypted|local ?storage|base64)\b"
        rf"|\b(?:store|stored|keep|save|saved|upload)\b.{{0,30}}\bunencrypted\b|\b{_SECRETS} in plain ?text\b"
        r"|\b(?:send|sent|store|stored)\b.{0,40}\bin plain ?text\b",
        also="password credential secret api token card ssn ssns personal unencrypted",
    ),
    phrase(
        Flag.WEAKENING,
        "hard hardcode md sha commit committed",
        rf"\bhard-?cod(?:e|ed|ing)\b.{{0,30}}\b{_SECRETS}\b|\b(?:md5|sha-?1)\b.{{0,20}}\bfor passwords?\b"
        r"|\bcommit(?:ted)?\b.{0,20}(?:\.env\b|secrets?|credentials?)",
    ),
    phrase(
        Flag.WEAKENING,
        "log logs logged print dump echo record capture",
        rf"{START}(?:\w+ly )?(?:log|logs|logged|print|dump|echo|record|capture)\s.{{0,60}}\b{_LEAKED}\b",
        also="environment env credential secret password api authorization card credit pii",
    ),
    phrase(
        Flag.WEAKENING,
        "shared public common global temp temporary tmp local localstorage authenticated user private personal "
        "authorization sensitive",
        rf"\b(?:cache|cached|put|keep|store|stored|write|save)\b.{{0,30}}\b{_SECRETS}\b.{{0,30}}(?:\bin (?:the "
        r"|a )?(?:shared|public|common|global|temp\w*)\b|/tmp\b|\blocal ?storage\b)"
        r"|\bcache (?:all|every)\b.{0,40}\b(?:authenticated|user-specific|private|personal|authorization|sensitive)\b",
        also="cache cached put keep store stored write save",
    ),
    phrase(
        Flag.WEAKENING,
        "include return expose show send included returned exposed",
        r"\b(?:include|return|expose|show|send|included|returned|exposed)\b.{0,30}\b(?:stack ?traces?"
        r"|database quer(?:y|ies)|internal errors?|sql)\b.{0,40}"
        r"\b(?:responses?|to (?:the )?(?:users?|clients?|browser|frontend))\b",
        also="stack stacktrace database internal sql",
    ),
    # 3. Doors that stay open long, or wide.
    phrase(
        Flag.WEAKENING,
        "expiry expiration expires expire lifetime timeout ttl validity rotation non",
        r"\b(?:tokens?|session|jwt|cookies?|certificates?|passwords?|credentials?|api keys?"
        r"|access keys?)(?: \w+){0,2} (?:expir\w+|lifetimes?|timeouts?|ttl|validity|rotation)\b"
        r".{0,50}?\b(?:to|=|of|at)\s?(?:(?:[3-9]\d|\d{3,}) days|(?:2[4-9]|[3-9]\d|\d{3,}) hours|\d+ (?:months"
        r"|years)|(?:an?|one) year|infinity|unlimited|never)\b"
        r"|\b(?:tokens?|sessions?|credentials?|api keys?|passwords?|certificates?)\b.{0,20}\b(?:never expires?"
        r"|without expir\w+|do not expire|don't expire|non-expiring)\b",
    ),
    phrase(
        Flag.WEAKENING,
        "shared share single one common",
        r"\b(?:shared?|single|one|common) (?:\w+ ){0,2}(?:admin|root|service|database|superuser) (?:account"
        r"|credential|password|key|user)s?\b",
        also="admin root service database superuser",
    ),
    phrase(
        Flag.WEAKENING,
        "broad full wildcard admin administrator root unrestricted superuser owner sudo",
        rf"\b(?:grant|give|use|assign|gave|granted)\b.{{0,40}}\b{_BROAD}(?: \w+)? (?:access|permissions?|rights"
        r"|privileges|role|credentials)\b|\badministratoraccess\b"
        r"|\brun(?:ning|s)?\b.{0,30}\b(?:containers?|services?|process(?:es)?|apps?|application|server|agents?"
        r"|everything|workers?)\b.{0,12}\bas root\b(?! user is)",
    ),
    phrase(
        Flag.WEAKENING,
        "trust trusted expose exposed exposing open opened allow allowed accept accepted permit",
        r"\bexpos(?:e|ed|ing)\b.{0,40}\b(?:/?debug\S*|admin|metrics|internal|management|pprof|docker socket"
        r"|database port)\b.{0,40}"
        r"\b(?:all|public\w*|production|internet|external\w*|unauthenticated)\b"
        r"|\b(?:allow|open|accept|permit|trust|allowed|opened|accepted|trusted)\b.{0,30}\b(?:0\.0\.0\.0/0"
        r"|all (?:origins"
        r"|inbound|traffic|ips?|ports|uploads|file types|connections|certificates|hosts)"
        r"|any (?:origin|host|ip|certificate|file type|user))\b|\baccept all\b",
    ),
    # 4. Ways around what others watch.
    phrase(
        Flag.WEAKENING,
        "directly straight rather instead",
        rf"{START}(?:deploy|push|patch|merge|commit|hotfix|edit|change|apply|release)\b.{{0,40}}\b(?:directly"
        r"|straight)\b.{0,20}\b(?:to|on|in|into) (?:the )?"
        r"(?:production|prod|main|master|server|live)\b|\b(?:rather than|instead of) (?:going through|using"
        r"|waiting for) (?:the )?(?:\w+ )?(?:pipeline|review|staging|approval|ci|tests?)\b",
    ),
    phrase(
        Flag.WEAKENING,
        "ssh sshs defer delay postpone retry retries retried tight",
        r"\bssh\S* (?:directly )?(?:in)?to (?:the )?prod\w*.{0,40}\b(?:git pull|edit|restarts?|patch|change)\b"
        r"|\b(?:defer|delay|postpone)\b.{0,30}\b(?:security|patch(?:es)?|vulnerabilit\w+)\b"
        r"|\bretr(?:y|ied|ies) (?:immediately|forever|indefinitely)\b|\btight loop\b"
        r"|\bretr\w+\b.{0,20}\bwithout (?:any )?(?:backoff|delay|limit)\b",
    ),
    phrase(
        Flag.WEAKENING,
        "approve grant accept authorize process fulfil fulfill",
        r"\b(?:approve|grant|accept|authorize|process|fulfil+)\b.{0,20}\b(?:all|any|every)\b.{0,60}\b(?:without"
        r"|regardless|no questions)\b",
    ),
    phrase(
        Flag.WEAKENING,
        "safety content moderation security",
        r"\b(?:safety|content|moderation|security) (?:filter(?:s|ing)?|guidelines|polic(?:y|ies)|rules|checks"
        r"|restrictions)\b.{0,30}"
        r"\b(?:disabled|lifted|removed|suspended|waived|relaxed|no longer apply|do not apply)\b",
    ),
    phrase(
        Flag.WEAKENING,
        "client browser frontend",
        r"\b(?:check|validate|verify|enforce|checks|checked|validated|enforced|do)\b.{0,30}\b(?:permissions?"
        r"|authorization|input|access|roles?|prices?|validation)\b.{0,20}"
        r"\b(?:on the client|client[- ]side|in the (?:browser|frontend))\b.{0,60}(?:\bonly\b|\binstead\b"
        r"|\bfor (?:fast|speed|performance|faster)|\brather\b)",
    ),
    phrase(
        Flag.WEAKENING,
        "swallow silence ignore suppress catch catches mock only",
        r"\b(?:swallow|silence|ignore|suppress)(?:s|ed|ing)? (?:all )?(?:exceptions|errors)\b|\bcatch(?:es"
        r"|ing)? all exceptions\b|\bmock (?:all|every)\b"
        r"|\bonly alert\b.{0,60}\b(?:more than|above|over|critical)\b",
    ),
    phrase(
        Flag.WEAKENING,
        "concatenate interpolate strings string fstring f",
        r"\b(?:concatenat\w+|interpolat\w+|f-strings?|string formatting)\b.{0,40}\b(?:sql|quer(?:y|ies))\b"
        r"|\b(?:sql|quer(?:y|ies))\b.{0,30}\b(?:concatenat\w+|f-strings?|string formatting)\b",
    ),
)
"""What is left open."""
