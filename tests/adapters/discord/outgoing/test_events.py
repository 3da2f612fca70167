"""Scheduled events for recurring retrospectives."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from bot.kernel.ports import PlannedMeeting
from bot.kernel.store import Store
from tests.adapters.discord.harness import DiscordHarness
from tests.peers.discord import ACTIVE, CANCELED, SCHEDULED, DiscordPeer
from tests.peers.discord_state import GUILD, JSON, Refusal, guild

EVENTS = "/guilds/{guild_id}/scheduled-events"
MANAGE_EVENTS, CREATE_EVENTS = 1 << 33, 1 << 44
MEETING = PlannedMeeting("Retrospective", "It opens by itself.", 4_000_000_000.0, 4_000_003_600.0)
LATER = PlannedMeeting("Retrospective", "It opens by itself.", 4_001_209_600.0, 4_001_213_200.0)


@pytest.fixture
async def harness(peer: DiscordPeer, store: Store) -> AsyncIterator[DiscordHarness]:
    async with DiscordHarness(peer, store).open() as harness:
        yield harness


async def show(harness: DiscordHarness, meeting: PlannedMeeting | None) -> None:
    await harness.adapter.show_plan(f"discord:{harness.channel.id}", meeting)


def upcoming(peer: DiscordPeer) -> list[JSON]:
    return [each for each in peer.events.values() if each["status"] == SCHEDULED]


def changes(peer: DiscordPeer) -> int:
    return sum(method != "GET" and template.startswith(EVENTS) for method, template in peer.requests)


async def test_a_plan_is_one_event(harness: DiscordHarness, peer: DiscordPeer) -> None:
    """Created, left alone when it is shown again, moved, and cancelled."""
    for _ in range(2):
        await show(harness, MEETING)
    (event,) = upcoming(peer)
    assert (event["name"], event["scheduled_start_time"]) == ("Retrospective", "2096-10-02T07:06:40+00:00")
    assert event["entity_metadata"] == {"location": f"https://discord.com/channels/{GUILD}/{harness.channel.id}"}
    assert changes(peer) == 1
    await show(harness, LATER)
    assert upcoming(peer) == [event]
    assert event["scheduled_start_time"] == "2096-10-16T07:06:40+00:00"
    await show(harness, None)
    assert event["status"] == CANCELED
    await show(harness, None)
    assert changes(peer) == 3


async def test_another_process_finds_it(peer: DiscordPeer, store: Store) -> None:
    """Nothing is stored about it, so a restart or a second process changes the same one."""
    for meeting in (MEETING, LATER, LATER):
        async with DiscordHarness(peer, store).open() as harness:
            await show(harness, meeting)
    assert len(peer.events) == 1


async def test_two_at_the_same_moment(harness: DiscordHarness, peer: DiscordPeer) -> None:
    """Whatever they left behind, the next one leaves one event."""
    await asyncio.gather(show(harness, MEETING), show(harness, MEETING))
    await show(harness, MEETING)
    assert len(upcoming(peer)) == 1


async def test_others_are_left_alone(harness: DiscordHarness, peer: DiscordPeer) -> None:
    """Those of people, of other channels, and one that has begun."""
    await show(harness, MEETING)
    (mine,) = upcoming(peer)
    others = {
        "1": {**mine, "id": "1", "creator_id": "101"},
        "2": {**mine, "id": "2", "entity_metadata": {"location": "the kitchen"}},
        "3": {**mine, "id": "3", "status": ACTIVE},
    }
    peer.events.update({number: dict(each) for number, each in others.items()})
    await show(harness, LATER)
    await show(harness, None)
    assert {number: peer.events[number] for number in others} == others
    assert mine["status"] == CANCELED


@pytest.mark.parametrize("granted", [MANAGE_EVENTS, CREATE_EVENTS, 0])
async def test_without_permission(harness: DiscordHarness, peer: DiscordPeer, granted: int) -> None:
    """Either permission will do; without both, Discord isn't even asked."""
    await peer.gateway.dispatch("GUILD_CREATE", guild([harness.channel], "2020-01-01T00:00:00+00:00", granted))
    client = harness.adapter._client
    assert client is not None
    while client.get_channel(harness.channel.id) is None:  # noqa: ASYNC110  nothing tells that it is known now
        await asyncio.sleep(0.01)
    await show(harness, MEETING)
    assert len(upcoming(peer)) == bool(granted)
    assert bool(granted) == any(template == EVENTS for _, template in peer.requests)


async def test_a_refusal_fails_nothing(harness: DiscordHarness, peer: DiscordPeer) -> None:
    """Discord knows better than we do what the bot may do: the retrospective is planned nevertheless."""
    peer.faults.append(
        lambda request: Refusal(403, 50013, "Missing Permissions") if "scheduled" in request.path else None
    )
    planned = await harness.user("anna").command("every", when="2 weeks on Friday 15:00")
    await peer.until(lambda: any(template == EVENTS for _, template in peer.requests))
    assert planned.answer
    assert "A retrospective opens here every 2 weeks on Friday at 15:00" in harness.channel.last.content
    room = f"discord:{harness.channel.id}"
    while len(await harness.store.jobs_in(room)) > 1:  # noqa: ASYNC110  it isn't tried again
        await asyncio.sleep(0.01)


async def test_a_plan_becomes_an_event(harness: DiscordHarness, peer: DiscordPeer) -> None:
    """From the command to the server’s list of events, and away again."""
    anna = harness.user("anna")
    await anna.command("every", when="2 weeks on Friday 15:00")
    await peer.until(lambda: bool(upcoming(peer)))
    (event,) = upcoming(peer)
    first = event["scheduled_start_time"]
    await anna.command("skip")
    await peer.until(lambda: event["scheduled_start_time"] != first)
    await anna.command("every", when="off")
    await peer.until(lambda: not upcoming(peer))
    assert len(peer.events) == 1
