"""SVGs as one animated picture."""

import struct
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from io import BytesIO
from itertools import islice
from pathlib import Path
from typing import BinaryIO

from PIL import Image, ImageChops

from bot.features.fairness.export import BrokenExport, Export, steps
from bot.kernel.table.journal import Standing
from bot.kernel.table.names import seat_names
from bot.kernel.table.narration import sentence
from bot.pictures import fonts
from bot.pictures.encoding import flat_colours, palette, reduced, sample
from bot.pictures.painter import pixels, size_of
from games.graphics.drawing import Drawing

# --- gif -------------------------------------------------------------------------------------------------------------

_TRANSPARENT = 255  # this entry of the palette stands for "as in the frame before"
_FOR_EVER = b"\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"
_TRAILER = b"\x3b"


class _GifWriter:
    """A writer of GIFs: all frames have one size and one palette; each holds only what has changed."""

    def __init__(self, out: BinaryIO, size: tuple[int, int], palette: Image.Image) -> None:
        colours = bytes(palette.getpalette() or [])[: 3 * _TRANSPARENT]
        self._palette = (colours + _TRANSPARENT * colours[:3])[: 3 * _TRANSPARENT] + colours[:3]
        self._out = out
        self._before: Image.Image | None = None
        out.write(b"GIF89a" + struct.pack("<HHBBB", *size, 0xF7, 0, 0) + self._palette + _FOR_EVER)

    @property
    def palette(self) -> Image.Image:
        """The colours that frames have to be reduced to."""
        found = Image.new("P", (1, 1))
        found.putpalette(self._palette)
        return found

    def add(self, frame: Image.Image, seconds: float) -> None:
        """Add a frame, which has the colours of the palette."""
        indexes = Image.frombytes("L", frame.size, frame.tobytes()).point(_opaque)
        left, top, changed = self._changed(indexes)
        self._before = indexes
        control = struct.pack("<4sHBB", b"\x21\xf9\x04\x05", round(100 * seconds), _TRANSPARENT, 0)
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
        found.paste(_TRANSPARENT, (0, 0, *found.size), unchanged)
        return box[0], box[1], found

    def close(self) -> None:
        self._out.write(_TRAILER)


def _opaque(index: int) -> int:
    return 0 if index == _TRANSPARENT else index  # both are the same colour


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


# --- film ------------------------------------------------------------------------------------------------------------

_Progress = Callable[[int, int], None]  # frames done, of so many

_SECONDS = 1.0  # per frame
_LAST_SECONDS = 4.0
_MAX_FRAMES = 1000  # of a film; a long game has two hundred
_FORMATS = (".gif", ".apng", ".png")


def _names_at(standing: Standing, given: Sequence[str]) -> tuple[str, ...]:
    """The given names by seat, with invented ones for the rest: files don't name people."""
    usual = seat_names(standing.table, ())
    return tuple(given[seat] if seat < len(given) and given[seat] else name for seat, name in enumerate(usual))


def _moment(game: Export, at: int | None) -> Standing:
    """The table after event `at`, by default the last. Raises BrokenExport if there's no game to show then."""
    standings = [standing for _, standing in islice(steps(game), None if at is None else max(0, at))]
    if at is not None and not 0 < at <= len(standings):
        raise BrokenExport(f"There is no event {at}; the game has {len(game.events)} events.")
    standing = standings[-1] if standings else None
    if standing is None or standing.state is None:
        raise BrokenExport("The game hasn’t started at that point; choose a later event with --at.")
    return standing


def drawing_at(
    game: Export, at: int | None, seat: int | None, names: Sequence[str] = (), *, chart: bool = False
) -> Drawing:
    standing = _moment(game, at)
    seats = len(standing.table.seats)
    if seat is not None and not 0 <= seat < seats:
        raise BrokenExport(f"There is no seat {seat}; seats are 0 to {seats - 1}.")
    view = standing.view(seat)
    people = _names_at(standing, names)
    drawing = standing.game.shows.chart(view, people) if chart else standing.game.board(view, people)
    if drawing is None:
        raise BrokenExport(f"{standing.game.about.title} has no chart.")
    return drawing


