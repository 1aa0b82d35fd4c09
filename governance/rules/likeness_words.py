"""Words that turn a sentence round, that carry nothing, or that mean the same; folded as texts are compared; pure.

The lists are short on purpose: what is not in them counts as a word that may name another thing.
"""

from __future__ import annotations

from store.index import fold


def _set(words: str) -> frozenset[str]:
    return frozenset(fold(words).split())


NEGATIONS = _set(
    "not no off never cannot cant dont doesnt didnt isnt arent wasnt wont shouldnt mustnt without none neither nor "
    "unable nicht kein keine keinen keiner keinem keines nie niemals ohne pas jamais sans aucun aucune nunca sin "
    "ningun ninguna nao sem non mai senza не нет никогда нельзя без 안 못 niet geen nooit"
)
"""Words that say the contrary of what stands without them."""

FUNCTION = _set(
    "a an the this that these those it its he she they we i you his her their our your my is are was were be been "
    "being am do does did has have had will would shall should must may might can could to of in on at by for from "
    "with as into onto and or but so if then than there here also too just really very please note remember "
    "important always ever any every each all some only now currently today already still longer more anymore yet "
    "which who whom whose what when where while because since until upon via per about over under through needs "
    "need der die das den dem des ein eine einen einem einer eines ist sind war waren wird werden wurde wurden sein "
    "hat haben hatte zu im in an am auf aus bei von vom zum zur fur mit und oder aber dass es er sie wir ich man "
    "sich so auch nur immer mehr noch schon jetzt bitte muss mussen soll sollen sollte kann konnen darf durfen als "
    "wie wenn da hier nun le la les un une des du de et ou est sont a au aux en dans sur pour par avec ce cette il "
    "elle on ne toujours se qui que el los las una unos del y o es son esta estan con por para su se al lo siempre "
    "debe hay um uma os as e no na di il gli i che sempre и в на с по это для из к о все всегда нужно 그 이 저 및 het "
    "een van op te is zijn altijd"
) - {"no", "before", "after"}
"""Words that carry nothing by themselves."""

LIGHT = _set(
    "run runs running runned use uses used using utilise utilises utilize utilizes sits lives live stands lies kept "
    "keep keeps lauft laufen liegt steht nutzt benutzt verwendet verwenden utilise usa utiliza get gets got make "
    "makes made"
)
"""Verbs that may stand for each other; they count only where nothing else is left."""

OPPOSITES = """
enabled enable enables activated active activee : disabled disable disables deactivated inactive desactive desactivee
allowed allow allows permitted permit permits : denied deny denies forbidden forbid forbids prohibited prohibits banned
safe : unsafe dangerous
before : after
open opened opens : closed close closes
public : private
required mandatory obligatory notig pflicht : optional
true : false
accepts accept accepted : rejects reject rejected refuses refused
increases increase increased raises raised : decreases decrease decreased lowers lowered
start starts started : stop stops stopped
add adds added : remove removes removed
includes include included : excludes exclude excluded
works work worked succeeds succeed : broken breaks fails fail
first : last
above : below
locked lock locks : unlocked unlock unlocks
synchronous sync : asynchronous async
online : offline
ascending : descending
left : right
likes like loves prefers : dislikes dislike hates avoids
fast faster : slow slower
high higher : low lower
same equal : different
internal : external
manual manually : automatic automatically
dark : light
encrypted : unencrypted plaintext
case-sensitive : case-insensitive
aktiviert aktiv eingeschaltet : deaktiviert inaktiv ausgeschaltet
erlaubt : verboten untersagt
sicher : unsicher gefahrlich
vor vorher : nach nachher danach
offen : geschlossen
offentlich : privat
richtig : falsch
hell : dunkel
automatisch : manuell
autorise permis : interdit
avant : apres
activado habilitado : desactivado deshabilitado
permitido : prohibido
antes : despues
publico : privado
ativado : desativado
abilitato : disabilitato
consentito : vietato
prima : dopo
включен включена включено разрешен разрешено : выключен выключена отключен отключено запрещен запрещено
до : после
활성화 : 비활성화
허용 : 금지
启用 开启 打开 啟用 : 禁用 关闭 停用 關閉
安全 : 危险 危険
之前 以前 前 : 之后 以后 后 後
公开 公開 : 私有 保密
成功 : 失败 失敗
增加 : 减少
同步 : 异步
自动 自動 : 手动 手動
有効 : 無効
開始 : 停止
必須 : 任意
深色 暗色 : 浅色 亮色
最大 : 最小
"""
"""A line for each pair of contraries, of which no word stands in two."""
POLARITY: dict[str, tuple[str, int]] = {}
"""A word → the name of its pair, and on which side it stands."""
for _number, _line in enumerate(fold(OPPOSITES).strip().split("\n")):
    for _side, _words in enumerate(_line.split(" : ")):
        POLARITY |= dict.fromkeys(_words.split(), (f"={_number}", _side))

