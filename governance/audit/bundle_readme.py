"""The page that lies in a bundle: what it is, how to check it, and what a pass means."""

from __future__ import annotations

from governance.audit.checker.keys import moment
from governance.audit.selecting import Selection
from store.records.entry import Entry

_PAGE = """\
# Evidence from a memdesk store

Store `{store}`, entries 1 to {until}. {extent}

| file | what it is |
| --- | --- |
| `headers.jsonl` | the header of every entry, one canonical JSON line each, exactly as it was hashed |
| `payloads.jsonl` | words of entries with the salt of their commitment |
| `decisions/` | the exact bytes of every plan (`.txt`) and the signatures over them (`.1.sig`, ...) |
| `allowed_signers`, `revoked_keys`, `keys.json` | whose key was whose, and when |
| `witness.jsonl` | heads of the log as they were noted outside the store |
| `manifest.json` | range, counts, and the SHA-256 of every file |
| `check.py` | a program that checks all of this |

## Check everything

    python3 -I check.py

It needs Python's standard library and `ssh-keygen`, prints a line for each step, and exits with 0 only if every step
is ok. Whoever made the bundle made `check.py` too: read it (it is short), or take it from a copy of memdesk you trust.

## Check one decision by hand

{decision}
## Check one entry by hand

The hash of entry 1; it stands as `prev` in the header of the next one:

    (printf 'memdesk/log/1\\n'; sed -n 1p headers.jsonl) | sha256sum

The words of an entry against the `commitment` in its header, here of the first line of `payloads.jsonl`:

    python3 -I -c "import json; p = json.loads(open('payloads.jsonl').readline()); import sys; \\
    sys.stdout.buffer.write(b'memdesk/payload/1\\0' + bytes.fromhex(p['salt']) + p['body'].encode())" | sha256sum

## What a pass means

- No header, payload, decision or signature in here was changed, left out or put in since the entries were chained.
- The payloads are all that was promised; what is missing was erased, under the erasure that the manifest names, or is
  withdrawn in the store: then its words stay there, and `memdesk show ID --audit` opens them on the record.
- Every plan did what its signed text lists, nothing more, and each signature was made with a key that belonged to the
  signer at that point of the log.
- Every head that the witness saw stands in this log, unless an owner gave it up in a signed succession.

## What it does not mean

- That the words are true, or that the person understood what was signed.
- That grants, scopes, budgets and second signatures were respected: `memdesk verify` judges those, on the store itself.
- That the whole history is genuine where nobody outside kept a witness: a log that was rewritten from the start, keys
  included, is consistent too. Compare the fingerprints in `keys.json` with the people they belong to, and heads with a
  copy of the witness that the rewriter could not reach.
- That nothing came after entry {until}, or that what is said to be erased behind it was.
- Notes that somebody added to a key, grant or policy are part of those payloads, and are in here.
"""
_SIGNED = """\
    ssh-keygen -Y verify -f allowed_signers -I {who} -n memdesk-decision -O verify-time={at} \\
      -s decisions/{plan}.1.sig < decisions/{plan}.txt

The `-I` is the `who` of the text, and the time that of the decision's header (`at`, UTC). A key in `revoked_keys` is
distrusted from the entry on that `keys.json` names; to refuse it altogether, add `-r revoked_keys`.

"""
_KEYLESS = """\
This store has no keys, so no decision is signed: who decided is what the system user said. There are no signatures to
check.

"""
_UNSIGNED = "No decision in this bundle is signed.\n\n"


def readme(store: str, asked: Selection, example: Entry | None, *, keyless: bool) -> bytes:
    """The page, with the commands for one decision that is in the bundle."""
    extent = f"The words are those of entries {asked.since} to {asked.until}"
    extent += f" that are about `{asked.subject}`" if asked.subject else ""
    extent += "; decisions, keys, grants, policies and successions are always in it."
    decision = _KEYLESS if keyless else _UNSIGNED
    if example is not None:
        decision = _SIGNED.format(who=example.actor, at=moment(example.at), plan=example.subjects[0])
    return _PAGE.format(store=store, until=asked.until, extent=extent, decision=decision).encode("ascii")
