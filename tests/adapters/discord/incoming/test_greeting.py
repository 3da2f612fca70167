"""The greeting of a server that has just added the bot."""

import asyncio
from datetime import UTC, datetime, timedelta

import pytest

from bot.kernel.store import Store
from tests.adapters.discord.harness import DiscordHarness
from tests.peers.discord import COMMAND_ID, DiscordPeer
from tests.peers.discord_state import EVERYTHING, Message, guild

SEND_MESSAGES, ATTACH_FILES = 1 << 11, 1 << 15


def just_now(minutes: int = 0) -> str:
    return (datetime.now(UTC) - timedelta(minutes=minutes)).isoformat()


async def greeted(harness: DiscordHarness, joined: str, granted: int = EVERYTHING) -> list[Message]:
    """What the channel shows after a server was announced; the help is answered after it."""
    await harness.peer.gateway.dispatch("GUILD_CREATE", guild([harness.channel], joined, granted))
    await harness.user("anna", harness.peer.channel()).command("help")
    while harness.adapter._tasks:
        await asyncio.wait(harness.adapter._tasks)
    return harness.channel.shown


async def test_the_greeting(harness: DiscordHarness) -> None:
    """It names the first step and has a button for each game; nothing is missing, so nothing is asked for."""
    while await harness.adapter.trouble():  # noqa: ASYNC110  the library has no event for it
        await asyncio.sleep(0.01)
    await greeted(harness, just_now())
    await harness.peer.until(lambda: bool(harness.channel.shown))
    (message,) = harness.channel.shown
    assert f"</scrum new:{COMMAND_ID}>" in message.content
    assert "permissions" not in message.content
    assert not message.pinged
    await harness.user("ben").press(message, "Scrum Rugby")
    assert "A table is open: Scrum Rugby" in harness.channel.last.content


async def test_four_presses_to_the_first_roll(harness: DiscordHarness) -> None:
    """From the greeting: the game, Join, Start, Roll the dice; nothing is typed."""
    while await harness.adapter.trouble():  # noqa: ASYNC110  the library has no event for it
        await asyncio.sleep(0.01)
    await greeted(harness, just_now())
    await harness.peer.until(lambda: bool(harness.channel.shown))
    anna, ben = harness.user("anna"), harness.user("ben")
    presses = ((anna, "The Scrum Game"), (ben, "Join"), (anna, "Start"), (anna, "Roll the dice"))
    for person, label in presses:
        await harness.peer.until(lambda label=label: label in harness.channel.last.labels)  # type: ignore[misc]
        await person.press(harness.channel.last, label)
    await harness.peer.until(lambda: "**anna** rolls" in "".join(each.content for each in harness.channel.shown))


async def test_the_greeting_names_missing_permissions(harness: DiscordHarness) -> None:
    """Before the first picture fails."""
    while await harness.adapter.trouble():  # noqa: ASYNC110  the library has no event for it
        await asyncio.sleep(0.01)
    await greeted(harness, just_now(), EVERYTHING & ~ATTACH_FILES)
    await harness.peer.until(lambda: bool(harness.channel.shown))
    assert "Attach Files, to" in harness.channel.last.content
    assert "Send Messages, to" not in harness.channel.last.content


@pytest.mark.parametrize(
    ("joined", "granted"),
    [(just_now(60), EVERYTHING), (just_now(), EVERYTHING & ~SEND_MESSAGES)],
    ids=["announced again", "may not write"],
)
async def test_no_greeting(harness: DiscordHarness, joined: str, granted: int) -> None:
    """Not for a server that is only announced again, and not where the bot may not write."""
    while await harness.adapter.trouble():  # noqa: ASYNC110  the library has no event for it
        await asyncio.sleep(0.01)
    assert not await greeted(harness, joined, granted)


async def test_no_greeting_after_a_restart(peer: DiscordPeer, store: Store) -> None:
    """Servers that are announced when the bot connects have been greeted."""
    channel = peer.channel()
    peer.gateway.guilds = [guild([channel], just_now())]
    async with DiscordHarness(peer, store).open() as harness:
        await harness.user("anna", peer.channel()).command("help")
        assert not channel.shown
