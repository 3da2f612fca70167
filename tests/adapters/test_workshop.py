"""A workshop in a channel, through the real clients: threads for teams, seats by a button, a desk that is private."""

import asyncio
import json
import logging
import re
from collections.abc import AsyncIterator

import pytest

from bot.features.workshop.model import Workshops
from bot.kernel.messages import Called, Person
from bot.kernel.store import Store
from bot.kernel.table.texts import NOW_PAUSED
from tests.adapters.harness import TwoPlatforms
from tests.adapters.slack.harness import SlackUser, labels
from tests.adapters.slack.harness import texts as words
from tests.adapters.test_two_platforms import discord, slack  # noqa: F401  fixtures
from tests.bot.features.workshop.test_threads import Pages
from tests.bot.harness import new_id
from tests.bot.workshop_harness import at_desk, said
from tests.peers.discord import DiscordPeer
from tests.peers.discord_state import Channel, Message, Refusal, nested
from tests.peers.discord_user import DiscordUser
from tests.peers.slack import Posted, SlackPeer

ENTRANCE, DESK = "https://example.org/workshop/", "https://example.org/desk/"


class Workshop:
    """What the tests do at a desk."""

    def __init__(self, both: TwoPlatforms, entrance: str, desk: str) -> None:
        self.both = both
        self.entrance = entrance.removeprefix(ENTRANCE)
        self.key = desk.removeprefix(DESK)

    async def order(self, order: Called) -> None:
        assert await at_desk(self.both.service, self.key, order) == ()

    async def comes_by_the_page(self, name: str) -> int:
        person = Person(f"web:{name}", name)
        return (await self.both.service.feature(Workshops).take_place(self.entrance, person, None, new_id())).team

    async def seats(self) -> list[list[str]]:
        desk = await self.both.service.feature(Workshops).desk(self.key)
        assert desk is not None
        return [[chair.name for chair in card.page.chairs] for card in desk.teams]


@pytest.fixture(autouse=True)
def _cards_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("adapters.discord.outgoing.threads.CARD_SECONDS", 0.0)


@pytest.fixture
async def both(
    discord: DiscordPeer,  # noqa: F811
    slack: SlackPeer,  # noqa: F811
    sqlite_store: Store,
) -> AsyncIterator[TwoPlatforms]:
    async with TwoPlatforms(discord, slack, sqlite_store, web=Pages()).open() as both:
        yield both


async def tick(both: TwoPlatforms) -> None:
    """Let the next thread be opened."""
    both.clock.advance(1)
    both.service.schedule.wake()
    await asyncio.sleep(0.01)


def urls(message: Message) -> list[str]:
    return [part["url"] for part in nested(message.components) if part.get("style") == 5]


async def test_on_discord(both: TwoPlatforms, caplog: pytest.LogCaptureFixture) -> None:
    """Threads appear, people sit down in two teams with somebody from the page, and see what the desk does."""
    caplog.set_level(logging.DEBUG)
    asked = await both.anna.command("workshop", what="new", game="sprint", settings="teams=2")
    (invitation,) = both.channel.shown
    await both.discord.until(lambda: bool(asked.private))
    workshop = Workshop(both, urls(invitation)[0], urls(asked.private[0])[0])
    while len(both.discord.channels) < 3:
        await tick(both)
    first, second = (channel for channel in both.discord.channels.values() if channel is not both.channel)
    assert [first.name, second.name] == ["Team 1", "Team 2"]
    await both.discord.until(lambda: bool(second.messages))
    ben, cleo = (DiscordUser(both.discord, number, name, both.channel) for number, name in ((2, "ben"), (3, "cleo")))
    for person, thread in ((ben, first), (cleo, second)):
        joined = await person.press(invitation, "Join")
        await both.discord.until(lambda joined=joined: bool(joined.private))  # type: ignore[misc]
        assert f"<#{thread.id}>" in joined.private_text
        await person.deliver(joined)  # again
        await both.discord.until(lambda person=person, thread=thread: person.number in thread.members)  # type: ignore[misc]
    assert await workshop.comes_by_the_page("dora") == 0
    assert await workshop.seats() == [["ben", "dora"], ["cleo"]]
    told = await cleo.at(first).press(first.last, "Join")
    await both.discord.until(lambda: bool(told.private))
    assert "Team 2" in told.private_text
    await workshop.order(said("start"))
    await both.discord.until(lambda: "Roll the dice" in first.last.labels)
    pinged = [number for message in first.messages.values() for number in message.pinged]
    await workshop.order(said("tell", text="Look at your *board*!"))
    await workshop.order(said("clock", minutes=10))
    assert r"The trainer to all teams: Look at your \*board\*" in "".join(message.content for message in second.shown)
    assert f"<t:{round(both.clock.now()) + 600}:R>" in second.last.content
    await workshop.order(said("pause"))
    assert str(NOW_PAUSED) in first.last.content
    assert first.last.labels == []
    assert [number for message in first.messages.values() for number in message.pinged] == pinged
    await workshop.order(said("continue"))
    assert "Roll the dice" in first.last.labels
    _assert_nobody_sees(workshop.key, [both.channel, first, second], caplog)