RELATIONS = _set("before after over than instead vor nach statt als avant apres antes despues not nicht")
"""Words whose two sides can not be exchanged."""

SAME = {
    word: words[0]
    for words in (
        line.split()
        for line in fold(
            """database db
repository repo repos
configuration config
production prod
environment env
folder directory dir
kubernetes k8s
postgres postgresql
javascript js
documentation docs
delete erase
big large
error failure
administrator admin
application app
minutes minute
server servers"""
        ).split("\n")
    )
    for word in (*words, *(f"{word}s" for word in words), *(f"{word[:-1]}ies" for word in words if word.endswith("y")))
}
"""Words that say the same, each with the one it is read as."""

OFTEN = {
    word: str(number)
    for number, words in enumerate(
        line.split()
        for line in fold(
            """hourly stundlich 每小时 毎時
daily nightly taglich quotidien diario 每天 每日 毎日
weekly wochentlich hebdomadaire semanal 每周 每週 毎週
monthly monatlich mensuel mensual 每月 毎月
yearly annually jahrlich 每年 毎年
monday montag lundi lunes 周一 星期一 月曜
tuesday dienstag mardi martes 周二 星期二 火曜
wednesday mittwoch mercredi miercoles 周三 星期三 水曜
thursday donnerstag jeudi jueves 周四 星期四 木曜
friday freitag vendredi viernes 周五 星期五 金曜
saturday samstag samedi sabado 周六 星期六 土曜
sunday sonntag dimanche domingo 周日 星期日 日曜"""
        ).split("\n")
    )
    for word in (*words, *(f"{word}s" for word in words if word.endswith(("day", "tag"))))
}
"""How often or on which day; these are values."""

NUMBERS = {
    word: str(number)
    for number, words in enumerate(
        (
            "two zwei deux dos",
            "three drei trois tres",
            "four vier quatre",
            "five funf cinq cinco",
            "six sechs",
            "seven sieben sept",
            "eight acht huit ocho",
            "nine neun neuf",
            "ten zehn dix diez",
        ),
        start=2,
    )
    for word in words.split()
}
"""Numbers written out; one is left out, since it is mostly an article."""

EVENTS = _set(
    "failed crashed rebooted restarted hung took happened occurred saw noticed observed reported logged yesterday "
    "died retried stalled exploded finished ended deployed shipped merged incident outage fixed rolled measured "
    "reached hit schlug scheiterte sturzte dauerte gestern ausfall a-echoue fallo ayer 昨天 昨日"
)
"""Words of something that happened once: then other numbers are another time, no contradiction."""
PAST = _set("ran went came found sent got broke wrote was were had fell rose grew war waren wurde wurden hatte hatten")
"""Forms that tell of something past and carry nothing else."""
SUFFIXES = _set("s es ed d ing e en n er ers t te ten ly y ies ied al ally ion ions ment es em m r") | {""}
"""Endings in which one word differs from itself."""
