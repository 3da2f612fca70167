"""Whole games in a Discord channel."""

import pytest

from games import GAMES
from tests.adapters.discord.harness import DiscordHarness


@pytest.mark.parametrize("game", GAMES)
async def test_a_whole_game_with_buttons(harness: DiscordHarness, game: str) -> None:
    """The game can be played with public and private buttons; at the end only the last message has one."""
    people = await harness.begin("anna", "ben", game=game)
    await harness.play(people)
    await harness.peer.until(lambda: not any(message.components for message in harness.channel.shown[:-1]))
    assert harness.channel.last.labels == ["Go again"]


async def test_a_whole_game_with_slash_commands(harness: DiscordHarness) -> None:
    """The game can be played without buttons, with the registered commands."""
    anna, ben = harness.user("anna"), harness.user("ben")
    await anna.command("new", game="sprint", options="hours=100")
    await ben.command("join")
    await anna.command("start")
    await harness.play([anna, ben], typed=True)
    interaction = await ben.command("verify")
    assert "Everything checks out" in harness.channel.last.content
    assert interaction.original is harness.channel.last


async def test_one_message_per_move(harness: DiscordHarness) -> None:
    """A move gets one message that pings only the next player; the previous one loses its buttons."""
    people = await harness.begin()
    for _ in range(4):
        before = harness.channel.last
        name, _ = await harness.suggested()
        count = len(harness.channel.shown)
        sequence = (await harness.standing()).sequence
        interaction = await harness.step(people)
        await harness.moved(sequence)
        assert len(harness.channel.shown) == count + 1
        assert interaction.original is harness.channel.last
        assert not interaction.private
        await harness.peer.until(lambda before=before: not before.components)  # type: ignore[misc]
        turn, _ = await harness.suggested()
        assert harness.channel.last.pinged == [next(one.number for one in people if one.name == turn)], name


async def test_a_table_with_automatic_players(harness: DiscordHarness) -> None:
    """Automatic players move in the message of the person before them and are never pinged."""
    anna = harness.user("anna")
    await anna.command("new", game="sprint")
    await anna.command("bot")
    await anna.press(harness.channel.last, "Start")
    await harness.play([anna])
    assert {number for message in harness.channel.shown for number in message.pinged} == {anna.number}


async def test_board_reposts_the_board(harness: DiscordHarness) -> None:
    """`board` posts the board with its buttons again; the older message loses them."""
    anna, ben = await harness.begin()
    before = harness.channel.last
    interaction = await ben.command("board")
    assert interaction.original is harness.channel.last
    assert harness.channel.last.board == before.board != ""
    await harness.peer.until(lambda: not before.components)
    await anna.press(harness.channel.last, "Roll the dice")
    assert "rolls" in harness.channel.last.content


async def test_the_next_game_in_the_same_room(harness: DiscordHarness) -> None:
    """The button after a game opens a new table."""
    anna, ben = await harness.begin()
    await anna.command("end")
    await ben.press(harness.channel.last, "Go again")
    assert "A table is open: The Scrum Game" in harness.channel.last.content
