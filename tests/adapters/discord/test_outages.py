"""When something is late, twice, refused or away, the table goes on, and the room is caught up."""

import asyncio
import logging
from collections.abc import Callable

import pytest
from aiohttp import web

from bot.ports import Store
from games.graphics.drawing import Drawing
from tests.adapters.discord.house import House
from tests.peers.discord import DiscordPeer, Fault
from tests.peers.discord_people import COMMAND, Visitor
from tests.peers.discord_state import Asked, Refusal

ROLL = {"id": "1", "name": "scrum", "type": 1, "options": [{"type": 1, "name": "roll", "options": []}]}


async def whose_turn(house: House, people: list[Visitor]) -> Visitor:
    name, _ = await house.suggested()
    return next(person for person in people if person.name == name)


def once(fits: Callable[[web.Request], bool], refusal: Refusal) -> Fault:
    left = [refusal]
    return lambda request: left.pop() if left and fits(request) else None


def is_callback(request: web.Request) -> bool:
    return request.path.endswith("/callback")


async def test_delivered_twice(house: House) -> None:
    """It counts once: nothing happens, nothing is posted, nobody is told."""
    person = await whose_turn(house, await house.begin())
    asked = await person.command("roll")
    sequence, shown = (await house.standing()).sequence, len(house.channel.shown)
    await person.deliver(asked)
    callbacks = [route for _, route in house.peer.requests if route.endswith("/callback")]
    await house.peer.until(lambda: len([r for _, r in house.peer.requests if r.endswith("/callback")]) > len(callbacks))
    assert ((await house.standing()).sequence, len(house.channel.shown)) == (sequence, shown)
    assert not asked.private


async def test_delivered_twice_at_once(house: House) -> None:
    """The same while the first is still on its way."""
    person = await whose_turn(house, await house.begin())
    shown = len(house.channel.shown)
    asked = await person.send(COMMAND, ROLL)
    await person.deliver(asked)
    await house.peer.until(lambda: asked.settled)
    other = await person.command("help")  # what came before it has been read by now
    assert other.private
    assert len(house.channel.shown) == shown + 1


async def test_rate_limited(house: House) -> None:
    """Discord says when to try again, and that is when the answer comes."""
    person = await whose_turn(house, await house.begin())
    extra = {"retry_after": 0.05, "global": False}
    house.peer.faults.append(once(is_callback, Refusal(429, 0, "You are being rate limited.", {}, extra)))
    asked = await person.command("roll")
    assert asked.original is house.channel.last
    assert "rolls" in house.channel.last.content


async def test_a_dropped_line(house: House) -> None:
    """What is asked while the line is dead comes with RESUME, once, and is answered."""
    person = await whose_turn(house, await house.begin())
    house.peer.gateway.drop()
    asked = await person.send(COMMAND, ROLL)
    await house.peer.until(lambda: asked.settled)
    assert len(house.peer.gateway.resumed) == 1
    assert len(house.peer.gateway.identified) == 1
    assert "rolls" in house.channel.last.content


async def test_too_late(house: House) -> None:
    """After three seconds Discord does not know the interaction any more: the room gets the move as a message."""
    person = await whose_turn(house, await house.begin())
    shown, sequence = len(house.channel.shown), (await house.standing()).sequence
    asked = await person.send(COMMAND, ROLL, late=True)
    await house.moved(sequence)
    assert not asked.answer
    assert len(house.channel.shown) == shown + 1
    assert house.channel.last.answers is None
    assert "rolls" in house.channel.last.content


async def test_a_picture_that_takes_long(peer: DiscordPeer, store: Store) -> None:
    """The person is answered meanwhile, unseen by others; the room then gets a message of its own, which calls."""
    ready = asyncio.Event()
    ready.set()

    async def slow(drawing: Drawing) -> bytes | None:
        await ready.wait()
        return None

    async with House(peer, store, picture=slow).open() as house:
        person = await whose_turn(house, await house.begin())
        ready.clear()
        asked = await person.send(COMMAND, ROLL)
        await peer.until(lambda: asked.answer == 5)
        assert asked.loading
        ready.set()
        await peer.until(lambda: asked.settled)
        assert asked.original is None
        assert house.channel.last.pinged
        assert house.channel.last.answers is None


