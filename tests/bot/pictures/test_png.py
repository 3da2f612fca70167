"""PNGs: rendered in another process, once, cached within limits, and never blocking a game."""

import asyncio
import io
import logging
import os
import signal
from collections.abc import Iterator
from dataclasses import replace
from functools import partial

import pytest
from PIL import Image, ImageFont

from bot.kernel.ports import Overtaken
from bot.pictures import workers
from bot.pictures.fonts import can_write_in, roboto
from bot.pictures.painter import rasterise
from bot.pictures.png import Pictures
from bot.pictures.workers import Workers
from games.graphics.drawing import Drawing
from games.graphics.svg import drawable, width_of
from games.graphics.theme import THEME, Theme
from games.language import Catalogue, add_language, speaking, t
from tests.languages.pseudo import remove

BLOB = '<rect width="20" height="20" fill="{colour}"/>'
HARD = "".join(f'<circle cx="{n}" cy="{n}" r="300" fill="none" stroke="red"/>' for n in range(2000))


def drawing(inside: str = "", size: int = 40) -> Drawing:
    def svg(theme: Theme) -> str:
        body = inside.format(colour=theme.ink)
        return f'<svg xmlns="http://www.w3.org/2000/svg" width="{size}" height="{size}">{body}</svg>'

    return Drawing(lambda: "text", lambda: "alt", svg)


@pytest.fixture(scope="module")
def processes() -> Iterator[Workers]:
    """Started once for all the tests here."""
    found = Workers()
    yield found
    found.close()


@pytest.fixture
def made(processes: Workers) -> Pictures:
    return Pictures(workers=processes)


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
    begun: list[str] = []
    rasterise = made._workers.rasterise

    async def counted(svg: str) -> bytes:
        begun.append(svg)
        return await rasterise(svg)

    monkeypatch.setattr(made._workers, "rasterise", counted)
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


async def test_the_cache_is_limited_in_bytes(processes: Workers) -> None:
    """The least recently used pictures are dropped; one larger than the limit isn't kept."""
    made = Pictures(most_bytes=700, workers=processes)
    sizes = [len(await made.png(drawing(BLOB, size)) or b"") for size in (30, 31, 32, 33, 34)]
    assert made._bytes == sum(len(png) for png in made._kept.values()) <= 700
    assert 0 < len(made._kept) < len(sizes)
    await made.png(drawing(BLOB, 900))
    assert made._bytes <= 700


async def test_others_are_served_between_two_drawings(made: Pictures) -> None:
    """Many boards are wanted at once: each is drawn in a turn of the event loop of its own."""
    await made.png(drawing())  # looks for fonts
    turns, drawn_in = 0, []

    def svg(theme: Theme) -> str:
        drawn_in.append(turns)
        return drawing(BLOB).svg() or ""

    boards = [Drawing(lambda: "text", lambda: "alt", svg) for _ in range(5)]
    waiting = [asyncio.create_task(made.png(board)) for board in boards]
    while not all(task.done() for task in waiting):
        await asyncio.sleep(0)
        turns += 1
    assert len(set(drawn_in)) == len(drawn_in) == 5


async def test_the_event_loop_is_not_blocked(made: Pictures) -> None:
    """While a picture is rendered, others are served: the rasteriser runs in another process."""
    await made.png(drawing())  # starts the process
    waiting = asyncio.create_task(made.png(drawing(HARD, 900)))
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
    """Killed while it works: no picture, an error in the log, and then a new process."""
    await made.png(drawing())
    waiting = asyncio.create_task(made.png(drawing(HARD, 2000)))
    await asyncio.sleep(0.05)
    for process in made._workers.processes:
        os.kill(process, signal.SIGKILL)
    assert await waiting is None
    assert "died" in caplog.text
    assert await made.png(drawing(BLOB)) is not None


