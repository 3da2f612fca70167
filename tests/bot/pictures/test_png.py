"""PNGs: rendered in another process, once, cached within limits, and never blocking a game."""

import asyncio
import io
import logging
import os
import signal
from collections.abc import AsyncIterator
from dataclasses import replace

import pytest
from PIL import Image, ImageFont

from bot.pictures import png
from bot.pictures.fonts import roboto
from bot.pictures.png import Pictures, rasterise
from games.graphics.drawing import Drawing
from games.graphics.svg import drawable, width_of
from games.graphics.theme import LIGHT, Theme

BLOB = '<rect width="20" height="20" fill="{colour}"/>'


def drawing(inside: str = "", size: int = 40) -> Drawing:
    def svg(theme: Theme) -> str:
        body = inside.format(colour=theme.ink)
        return f'<svg xmlns="http://www.w3.org/2000/svg" width="{size}" height="{size}">{body}</svg>'

    return Drawing(lambda: "text", lambda: "alt", svg)


@pytest.fixture
async def made() -> AsyncIterator[Pictures]:
    found = Pictures()
    yield found
    found.close()


def opened(png: bytes | None) -> Image.Image:
    assert png is not None
    return Image.open(io.BytesIO(png))


async def test_a_picture(made: Pictures) -> None:
    """A PNG of the scaled size, with ink only where it was drawn; dark is a different one."""
    light, dark = await made.png(drawing(BLOB)), await made.png(drawing(BLOB), dark=True)
    picture = opened(light).convert("RGBA")
    assert picture.size == (70, 70)
    assert picture.getpixel((5, 5)) == (0x1D, 0x22, 0x2B, 255)
    assert picture.getpixel((60, 60)) == (0, 0, 0, 0)
    assert light != dark


async def test_rendered_once(made: Pictures, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ten requests for the same picture at once share one rendering, and later ones get it from the cache."""
    begun: list[bytes] = []
    make = made._make

    async def counted(key: bytes, svg: str) -> bytes | None:
        begun.append(key)
        return await make(key, svg)

    monkeypatch.setattr(made, "_make", counted)
    found = await asyncio.gather(*(made.png(drawing(BLOB)) for _ in range(10)))
    found.append(await made.png(drawing(BLOB)))
    assert len(set(found)) == 1
    assert len(begun) == 1


async def test_cancelling_one_request_does_not_affect_the_others(made: Pictures) -> None:
    """Two wait for the same picture and one is cancelled: the other gets it."""
    one = asyncio.create_task(made.png(drawing(BLOB)))
    other = asyncio.create_task(made.png(drawing(BLOB)))
    await asyncio.sleep(0)
    one.cancel()
    assert await other is not None
    assert one.cancelled()


async def test_the_cache_is_limited_in_bytes() -> None:
    """The least recently used pictures are dropped; one larger than the limit isn't kept."""
    made = Pictures(most_bytes=700)
    try:
        sizes = [len(await made.png(drawing(BLOB, size)) or b"") for size in (30, 31, 32, 33, 34)]
        assert made._bytes == sum(len(png) for png in made._kept.values()) <= 700
        assert 0 < len(made._kept) < len(sizes)
        await made.png(drawing(BLOB, 900))
        assert made._bytes <= 700
    finally:
        made.close()


async def test_the_event_loop_is_not_blocked(made: Pictures) -> None:
    """While a picture is rendered, others are served: the rasteriser runs in another process."""
    await made.png(drawing())  # starts the process
    many = "".join(f'<circle cx="{n}" cy="{n}" r="300" fill="none" stroke="red"/>' for n in range(60))
    waiting = asyncio.create_task(made.png(drawing(many, 900)))
    turns = 0
    while not waiting.done():
        await asyncio.sleep(0)
        turns += 1
    assert await waiting is not None
    assert turns > 50


@pytest.mark.parametrize("broken", ["<", "<text>", "&nbsp;"])
async def test_invalid_svg(made: Pictures, broken: str, caplog: pytest.LogCaptureFixture) -> None:
    """No picture, an error in the log, and the next picture is rendered as usual."""
    assert await made.png(drawing(broken)) is None
    assert "Can't render a picture" in caplog.text
    assert await made.png(drawing(BLOB)) is not None


async def test_a_drawing_that_fails(made: Pictures, caplog: pytest.LogCaptureFixture) -> None:
    """A bug in a game's drawing costs the picture, not the game."""

    def fail(theme: Theme) -> str:
        raise ZeroDivisionError(theme.ink)

    assert await made.png(Drawing(str, str, fail)) is None
    assert "Can't draw the board" in caplog.text


async def test_a_drawing_without_a_picture(made: Pictures, caplog: pytest.LogCaptureFixture) -> None:
    """That isn't an error."""
    assert await made.png(Drawing(str, str)) is None
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]


async def test_a_process_that_dies(made: Pictures, caplog: pytest.LogCaptureFixture) -> None:
    """Killed while it works: no picture, an error in the log, and then new processes."""
    await made.png(drawing())
    assert made._pool is not None
    many = "".join(f'<circle cx="{n}" cy="{n}" r="300" fill="none" stroke="red"/>' for n in range(2000))
    waiting = asyncio.create_task(made.png(drawing(many, 2000)))
    await asyncio.sleep(0.05)
    for process in list(made._pool._processes.values()):
        assert process.pid is not None
        os.kill(process.pid, signal.SIGKILL)
    assert await waiting is None
    assert "died" in caplog.text
    assert await made.png(drawing(BLOB)) is not None


def test_only_our_font_is_used() -> None:
    """Text is drawn with the packaged font, whatever fonts the system has."""
    words = (
        '<svg xmlns="http://www.w3.org/2000/svg" width="99" height="40"><text y="30" font-family="{}">Mm</text></svg>'
    )
    ours, others = (opened(rasterise(words.format(family))).getbbox() for family in ("Roboto", "DejaVu Sans"))
    assert ours is not None
    assert others is None


def test_drawable_letters_are_in_the_font() -> None:
    """Each is drawn differently from a missing letter."""
    bare = replace(LIGHT, has=lambda _: False)
    font = ImageFont.truetype(roboto()[0].path, 20)
    missing = bytes(font.getmask("\U0010fffd"))
    letters = "".join(drawable(chr(code), bare) for code in range(0x21, 0x2300) if chr(code).isalnum())
    assert len(letters) > 900
    assert [letter for letter in letters if bytes(font.getmask(letter)) == missing] == []


@pytest.mark.parametrize(
    "words", ["Anna", "Will (bot)", "The Forty-Minute Build", "1 bug for the leader, A", "“Quoted”…"]
)
@pytest.mark.parametrize("bold", [False, True])
def test_estimated_widths_match_the_font(words: str, *, bold: bool) -> None:
    """Within a tenth or so, so that nothing runs out of its box."""
    real = ImageFont.truetype(roboto()[bold].path, 100).getlength(words)
    assert 0.97 < width_of(words, 100, bold=bold) / real < 1.15


def test_a_limited_number_of_processes() -> None:
    """However many rooms ask."""
    made = Pictures()
    pool = made._processes()
    assert pool._max_workers == png.AT_ONCE == 2  # type: ignore[attr-defined]  # no public name
    made.close()