async def test_no_permission_for_a_while(house: House, caplog: pytest.LogCaptureFixture) -> None:
    """The table goes on, the log is told once, and the room is caught up when the bot may write again."""
    anna, ben = await house.begin()
    house.channel.denied = True
    shown = len(house.channel.shown)

    def away(request: web.Request) -> Refusal | None:
        return Refusal(404, 10062, "Unknown interaction") if is_callback(request) and house.channel.denied else None

    house.peer.faults.append(away)
    for _ in range(2):
        sequence = (await house.standing()).sequence
        person = await whose_turn(house, [anna, ben])
        await person.send(COMMAND, ROLL)
        await house.stored(sequence)
    told = [
        record for record in caplog.records if record.name == "bot.live.rooms" and record.levelno == logging.WARNING
    ]
    house.channel.denied = False
    await house.peer.until(lambda: len(house.channel.shown) > shown)
    assert len(house.channel.shown) == shown + 1
    assert house.channel.last.content.count("rolls") >= 2
    assert len(told) <= 1


async def test_a_deleted_channel(house: House, caplog: pytest.LogCaptureFixture) -> None:
    """Nothing is posted there, other tables go on, and Discord is not asked again and again."""
    anna, ben = await house.begin()
    del house.peer.channels[house.channel.id]
    house.peer.faults.append(
        lambda request: Refusal(404, 10062, "Unknown interaction") if is_callback(request) else None
    )
    table = (await house.store.find_tables())[0].id
    sequence = len(await house.store.events(table))
    await (await whose_turn(house, [anna, ben])).send(COMMAND, ROLL)
    await house.peer.until(lambda: ("POST", "/channels/{channel_id}/messages") in house.peer.requests)
    house.peer.faults.clear()
    elsewhere = house.peer.channel()
    await anna.at(elsewhere).command("new", game="sprint")
    assert "is open" in elsewhere.last.content
    assert len(await house.store.events(table)) > sequence
    assert await house.store.room(f"discord:{house.channel.id}") is None
    assert await house.store.rooms_behind() == ()
    assert sum(request == ("POST", "/channels/{channel_id}/messages") for request in house.peer.requests) == 1


async def test_discord_is_away_at_the_start(peer: DiscordPeer, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is tried again until Discord is there."""
    monkeypatch.setattr("adapters.discord.adapter.AGAIN", (0.01,))
    peer.faults.append(once(lambda request: request.path.endswith("/users/@me"), Refusal(403, 0, "Maintenance")))
    async with House(peer, store).open() as house:
        await house.visitor("anna").command("new", game="sprint")
        assert "is open" in house.channel.last.content


async def test_news_from_before_the_restart(peer: DiscordPeer, store: Store) -> None:
    """A room that missed something while the program was down is caught up as soon as Discord is there."""
    async with House(peer, store).open() as house:
        people = await house.begin()
        shown, sequence = len(house.channel.shown), (await house.standing()).sequence
        house.channel.denied = True
        person = await whose_turn(house, people)
        asked: Asked = await person.send(COMMAND, ROLL, late=True)
        await house.stored(sequence)
        assert not asked.answer
    house.channel.denied = False
    assert len(house.channel.shown) == shown
    async with House(peer, store).open() as house:
        await peer.until(lambda: len(house.channel.shown) == shown + 1)
        assert "rolls" in house.channel.last.content


async def test_whether_it_is_connected_is_known(house: House) -> None:
    """For `/readyz`: connected while it runs, not after it has ended."""
    while await house.adapter.trouble():  # noqa: ASYNC110  the library has no event that would tell
        await asyncio.sleep(0.01)
    unconnected = House(house.peer, house.store)
    assert await unconnected.adapter.trouble() == "Discord is not connected."
