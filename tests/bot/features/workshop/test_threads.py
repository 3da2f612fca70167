"""A workshop in a channel: a thread a team, and people who come in from there."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator

import pytest

from bot.features.workshop import texts
from bot.features.workshop.model import OpenedWorkshop, Workshops
from bot.kernel.messages import Person, Reply
from bot.kernel.ports import RoomUnreachable
from bot.kernel.store import Store
from bot.kernel.table.texts import NOW_PAUSED
from tests.bot.harness import ROOM, Bench, RecordingChat, WebTable, spelled
from tests.bot.workshop_harness import Trainer, said, told


class ThreadedChat(RecordingChat):
    """A platform with threads below its channel."""

    def __init__(self) -> None:
        super().__init__()
        self.threads: list[tuple[str, str]] = []
        self.forbidden = False
        self.outages = 0  # that are still to come

    def has_threads(self, room: str) -> bool:
        return room == ROOM

    async def open_thread(self, room: str, name: str) -> str | None:
        if self.outages:
            self.outages -= 1
            raise RoomUnreachable("the platform is down")
        if self.forbidden:
            return None
        self.threads.append((room, name))
        return f"test:thread-{len(self.threads)}"


class Pages(WebTable):
    """Rooms on another platform, as in real life."""

    def new_room(self) -> str:
        return super().new_room().replace("test:", "web:")


class Channel(Bench):
    """A bench with threads."""

    chat: ThreadedChat

    def __init__(self, store: Store) -> None:
        super().__init__(store, chat=ThreadedChat(), web=Pages(), others={"web": RecordingChat()})

    async def opens(self, settings: str = "teams=3") -> Trainer:
        """Anna opens a workshop in the channel, and all threads are there."""
        replies = await self.say("anna", f"workshop new sprint {settings}")
        key = replies[-1].links[0].url.rpartition("/")[2]
        desk = await self.service.feature(Workshops).desk(key)
        assert desk is not None
        for _ in desk.teams:
            await self.wait(1)
        return Trainer(self, OpenedWorkshop(desk.id, desk.entrance, key))

    async def presses_join(self, name: str, trainer: Trainer, delivery: str | None = None) -> Reply:
        """The button below the invitation."""
        (reply,) = await self.say(name, f"join {trainer.opened.entrance}", delivery=delivery)
        assert reply.private
        return reply


@pytest.fixture
async def channel(sqlite_store: Store) -> AsyncIterator[Channel]:
    bench = Channel(sqlite_store)
    yield bench
    await bench.service.close()


async def test_every_team_gets_a_thread(channel: Channel) -> None:
    """One after the other, with the team's name and a way in; the channel itself gets one message."""
    trainer = await channel.opens()
    assert channel.chat.threads == [(ROOM, f"Team {number}") for number in (1, 2, 3)]
    ((_, invitation),) = [post for post in channel.chat.posts if post[0] == ROOM]
    assert [line.value for line in invitation.lines] == [f"join {trainer.opened.entrance}"]
    for number in (1, 2, 3):
        (shown,) = channel.chat.texts(f"test:thread-{number}")
        assert f"Team {number}" in shown
        assert "Another room" not in shown
    await trainer.order(said("team", what="add"))
    await channel.wait(1)
    assert channel.chat.threads[3:] == [(ROOM, "Team 4")]


async def test_people_come_from_the_channel_and_from_pages(channel: Channel) -> None:
    """Evenly, each once however often it is delivered, and they are told where to go."""
    trainer = await channel.opens("teams=2")
    ways = [await channel.presses_join(name, trainer, f"press-{name}") for name in ("ben", "cleo", "ben")]
    assert [spelled(way) for way in ways] == [texts.your_team(f"Team {number}") for number in (1, 2, 1)]
    assert [way.links[0].room for way in ways] == ["test:thread-1", "test:thread-2", "test:thread-1"]
    assert [each.team for each in await trainer.come("web-dora", "web-emil")] == [0, 1]
    desk = await trainer.desk()
    assert [[chair.name for chair in card.page.chairs] for card in desk.teams] == [
        ["ben", "web-dora"],
        ["cleo", "web-emil"],
    ]
    assert "web-dora" in channel.chat.texts("test:thread-1")[-1]


async def test_thirty_press_at_once(channel: Channel) -> None:
    """Even before their threads are there."""
    replies = await channel.say("anna", "workshop new sprint teams=6")
    key = replies[-1].links[0].url.rpartition("/")[2]
    desk = await channel.service.feature(Workshops).desk(key)
    assert desk is not None
    trainer = Trainer(channel, OpenedWorkshop(desk.id, desk.entrance, key))
    ways = await asyncio.gather(*(channel.presses_join(f"p{number}", trainer) for number in range(30)))
    assert set(Counter(spelled(way).partition(".")[0] for way in ways).values()) == {5}
    assert all(str(texts.THREAD_COMES) in spelled(way) for way in ways)


