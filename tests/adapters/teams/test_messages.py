"""Messages in rooms: sent, edited, shrunk and illustrated within Teams' limits."""

import asyncio
import base64
import io
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import aiohttp
import pytest
from PIL import Image

from adapters.teams.outgoing.budget import PATIENCE, WINDOWS, ConversationBudget, ConversationBusy
from adapters.teams.outgoing.connector import Address, Connector
from adapters.teams.outgoing.shelf import MAX_SIDE, Fitted
from adapters.teams.tokens import BotToken
from bot.kernel.messages import Person, Reply, Request, Typed
from bot.kernel.ports import RoomGone, RoomUnreachable
from bot.kernel.store import Store
from bot.pictures.painter import rasterise
from games.graphics.drawing import Drawing
from games.values import replace
from tests.adapters.teams.harness import CHAT, TeamsHarness, teams_harness
from tests.bot.harness import RecordingChat
from tests.peers.teams import APP, SECRET, TENANT, TeamsPeer
from tests.peers.teams_checks import parts
from tests.peers.teams_user import TeamsUser, actions, labels, pictures, texts

ROOM = f"teams:{CHAT}"


def png_of(size: tuple[int, int] = (60, 40), colour: str = "red") -> bytes:
    written = io.BytesIO()
    Image.new("P", size, colour).save(written, "PNG")
    return written.getvalue()


async def some_picture(drawing: Drawing, **_: object) -> bytes | None:
    return png_of((60 + len(drawing.text) % 7, 40))


async def a_slow_picture(drawing: Drawing, **_: object) -> bytes | None:
    await asyncio.sleep(0.15)
    return await some_picture(drawing)


async def no_luck(drawing: Drawing, **_: object) -> bytes | None:
    await asyncio.sleep(0.1 if drawing.text else 0.0)
    return None


async def start(harness: TeamsHarness) -> tuple[TeamsUser, TeamsUser]:
    anna, ben = harness.person("anna"), harness.person("ben")
    await anna.types("new sprint")
    await harness.settle()
    await ben.presses("Join")
    await ben.presses("Start")
    await harness.settle()
    return anna, ben


# --- boards ----------------------------------------------------------------------------------------------------------


async def test_a_board_by_its_address(teams: TeamsPeer, sqlite_store: Store) -> None:
    """It is there at once, however slow the picture is; it never changes, and a forged address shows nothing."""
    async with teams_harness(teams, sqlite_store, paint=a_slow_picture, public=True) as harness:
        await start(harness)
        (url,) = pictures(harness.chat.last.card)
        assert harness.chat.last.edits == 0
        status, content, headers = await harness.fetch(url)
        assert (status, content[:4]) == (200, b"\x89PNG")
        assert "immutable" in headers["Cache-Control"]
        first, _, rest = url.rpartition("/")
        table, sequence, signature, _ = rest.split(".")
        for forged in (f"{table}.9{sequence}.{signature}.png", f"{table}.{sequence}.{'0' * 32}.png", "x.png"):
            assert (await harness.fetch(f"{first}/{forged}"))[0] == 404
    async with teams_harness(teams, sqlite_store, paint=some_picture, public=True) as harness:  # after a restart
        there = url.replace(url.split("/teams/")[0], f"http://127.0.0.1:{harness.port}")
        status, content, headers = await harness.fetch(there)
        assert (status, content[:4], headers["Cache-Control"]) == (200, b"\x89PNG", "no-store")


async def test_a_board_inside_the_message(teams: TeamsPeer, sqlite_store: Store) -> None:
    """Without a public address. The words don't wait for it, and the buttons don't move: it comes below them."""
    async with teams_harness(teams, sqlite_store, paint=a_slow_picture) as harness:
        await start(harness)
        (url,) = pictures(harness.chat.last.card)
        assert base64.b64decode(url.partition("base64,")[2])[:4] == b"\x89PNG"
        assert harness.chat.last.edits == 1
        kinds = [each["type"] for each in harness.chat.last.card["body"]]
        assert kinds.index("Image") > kinds.index("ActionSet")


