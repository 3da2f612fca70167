"""Whole games in a Discord channel."""

import pytest

from games import GAMES
from tests.adapters.discord.house import House


@pytest.mark.parametrize("game", GAMES)
async def test_a_whole_game_with_buttons(house: House, game: str) -> None:
    """Whatever is offered is pressed, in public or on one's own hand; at the end only the last message has a button."""
    people = await house.begin("anna", "ben", game=game)
    await house.play(people)
    await house.peer.until(lambda: not any(message.components for message in house.channel.shown[:-1]))
    assert house.channel.last.labels == ["Go again"]


async def test_a_whole_game_with_slash_commands(house: House) -> None:
    """The same without a button: every move typed, in the words that Discord has been told of."""
    anna, ben = house.visitor("anna"), house.visitor("ben")
    await anna.command("new", game="sprint", options="hours=100")
    await ben.command("join")
    await anna.command("start")
    await house.play([anna, ben], typed=True)
    asked = await ben.command("verify")
    assert "Everything checks out" in house.channel.last.content
    assert asked.original is house.channel.last


async def test_one_message_a_move(house: House) -> None:
    """A move is answered with one message that calls the next player and nobody else; the one before is bare then."""
    people = await house.begin()
    for _ in range(4):
        before = house.channel.last
        name, _ = await house.suggested()
        count = len(house.channel.shown)
        sequence = (await house.standing()).sequence
        asked = await house.step(people)
        await house.moved(sequence)
        assert len(house.channel.shown) == count + 1
        assert asked.original is house.channel.last
        assert not asked.private
        await house.peer.until(lambda before=before: not before.components)  # type: ignore[misc]
        turn, _ = await house.suggested()
        assert house.channel.last.pinged == [next(one.number for one in people if one.name == turn)], name


async def test_a_table_with_automatic_players(house: House) -> None:
    """They move in the message of the person whom they follow, and are never called."""
    anna = house.visitor("anna")
    await anna.command("new", game="sprint")
    await anna.command("bot")
    await anna.press(house.channel.last, "Start")
    await house.play([anna])
    assert {number for message in house.channel.shown for number in message.pinged} == {anna.number}


async def test_the_board_comes_down_again(house: House) -> None:
    """`board` shows it at the bottom, with the buttons; the message that had them loses them."""
    anna, ben = await house.begin()
    before = house.channel.last
    asked = await ben.command("board")
    assert asked.original is house.channel.last
    assert house.channel.last.board == before.board != ""
    await house.peer.until(lambda: not before.components)
    await anna.press(house.channel.last, "Roll the dice")
    assert "rolls" in house.channel.last.content


async def test_the_next_game_in_the_same_room(house: House) -> None:
    """Its button opens a new table."""
    anna, ben = await house.begin()
    await anna.command("end")
    await ben.press(house.channel.last, "Go again")
    assert "A table is open: The Scrum Game" in house.channel.last.content
