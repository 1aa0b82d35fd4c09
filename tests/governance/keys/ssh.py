"""The real ssh-keygen, as another party that makes and checks signatures."""

from __future__ import annotations

import subprocess
from pathlib import Path


def keygen(*words: str | Path, given: bytes = b"", **env: str) -> subprocess.CompletedProcess[bytes]:
    """Run it without a terminal and without an agent."""
    return subprocess.run(
        ["ssh-keygen", *map(str, words)],
        input=given,
        capture_output=True,
        timeout=60,
        start_new_session=True,
        env={"PATH": "/usr/bin:/bin:/usr/local/bin", "HOME": "/nonexistent", **env},
    )


def new_key(folder: Path, name: str = "theirs", *options: str, secret: str = "") -> Path:
    """A key made by ssh-keygen."""
    path = folder / name
    done = keygen("-q", "-t", "ed25519", "-N", secret, "-C", "mira@heron", "-f", path, *options)
    assert done.returncode == 0, done.stderr
    return path


def signs(path: Path, message: bytes, namespace: str, *options: str) -> str:
    """The armor that ssh-keygen makes with a key that has no passphrase."""
    done = keygen("-Y", "sign", "-f", path, "-n", namespace, *options, given=message)
    assert done.returncode == 0, done.stderr
    return done.stdout.decode()


def accepts(
    folder: Path, listed: str, armored: str, message: bytes, namespace: str, *options: str | Path, who: str = "mira"
) -> bool:
    """Whether ssh-keygen takes the signature for one of this person."""
    signers, signature = folder / "allowed", folder / "signature"
    signers.write_text(listed + "\n", encoding="utf-8")
    signature.write_text(armored)
    done = keygen("-Y", "verify", "-f", signers, "-I", who, "-n", namespace, "-s", signature, *options, given=message)
    return done.returncode == 0