@pytest.mark.parametrize("chooses", [True, False])
async def test_join_in_a_thread(channel: Channel, chooses: bool) -> None:  # noqa: FBT001
    """It is that team's seat if people may choose; else they hear which team is theirs. Others' seats stay theirs."""
    await channel.opens(f"teams=2{' seats=choose' * chooses}")
    thread = "test:thread-2"
    button = channel.chat.posts[-1][1].acts[0]
    assert (button.label, channel.chat.posts[-1][0]) == ("Join", thread)
    replies = await channel.say("ben", "join", room=thread)
    if chooses:
        assert replies == []
        assert "ben" in channel.chat.texts(thread)[-1]
    else:
        assert [spelled(reply) for reply in replies] == [texts.your_team("Team 1")]
        assert replies[0].links[0].room == "test:thread-1"


async def test_what_the_desk_does_is_seen_in_threads(channel: Channel) -> None:
    """A call, a pause, the clock and its end, each once and in a message of its own; nobody is called twice."""
    trainer = await channel.opens("teams=2")
    for name in ("ben", "cleo", "dora", "emil"):
        await channel.presses_join(name, trainer)
    await trainer.order(said("start"))
    first = "test:thread-1"
    called = [each.id for room, reply in channel.chat.posts for each in reply.pings if room == first]
    assert len(called) == 1
    for order in (said("tell", text="Five more minutes"), said("clock", minutes=10), said("pause")):
        await trainer.order(order)
    reply = channel.chat.posts[-1][1]
    assert str(NOW_PAUSED) in spelled(reply)
    assert reply.acts == ()
    assert reply.exercise == channel.clock.now() + 600
    assert [each.id for room, reply in channel.chat.posts for each in reply.pings if room == first] == called
    await trainer.order(said("continue"))
    await channel.wait(700)
    assert [told(channel, first, str(words)) for words in ("Five more minutes", str(texts.TIME_IS_UP))] == [1, 1]
    assert channel.chat.posts[-1][1].exercise is None


async def test_whoever_is_moved_is_called_to_the_other_thread(channel: Channel) -> None:
    """Once, and nobody else; a person who plays on the page isn't."""
    trainer = await channel.opens("teams=2")
    await channel.presses_join("ben", trainer)
    await trainer.workshops.take_place(trainer.opened.entrance, Person("web:dora", "dora"), None, "dora-1")
    await trainer.order(said("move", team=0, seat=0, to=1))
    await trainer.order(said("move", team=1, seat=0, to=0))
    calls = [(room, spelled(reply), reply.pings) for room, reply in channel.chat.posts if reply.pings]
    words = texts.moved_here("ben", "Team 2")
    assert calls == [("test:thread-2", words, (Person("test:ben", "ben"),))]
    assert [spelled(reply) for reply in await channel.say("ben", "join", room="test:thread-1")] == [
        texts.your_team("Team 2")
    ]


async def test_retros_and_rounds_stay_in_the_threads(channel: Channel) -> None:
    """The next tables are shown where the last ones were; after the end the button leads nowhere."""
    trainer = await channel.opens("teams=2 dice=same")
    for name in ("ben", "cleo", "dora", "emil"):
        await channel.presses_join(name, trainer)
    await trainer.order(said("start"))
    for room, names in (("test:thread-1", ("ben", "dora")), ("test:thread-2", ("cleo", "emil"))):
        for name in names:
            await channel.say(name, "end sure", room=room)
    await channel.wait(0)
    assert [told(channel, f"test:thread-{team}", "The last team is done") for team in (1, 2)] == [1, 1]
    assert not await trainer.order(said("talk"))
    assert [(await channel.live(f"test:thread-{team}")).standing.game.key for team in (1, 2)] == ["retro"] * 2
    for room, names in (("test:thread-1", ("ben", "dora")), ("test:thread-2", ("cleo", "emil"))):
        for name in names:
            await channel.say(name, "end sure", room=room)
    assert not await trainer.order(said("again"))
    assert [(await channel.live(f"test:thread-{team}")).standing.table.phase for team in (1, 2)] == ["lobby"] * 2
    assert len(channel.chat.threads) == 2
    await trainer.order(said("end"))
    assert "The trainer has closed the table" in channel.chat.texts("test:thread-1")[-1]
    assert spelled((await channel.say("fay", f"join {trainer.opened.entrance}"))[0]) == str(texts.ENDED)


