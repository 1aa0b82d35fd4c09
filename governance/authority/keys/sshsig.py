"""SSH signatures over bytes in memory, as `ssh-keygen -Y` makes and checks them, and the public keys behind them.

A signature is for one namespace and says with which key it was made; who that key belongs to is decided elsewhere.
Nothing here touches a disk, a clock or a private key.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
from datetime import UTC, datetime
from typing import NamedTuple

from governance.authority.keys.wire import Cut, Fields, fields
from governance.errors import Refusal, RefusalKind

DECISION = "memdesk-decision"
"""The namespace of a person's decision."""
CHECKPOINT = "memdesk-checkpoint"
"""The namespace of a checkpoint of the log."""
ED25519 = "ssh-ed25519"
HARDWARE = "sk-ssh-ed25519@openssh.com"

_MAGIC = b"SSHSIG"
_BEGIN = "-----BEGIN SSH SIGNATURE-----\n"
_END = "-----END SSH SIGNATURE-----\n"
_WIDTH = 70
_TOUCHED = 0x01
_HASHES = (b"sha512", b"sha256")
_MAKE_ONE = "A key of this kind is made by `ssh-keygen -t ed25519`, or -t ed25519-sk for hardware."


class BadSignature(ValueError):
    """A signature that is worth nothing; the text is one sentence that says why."""


class PublicKey(NamedTuple):
    """The public half of a key."""

    kind: str
    """`ssh-ed25519`, or `sk-ssh-ed25519@openssh.com` for one in hardware."""
    blob: bytes
    """The key as SSH writes it."""

    @property
    def line(self) -> str:
        """Kind and key as in a `.pub` file, without a comment."""
        return f"{self.kind} {base64.b64encode(self.blob).decode()}"

    @property
    def fingerprint(self) -> str:
        """The short name of the key, as `ssh-keygen -l` prints it."""
        return "SHA256:" + base64.b64encode(hashlib.sha256(self.blob).digest()).decode().rstrip("=")

    @property
    def hardware(self) -> bool:
        """Whether the private half lives in a device that has to be touched."""
        return self.kind == HARDWARE


def read_public(text: str) -> PublicKey:
    """Read a public key line; a comment after it is not kept."""
    if "PRIVATE KEY-----" in text:
        raise _unreadable("That is a private key; nobody but its owner may see it.", "Give the line in its .pub file.")
    words = text.split(None, 2)
    if len(words) < 2 or "\n" in text.strip():
        raise _unreadable("That is no public key line, which begins with ssh-ed25519 AAAA…", _MAKE_ONE)
    if words[0] not in (ED25519, HARDWARE):
        if words[0].startswith(("ssh-", "ecdsa-", "sk-")):
            raise _unreadable(f"Keys of the kind {words[0][:60]!a} are not used here; only Ed25519.", _MAKE_ONE)
        raise _unreadable("That is no public key line, which begins with ssh-ed25519 AAAA…", _MAKE_ONE)
    try:
        blob = base64.b64decode(words[1], validate=True)
        public = public_of(blob)
    except (ValueError, UnicodeEncodeError):
        raise _unreadable("The public key is damaged or cut off.", "Copy the whole line of the .pub file.") from None
    if public.kind != words[0] or base64.b64encode(blob).decode() != words[1]:
        raise _unreadable("The public key is damaged: its parts disagree.", "Copy the whole line of the .pub file.")
    return public


def public_of(blob: bytes) -> PublicKey:
    """The public key in these bytes; ValueError if there is no Ed25519 key, or more than one."""
    parts = Fields(blob)
    kind = parts.next()
    if kind not in (ED25519.encode(), HARDWARE.encode()):
        raise ValueError(kind.decode("ascii", "replace"))
    if len(parts.next()) != 32:
        raise Cut("an Ed25519 key has 32 bytes")
    if kind == HARDWARE.encode():
        parts.next()
    parts.end()
    return PublicKey(kind.decode(), blob)


def to_sign(message: bytes, namespace: str) -> bytes:
    """The bytes that a key signs for a message."""
    return _preimage(message, namespace.encode(), b"sha512")


def spell(public: PublicKey, raw_signature: bytes, namespace: str) -> str:
    """The armor of a raw signature over `to_sign`: 64 bytes, for hardware followed by flags and counter."""
    parts = fields(public.kind.encode(), raw_signature[:64]) + raw_signature[64:]
    head = _MAGIC + (1).to_bytes(4, "big")
    return _armor(head + fields(public.blob, namespace.encode(), b"", b"sha512", parts))


