"""Fonts of other scripts for tests: Roboto under another name, with its letters at other code points.

So a test knows on every machine what is drawn for a character: one that stands for M looks like M.
"""

import struct
from pathlib import Path

from bot.pictures.fonts import roboto


def disguised(path: Path, family: str, letters: dict[str, str]) -> Path:
    """Write a font that has just these characters, each looking like the given letter."""
    plain = roboto()[0]
    source = plain.path.read_bytes()
    (count,) = struct.unpack_from(">H", source, 4)
    tables = {}
    for tag, _, at, length in struct.iter_unpack(">4sLLL", source[12 : 12 + 16 * count]):
        tables[tag] = source[at : at + length]
    tables[b"cmap"] = _characters({ord(sign): plain.glyphs[ord(letter)] for sign, letter in letters.items()})
    tables[b"name"] = _name(family)
    path.write_bytes(_file(tables))
    return path


def _characters(glyphs: dict[int, int]) -> bytes:
    groups = b"".join(struct.pack(">3L", code, code, glyph) for code, glyph in sorted(glyphs.items()))
    table = struct.pack(">HHLLL", 12, 0, 16 + len(groups), 0, len(glyphs)) + groups
    return struct.pack(">HHHHL", 0, 1, 3, 10, 12) + table


def _name(family: str) -> bytes:
    texts = {1: family, 2: "Regular", 4: family, 6: family.replace(" ", "")}
    rows, store = b"", b""
    for kind, text in texts.items():
        written = text.encode("utf-16-be")
        rows += struct.pack(">6H", 3, 1, 0x409, kind, len(written), len(store))
        store += written
    return struct.pack(">HHH", 0, len(texts), 6 + len(rows)) + rows + store


def _file(tables: dict[bytes, bytes]) -> bytes:
    start = 12 + 16 * len(tables)
    rows, body = b"", b""
    for tag, table in sorted(tables.items()):
        rows += struct.pack(">4sLLL", tag, 0, start + len(body), len(table))
        body += table + bytes(-len(table) % 4)
    return struct.pack(">LHHHH", 0x00010000, len(tables), 0, 0, 0) + rows + body
