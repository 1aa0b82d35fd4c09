"""Feelings of a moment and guesses without evidence, which are no long-term knowledge; pure.

A lasting preference ("the user dislikes tabs") is knowledge, and so is a permission ("members may push").
"""

from __future__ import annotations

import re

from governance.rules.late import Late
from governance.rules.phrases import stems_of

__all__ = ["emotion", "speculation"]

_FELT = (
    r"(?:frustrated|angry|annoyed|tired|exhausted|sad|upset|happy|thrilled|excited|stressed|furious|depressed|anxious|"
    r"overwhelmed|miserable|irritated|mad|worn out|burned out|burnt out|fed up|disappointed|bored|lonely|scared|"
    r"worried|nervous|delighted|ecstatic|grumpy|pissed(?: off)?|sick of|glad|proud|relieved|devastated|heartbroken)\b"
)
_HOW = (
    r"(?:(?:so|really|very|extremely|feeling|quite|just|getting|a bit|totally|absolutely|pretty|too|still|now) ){0,3}"
)
_MOMENT = (
    r"\b(?:today|right now|this (?:morning|afternoon|evening|week)|tonight|at the moment|just now|again|currently|"
    r"yesterday)\b"
)
_EMOTION = Late(
    rf"(?<![\"'\w])(?:i'm|i am|i feel|i felt|i was|we're|we feel|we are all) {_HOW}{_FELT}"
    r"|\b(?:user|customer|boss|he|she|they|team|everyone|reviewer|colleague)(?: is|'s| are|'re| was| were"
    r"| seems?| seemed"
    rf"| feels?| felt| sounds?| sounded) {_HOW}{_FELT}[^.\n]{{0,60}}{_MOMENT}"
    rf"|{_MOMENT}[^.\n]{{0,30}}\b(?:user|customer|he|she|they|team)(?: is|'s| are| was| were| seems?| feels?"
    rf"| felt) {_HOW}{_FELT}"
    rf"|\b(?:user|customer|he|she|they|team) (?:seems?|seemed|sounds?|sounded) {_HOW}{_FELT}"
    r"|(?:^|[.!?,]\s+)(?:ugh+|argh+|aargh+|yay+|sigh|omg)\b"
    r"|\bi (?:really |just )?(?:hate|love) (?:this|today|everything|my (?:life|job))\b|\b(?:so"
    rf"|such a) annoying{_MOMENT}",
    re.MULTILINE,
)
_EMOTION_ABROAD = Late(
    r"(?:今天|现在|刚才|此刻|今晚|今早).{0,8}(?:很|好|太|非常|真|特别|有点).{0,2}(?:烦|累|沮丧|生气|难过|开心|崩溃|郁闷|焦虑|高兴|失望)"
    r"|我(?:好|太|真的?很?|非常|快要?)(?:烦|累|沮丧|生气|难过|开心|崩溃|郁闷|焦虑|高兴|失望)"
    r"|(?:今日|今|いま|さっき|今朝|今夜)(?:は|も|、)?.{0,10}(?:イライラ|いらいら|疲れ|つらい|辛い|悲しい|嬉しい|腹が立|落ち込|むかつ)"
    r"|\bich (?:bin|fühle mich|war) (?:(?:heute|gerade|so|total|echt|sehr|wirklich|völlig|ziemlich) )+"
    r"(?:genervt|frustriert|müde|wütend|sauer|traurig|glücklich|gestresst|erschöpft|enttäuscht)"
    r"|(?:أنا|أشعر|المستخدم).{0,12}(?:محبط|غاضب|متعب|حزين|سعيد|منزعج|مرهق).{0,12}(?:اليوم|الآن|جدا|جدًا)"
)
_GUESS = Late(
    r"(?:^|[.!?;:,(]\s*|\b(?:but|and|so|or|it's|is|was|that|then) )(?:maybe|perhaps)\b(?! (?:monad|type|value|and|or))"
    r"|\b(?:i|we) (?:guess|suspect|assume|presume|wonder|bet|imagine|suppose)\b|\bi (?:think|believe) (?:it|that"
    r"|this|the|maybe)\b"
    r"|\bmy (?:best )?(?:guess|hunch|theory)\b|\b(?:might|may|could|must) (?:be|have been|well be"
    r"|have something to do) (?:\w+ )?"
    r"(?:because|due|caused|related|the (?:cause|reason)|the culprit)\b"
    r"|\b(?:i'm |i am |we're |we are )?(?:not (?:really |entirely |quite )?sure|unsure) (?:why|if|whether|what"
    r"|but|about)\b"
    r"|\b(?:no idea|who knows) (?:why|how|what)\b|\bprobably (?:because|due|caused|related|the|a|just|some)\b"
    r"|\bseems? like it (?:might|may|could)\b|\bpossibly (?:because|due|caused|related)\b|\bpresumably\b"
    r"|\b(?:wild|just a) guess\b",
    re.MULTILINE,
)
_GUESS_ABROAD = Late(
    r"也许|或许|可能是(?:因为|由于)|大概是|我猜|估计是|说不定|应该是因为|かもしれ(?:ない|ません)|多分|たぶん|おそらく|気がする"
    r"|ربما|أظن أن|أعتقد أن|لعل "
)
_GUESS_LATIN = Late(
    r"\bvielleicht (?:liegt|ist|weil|war|hat)|\bich (?:glaube|vermute|schätze)\b|\bvermutlich (?:liegt|ist|weil"
    r"|war)|könnte daran liegen"
)
_EVIDENCE = Late(
    r"\b(?:verified|confirmed|measured|reproduced|bisect\w*|logs? shows?|traces? shows?|evidence|profil(?:er"
    r"|ing)|tested|"
    r"benchmark\w*|according to|proved|proven|shows? that|flame ?graph|stack ?trace)\b|https?://|証拠|確認済|已验证|已确认|日志显示"
)
_FELT_STEMS = stems_of(
    "frustrated angry annoyed annoying tired exhausted sad upset happy thrilled excited stressed furious depressed "
    "anxious overwhelmed miserable irritated mad worn burned burnt fed disappointed bored lonely scared worried "
    "nervous delighted ecstatic grumpy pissed sick glad proud relieved devastated heartbroken ugh ughh argh aargh "
    "yay yayy sigh omg hate love ich"
)
_GUESS_STEMS = stems_of(
    "maybe perhaps guess suspect assume presume presumably wonder bet imagine suppose think believe hunch theory "
    "might may could must sure unsure idea knows probably possibly seems wild ich vielleicht vermutlich nnte"
)


def emotion(folded: str, stems: set[str]) -> bool:
    """Tell whether casefolded text, whose words have these stems, keeps a feeling of a moment."""
    if not _FELT_STEMS.isdisjoint(stems) and (
        _EMOTION.search(folded) or ("ich" in stems and _EMOTION_ABROAD.search(folded))
    ):
        return True
    return not folded.isascii() and bool(_EMOTION_ABROAD.search(folded))


def speculation(folded: str, stems: set[str]) -> bool:
    """Tell whether casefolded text keeps a guess and names nothing that speaks for it."""
    guessed = not _GUESS_STEMS.isdisjoint(stems) and bool(_GUESS.search(folded) or _GUESS_LATIN.search(folded))
    guessed = guessed or (not folded.isascii() and bool(_GUESS_ABROAD.search(folded)))
    return guessed and not _EVIDENCE.search(folded)
