"""Whole games in a Discord channel."""

import pytest

from games import GAMES
from games.sprint.model import Reflecting
from tests.adapters.discord.harness import DiscordHarness


@pytest.mark.parametrize("game", [game for game in GAMES if game != "retro"])  # a meeting has tests of its own
async def test_a_whole_game_with_buttons(harness: DiscordHarness, game: str) -> None:
    """The game can be played with public and private buttons; at the end only the last message has any."""
    people = await harness.begin("anna", "ben", game=game)
    await harness.play(people)
    await harness.peer.until(lambda: not any(message.labels for message in harness.channel.shown[:-1]))
    looking_back = [str(each.afterwards) for each in GAMES[game].commands if each.afterwards]
    finished = (await harness.standing()).finished
    after = ["Film", *looking_back] if finished else []
    proof = ["Fair dice"] if GAMES[game].proof.luck else []
    assert harness.channel.last.labels == [*proof, "Play again", "Talk about it", *after]


async def test_a_whole_release(harness: DiscordHarness) -> None:
    """Forecasts and improvements are voted for with buttons of one row, none of them behind another."""
    people = await harness.begin("anna", "ben", options="sprints=3")
    assert harness.channel.last.labels == ["100 hours", "150 hours", "200 hours", "Add time"]
    await harness.play(people, until=lambda standing: isinstance(standing.state.phase, Reflecting))
    improvements = ["Room to learn", "From obstacle to topic", "Stricter “Done”", "A toolbox for all"]
    assert harness.channel.last.labels == [*improvements, "Add time"]
    await harness.play(people)
    assert "The release is " in harness.channel.last.content


async def test_a_whole_game_with_slash_commands(harness: DiscordHarness) -> None:
    """The game can be played without buttons, with the registered commands."""
    anna, ben = harness.user("anna"), harness.user("ben")
    await anna.command("new", game="sprint", options="hours=100")
    await ben.command("join")
    await anna.command("start")
    await harness.play([anna, ben], typed=True)
    (proof,) = (await ben.command("verify")).private
    assert "Everything checks out" in proof.content


async def test_one_message_a_turn(harness: DiscordHarness) -> None:
    """A turn gets one message, edited until the next one; that pings its player, and the one before shrinks."""
    people = await harness.begin()
    turns = 0
    while turns < 4:
        before, count = harness.channel.last, len(harness.channel.shown)
        name, sequence = (await harness.suggested())[0], (await harness.standing()).sequence
        await harness.step(people)
        await harness.moved(sequence)
        if harness.channel.last is before:  # the same turn
            assert len(harness.channel.shown) == count
            assert before.board
            continue
        turns += 1
        assert len(harness.channel.shown) == count + 1
        await harness.peer.until(lambda before=before: not before.labels)  # type: ignore[misc]
        assert not before.board
        assert before.content
        called, _ = await harness.suggested()
        number = next(one.number for one in people if one.name == called)
        assert harness.channel.last.pinged == ([number] if called != name else [])


async def test_a_table_with_automatic_players(harness: DiscordHarness) -> None:
    """Automatic players move in the message of the person before them and are never pinged."""
    anna = harness.user("anna")
    await anna.command("new", game="sprint")
    await anna.command("bot")
    await harness.start(anna)
    await harness.play([anna])
    pinged = {number for message in harness.channel.shown for number in message.pinged}
    assert pinged <= {anna.number}  # she moved last, unless it took a moment


async def test_the_board_again(harness: DiscordHarness) -> None:
    """While the message with the board is in sight, only the person who asked gets it; nobody is pinged."""
    _, ben = await harness.begin()
    before = [*harness.channel.shown]
    interaction = await ben.command("board")
    assert harness.channel.shown == before
    (shown,) = interaction.private
    assert shown.board == harness.channel.last.board


async def test_a_board_far_up_is_posted_again(harness: DiscordHarness) -> None:
    """With its buttons; the older message keeps its story."""
    anna, ben = await harness.begin()
    await harness.moved(0)
    before = harness.channel.last
    board, story = before.board, before.content.partition("\n\n")[0]
    live = await harness.service.tables.in_room(f"discord:{harness.channel.id}")
    assert live is not None
    live.rooms[f"discord:{harness.channel.id}"].posted = 0.0  # ten minutes ago
    interaction = await ben.command("board")
    again = harness.channel.last
    assert interaction.original is again is not before
    assert (again.board, again.heading, again.pinged) == (board, "The Scrum Game", [])
    await harness.peer.until(lambda: not before.labels)
    assert (before.content, before.board) == (story, "")
    await anna.press(again, "Roll the dice")
    await harness.peer.until(lambda: again.id not in harness.channel.messages or "rolls" in again.content)
    assert "rolls" in harness.channel.last.content


async def test_the_next_game_in_the_same_room(harness: DiscordHarness) -> None:
    """The button after a game opens a new table."""
    anna, ben = await harness.begin()
    await anna.end()
    await ben.press(harness.channel.last, "Play again")
    await harness.peer.until(lambda: "A table is open: The Scrum Game" in harness.channel.last.content)