async def test_a_process_that_hangs(made: Pictures, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is killed when its time is up, and the next picture is rendered."""
    await made.png(drawing())
    with monkeypatch.context() as short:
        short.setattr(workers, "_MAX_SECONDS", 0.05)
        assert await made.png(drawing(HARD, 2000)) is None
    assert await made.png(drawing(BLOB)) is not None


async def test_processes_are_warmed() -> None:
    """All of them start at once, never more than there are cores, and they end when the pictures are closed."""
    made = Pictures()
    made.warm()
    running = made._workers.processes
    assert len(running) == made._workers.count <= min(2, os.cpu_count() or 1)
    assert await made.png(drawing(BLOB)) is not None
    assert set(made._workers.processes) == set(running)
    made.close()
    assert made._workers.processes == []


# --- the queue -------------------------------------------------------------------------------------------------------


class Slow(Workers):
    """One process that works when it is told to."""

    def __init__(self) -> None:
        super().__init__(1)
        self.begun: list[str] = []
        self.go = asyncio.Event()

    async def rasterise(self, svg: str) -> bytes:
        self.begun.append(svg)
        await self.go.wait()
        return svg.encode()


def numbered(number: int) -> Drawing:
    return Drawing(str, str, lambda _: str(number))


async def asked(pictures: Pictures, number: int, table: str = "", sequence: int = 0) -> asyncio.Task[bytes | None]:
    task = asyncio.create_task(pictures.png(numbered(number), table=table, sequence=sequence))
    for _ in range(3):
        await asyncio.sleep(0.01)  # the first one looks for fonts in a thread
    return task


async def test_overtaken_pictures_are_dropped() -> None:
    """A table that moved on gets its newest picture, in the place of those that waited; other tables get theirs."""
    slow = Slow()
    pictures = Pictures(workers=slow)
    started = await asked(pictures, 1, "a", 1)
    old, other, nobodys = await asked(pictures, 2, "a", 2), await asked(pictures, 3, "b", 1), await asked(pictures, 4)
    same, new = await asked(pictures, 5, "a", 2), await asked(pictures, 6, "a", 3)
    for overtaken in (old, same):
        with pytest.raises(Overtaken):
            await overtaken
    slow.go.set()
    assert [await each for each in (started, other, nobodys, new)] == [b"1", b"3", b"4", b"6"]
    assert slow.begun == ["1", "6", "3", "4"]


async def test_views_of_one_moment_do_not_drop_each_other() -> None:
    """Neither does an older moment drop a newer one."""
    slow = Slow()
    pictures = Pictures(workers=slow)
    tasks = [await asked(pictures, number, "a", sequence) for number, sequence in ((1, 1), (2, 2), (3, 2), (4, 1))]
    slow.go.set()
    assert [await each for each in tasks] == [b"1", b"2", b"3", b"4"]


async def test_a_picture_shared_by_tables_is_not_dropped_by_one() -> None:
    """Two tables with the same board wait for one picture, and one of them moves on."""
    slow = Slow()
    pictures = Pictures(workers=slow)
    first = await asked(pictures, 1)
    one, other = await asked(pictures, 2, "a", 1), await asked(pictures, 2, "b", 1)
    new = await asked(pictures, 3, "a", 2)
    slow.go.set()
    assert [await each for each in (first, one, other, new)] == [b"1", b"2", b"2", b"3"]


async def test_what_nobody_waits_for_is_not_rendered() -> None:
    """Everyone who asked for it gave up while it was still in the queue."""
    slow = Slow()
    pictures = Pictures(workers=slow)
    first = await asked(pictures, 1)
    given_up = await asked(pictures, 2)
    given_up.cancel()
    await asyncio.sleep(0)
    slow.go.set()
    assert await first == b"1"
    assert slow.begun == ["1"]


# --- fonts -----------------------------------------------------------------------------------------------------------


def test_only_our_font_is_used() -> None:
    """Latin is drawn with the packaged font, whatever font a drawing names."""
    words = (
        '<svg xmlns="http://www.w3.org/2000/svg" width="99" height="40"><text y="30" font-family="{}">Mm</text></svg>'
    )
    ours, others = (rasterise(words.format(family)) for family in ("Roboto", "DejaVu Sans"))
    assert opened(ours).getbbox() is not None
    assert ours == others


def test_drawable_letters_are_in_the_font() -> None:
    """Each is drawn differently from a missing letter."""
    bare = replace(THEME, has=lambda _: False)
    font = ImageFont.truetype(roboto().path, 20)
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
    real = ImageFont.truetype((roboto().bold if bold else roboto()).path, 100).getlength(words)
    assert 0.97 < width_of(words, 100, bold=bold) / real < 1.15


async def test_a_language_without_a_font_gets_no_picture() -> None:
    """People read the text board then: words would be missing in the picture, without a word about it."""
    cuneiform = Catalogue("akk", "𒀝", {"Hello": "𒀀𒁉", "Bye": "Bye"}, {}, lambda _: 0)
    add_language(cuneiform)
    pictures = Pictures()
    try:
        for text, is_drawn in (("Bye", True), ("Hello", False)):
            with speaking("akk"):
                drawing = Drawing(str, str, partial(_saying, text))
            assert (await pictures.png(drawing) is not None) is is_drawn
        assert await pictures.png(Drawing(str, str, partial(_saying, "Hello"))) is not None
        assert not can_write_in("akk")
        assert can_write_in("de")
    finally:
        pictures.close()
        remove("akk")


def _saying(text: str, _: Theme) -> str:
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" width="60" height="20" viewBox="0 0 60 20">'
        f'<text x="5" y="15" font-size="12" font-family="Roboto">{t(text)}</text></svg>'
    )
