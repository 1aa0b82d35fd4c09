"""Private key files in OpenSSH's own format: making one, and what can be told of one without its passphrase."""

from __future__ import annotations

import base64
import os
import shlex
import stat
import subprocess
from pathlib import Path
from typing import NamedTuple

from governance.authority.keys.process import Helper, patience
from governance.authority.keys.sshsig import ED25519, PublicKey, public_of
from governance.authority.keys.wire import Cut, Fields, fields
from governance.errors import Refusal, RefusalKind

LEAST_ROUNDS = 64
"""How many bcrypt rounds a key made here has at least; each costs a guess about 7 ms."""
LEAST_CHARACTERS = 8
"""How many characters a passphrase has at least; the rounds are no help to one that is guessed in a few tries."""
AGENT_WARNING = (
    "This key is in your ssh-agent: any process of yours, an agent too, could sign with it and you would not notice."
)
_MAGIC = b"openssh-key-v1\0"
_BEGIN = "-----BEGIN OPENSSH PRIVATE KEY-----"
_END = "-----END OPENSSH PRIVATE KEY-----"
_LARGEST = 1 << 16
_OPENABLE = (b"aes256-ctr", b"aes256-cbc", b"aes256-gcm@openssh.com")
_AGENT_SECONDS = 2.0
_MAKE_ONE = "`ssh-keygen -t ed25519 -a 64` makes one, and so does memdesk."


class KeyFile(NamedTuple):
    """A private key file, as far as it can be read without its passphrase."""

    path: Path
    public: PublicKey
    encrypted: bool
    rounds: int
    """How slow the passphrase is to guess; 0 where there is none."""
    hardware: bool
    """Whether the file only points at a key inside a device."""


def make_key(path: Path, secret: bytearray, *, rounds: int = LEAST_ROUNDS, _least: int = LEAST_ROUNDS) -> PublicKey:
    """Make a new key, encrypted with the secret, which stays the caller's to wipe; nothing is ever overwritten."""
    refuse_short(secret)
    if rounds < _least:
        raise Refusal(
            RefusalKind.BAD_INPUT, f"A passphrase needs at least {_least} rounds, and {rounds} were asked for."
        )
    beside = path.with_name(path.name + ".pub")
    for taken in (path, beside):
        if os.path.lexists(taken):
            raise Refusal(RefusalKind.BAD_INPUT, f"{taken} exists already; no key is ever overwritten.")
    helper = Helper()
    try:
        how, *made = helper.ask(b"make", secret, str(rounds).encode(), seconds=patience(rounds))
    finally:
        helper.close()
    if how != b"made":
        raise Refusal(RefusalKind.LOCKED, "The key could not be made: a library of this memdesk is missing.")
    public = PublicKey(ED25519, fields(ED25519.encode(), made[1]))
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        _write_new(beside, f"{public.line}\n".encode(), 0o644)
        _write_new(path, made[0], 0o600)
        _settle(path.parent)
    except OSError as error:
        raise Refusal(RefusalKind.BAD_INPUT, f"{path} could not be written: {error.strerror}.") from None
    return public


def refuse_short(secret: bytearray) -> None:
    """Refuse a passphrase for a new key that is soon guessed."""
    if not secret:
        raise Refusal(RefusalKind.BAD_INPUT, "A key without a passphrase could be used by any process of yours.")
    # Bytes that go on with a character are not counted; the text itself is never made.
    if sum(byte & 0xC0 != 0x80 for byte in secret) < LEAST_CHARACTERS:
        raise Refusal(
            RefusalKind.BAD_INPUT,
            f"The passphrase is too short: it needs at least {LEAST_CHARACTERS} characters.",
            "Some words that do not belong together are easy to keep and hard to guess.",
        )


def look_at(path: Path) -> KeyFile:
    """What a private key file is, or why it cannot be used; no passphrase is needed for that."""
    content = read_private(path)
    cipher, kdf, options, public = _header(path, content)
    encrypted = cipher != b"none" or kdf != b"none"
    return KeyFile(path, public, encrypted, _rounds(path, kdf, options), public.hardware)


def usable(key: KeyFile) -> None:
    """Refuse a key that any process of the same user could sign with."""
    if not key.encrypted and not key.hardware:
        raise Refusal(
            RefusalKind.NOT_ALLOWED,
            f"{key.path} has no passphrase: any process of yours could decide in your name.",
            f"`ssh-keygen -p -a {LEAST_ROUNDS} -f {shlex.quote(str(key.path))}` gives it one.",
        )


def asks_itself(key: KeyFile) -> bool:
    """Whether signing asks at the terminal by itself, so that no passphrase is wanted from the desk."""
    cipher, kdf, _, _ = _header(key.path, read_private(key.path))
    return key.hardware or (key.encrypted and (cipher not in _OPENABLE or kdf != b"bcrypt"))