def _assert_nobody_sees(key: str, channels: list[Channel], caplog: pytest.LogCaptureFixture) -> None:
    public = [message.json for channel in channels for message in channel.messages.values()]
    assert key not in json.dumps(public)
    assert not any(key in record.getMessage() for record in caplog.records)


async def test_without_permission_on_discord(both: TwoPlatforms) -> None:
    """The channel says so once, no empty message is left behind, and the link is still there."""
    both.discord.faults.append(
        lambda request: Refusal(403, 50013, "Missing Permissions") if request.path.endswith("/threads") else None
    )
    await both.anna.command("workshop", what="new", game="sprint", settings="teams=2")
    await tick(both)
    await both.discord.until(lambda: len(both.channel.shown) == 2 and "can’t open threads" in both.channel.last.content)
    assert urls(both.channel.shown[0])[0].startswith(ENTRANCE)


async def test_on_slack(both: TwoPlatforms, caplog: pytest.LogCaptureFixture) -> None:
    """The same below lines in a channel; somebody on Discord joins by the code, and both sit at one table."""
    caplog.set_level(logging.DEBUG)
    await both.zoe.types("workshop new sprint teams=2")
    (invitation,) = both.slack.messages
    entrance, desk = (_links(blocks)[0] for blocks in (invitation.blocks, both.zoe.private_replies()[0]["blocks"]))
    workshop = Workshop(both, entrance, desk)
    while len(both.slack.in_sight("C1")) < 3:
        await tick(both)
        await both.harness.settle()
    first, second = both.slack.in_sight("C1")[1:]
    await both.slack.until(lambda: "Join" in labels(second.blocks), "the last card")
    ben, cleo = (SlackUser(both.harness, name) for name in ("ben", "cleo"))
    for person, card in ((ben, first), (cleo, second)):
        await person.presses("Join", invitation)
        await person.again()
        assert f"thread_ts={card.ts}" in _links(person.private_replies()[-1]["blocks"])[0]
    await cleo.presses("Join", first)
    assert "You’re in Team 2." in words(cleo.private_replies()[-1]["blocks"])
    joined = await both.anna.command("join", code=workshop.entrance)
    await both.discord.until(lambda: bool(joined.private))
    assert "Team 1" in joined.private_text
    assert await workshop.seats() == [["ben", "anna"], ["cleo"]]
    await workshop.order(said("start"))
    await both.harness.settle()
    assert "Roll the dice" in labels(_turn(both, first).blocks)
    assert "Roll the dice" in both.channel.last.labels
    await workshop.order(said("tell", text="Look at your *board*!"))
    await workshop.order(said("pause"))
    await both.harness.settle()
    assert str(NOW_PAUSED) in words(_turn(both, second).blocks)
    assert labels(_turn(both, second).blocks) == []
    assert "Look at your *board*!" in words([one.blocks for one in both.slack.messages if one.thread == second.ts])
    assert workshop.key not in repr(both.slack.messages)
    _assert_nobody_sees(workshop.key, [both.channel], caplog)


def _turn(both: TwoPlatforms, card: Posted) -> Posted:
    return [one for one in both.slack.messages if one.thread == card.ts][-1]


def _links(blocks: object) -> list[str]:
    return re.findall(r"'url': '([^']+)'", repr(blocks))
