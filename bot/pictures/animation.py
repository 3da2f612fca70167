"""SVGs as one animated picture."""

import zlib
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from PIL import Image

from bot.pictures.colours import flat_colours, palette, reduced, sample
from bot.pictures.gif import GifWriter
from bot.pictures.painter import pixels, size_of

SAMPLES = 8  # frames that the palette is made from, besides the colours that all of them name

Progress = Callable[[int, int], None]  # frames done, of so many


class Frames:
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
        step = -(-len(self) // SAMPLES)
        return palette([sample(self._pixels(packed)) for packed in self._packed[::step]], list(self._colours))

    def in_colours(self, colours: Image.Image, progress: Progress | None) -> Iterator[Image.Image]:
        """In one size and with one palette: so the file holds only what changes from frame to frame."""
        for done, packed in enumerate(self._packed, start=1):
            yield reduced(_enlarged(self._pixels(packed), self.size), colours)
            if progress:
                progress(done, len(self))

    def _pixels(self, packed: bytes) -> Image.Image:
        return pixels(zlib.decompress(packed).decode(), self._scale).convert("RGB")


def animate(frames: Frames, seconds: float, last_seconds: float, out: Path, progress: Progress | None = None) -> None:
    """A GIF, or an animated PNG under any other name; `progress` hears how many frames are done, and of how many."""
    durations = [seconds] * (len(frames) - 1) + [last_seconds]
    if out.suffix.lower() == ".gif":
        _write_gif(frames, durations, out, progress)
        return
    first, *others = frames.in_colours(frames.palette(), progress)
    milliseconds = [round(1000 * each) for each in durations]
    first.save(out, "PNG", save_all=True, append_images=others, duration=milliseconds, loop=0, compress_level=4)


def _write_gif(frames: Frames, durations: list[float], out: Path, progress: Progress | None) -> None:
    """One frame at a time, so that a long film needs no more memory than a short one."""
    with out.open("wb") as file:
        writer = GifWriter(file, frames.size, frames.palette())
        for frame, seconds in zip(frames.in_colours(writer.palette, progress), durations, strict=True):
            writer.add(frame, seconds)
        writer.close()


def _enlarged(picture: Image.Image, size: tuple[int, int]) -> Image.Image:
    """With more of its paper to the right and below."""
    if picture.size == size:
        return picture
    sheet = Image.new("RGB", size, picture.getpixel((0, 0)))
    sheet.paste(picture)
    return sheet