def in_agent(public: PublicKey) -> bool:
    """Whether an ssh-agent of this session holds the key."""
    if not os.environ.get("SSH_AUTH_SOCK"):
        return False
    try:
        listed = subprocess.run(
            ["ssh-add", "-L"],
            check=False,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=_AGENT_SECONDS,
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return any(line.split(b" ")[:2] == public.line.encode().split(b" ") for line in listed.stdout.splitlines())


def read_private(path: Path) -> bytes:
    """The bytes of a private key file that nobody else can read."""
    try:
        # Nothing is waited for, should the path be a pipe.
        handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except FileNotFoundError:
        raise Refusal(RefusalKind.NOT_FOUND, f"There is no key file {path}.") from None
    except OSError as error:
        raise Refusal(RefusalKind.BAD_INPUT, f"{path} could not be read: {error.strerror}.") from None
    except ValueError:
        raise Refusal(RefusalKind.BAD_INPUT, f"{str(path)!a} could not be read: no path has such signs.") from None
    try:
        about = os.fstat(handle)
        if not stat.S_ISREG(about.st_mode):
            raise Refusal(RefusalKind.BAD_INPUT, f"{path} is not a file.")
        with open(handle, "rb", closefd=False) as file:
            content = file.read(_LARGEST + 1)
    finally:
        os.close(handle)
    # A file that is no key may be readable for all; what it is matters more then.
    if content.startswith(_BEGIN.encode()) and about.st_mode & 0o077:
        raise Refusal(
            RefusalKind.NOT_ALLOWED,
            f"Others can read the key {path}.",
            f"`chmod 600 {shlex.quote(str(path))}` closes it; was it open for long, make a new key.",
        )
    return content


def _header(path: Path, content: bytes) -> tuple[bytes, bytes, bytes, PublicKey]:
    try:
        text = content.decode("ascii").strip() if len(content) <= _LARGEST else ""
    except UnicodeDecodeError:
        text = ""
    if not (text.startswith(_BEGIN) and text.endswith(_END)):
        raise _no_key(path, text)
    try:
        parts = Fields(base64.b64decode("".join(text[len(_BEGIN) : -len(_END)].split()), validate=True))
        if parts.exactly(len(_MAGIC)) != _MAGIC:
            raise Cut("no magic")
        cipher, kdf, options = parts.next(), parts.next(), parts.next()
        if parts.number() != 1:
            raise Cut("more than one key")
        blob = parts.next()
        parts.next()
        kind = Fields(blob).next()
    except ValueError:
        raise Refusal(RefusalKind.BAD_INPUT, f"The key {path} is damaged or cut off.") from None
    try:
        return cipher, kdf, options, public_of(blob)
    except Cut:
        raise Refusal(RefusalKind.BAD_INPUT, f"The key {path} is damaged or cut off.") from None
    except ValueError:
        name = kind[:60].decode("ascii", "replace")
        raise Refusal(
            RefusalKind.BAD_INPUT, f"{path} is a key of the kind {name!a}, and only Ed25519 is used here.", _MAKE_ONE
        ) from None


def _rounds(path: Path, kdf: bytes, options: bytes) -> int:
    if kdf != b"bcrypt":
        return 0
    try:
        parts = Fields(options)
        parts.next()
        return parts.number()
    except Cut:
        raise Refusal(RefusalKind.BAD_INPUT, f"The key {path} is damaged or cut off.") from None


def _no_key(path: Path, text: str) -> Refusal:
    if text.startswith(_BEGIN):
        return Refusal(RefusalKind.BAD_INPUT, f"The key {path} is damaged or cut off.")
    if text.startswith(("ssh-", "sk-", "ecdsa-")):
        hint = f"Give the file without .pub: {path.with_suffix('')}." if path.suffix == ".pub" else ""
        return Refusal(RefusalKind.BAD_INPUT, f"{path} is the public half of a key.", hint)
    if text.startswith("-----BEGIN ") and "PRIVATE KEY-----" in text:
        return Refusal(RefusalKind.BAD_INPUT, f"{path} is a private key, but not in OpenSSH's own format.", _MAKE_ONE)
    return Refusal(RefusalKind.BAD_INPUT, f"{path} is not a private key.", _MAKE_ONE)


def _write_new(path: Path, content: bytes, mode: int) -> None:
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, mode)
    with open(handle, "wb") as file:  # noqa: PTH123 - by its number
        try:
            file.write(content)
            file.flush()
            os.fsync(handle)
        except OSError:
            path.unlink()
            raise


def _settle(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