@pytest.mark.parametrize(("forbidden", "outages", "told_so"), [(True, 0, 1), (False, 2, 0), (False, 3, 1)])
async def test_no_threads(channel: Channel, forbidden: bool, outages: int, told_so: int) -> None:  # noqa: FBT001
    """After an outage they come later; where there can be none people are told, and the pages are there."""
    channel.chat.forbidden, channel.chat.outages = forbidden, outages
    trainer = await channel.opens("teams=2")
    for _ in range(4):
        await channel.wait(30)
    assert told(channel, ROOM, str(texts.NO_THREADS)) == told_so
    assert len(channel.chat.threads) == (0 if told_so else 2)
    assert str(texts.THREAD_COMES) not in spelled(await channel.presses_join("ben", trainer))
    assert (await trainer.comes("dora")).seated


async def test_only_pages(channel: Channel) -> None:
    """`rooms=web`: no button and no threads. Where there can be none, asking for them is refused."""
    trainer = await channel.opens("teams=2 rooms=web")
    assert channel.chat.threads == []
    assert [reply.lines for room, reply in channel.chat.posts if room == ROOM] == [()]
    (refusal,) = await channel.say("anna", "workshop new sprint rooms=threads", room="test:direct")
    assert spelled(refusal) == str(texts.NO_THREADS_HERE)
    (other,) = await channel.say("cleo", f"join {trainer.opened.entrance}", room=ROOM)
    assert (spelled(other), other.links) == (texts.your_team("Team 1"), ())  # the table came to them
    (other,) = await channel.say("dora", f"join {trainer.opened.entrance}", room=ROOM)
    assert str(texts.NO_ROOM_HERE) in spelled(other)


async def test_people_elsewhere_get_the_table_to_themselves(channel: Channel) -> None:
    """In a direct message, say: nobody is sent to a room of somebody else's, and the team still has its thread."""
    await channel.say("anna", "workshop new sprint teams=1")
    entrance = channel.chat.posts[-1][1].lines[0].value
    for name in ("ben", "cleo"):
        (way,) = await channel.say(name, entrance, room=f"test:direct-{name}")
        assert (spelled(way), way.links) == (texts.your_team("Team 1"), ())
        assert name in channel.chat.texts(f"test:direct-{name}")[-1]
    await channel.wait(1)
    assert channel.chat.threads == [(ROOM, "Team 1")]
    (way,) = await channel.say("dora", entrance)
    assert way.links[0].room == "test:thread-1"


async def test_a_process_stops_between_two_threads(channel: Channel, sqlite_store: Store) -> None:
    """The next one opens what is missing, and nothing twice."""
    for _ in range(2):  # delivered twice
        (answer,) = await channel.say("anna", "workshop new sprint teams=3", delivery="d")
    assert spelled(answer) == str(texts.OPENED_ALREADY)
    channel.clock.advance(1)
    await channel.service.fire_due_timers()
    assert len(channel.chat.threads) == 1
    await channel.service.close()
    other = channel.another_process(sqlite_store)
    for _ in range(4):
        await other.wait(61)
    assert [name for _, name in channel.chat.threads] == ["Team 1", "Team 2", "Team 3"]
    await other.service.close()


async def test_days_are_no_news_for_the_channel(channel: Channel) -> None:
    """Thirty teams would flood it: a milestone, which platforms show there, is only how the game ends."""
    trainer = await channel.opens("teams=1 rooms=web")
    for name in ("ben", "cleo"):
        await channel.presses_join(name, trainer)
    await trainer.order(said("start"))
    while "day_ended" not in await channel.kinds():
        await channel.step()
    assert not any(reply.milestone for _, reply in channel.chat.posts)
    await channel.play_to_the_end()
    assert [reply.milestone for _, reply in channel.chat.posts if reply.milestone] == [True]


async def test_the_desk_does_not_wait_for_slow_threads(channel: Channel, monkeypatch: pytest.MonkeyPatch) -> None:
    """An order is done when it is stored; its news comes when the platform takes it, once and in order."""
    trainer = await channel.opens("teams=1")
    await channel.presses_join("ben", trainer)
    monkeypatch.setattr("bot.features.workshop.team_tables.PATIENCE", 0.01)
    accepted = asyncio.Event()

    async def wait() -> None:
        await accepted.wait()

    channel.chat.before_post = wait
    posts = len(channel.chat.posts)
    await trainer.order(said("tell", text="First"))
    await trainer.order(said("tell", text="Second"))
    assert len(channel.chat.posts) == posts
    accepted.set()
    await channel.chat.until(posts + 2)
    first, second = channel.chat.texts("test:thread-1")[-2:]
    assert ("First" in first, "Second" in first, "First" in second, "Second" in second) == (True, False, False, True)