async def test_a_quick_board_comes_with_the_words(teams: TeamsPeer, sqlite_store: Store) -> None:
    async with teams_harness(teams, sqlite_store, paint=some_picture) as harness:
        await start(harness)
        assert harness.chat.last.edits == 0
        kinds = [each["type"] for each in harness.chat.last.card["body"]]
        assert kinds.index("Image") < kinds.index("ActionSet")


@pytest.mark.parametrize("public", [True, False])
async def test_a_board_in_words(teams: TeamsPeer, sqlite_store: Store, *, public: bool) -> None:
    """If there is no picture; a promised address is replaced."""
    async with teams_harness(teams, sqlite_store, paint=no_luck, public=public) as harness:
        await start(harness)
        assert pictures(harness.chat.last.card) == []
        runs = [run for run in parts(harness.chat.last.card) if run.get("fontType") == "Monospace"]
        assert len(runs) > 10
        assert all(" " not in run["text"] for run in runs)


async def test_a_message_that_is_too_large(teams: TeamsPeer, sqlite_store: Store) -> None:
    """413: it goes out again with the text board."""
    async with teams_harness(teams, sqlite_store, paint=some_picture) as harness:
        anna, _ = await start(harness)
        teams.fail("POST", 413, code="MessageSizeTooBig")
        await anna.presses("Roll the dice")
        await harness.settle()
        assert pictures(harness.chat.last.card) == []
        assert "Monospace" in str(harness.chat.last.card)
        teams.fail("PUT", 413, code="MessageSizeTooBig")
        await harness.adapter.post(ROOM, replace(_board(), amends=True), None, harness.chat.last.id)
        assert "Monospace" in str(harness.chat.last.card)


@pytest.mark.parametrize("size", [(600, 420), (420, 900), (300, 200), (585, 585)])
def test_pictures_fit(size: tuple[int, int]) -> None:
    """Teams takes 1024 pixels: larger drawings are painted smaller, and others as they are."""
    width, height = size
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}"/>'
    drawing = Fitted(Drawing(lambda: "a board", lambda: "in words", lambda _: svg))
    drawn = drawing.svg()
    assert drawn is not None
    shown = Image.open(io.BytesIO(rasterise(drawn)))
    assert max(shown.size) <= MAX_SIDE
    assert max(shown.size) == round(1.75 * max(size)) or max(shown.size) > MAX_SIDE - 3
    assert abs(shown.width / shown.height - width / height) < 0.01
    assert (drawing.text, drawing.alt) == ("a board", "in words")
    assert Fitted(Drawing(str, str)).svg() is None


def _board() -> Reply:
    return Reply("A board.", drawing=Drawing(lambda: "a board", str), news=True, table="t1", sequence=3)


# --- editing ---------------------------------------------------------------------------------------------------------


async def test_a_deleted_message_is_posted_anew(harness: TeamsHarness) -> None:
    """Somebody deleted the lobby: joining posts it once more."""
    anna, ben = harness.person("anna"), harness.person("ben")
    await anna.types("new sprint")
    await harness.settle()
    gone = harness.chat.messages.pop()
    await ben.presses("Join", gone)
    await harness.settle()
    (lobby,) = harness.chat.messages
    assert "ben" in texts(lobby.card)
    assert "Start" in labels(lobby.card)


async def test_after_a_restart(teams: TeamsPeer, sqlite_store: Store) -> None:
    """Buttons of before work, and the message of before shrinks."""
    async with teams_harness(teams, sqlite_store, paint=some_picture) as harness:
        anna = harness.person("anna")
        await anna.types("new sprint")
        await harness.settle()
    async with teams_harness(teams, sqlite_store, paint=some_picture) as harness:
        ben = harness.person("ben")
        await ben.presses("Join")
        await harness.settle()
        assert "ben" in texts(harness.chat.last.card)
        await ben.presses("Start")
        await harness.settle()
        *others, last = harness.chat.messages
        assert [labels(one.card) for one in others if labels(one.card)] == []
        assert pictures(last.card)


