"""A store in which a bit of everything has happened."""

from __future__ import annotations

from pathlib import Path

from store.database import Store
from store.purge import purge
from tests.builders import (
    AT,
    DAY,
    MIRA,
    a_capture,
    a_cited_item,
    a_control,
    a_correction,
    a_holder,
    a_lane,
    a_lane_change,
    a_link,
    a_pass,
    a_plan,
    a_principal,
    a_refusal,
    a_restore,
    a_review,
    a_run,
    a_skip,
    a_source,
    a_store,
    a_succession,
    a_task,
    a_topic,
    an_archive_block,
    did,
)

VERSIONED = (
    "principals", "runs", "holders", "segments", "blocks", "items", "topics", "links", "plans", "quarantine", "tasks",
    "controls", "scopes", "excluded", "lanes",
)  # fmt: skip
KEPT = ("log", "payloads", "tickets")
PLAIN = ("subject_log", "counters", "lookups", "words")


def a_full_store(folder: Path, *, file: str = "memory.db") -> Store:
    """Rows of every family, items in several versions, two purges."""
    store = a_store(folder, file=file)
    did(store, a_principal("ines"), a_principal("codex", "agent"), a_run(), a_run("/srv/agent"))
    did(store, a_holder(), a_holder("/srv/agent/log.md"), a_holder("/srv/agent/memory.md"))
    did(store, a_topic(), a_topic("topics/環境.md", "環境"), a_topic("topics/wetter.md", "Wetter"))
    one, two, three = did(
        store,
        an_archive_block("retries are safe\nafter a timeout\n"),
        an_archive_block("the gateway listens on 8470\n", day=20260602),
        an_archive_block("東京の時刻表は正しい\n", day=20260603),
    )
    first, second, third, fourth, fifth = (
        entry.subjects[0]
        for entry in did(
            store,
            a_capture("Élan is written with an accent", kind="knowledge", subject="élan"),
            a_capture("port 8470", kind="state", subject="gateway:port", source="seen"),
            a_capture("port 8480", kind="state", subject="gateway:port", day=20260602),
            a_cited_item(one.seq),
            a_cited_item(two.seq, 4, 11, topic="top-0001", drift=["kind-missing", "id-taken"]),
        )
    )
    did(store, a_succession(second, third), a_pass(one.subjects[0], two.subjects[0]))
    did(store, a_skip(three.seq, three.subjects[0]), a_review(first, deferred="7d", note="later"))
    did(store, a_correction(fourth, "retries are safe twice", kind="state"))
    did(store, a_link(first, "contradicted-by", third), a_link(fourth, "merged-into", fifth))
    did(store, a_link(first, "contradicted-by", third, take_back=True), a_plan())
    version = did(store, a_review(fifth, status="stale", deferred="1d"))[0].seq
    did(store, a_review(fifth, status="pending-cleanup"), a_restore(fifth, version))
    did(store, a_plan(undoes="plan-2026-06-01-001"), a_plan(day=20260602))
    did(store, a_refusal(), a_refusal("a second one"), a_refusal("a third one"))
    did(store, a_task(), a_task("restore a dump", closed=True), a_task("a drill", closed=True))
    did(store, a_lane(), a_lane("trial", purpose="to compare"), a_lane("gone"))
    did(store, a_lane_change("lane-0001", "frozen_readonly"), a_lane_change("lane-0003", "cleared"))
    did(store, a_review(first, lane="lane-0002"))
    did(store, a_source("seen", second), a_control("src-0001"), a_control(first, two.subjects[0]))
    did(store, a_control(fourth, state="proposed"), a_control("src-0001", reinstates="memwd-2026-06-01-001"))
    did(store, a_control(third), a_control(third, reinstates="memwd-2026-06-01-005"))
    secret = did(store, a_capture("the planted secret"), a_capture("another secret"))
    purge(store, [secret[0].seq, one.seq], at=AT, actor=MIRA, day=DAY)
    purge(store, [secret[1].seq], at=AT, actor=MIRA, day=DAY)
    did(store, a_capture("the last word"), a_review(first, confidence="confirmed"))
    return store
