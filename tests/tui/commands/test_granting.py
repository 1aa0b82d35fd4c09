"""Who may decide, on the command line: principals, tokens, grants, the policy."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from governance.authority.keys.keyfile import look_at
from store.records.words import MemoryType, PrincipalKind
from tests.keys import key_pair
from tests.tui.cli import run
from tests.tui.commands.conftest import seen
from tests.tui.commands.keyed import ME, Keyed, become_maintainer, desk_of, detached, enroll_ines, signed
from tests.tui.commands.test_deciding import KEPT, STALE

# principals


def test_somebody_is_enrolled_with_the_public_key_they_hand_over(keyed: Keyed) -> None:
    key = key_pair(keyed.folder.parent, "ines")
    done = signed("principal", "enroll", "ines", "--role", "maintainer", "--key", f"{key.path}.pub", "--json")
    assert done.code == 0, done.err
    assert done.json["ids"] == ["p-0002", "key-0003"]
    shown = run("principal", "show", "ines", "--json").json
    assert (shown["id"], shown["role"], shown["keys"][0]["fingerprint"]) == (
        "p-0002", "maintainer", key.public.fingerprint,
    )  # fmt: skip
    assert "ines, maintainer; 1 key" in run("principal").out
    assert "may do what was granted" in run("principal", "show", "p-0002").out


@pytest.mark.usefixtures("keyed")
def test_a_public_file_that_is_none_is_refused_before_anything_is_asked() -> None:
    Path("private").write_text("-----BEGIN OPENSSH PRIVATE KEY-----\n", encoding="ascii")
    assert run("principal", "enroll", "ines", "--key", "missing.pub").code == 2
    done = run("principal", "enroll", "ines", "--key", "private")
    assert (done.code, "private key" in done.err) == (2, True)


@pytest.mark.usefixtures("keyed")
@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("enroll", " "), 2),
        (("enroll", ME), 4),
        (("enroll", "bot", "--kind", "agent", "--role", "owner"), 2),
        (("show", "nobody"), 2),
        (("retire", "nobody"), 2),
        (("retire", ME), 4),
    ],
    ids=["a blank name", "a name that is taken", "an agent as owner", "nobody", "retiring nobody", "the only owner"],
)
def test_a_principal_cannot_be(words: tuple[str, ...], code: int) -> None:
    assert signed("principal", *words).code == code


@pytest.mark.usefixtures("keyed")
def test_who_is_named_twice_is_named_by_id() -> None:
    for _ in range(2):
        assert signed("principal", "enroll", "ines").code == 0
        assert signed("principal", "retire", "ines").code == 0
    done = run("principal", "show", "ines")
    assert (done.code, "p-0002, p-0003" in done.err) == (2, True)
    assert run("principal", "show", "p-0002").code == 0
    assert signed("principal", "enroll", "ines").code == 0
    assert run("principal", "show", "ines", "--json").json["id"] == "p-0004"
    assert "retired, decides nothing any more" in run("principal").out


def test_only_an_owner_changes_who_may_decide(keyed: Keyed) -> None:
    become_maintainer(keyed, ("keep", "stale"))
    for words in (("principal", "enroll", "eve"), ("connect", "bot"), ("policy", "set", "grant_depth=1")):
        done = signed(*words)
        assert (done.code, "for an owner" in done.err, "Your key" in done.err) == (3, True, False), done.err


# tokens


def test_connect_prints_what_to_paste_and_the_token_works_and_is_kept_nowhere(keyed: Keyed) -> None:
    done = signed("connect", "codex", "--project", "cedar", "--expires", "90d")
    assert done.code == 0, done.err
    assert "shown this once and kept nowhere" in done.err
    store, token, *more = done.out.splitlines()
    assert store == f"export MEMDESK_STORE={shlex.quote(str(keyed.store))}"
    assert token.startswith("export MEMDESK_TOKEN=mdt_")
    assert token[21:] not in done.err + "".join(more), "the settings of this agent take it from the environment"
    assert 'env_vars = ["MEMDESK_STORE", "MEMDESK_TOKEN"]' in more
    assert "## Memory" in more
    assert token[21:].encode() not in keyed.store.read_bytes()
    listed = run("token", "--json").json["tokens"][0]
    assert (listed["who"], listed["projects"], listed["live"]) == ("codex", ["cedar"], True)
    assert listed["expires"].endswith("Z")


def test_the_pasted_lines_let_an_agent_sit_down_at_the_store(
    keyed: Keyed, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    pasted = signed("connect", "codex").out
    told = dict(line.removeprefix("export ").split("=", 1) for line in pasted.splitlines() if "export" in line)
    monkeypatch.chdir(tmp_path)
    for name, value in told.items():
        monkeypatch.setenv(name, value)
    seen = run("status", "--json").json
    assert (seen["who"], seen["assurance"], seen["store_path"]) == ("codex", "token", str(keyed.store))
    monkeypatch.delenv("MEMDESK_TOKEN")
    assert signed("token", "revoke", "tok-0001").code == 0
    monkeypatch.setenv("MEMDESK_TOKEN", told["MEMDESK_TOKEN"])
    assert run("status").code == 3


def test_a_keyless_store_connects_without_a_passphrase(sample: Path) -> None:
    done = detached("connect", "backup", "--service", cwd=sample)
    assert done.code == 0, done.err
    assert "export MEMDESK_TOKEN=mdt_" in done.out
    assert run("principal", "show", "backup", "--json").json["kind"] == "service"
    assert run("verify", "--replay").code == 0


@pytest.mark.usefixtures("keyed")
def test_a_person_gets_no_token_and_an_agent_gets_a_further_one() -> None:
    assert signed("token", "new", ME).code == 4
    assert signed("connect", "codex").code == 0
    done = signed("token", "new", "codex", "--project", "cedar", "--json")
    assert done.code == 0, done.err
    assert done.json["token"].startswith("mdt_")
    assert signed("token", "new", "codex", "--expires", "soon").code == 2
    assert "opens nothing any more" not in run("token").out
    assert signed("token", "revoke", "tok-0001").code == 0
    assert "opens nothing any more" in run("token").out
    assert signed("token", "revoke", "tok-0001").code == 4


# grants


def test_a_grant_is_told_in_words_and_ends_with_what_was_made_from_it(keyed: Keyed) -> None:
    enroll_ines(keyed, "maintainer")
    assert signed("principal", "enroll", "noor", "--role", "maintainer").code == 0
    given = signed("grant", "add", "ines", "keep", "stale", "--scope", "kind=state", "--depth", "1", "--json")
    assert given.code == 0, given.err
    on = signed("grant", "hand-on", "grant-0001", "noor", "keep", "--scope", "kind=state", "--scope", "subject=host:*")
    assert on.code == 0, on.err
    assert "noor may use keep on rows with the kind state and the subject beginning with host:" in on.err
    assert "out of grant-0001" in on.err
    wider = signed("grant", "hand-on", "grant-0001", "noor", "cool", "--scope", "kind=state")
    assert (wider.code, "only narrows" in wider.err) == (4, True)
    ended = signed("revoke", "grant-0001")
    assert ended.code == 0, ended.err
    assert "void, since it was made from grant-0001" in ended.err
    assert run("grant").out.count("allows nothing now") == 2
    assert signed("revoke", "grant-0001").code == 4
    assert signed("revoke", "grant-0099").code == 2


def test_a_maintainer_hands_a_grant_on_and_another_may_not(keyed: Keyed) -> None:
    become_maintainer(keyed, ("keep", "stale"), "kind=state")
    with desk_of(keyed, "ines", look_at(keyed.key.path.parent / "ines")) as desk:
        desk.authorize.enroll("noor", PrincipalKind.HUMAN, None)
    mine = signed("grant", "hand-on", "grant-0001", "noor", "keep", "--scope", "kind=state")
    assert mine.code == 0, mine.err
    assert signed("grant", "add", "noor", "keep").code == 3
    assert signed("grant", "hand-on", "grant-0002", "noor", "keep", "--scope", "kind=state").code in (3, 4)


@pytest.mark.usefixtures("keyed")
@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("bot", "keep"), 4, "agents propose"),
        (("ines", "grant"), 2, "cannot be granted"),
        (("ines", "keep", "--scope", "colour=red"), 2, "FIELD=VALUE"),
        (("ines", "keep", "--depth", "9"), 4, "handed on 3 times at most"),
        (("ines", "keep", "--expires", "2020-01-01"), 2, "over already"),
        (("ines", "cool", "--constitutional"), 4, "for a service"),
        (("nobody", "keep"), 2, "Nobody here is called"),
    ],
    ids=["an agent", "a verb of authority", "an odd scope", "too deep", "over already", "no service", "nobody"],
)
def test_a_grant_cannot_be_for(words: tuple[str, ...], code: int, said: str) -> None:
    assert signed("connect", "bot").code == 0
    assert signed("principal", "enroll", "ines", "--role", "maintainer").code == 0
    done = signed("grant", "add", *words)
    assert (done.code, said in done.err) == (code, True), done.err


@pytest.mark.usefixtures("keyed")
def test_a_constitutional_grant_is_bounded_and_says_so() -> None:
    assert signed("connect", "tidy", "--service").code == 0
    assert signed("grant", "add", "tidy", "cool", "--constitutional").code == 4
    done = signed("grant", "add", "tidy", "cool", "--constitutional", "--count", "5", "--expires", "30d")
    assert done.code == 0, done.err
    told = run("grant").out
    assert "tidy may use by itself, without a person's signature, cool on every row" in told
    assert "for 5 rows in all (0 used)" in told


@pytest.mark.usefixtures("adopted")
def test_a_service_decides_within_its_constitutional_grant_without_a_passphrase(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    token = signed("connect", "tidy", "--service", "--json").json["token"]
    bounds = ("--constitutional", "--count", "1", "--expires", "30d")
    assert signed("grant", "add", "tidy", "defer", "--scope", f"item={KEPT}", *bounds).code == 0
    monkeypatch.setenv("MEMDESK_TOKEN", token)
    words = ("--reason", "later", "--until", "7d", "--seen")
    done = run("decide", "defer", KEPT, *words, seen(KEPT))
    assert done.code == 0, done.err
    assert run("decide", "defer", STALE, *words, seen(STALE)).code == 3
    assert run("decide", "keep", KEPT, "--reason", "other", "--seen", seen(KEPT)).code == 3
    assert run("undo", "--yes").code == 3
    assert run("verify", "--replay").code == 0


@pytest.mark.usefixtures("sample")
def test_a_keyless_store_has_no_grants_and_no_policy_to_change() -> None:
    assert run("grant", "add", ME, "keep").code == 4
    assert run("policy", "set", "grant_depth=1").code == 4
    assert "keyless" in run("grant").err
    assert "keyless" in run("policy").err
    assert run("policy", "--json").json["needs"]["keep"] == "os-user"


# the policy


@pytest.mark.usefixtures("keyed")
def test_the_policy_shows_what_each_contract_card_asks_for_and_what_was_added_to_it() -> None:
    shown = run("policy").out
    assert all(f"card.{kind.value} " in shown for kind in MemoryType)
    assert "card.working" in shown
    assert "What is the current task doing now? It needs task. How it ends: released" in shown
    assert signed("policy", "set", "card.working=owner").code == 0
    assert "What is the current task doing now? It needs task and owner." in run("policy").out


@pytest.mark.usefixtures("keyed")
def test_the_policy_is_shown_in_words_and_changed_setting_by_setting() -> None:
    assert "grant_days=0" in run("policy").out
    done = signed("policy", "set", "needs.defer=os-user", "grant_days=90", "plan_decisions=50")
    assert done.code == 0, done.err
    assert "signed → os-user" in done.err
    shown = run("policy").out
    assert "a grant lasts 90 days at most" in shown
    assert "not now needs no signature" in shown
    policy = run("policy", "--json").json
    assert (policy["needs"]["defer"], policy["numbers"]["plan_decisions"], policy["keyless"]) == ("os-user", 50, False)


@pytest.mark.usefixtures("keyed")
@pytest.mark.parametrize(
    ("settings", "code"),
    [
        (("grant_days",), 2),
        (("grant_days=1", "grant_days=2"), 2),
        (("colour=red",), 2),
        (("needs.grant=os-user",), 2),
        (("plan_decisions=0",), 2),
        (("grant_days=0",), 4),
        (("two.grant=yes",), 4),
    ],
    ids=["no value", "twice", "no setting", "a verb of authority", "out of bounds", "as it is", "only one owner"],
)
def test_a_policy_cannot_be_set_to(settings: tuple[str, ...], code: int) -> None:
    assert signed("policy", "set", *settings).code == code


def test_acts_that_two_people_must_sign_wait_too(keyed: Keyed) -> None:
    ines = enroll_ines(keyed)
    assert signed("policy", "set", "two.token=yes").code == 0
    asked = signed("connect", "codex")
    assert asked.code == 6, asked.err
    assert "It opens nothing yet." in asked.err
    assert run("token", "--json").json["tokens"] == []
    with desk_of(keyed, "ines", ines) as desk:
        desk.hand.unlock(ines, bytearray(b"correct horse"))
        desk.cosign(1)
    assert len(run("token", "--json").json["tokens"]) == 1
