"""A thread for a table, and its live card in the channel."""

from collections.abc import AsyncIterator

import pytest

from bot.kernel.store import Store
from tests.adapters.discord.harness import DiscordHarness
from tests.peers.discord import DiscordPeer
from tests.peers.discord_state import FORUM, THREAD, Channel, Message, Refusal


@pytest.fixture
async def threaded(peer: DiscordPeer, store: Store) -> AsyncIterator[DiscordHarness]:
    async with DiscordHarness(peer, store, threads=True).open() as harness:
        yield harness


async def test_a_new_table_gets_a_thread(threaded: DiscordHarness) -> None:
    """The game is in the thread, and a second table gets another thread."""
    anna = threaded.user("anna")
    for _ in range(2):
        await anna.command("new", game="sprint")
        await threaded.peer.until(lambda: threaded.channel.last.id in threaded.peer.channels)
        thread = threaded.peer.channels[threaded.channel.last.id]
        assert thread.type == 11
        await threaded.peer.until(lambda thread=thread: bool(thread.messages))  # type: ignore[misc]
        assert "is open" in thread.last.content
        await anna.at(thread).command("board")
        assert "**anna** (host)" in thread.last.content.replace("\\", "")


async def open_in_thread(harness: DiscordHarness, game: str = "sprint", **more: str) -> tuple[Channel, Message]:
    """The thread of a new table and its card, once people can join there."""
    await harness.user("anna").command("new", game=game, **more)
    card = harness.channel.last
    await harness.peer.until(lambda: "Join" in card.labels)
    return harness.peer.channels[card.id], card


async def test_the_thread_is_named_after_game_and_team(threaded: DiscordHarness) -> None:
    thread, card = await open_in_thread(threaded)
    assert thread.name == "The Scrum Game · anna’s team"
    assert card.heading == "The Scrum Game"
    assert card.content == "**anna** (host)\n\nWaiting for players."


async def test_joining_from_the_card(threaded: DiscordHarness) -> None:
    """The button in the channel seats a person at the thread's table and adds them to the thread."""
    thread, card = await open_in_thread(threaded)
    ben = threaded.user("ben")
    await ben.press(card, "Join")
    await threaded.peer.until(lambda: "**ben**" in thread.last.content and "**ben**" in card.content)
    await threaded.peer.until(lambda: ben.number in thread.members)
    assert threaded.channel.shown == [card]


async def test_the_card_follows_the_game(threaded: DiscordHarness) -> None:
    """It says whose turn it is and how the game ended. The channel gets two messages: the card and the result."""
    thread, card = await open_in_thread(threaded)
    channel, threaded.channel = threaded.channel, thread
    people = [threaded.user("anna"), threaded.user("ben")]
    await people[1].press(thread.last, "Join")
    await threaded.start(people[0])
    await threaded.peer.until(lambda: "roll" in card.content)
    assert card.labels == []
    await threaded.play(people)
    await threaded.peer.until(lambda: len(channel.shown) == 2)
    assert channel.last.content.endswith(f"<#{thread.id}>")
    assert channel.last.content.removesuffix(f" <#{thread.id}>") in card.content
    assert not any(message.pinged for message in channel.shown)


async def test_the_card_says_how_a_game_without_luck_was_won(threaded: DiscordHarness) -> None:
    """It has no seed to reveal, so that its last message is nothing but the story."""
    thread, card = await open_in_thread(threaded, "rugby")
    threaded.channel = thread
    people = [threaded.user("anna"), threaded.user("ben")]
    await people[1].press(thread.last, "Join")
    await threaded.start(people[0])
    await threaded.peer.until(lambda: "Waiting" not in card.content)
    name, _ = await threaded.suggested()
    person = next(one for one in people if one.name == name)
    asked = await person.command("resign")
    await person.press(asked.private[-1], "Resign")
    await threaded.peer.until(lambda: "wins" in card.content)
    assert f"**{name}** resigns" in card.content.partition("-# ")[2]


async def test_edits_of_the_card_are_spaced(peer: DiscordPeer, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """However many moves are made, the card is edited once and then has to wait."""
    monkeypatch.setattr("adapters.discord.outgoing.threads.CARD_SECONDS", 3600.0)
    monkeypatch.setattr("adapters.discord.adapter.SHUTDOWN_TIMEOUT", 0.1)  # not for the rest of that hour
    async with DiscordHarness(peer, store, threads=True).open() as harness:
        thread, card = await open_in_thread(harness)
        harness.channel = thread
        people = [harness.user("anna"), harness.user("ben")]
        await people[1].press(thread.last, "Join")
        await harness.start(people[0])
        await harness.play(people, until=lambda standing: standing.sequence > 20)
        assert card.edits == 1


async def test_the_card_after_a_restart(peer: DiscordPeer, store: Store) -> None:
    """The next thing somebody does in the thread brings it up to date again."""
    async with DiscordHarness(peer, store, threads=True).open() as harness:
        thread, card = await open_in_thread(harness)
    async with DiscordHarness(peer, store, threads=True).open() as harness:
        await harness.user("ben", thread).press(thread.last, "Join")
        await peer.until(lambda: "**ben**" in card.content)


@pytest.mark.parametrize("usually", [True, False])
async def test_where_a_table_opens(peer: DiscordPeer, store: Store, usually: bool) -> None:  # noqa: FBT001
    """Whoever opens a table may choose the other place."""
    async with DiscordHarness(peer, store, threads=usually).open() as harness:
        await harness.user("anna").command("new", game="sprint", where="channel" if usually else "thread")
        await peer.until(lambda: len(peer.channels) == (1 if usually else 2))
        if usually:
            assert "is open" in harness.channel.last.content
        else:
            await peer.until(lambda: "Join" in harness.channel.last.labels)


async def test_a_refused_table_leaves_no_thread(threaded: DiscordHarness) -> None:
    """Invalid options are refused privately, and the thread is deleted."""
    interaction = await threaded.user("anna").command("new", game="sprint", options="hours=never")
    await threaded.peer.until(lambda: bool(interaction.private))
    assert "I haven’t opened a table" in interaction.private_text
    await threaded.peer.until(lambda: not threaded.channel.messages)
    assert list(threaded.peer.channels) == [threaded.channel.id]


async def test_without_permission_for_threads(threaded: DiscordHarness) -> None:
    """The table opens in the channel itself."""
    threaded.peer.faults.append(
        lambda request: Refusal(403, 50013, "Missing Permissions") if request.path.endswith("/threads") else None
    )
    await threaded.user("anna").command("new", game="sprint")
    await threaded.peer.until(lambda: len(threaded.channel.shown) == 2)
    assert "is open" in threaded.channel.last.content


# --- forums --------------------------------------------------------------------------------------------------------


@pytest.fixture
async def forum(peer: DiscordPeer, store: Store) -> AsyncIterator[DiscordHarness]:
    """A post in a forum, with threads for tables switched on."""
    async with DiscordHarness(peer, store, threads=True).open() as harness:
        harness.channel.type, harness.channel.parent = THREAD, peer.channel().id
        peer.channels[harness.channel.parent].type = FORUM
        yield harness


async def test_a_table_in_a_forum_post(forum: DiscordHarness) -> None:
    """The table is in the post itself; no thread is opened in it."""
    people = await forum.begin()
    await forum.step(people)
    assert "rolls" in forum.channel.last.content
    assert len(forum.peer.channels) == 2
