"""A newcomer learns a game alone: privately, with automatic players, wherever they are."""

import pytest

from bot.kernel.messages import Reply
from bot.kernel.table import texts as notices
from games import GAMES
from tests.bot.harness import ROOM, Bench, spelled


async def first_choice(bench: Bench, reply: Reply) -> list[Reply]:
    """Press a button of the game itself."""
    own = {command.name for command in GAMES[bench_game(reply)].commands}
    choice = next(each for each in reply.acts if each.command.split()[0] in own and each.asks is None)
    return await bench.press("nora", choice)


def bench_game(reply: Reply) -> str:
    commands = {choice.command.split()[0] for choice in reply.acts}
    return max(GAMES, key=lambda key: len(commands & {command.name for command in GAMES[key].commands}))


@pytest.mark.parametrize("game", ["sprint", "scrumkin", "rugby"])
async def test_a_few_turns_of_each_game(bench: Bench, game: str) -> None:
    """It starts with what the game is about, and each press is answered with what happened and what to do next."""
    replies = await bench.say("nora", f"tutorial {game}")
    assert all(reply.private for reply in replies)
    told = spelled(replies[-1])
    for lesson in GAMES[game].lessons:
        if not lesson.after:
            assert lesson.text in told
    assert "Fingerprint" not in told  # a newcomer reads only what matters
    assert "takes a seat" not in told
    assert replies[-1].drawing is not None
    for _ in range(4):
        replies = await first_choice(bench, replies[-1])
        assert replies
        assert all(reply.private for reply in replies)
    assert bench.chat.posts == []  # nothing was posted to the room


async def test_the_room_keeps_its_own_table(bench: Bench) -> None:
    """Commands typed in the channel are for the channel's table; the tutorial's buttons are for the tutorial."""
    await bench.begin("nora", "ben")
    before = (await bench.standing()).sequence
    replies = await bench.say("nora", "tutorial rugby")
    await first_choice(bench, replies[-1])
    assert (await bench.standing()).sequence == before
    assert await bench.say("nora", "roll") == []
    assert (await bench.standing()).sequence > before


async def test_a_tutorial_continues_where_it_was(bench: Bench) -> None:
    """Also after a restart; choosing another game ends it."""
    await bench.say("nora", "tutorial sprint")
    again = bench.another_process()
    assert "roll" in spelled((await again.say("nora", "tutorial"))[-1]).lower()
    assert GAMES["rugby"].lessons[0].text in spelled((await again.say("nora", "tutorial rugby"))[-1])


async def test_nobody_else_can_press_its_buttons(bench: Bench) -> None:
    """It is one person's table."""
    replies = await bench.say("nora", "tutorial sprint")
    refused = await bench.press("ben", replies[-1].acts[0])
    assert spelled(refused[0]) == notices.UNKNOWN_BUTTON
    assert await bench.store.room(ROOM) is None
