"""The registry of verbs about lanes, topics and edges, in the order they are offered."""

from __future__ import annotations

from typing import Final

from governance.organizing.lanes import CLEAR, FREEZE, LANE, NEW_LANE, THAW
from governance.organizing.linking import LINK
from governance.organizing.topics import MERGE_TOPICS, NEW_TOPIC, RETITLE, SPLIT_TOPIC
from governance.verb import Verb

VERBS: Final[dict[str, Verb]] = {
    verb.name: verb
    for verb in (LINK, LANE, NEW_LANE, FREEZE, THAW, CLEAR, NEW_TOPIC, RETITLE, SPLIT_TOPIC, MERGE_TOPICS)
}
