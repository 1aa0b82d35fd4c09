"""The form of a rule over a phrase: where it may stand, what must stand beside it, what takes it back; pure."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from store.records.words import Flag

__all__ = ["DATA", "HOST", "START", "Phrase", "phrase", "stems_of"]

_DENIED = re.compile(
    r"\b(?:never|not|no one|nobody|cannot|avoid(?:s|ed|ing)?|instead of|rather than|forbid(?:s|den)?"
    r"|prohibit(?:s|ed)?|refuses?|"
    r"reject(?:s|ed)?|prevents?|against|disallow(?:s|ed)?|blocks?|stops?|unless|risks?|fix(?:ed|es)? (?:a|the)"
    r"|attackers?|nor|strips?|redact\w*|mask(?:s|ed)?|scrub\w*|anonymi[sz]\w*|without|nie|niemals|nicht|darf"
    r"|dürfen)\b|n't\b"
)
_REGRETTED = re.compile(
    r".{0,50}?\b(?:caused|led to|leads to|broke|resulted in|exposed|cost us|brought down|hides?|is (?:rejected"
    r"|blocked|denied|deprecated|not allowed|forbidden|prohibited|dangerous|insecure|wrong|bad|banned)|"
    r"was (?:the cause|a mistake|wrong|rejected|reverted|rolled back)|are (?:not allowed|forbidden|prohibited"
    r"|rejected|banned)|fails? (?:the )?(?:ci|review|audit))\b"
)
_REACH = 60

HOST = (
    r"(?:(?:https?|wss?|ftp)://(?!localhost|127\.|10\.|192\.168\.|[\w.-]+\.(?:internal|local|lan|corp|svc|test"
    r"|example|invalid)\b)[\w\[]"
    r"|(?<![\w@./-])(?:[a-z0-9_-]{1,63}\.){1,8}(?:com|net|org|io|dev|ai|app|co|cloud|xyz|info|site|online|tech|ru|cn|biz"
    r"|us|uk|eu|to|cc|"
    r"link|live|top|pro|services?|systems|network|tools|host|space|zone|store|website|click)\b(?!\.[a-z])"
    r"|(?<![\w.])\d{1,3}(?:\.\d{1,3}){3}(?![\w.])|[\w.+-]+@[\w-]+\.\w)"
)
"""A place outside: an address, a domain name, a number address or a mailbox."""

START = (
    r"(?:^|[:,;]\s+|[-–—*•]\s+|\b(?:and|then|to|must|should|shall|always|automatically|please|periodically|also"
    r"|will|first|"
    r"agents?|assistants?|(?:every|each) \w+|daily|hourly|weekly|nightly)\s+)"
)
"""Where the verb of an order stands."""

DATA = (
    r"(?:logs?|traces?|variables?|credentials?|keys?|tokens?|secrets?|passwords?|payloads?|bod(?:y|ies)|headers?"
    r"|sessions?|"
    r"quer(?:y|ies)|inputs?|data|messages?|conversations?|chats?|transcripts?|histor(?:y|ies)|memor(?:y|ies)|entries|"
    r"prompts?|contexts?|cookies?|environment|env|telemetry|interactions?|profiles?|pii|requests?|responses?|dumps?|"
    r"addresses|contents?|source code|codebase|repositor(?:y|ies)|clipboard|screenshots?|diffs?|cop(?:y|ies)"
    r"|details|records|"
    r"outputs?|results|configurations?|configs?|files|documents|information|hostnames?|identifiers?|ids?"
    r"|usernames?|emails?|states?|status|activity|usage|findings|snapshots?|backups?|metadata)"
)
"""What is carried away."""


@dataclass(frozen=True, eq=False)
class Phrase:
    """One pattern of one flag."""

    flag: Flag
    stems: frozenset[str]
    """The first four letters of words of which one must stand in the text."""
    also: frozenset[str]
    """The same again: of these one must stand there too; the stems themselves, where nothing more is asked."""
    words: str
    """The pattern; most are never asked, so each is compiled when it first is."""
    whole: bool = False
    """It spans sentences."""
    cased: bool = False
    """It reads the text as it was written."""
    deniable: bool = True
    """A denial before it takes it back."""
    hosted: bool = False
    """It needs an address somewhere in the text."""
    beside: tuple[str, ...] = ()
    """What must all stand somewhere in the text as well."""

    @cached_property
    def _patterns(self) -> tuple[re.Pattern[str], tuple[re.Pattern[str], ...]]:
        flags = re.MULTILINE if self.whole or self.cased else re.NOFLAG
        return re.compile(self.words, flags), tuple(map(re.compile, self.beside))

    def stands_in(self, sentence: str, folded: str) -> bool:
        """Tell whether the phrase stands here, undenied, with its company."""
        pattern, beside = self._patterns
        for found in pattern.finditer(sentence):
            start = found.start()
            if self.deniable and _DENIED.search(sentence, max(0, start - _REACH), start):
                continue
            if self.deniable and _REGRETTED.match(sentence, found.end()):
                continue
            return all(company.search(folded) for company in beside)
        return False


def phrase(
    flag: Flag,
    stems: str,
    pattern: str,
    *,
    also: str = "",
    hosted: bool = False,
    whole: bool = False,
    cased: bool = False,
    deniable: bool = True,
    beside: str | tuple[str, ...] = (),
) -> Phrase:
    """Write one rule; stems are words parted by spaces, cut to four letters."""
    company = (beside,) if isinstance(beside, str) and beside else tuple(beside)
    first = stems_of(stems)
    second = stems_of(also) or first
    return Phrase(flag, first, second, pattern, whole, cased, deniable, hosted, company)


def stems_of(words: str) -> frozenset[str]:
    """Cut words parted by spaces to the four letters by which they are looked up."""
    return frozenset(word[:4] for word in words.split())
