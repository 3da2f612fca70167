"""PNG files. Pillow's zlib takes five times as long as Intel's, which compresses areas of one colour better too."""

import io
import re
import struct
import zlib
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain, product
from math import ceil

from isal import isal_zlib
from PIL import Image

# --- encoding --------------------------------------------------------------------------------------------------------

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_PALETTE = 3  # the kind of picture, as the format numbers them
_LEVEL = 1


def encoded(picture: Image.Image) -> bytes:
    if picture.mode != "P":
        out = io.BytesIO()
        picture.save(out, "PNG", compress_level=_LEVEL)
        return out.getvalue()
    width, data = picture.width, picture.tobytes()
    # each row begins with its filter: none, because indexes into a palette aren't amounts
    rows = b"".join(b"\0" + data[start : start + width] for start in range(0, len(data), width))
    return b"".join(
        (
            _SIGNATURE,
            _chunk(b"IHDR", struct.pack(">LLBBBBB", width, picture.height, 8, _PALETTE, 0, 0, 0)),
            _chunk(b"PLTE", bytes(picture.getpalette() or ())),
            _chunk(b"IDAT", isal_zlib.compress(rows, _LEVEL)),
            _chunk(b"IEND", b""),
        )
    )


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">L", len(data)) + name + data + struct.pack(">L", zlib.crc32(name + data))


# --- colours ---------------------------------------------------------------------------------------------------------

_Colour = tuple[int, int, int]

_COLOURS = 256
_STEP = 4  # a sixteenth of the pixels is enough to find the colours of edges
_CELL = 4  # Pillow looks colours up in steps of 4
_FLAT = re.compile('="#([0-9a-fA-F]{6})"')


def sample(picture: Image.Image) -> Image.Image:
    return picture.resize((ceil(picture.width / _STEP), ceil(picture.height / _STEP)), Image.Resampling.NEAREST)


def flat_colours(svgs: Iterable[str]) -> list[_Colour]:
    """The colours that drawings name, in their order; all others are blends of these at edges."""
    codes = dict.fromkeys(code.lower() for svg in svgs for code in _FLAT.findall(svg))
    return [(value >> 16, value >> 8 & 255, value & 255) for value in (int(code, 16) for code in codes)]


def palette(samples: Sequence[Image.Image], flat: Sequence[_Colour]) -> Image.Image:
    """The flat colours exactly, and the most common blends of them."""
    exact = flat[: _COLOURS // 2]
    pixels = samples[0] if len(samples) == 1 else _stacked(samples)
    blends = pixels.quantize(_COLOURS - len(exact), Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE).getpalette()
    found = Image.new("P", (1, 1))
    found.putpalette([*chain.from_iterable(exact), *chain.from_iterable(_distinct(blends or [], exact))])
    return found


def _stacked(pictures: Sequence[Image.Image]) -> Image.Image:
    found = Image.new("RGB", (max(each.width for each in pictures), sum(each.height for each in pictures)))
    top = 0
    for each in pictures:
        found.paste(each, (0, top))
        top += each.height
    return found


def reduced(picture: Image.Image, to: Image.Image) -> Image.Image:
    """The picture in the colours of a palette, each pixel the nearest."""
    return picture.quantize(palette=to, dither=Image.Dither.NONE)


def _distinct(blends: Sequence[int], exact: Sequence[_Colour]) -> Iterator[_Colour]:
    """Blends that can't be mistaken for a flat colour."""
    taken = _around(tuple(exact))
    values = iter(blends)
    for red, green, blue in zip(values, values, values, strict=True):
        if (red // _CELL, green // _CELL, blue // _CELL) not in taken:
            yield red, green, blue


@lru_cache(maxsize=64)  # a game's boards name the same colours again and again
def _around(exact: tuple[_Colour, ...]) -> frozenset[_Colour]:
    """The cells of these colours and all their neighbours."""
    steps = list(product((-1, 0, 1), repeat=3))
    return frozenset(
        (red // _CELL + right, green // _CELL + up, blue // _CELL + back)
        for red, green, blue in exact
        for right, up, back in steps
    )