async def test_an_amended_message_keeps_its_board(teams: TeamsPeer, sqlite_store: Store) -> None:
    """Also after a restart, when it is drawn again."""
    async with teams_harness(teams, sqlite_store, paint=some_picture) as harness:
        await start(harness)
        last, table = harness.chat.last, (await harness.standing()).table
        assert pictures(last.card)
        record = await sqlite_store.room(ROOM)
        assert record is not None
        assert table.phase == "playing"
        reply = Reply("More of it.", amends=True, news=True, table=record.table)
        await harness.adapter.post(ROOM, reply, None, last.id)
        assert pictures(last.card)
    async with teams_harness(teams, sqlite_store, paint=some_picture) as harness:
        await harness.adapter.post(ROOM, replace(reply, story="Still more."), None, last.id)
        assert "Still more." in texts(last.card)
        assert pictures(last.card)


async def test_news_after_a_restart(teams: TeamsPeer, sqlite_store: Store) -> None:
    """A clock can call people in a room from which nobody has written since: its address is stored."""
    async with teams_harness(teams, sqlite_store) as harness:
        await start(harness)
    async with teams_harness(teams, sqlite_store) as harness:
        before = len(harness.chat.messages)
        await harness.adapter.post(ROOM, Reply("Time is up.", news=True), None, "")
        assert texts(harness.chat.messages[before].card) == "Time is up."
        with pytest.raises(RoomUnreachable, match="nobody has written"):
            await harness.adapter.post("teams:19:elsewhere", Reply("Hello."), None, "")


# --- trouble ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("status", [429, 412, 502, 504])
async def test_what_is_tried_again(harness: TeamsHarness, status: int) -> None:
    anna = harness.person("anna")
    harness.teams.fail("POST", status, 2)
    await anna.types("new sprint")
    await harness.settle()
    assert len(harness.chat.messages) == 1


async def test_what_is_not_tried_again(harness: TeamsHarness) -> None:
    """After three refusals the room is behind; one that was deleted is gone."""
    await start(harness)
    for status, kind in ((503, RoomUnreachable), (403, RoomUnreachable), (404, RoomGone)):
        harness.teams.fail("POST", status, 1)
        with pytest.raises(kind):
            await harness.adapter.post(ROOM, Reply("Hello."), None, "")
    harness.teams.fail("POST", 429, 3)
    with pytest.raises(RoomUnreachable, match="429"):
        await harness.adapter.post(ROOM, Reply("Hello."), None, "")


async def test_a_token_that_is_not_accepted(harness: TeamsHarness) -> None:
    """Microsoft has revoked it: the next one is fetched, once."""
    await start(harness)
    harness.teams.token = "another-token"
    given = harness.teams.tokens
    await harness.adapter.post(ROOM, Reply("Hello."), None, "")
    assert harness.teams.tokens == given + 1


@asynccontextmanager
async def connector_to(teams: TeamsPeer, **more: float) -> AsyncIterator[tuple[BotToken, list[float]]]:
    """A token whose clock the test sets."""
    now = [0.0]
    async with aiohttp.ClientSession() as session:
        token = BotToken(
            lambda: session, app=APP, secret=SECRET, tenant=TENANT, login=teams.url, now=lambda: now[0], **more
        )
        yield token, now


async def test_a_token_is_renewed_early(teams: TeamsPeer) -> None:
    """Five minutes before it ends, and by one request however many wait."""
    async with connector_to(teams) as (token, now):
        await asyncio.gather(*(token.get() for _ in range(20)))
        assert teams.tokens == 1
        now[0] = 3600 - 301
        await token.get()
        assert teams.tokens == 1
        now[0] = 3600 - 299
        await asyncio.gather(*(token.get() for _ in range(20)))
        assert teams.tokens == 2