def signed_by(armored: str, message: bytes, namespace: str) -> PublicKey:
    """The key that signed this very message for this namespace; BadSignature if there is none."""
    try:
        parts = Fields(_open_armor(armored))
        if parts.exactly(len(_MAGIC)) != _MAGIC:
            raise Cut("no magic")
        if (version := parts.number()) != 1:
            raise BadSignature(f"The signature is of version {version}, and only 1 is known.")
        blob, given, reserved, hashed, signature = (parts.next() for _ in range(5))
        parts.end()
    except Cut:
        raise BadSignature("The signature is damaged.") from None
    if given != namespace.encode():
        raise BadSignature(f"The signature was made for {_shown(given)} and not for {namespace!a}.")
    if hashed not in _HASHES or reserved:
        raise BadSignature("The signature was made in a way that is not known here.")
    public = _key_inside(blob)
    _verify(public, signature, _preimage(message, given, hashed))
    return public


def allowed_signers_line(
    principal: str, public: PublicKey, *, valid_after: int | None = None, valid_before: int | None = None
) -> str:
    """One line of a file for `ssh-keygen -Y verify -f`; times are UTC microseconds, kept to the second."""
    if not principal.strip() or set(principal) & set('",*?!\\') or not principal.isprintable():
        raise Refusal(RefusalKind.BAD_INPUT, f"The name {principal!a} cannot stand in a list of allowed signers.")
    name = f'"{principal}"' if " " in principal or principal.startswith("#") else principal
    options = [f'namespaces="{DECISION},{CHECKPOINT}"']
    if valid_after is not None:
        options.append(f'valid-after="{_second(valid_after)}"')
    if valid_before is not None:
        options.append(f'valid-before="{_second(valid_before)}"')
    return f"{name} {','.join(options)} {public.line}"


def _preimage(message: bytes, namespace: bytes, hashed: bytes) -> bytes:
    digest = hashlib.new(hashed.decode(), message).digest()
    return _MAGIC + fields(namespace, b"", hashed, digest)


def _armor(content: bytes) -> str:
    text = base64.b64encode(content).decode()
    lines = [text[at : at + _WIDTH] for at in range(0, len(text), _WIDTH)]
    return _BEGIN + "".join(f"{line}\n" for line in lines) + _END


def _open_armor(armored: str) -> bytes:
    if not (armored.startswith(_BEGIN) and armored.endswith("\n" + _END)):
        raise BadSignature("The text is not an SSH signature, or not only one.")
    inner = armored[len(_BEGIN) : -len(_END)]
    try:
        content = base64.b64decode(inner.replace("\n", ""), validate=True)
    except (binascii.Error, ValueError):
        raise BadSignature("The signature is damaged.") from None
    if _armor(content) != armored:
        raise BadSignature("The signature is not written the way ssh-keygen writes it.")
    return content


def _key_inside(blob: bytes) -> PublicKey:
    try:
        return public_of(blob)
    except Cut:
        raise BadSignature("The key inside the signature is damaged.") from None
    except ValueError:
        raise BadSignature("The signature was made with a key of a kind that is not used here.") from None


def _verify(public: PublicKey, signature: bytes, preimage: bytes) -> None:
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    key = Fields(public.blob)
    key.next()
    point = key.next()
    parts = Fields(signature)
    try:
        kind, raw = parts.next(), parts.next()
        if kind != public.kind.encode() or len(raw) != 64:
            raise Cut("not the signature of this kind of key")
        signed = _by_hardware(key.next(), parts, preimage) if public.hardware else preimage
        parts.end()
    except Cut:
        raise BadSignature("The signature is damaged.") from None
    try:
        Ed25519PublicKey.from_public_bytes(point).verify(raw, signed)
    except (InvalidSignature, ValueError):
        raise BadSignature("The text is not what this key signed.") from None


def _by_hardware(application: bytes, parts: Fields, preimage: bytes) -> bytes:
    flags, counter = parts.exactly(1), parts.exactly(4)
    if not flags[0] & _TOUCHED:
        raise BadSignature("The hardware key signed without being touched.")
    sha = hashlib.sha256
    return sha(application).digest() + flags + counter + sha(preimage).digest()


def _second(micros: int) -> str:
    return datetime.fromtimestamp(micros // 1_000_000, UTC).strftime("%Y%m%d%H%M%SZ")


def _shown(namespace: bytes) -> str:
    return ascii(namespace[:60].decode("utf-8", "replace"))


def _unreadable(sentence: str, hint: str) -> Refusal:
    return Refusal(RefusalKind.BAD_INPUT, sentence, hint)