def frames(game: Export, names: Sequence[str] = (), *, dark: bool = False, most: int = _MAX_FRAMES) -> Iterator[str]:
    """The board as SVG after each paragraph of the story, if it has changed; of a very long game, only some of them."""
    total = sum(1 for _ in _paragraphs(game))
    every = max(1, -(-total // most))
    shown: str | None = None
    for number, standing in enumerate(_paragraphs(game), start=1):
        earlier = shown
        if number % every == 0 or number == total:
            shown = _board(standing, names, dark=dark)
        if shown is not None and shown != earlier:
            yield shown


def _paragraphs(game: Export) -> Iterator[Standing]:
    """The table at the end of each paragraph, and at the end of the game."""
    before: Standing | None = None
    for event, standing in steps(game):
        if before is not None and before.state is not None and sentence(event, standing.game, None) == "":
            yield before
        before = standing
    if before is not None:
        yield before


def _board(standing: Standing, names: Sequence[str], *, dark: bool) -> str | None:
    if standing.state is None:
        return None
    view = standing.view(None)
    return standing.game.board(view, _names_at(standing, names)).svg(dark=dark, has=fonts.has)


def film(svgs: Iterable[str], out: Path, scale: float = 1.0, progress: _Progress | None = None) -> None:
    """Write an animation in the format of the file's extension."""
    if out.suffix.lower() not in _FORMATS:
        raise BrokenExport(f"The file has to end in .gif or .apng, not in “{out.suffix[:20]}”.")
    boards = _Frames(svgs, scale)
    if not len(boards):
        raise BrokenExport("There is nothing to show: this game has no boards.")
    animate(boards, _SECONDS, _LAST_SECONDS, out, progress)


# --- animation -------------------------------------------------------------------------------------------------------

_SAMPLES = 8  # frames that the palette is made from, besides the colours that all of them name

# frames done, of so many


class _Frames:
    """SVGs, packed: a film may have a thousand of them."""

    def __init__(self, svgs: Iterable[str], scale: float) -> None:
        self._scale = scale
        self._packed: list[bytes] = []
        self._colours: dict[tuple[int, int, int], None] = {}
        self.size = (1, 1)  # of the largest
        for svg in svgs:
            self._packed.append(zlib.compress(svg.encode(), 1))
            self._colours.update(dict.fromkeys(flat_colours([svg])))
            width, height = size_of(svg, scale)
            self.size = max(self.size[0], width), max(self.size[1], height)

    def __len__(self) -> int:
        return len(self._packed)

    def palette(self) -> Image.Image:
        step = -(-len(self) // _SAMPLES)
        return palette([sample(self._pixels(packed)) for packed in self._packed[::step]], list(self._colours))

    def in_colours(self, colours: Image.Image, progress: _Progress | None) -> Iterator[Image.Image]:
        """The frames in one size and with one palette, so that the file holds only what changes from frame to frame."""
        for done, packed in enumerate(self._packed, start=1):
            yield reduced(_enlarged(self._pixels(packed), self.size), colours)
            if progress:
                progress(done, len(self))

    def _pixels(self, packed: bytes) -> Image.Image:
        return pixels(zlib.decompress(packed).decode(), self._scale).convert("RGB")


def animate(frames: _Frames, seconds: float, last_seconds: float, out: Path, progress: _Progress | None = None) -> None:
    """Write a GIF, or an animated PNG under any other name; `progress` gets the number of frames done, and of all."""
    durations = [seconds] * (len(frames) - 1) + [last_seconds]
    if out.suffix.lower() == ".gif":
        _write_gif(frames, durations, out, progress)
        return
    first, *others = frames.in_colours(frames.palette(), progress)
    milliseconds = [round(1000 * each) for each in durations]
    first.save(out, "PNG", save_all=True, append_images=others, duration=milliseconds, loop=0, compress_level=4)


def _write_gif(frames: _Frames, durations: list[float], out: Path, progress: _Progress | None) -> None:
    """Write one frame at a time, so that a long film needs no more memory than a short one."""
    with out.open("wb") as file:
        writer = _GifWriter(file, frames.size, frames.palette())
        for frame, seconds in zip(frames.in_colours(writer.palette, progress), durations, strict=True):
            writer.add(frame, seconds)
        writer.close()


def _enlarged(picture: Image.Image, size: tuple[int, int]) -> Image.Image:
    """The SVG with more of its paper to the right and below."""
    if picture.size == size:
        return picture
    sheet = Image.new("RGB", size, picture.getpixel((0, 0)))
    sheet.paste(picture)
    return sheet