async def test_no_token_without_encryption(teams: TeamsPeer) -> None:
    """Even an address that Microsoft has signed has to be https, or on this machine."""
    async with connector_to(teams) as (token, _):
        connector = Connector(lambda: pytest.fail("it was sent"), token)
        for url in ("http://service.example/", "ftp://127.0.0.1/", "service.example"):
            with pytest.raises(RoomUnreachable, match="encrypted"):
                await connector.post(Address(url, CHAT, "t", "groupChat"), {})


# --- budgets ---------------------------------------------------------------------------------------------------------


class Timeline:
    """A clock that advances while somebody sleeps."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> None:
        self.now += seconds


async def test_the_documented_budget() -> None:
    """However fast messages come, no window of Teams' takes more than it documents."""
    clock = Timeline()
    budget = ConversationBudget(now=clock, sleep=clock.sleep)
    sent = []
    for _ in range(200):
        await budget.spend(CHAT)
        sent.append(clock.now)
    for most, seconds in WINDOWS:
        assert max(sum(at <= each < at + seconds for each in sent) for at in sent) <= most
    assert sent[6] == 0.0  # seven at once


async def test_too_much_for_one_conversation() -> None:
    """Whoever would wait too long is told so, and other conversations don't wait at all."""
    clock = Timeline()
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    budget = ConversationBudget(now=clock, sleep=sleep)
    with pytest.raises(ConversationBusy):
        await _spend(budget, 100)
    assert max(slept) <= PATIENCE
    slept.clear()
    await budget.spend("19:another")
    assert slept == []


async def _spend(budget: ConversationBudget, times: int) -> None:
    for _ in range(times):
        await budget.spend(CHAT)


async def test_a_busy_chat_slows_nobody_down(teams: TeamsPeer, sqlite_store: Store) -> None:
    """While a chat that Teams throttles waits, a room on another platform has its words."""
    other = RecordingChat()
    async with teams_harness(teams, sqlite_store, others={"test": other}) as harness:
        await start(harness)
        answer = await harness.service.handle(_typed(harness, "anna", "link"))
        code = answer.replies[0].text.split("/scrum join ")[1].split("`")[0]
        await harness.service.handle(Request("j", "test:lounge", Person("test:zoe", "zoe"), Typed(f"join {code}")))
        taken = asyncio.Event()  # a message by Teams

        async def wait(_seconds: float) -> None:
            await taken.wait()

        budget = harness.adapter._connector._budget = ConversationBudget(((1, 1.0),), now=Timeline(), sleep=wait)
        await budget.spend(CHAT)
        shown = len(harness.chat.messages)
        turn = (await harness.standing()).game.awaits((await harness.standing()).state)[0]
        seen = len(other.posts)
        rolling = asyncio.create_task(harness.service.handle(_typed(harness, ("anna", "ben", "zoe")[turn], "roll")))
        await other.until(seen + 1)
        assert len(harness.chat.messages) == shown
        taken.set()
        await rolling
        await harness.settle()
        assert len(harness.chat.messages) > shown


def _typed(harness: TeamsHarness, name: str, line: str, identifier: str = "") -> Request:
    person = harness.person(name)
    return Request(identifier or f"typed {name} {line}", ROOM, Person(person.id, name), Typed(line))


async def test_links_and_downloads(teams: TeamsPeer, sqlite_store: Store) -> None:
    """Without a public address, a file is only named, with what the operator has to set."""
    async with teams_harness(teams, sqlite_store) as harness:
        await start(harness)
        await harness.adapter.post(ROOM, Reply("Here.", files=(("a b.md", "# it"),)), None, "")
        assert "a b.md" in texts(harness.chat.last.card)
        assert "WEB_URL" in texts(harness.chat.last.card)
        assert list(actions(harness.chat.last.card)) == []
