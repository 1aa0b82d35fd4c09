"""Bytes to lines and back: decoding, and where each character stands in the file."""

from dataclasses import dataclass
from typing import Final

from governance.intake.reading.types import Encoding, Finding, Unreadable

_MARK: Final = "\ufeff"
_ERRORS: Final[dict[Encoding, str]] = {
    "utf-8": "surrogateescape",
    "utf-16-le": "surrogatepass",
    "utf-16-be": "surrogatepass",
}
_BINARY_NULS: Final = 8
_STAND_INS: Final = {0: 0xFFFD} | dict.fromkeys(range(0xD800, 0xE000), 0xFFFD)


@dataclass(frozen=True, slots=True)
class Lines:
    """The lines of one file; they end at LF or CRLF and nothing else."""

    encoding: Encoding
    texts: tuple[str, ...]
    """Each line without its end and without a leading byte order mark; bad bytes are lone surrogates."""
    starts: tuple[int, ...]
    """Byte offset of the first character of each text."""
    bounds: tuple[int, ...]
    """Byte offset at which each line begins, and the length of the file at the end."""
    undecodable: frozenset[int]
    """Indices of lines that hold bytes which spell nothing."""

    def offset(self, line: int, column: int) -> int:
        """Return the byte offset of a character."""
        text = self.texts[line][:column]
        if text.isascii():
            width = 1 if self.encoding == "utf-8" else 2
            return self.starts[line] + width * len(text)
        return self.starts[line] + len(text.encode(self.encoding, _ERRORS[self.encoding]))


def shown(text: str) -> str:
    """Return a text with a visible stand-in for every character that cannot be shown or stored."""
    return text if text.isascii() and "\0" not in text else text.translate(_STAND_INS)


def lines_of(path: str, raw: bytes) -> tuple[Lines, tuple[Finding, ...]]:
    """Decode a file and index its lines, with what was odd about its bytes."""
    encoding = _encoding_of(path, raw)
    errors = _ERRORS[encoding]
    width = 1 if encoding == "utf-8" else 2
    texts: list[str] = []
    starts: list[int] = []
    bounds: list[int] = [0]
    undecodable: set[int] = set()
    ends = {"\n": 0, "\r\n": 0}
    odd: dict[str, int] = {}
    pieces = raw.decode(encoding, errors).split("\n")
    for index, piece in enumerate(pieces):
        last = index == len(pieces) - 1
        if last and not piece:
            break
        if piece.isascii():
            length = width * len(piece)
        else:
            length = len(piece.encode(encoding, errors))
            if any("\ud800" <= sign <= "\udfff" for sign in piece):
                undecodable.add(index)
        text = piece.rstrip("\r") if piece.endswith("\r") else piece
        if not last:
            ends["\r\n" if piece.endswith("\r") else "\n"] += 1
        if "\r" in (piece if last else piece.removesuffix("\r")):
            odd.setdefault("lone-cr", index)
        if "\0" in text:
            odd.setdefault("nul-byte", index)
        bare = text.lstrip(_MARK)
        mark = (len(text) - len(bare)) * (3 if encoding == "utf-8" else 2)
        if mark:
            odd.setdefault("bom", index)
        texts.append(bare)
        starts.append(bounds[-1] + mark)
        bounds.append(bounds[-1] + length + (0 if last else width))
    lines = Lines(encoding, tuple(texts), tuple(starts), tuple(bounds), frozenset(undecodable))
    return lines, _findings(odd, ends, sorted(undecodable))


def _encoding_of(path: str, raw: bytes) -> Encoding:
    if raw.startswith((b"\xff\xfe\0\0", b"\0\0\xfe\xff")):
        raise Unreadable(path, 1, "The file is UTF-32, which is not read.", "Save it as UTF-8 and try again.")
    if raw.startswith((b"\xff\xfe", b"\xfe\xff")):
        if len(raw) % 2:
            raise Unreadable(
                path,
                1,
                "The file says it is UTF-16 but its last character is cut in half.",
                "It was probably not written to its end; restore it, or save it as UTF-8.",
            )
        return "utf-16-le" if raw[0] == 0xFF else "utf-16-be"
    nuls = raw.count(b"\0")
    if nuls >= _BINARY_NULS and nuls * 10 > len(raw):
        raise Unreadable(
            path,
            raw[: raw.index(b"\0")].count(b"\n") + 1,
            "The file holds so many NUL bytes that it is no UTF-8 text.",
            "If it is UTF-16 without a byte order mark, save it as UTF-8 and try again.",
        )
    return "utf-8"


def _findings(odd: dict[str, int], ends: dict[str, int], bad: list[int]) -> tuple[Finding, ...]:
    found: list[Finding] = []
    if "bom" in odd:
        words = "A byte order mark stands here; it was read past and left in place."
        found.append(Finding("bom", odd["bom"] + 1, words))
    if ends["\n"] and ends["\r\n"]:
        words = "{} lines end in CRLF and {} in LF; both were read as line ends."
        found.append(Finding("mixed-newlines", 1, words.format(ends["\r\n"], ends["\n"])))
    if "lone-cr" in odd:
        words = "A carriage return stands inside the line; it was not read as a line end."
        found.append(Finding("lone-cr", odd["lone-cr"] + 1, words))
    if "nul-byte" in odd:
        found.append(Finding("nul-byte", odd["nul-byte"] + 1, "A NUL byte stands here; it is shown as \ufffd."))
    for first, last in _runs(bad):
        where = "The line holds" if first == last else f"Lines {first + 1} to {last + 1} hold"
        words = f"{where} bytes that are no text in this encoding; they are shown as \ufffd."
        found.append(Finding("bad-bytes", first + 1, words))
    return tuple(found)


def _runs(numbers: list[int]) -> list[tuple[int, int]]:
    runs: list[tuple[int, int]] = []
    for number in numbers:
        if runs and runs[-1][1] == number - 1:
            runs[-1] = (runs[-1][0], number)
        else:
            runs.append((number, number))
    return runs
