"""An animated GIF, written frame by frame: Pillow would keep all frames in memory until the last one is known.

Only the LZW data of a frame comes from Pillow; what is around it follows the GIF89a specification.
"""

import struct
from io import BytesIO
from typing import BinaryIO

from PIL import Image, ImageChops

TRANSPARENT = 255  # this entry of the palette stands for "as in the frame before"
_FOR_EVER = b"\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"
_TRAILER = b"\x3b"


class GifWriter:
    """All frames have one size and one palette; each holds only what has changed."""

    def __init__(self, out: BinaryIO, size: tuple[int, int], palette: Image.Image) -> None:
        colours = bytes(palette.getpalette() or [])[: 3 * TRANSPARENT]
        self._palette = (colours + TRANSPARENT * colours[:3])[: 3 * TRANSPARENT] + colours[:3]
        self._out = out
        self._before: Image.Image | None = None
        out.write(b"GIF89a" + struct.pack("<HHBBB", *size, 0xF7, 0, 0) + self._palette + _FOR_EVER)

    @property
    def palette(self) -> Image.Image:
        """What frames have to be reduced to."""
        found = Image.new("P", (1, 1))
        found.putpalette(self._palette)
        return found

    def add(self, frame: Image.Image, seconds: float) -> None:
        """`frame`: in the colours of the palette."""
        indexes = Image.frombytes("L", frame.size, frame.tobytes()).point(_opaque)
        left, top, changed = self._changed(indexes)
        self._before = indexes
        control = struct.pack("<4sHBB", b"\x21\xf9\x04\x05", round(100 * seconds), TRANSPARENT, 0)
        where = struct.pack("<BHHHHB", 0x2C, left, top, *changed.size, 0)
        self._out.write(control + where + _lzw(changed))

    def _changed(self, indexes: Image.Image) -> tuple[int, int, Image.Image]:
        """The rectangle that has changed, transparent where it hasn't."""
        if self._before is None:
            return 0, 0, indexes
        difference = ImageChops.difference(indexes, self._before)
        box = difference.getbbox() or (0, 0, 1, 1)
        unchanged = difference.crop(box).point(lambda distance: 0 if distance else 255)
        found = indexes.crop(box)
        found.paste(TRANSPARENT, (0, 0, *found.size), unchanged)
        return box[0], box[1], found

    def close(self) -> None:
        self._out.write(_TRAILER)


def _opaque(index: int) -> int:
    return 0 if index == TRANSPARENT else index  # both are the same colour


def _lzw(picture: Image.Image) -> bytes:
    """The compressed pixels, without the headers of a file."""
    file = BytesIO()
    picture.save(file, "GIF", optimize=False, interlace=False)
    data = file.getvalue()
    at = 13 + (3 << (data[10] & 7) + 1 if data[10] & 0x80 else 0)
    while data[at] == 0x21:  # extensions
        at = _after_blocks(data, at + 2)
    at += 10 + (3 << (data[at + 9] & 7) + 1 if data[at + 9] & 0x80 else 0)
    return data[at : _after_blocks(data, at + 1)]


def _after_blocks(data: bytes, at: int) -> int:
    while data[at]:
        at += data[at] + 1
    return at + 1
