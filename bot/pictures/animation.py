"""SVGs as one animated picture."""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from PIL import Image

from bot.pictures.colours import flat_colours, palette, reduced, sample
from bot.pictures.painter import pixels, size_of

SAMPLES = 8  # frames that the palette is made from, besides the colours that all of them name
_OPTIONS: dict[str, dict[str, Any]] = {
    "GIF": {"optimize": True},
    "PNG": {"compress_level": 4},
}


def animate(
    svgs: Sequence[str],
    seconds: Sequence[float],
    out: Path,
    scale: float,
    progress: Callable[[int, int], None] | None = None,
) -> None:
    """A GIF, or an animated PNG under any other name; `progress` hears how many frames are done, and of how many."""
    kind = "GIF" if out.suffix.lower() == ".gif" else "PNG"
    durations = [round(1000 * each) for each in seconds]
    frames = _counted(_frames(svgs, scale), len(svgs), progress)
    first, *others = frames
    first.save(out, kind, save_all=True, append_images=others, duration=durations, loop=0, **_OPTIONS[kind])


def _frames(svgs: Sequence[str], scale: float) -> Iterator[Image.Image]:
    """In one size and with one palette: so the file holds only what changes from frame to frame."""
    sizes = [size_of(svg, scale) for svg in svgs]
    size = max(width for width, _ in sizes), max(height for _, height in sizes)
    step = -(-len(svgs) // SAMPLES)
    colours = palette([sample(pixels(svg, scale).convert("RGB")) for svg in svgs[::step]], flat_colours(svgs))
    for svg in svgs:
        yield reduced(_enlarged(pixels(svg, scale).convert("RGB"), size), colours)


def _enlarged(picture: Image.Image, size: tuple[int, int]) -> Image.Image:
    """With more of its paper to the right and below."""
    if picture.size == size:
        return picture
    sheet = Image.new("RGB", size, picture.getpixel((0, 0)))
    sheet.paste(picture)
    return sheet


def _counted(
    frames: Iterator[Image.Image], total: int, progress: Callable[[int, int], None] | None
) -> Iterator[Image.Image]:
    for done, frame in enumerate(frames, start=1):
        if progress:
            progress(done, total)
        yield frame
