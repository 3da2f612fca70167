"""A newcomer learns a game alone: privately, with automatic players, wherever they are."""

import re

import pytest

from bot.kernel.live.rooms import is_private
from bot.kernel.messages import Reply, Request, Typed
from bot.kernel.store import Store
from bot.kernel.table import refusals
from bot.kernel.table import texts as notices
from games import GAMES
from games.rulebook import lessons_for
from tests.bot.features.lessons import learn
from tests.bot.harness import ROOM, Bench, FlakyStore, new_id, person, spelled


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
    opening = next(lesson for lesson in lessons_for(GAMES[game].lessons, {}) if not lesson.after)
    assert str(opening.text).partition(".")[0] in told
    assert "{" not in told
    assert "Fingerprint" not in told  # a newcomer reads only what matters
    assert "takes a seat" not in told
    assert replies[-1].drawing is not None
    for _ in range(4):
        replies = await first_choice(bench, replies[-1])
        assert replies
        assert all(reply.private for reply in replies)
    assert bench.chat.posts == []  # nothing was posted to the room


async def test_the_room_keeps_its_own_table(bench: Bench) -> None:
    """Commands of those who play in the channel are for its table, and they are told so once; the tutorial's buttons
    are for the tutorial."""
    await bench.begin("nora", "ben")
    before = (await bench.standing()).sequence
    replies = await bench.say("nora", "tutorial sprint")
    replies = await first_choice(bench, replies[-1])
    assert (await bench.standing()).sequence == before
    assert [spelled(reply) for reply in await bench.say("nora", "roll")] == [
        "This went to this room’s table. Your tutorial of The Scrum Game is still open: `/scrum tutorial` shows it."
    ]
    assert (await bench.standing()).sequence > before
    await bench.say("ben", "roll")
    assert await bench.say("nora", "roll") == []
    await first_choice(bench, replies[-1])
    assert "This went to" in spelled((await bench.say("nora", "forecast"))[-1])


# --- typed commands --------------------------------------------------------------------------------------------------


async def lesson_length(bench: Bench) -> int:
    """The number of events at nora's lesson."""
    (table,) = [record.id for record in await bench.store.find_tables() if "nora" in await players(bench, record.id)]
    return len(await bench.store.events(table))


async def players(bench: Bench, table: str) -> list[str]:
    live = await bench.service.tables.find_current(table)
    return list(live.names) if live and is_private(live) else []


@pytest.mark.parametrize("game", GAMES)
async def test_everything_that_a_lesson_names_works(bench: Bench, game: str) -> None:
    """In a room without a table, every command that comes up can be typed, and every button is there."""
    learned = await learn(bench, game)
    assert learned.refused == []
    assert learned.unseen == set()
    named = {
        line.split()[0] for lesson in GAMES[game].lessons for line in re.findall(r"`/scrum ([^`]+)`", str(lesson.text))
    }
    assert named - learned.named <= {"new", "bot", "rules"}  # at the end of a game
    assert bench.chat.posts == []


async def test_commands_after_a_lesson(bench: Bench) -> None:
    """What the last lesson of rugby says works as well: the rules, a table, and a strong opponent."""
    await bench.say("nora", "tutorial rugby")
    await bench.say("nora", "resign sure")
    last = next(lesson.text for lesson in GAMES["rugby"].lessons if lesson.after == "finished")
    for line in re.findall(r"`/scrum ([^`]+)`", str(last)):
        response = await bench.service.handle(Request(new_id(), ROOM, person("nora"), Typed(line)))
        assert response.outcome in {"done", "answered"}, line


async def test_a_command_goes_to_the_lesson_in_any_process(bench: Bench) -> None:
    """Also after a restart, and once if its answer is lost and it is delivered again to another process."""
    await bench.say("nora", "tutorial sprint")
    other = bench.another_process()
    told = await other.say("nora", "roll", delivery="lost")
    assert "nora rolls" in spelled(told[-1])
    length = await lesson_length(bench)
    assert "nora rolls" not in spelled((await bench.say("nora", "roll", delivery="lost"))[-1])
    assert await lesson_length(bench) == length
    assert bench.chat.posts == []


@pytest.mark.parametrize("line", ["move c4-c5", "rugby move c4-c5", "/scrum move c4-c5"])
async def test_the_rooms_game_has_no_such_command(bench: Bench, line: str) -> None:
    """A command of the lesson's game goes there, also from somebody who plays another game in the room."""
    await bench.begin("nora", "ben")
    before = (await bench.standing()).sequence
    await bench.say("nora", "tutorial rugby")
    told = spelled((await bench.say("nora", line))[-1])
    assert told.startswith("This went to your tutorial of Scrum Rugby, not to this room’s table.\n\nnora (Blue) moves")
    assert (await bench.standing()).sequence == before


@pytest.mark.parametrize("started", [False, True])
async def test_at_a_table_of_others(bench: Bench, started: bool) -> None:  # noqa: FBT001  a parameter of the test
    """Whoever has no seat there, or can't play there yet, plays their lesson; an hour later the room comes first."""
    await bench.seat("anna", "ben")
    if started:
        await bench.say("anna", "start")
    await bench.say("nora", "tutorial sprint")
    posts = len(bench.chat.posts)
    assert "your tutorial of The Scrum Game" in spelled((await bench.say("nora", "roll"))[-1])
    assert len(bench.chat.posts) == posts
    assert "At the table: anna and ben." in spelled((await bench.say("nora", "status"))[-1])
    bench.clock.advance(3601)
    length = await lesson_length(bench)
    assert "tutorial" not in spelled((await bench.say("nora", "roll"))[-1])
    assert "tutorial" not in spelled((await bench.another_process().say("nora", "roll"))[-1])
    assert await lesson_length(bench) == length


async def test_questions_in_a_room_without_a_table(bench: Bench) -> None:
    """Help, rules and the board are those of the lesson; a lesson that is over is left alone."""
    await bench.say("nora", "tutorial rugby")
    assert "start with a single step" in spelled((await bench.say("nora", "help"))[-1])
    assert "Scrum Rugby" in spelled((await bench.say("nora", "rules"))[-1])
    assert (await bench.say("nora", "board"))[-1].drawing is not None
    await bench.say("nora", "resign sure")
    assert spelled((await bench.say("nora", "move c4-c5"))[-1]) == str(refusals.NO_TABLE)
    assert spelled((await bench.say("ben", "roll"))[-1]) == str(refusals.NO_TABLE)


async def test_nobody_else_is_looked_up(sqlite_store: Store) -> None:
    """For people without a lesson, the store is asked only where a command is refused."""
    store = FlakyStore(sqlite_store)
    bench = Bench(store)
    await bench.begin("anna", "ben")
    store.cut = frozenset({"tables_of"})
    for line in ("help", "rules", "board", "status", "log", "forecast", "roll"):
        response = await bench.service.handle(Request(new_id(), ROOM, person("anna"), Typed(line)))
        assert response.outcome in {"done", "answered"}, line
    for line in ("help", "rules"):
        assert await bench.say("cleo", line, room="test:empty")
    await bench.service.close()


async def test_what_is_completed_is_the_lessons(bench: Bench) -> None:
    """Somebody who learns rugby is offered its moves, wherever they type."""
    await bench.say("nora", "tutorial rugby")
    found = await bench.service.complete_argument(ROOM, person("nora"), "move", "turn", {"turn": "c4"})
    assert "c4-c5" in [each.value for each in found]
    assert await bench.service.complete_argument(ROOM, person("ben"), "move", "turn", {"turn": "c4"}) == []


async def test_a_piece_first(bench: Bench) -> None:
    """Rugby offers seven pieces instead of more than fifty steps; pressing one shows where it can go."""
    replies = await bench.say("nora", "tutorial rugby")
    pieces = [act for act in replies[-1].acts if act.command.startswith("piece ")]
    assert len(pieces) == 7
    assert not any(act.command.startswith("move ") for act in replies[-1].acts)
    shown = (await bench.press("nora", next(act for act in pieces if act.label == "c4")))[-1]
    assert all(act.command.startswith("move c4") for act in shown.acts)
    assert "moves c4 to" in spelled((await first_choice(bench, shown))[-1])


# --- continuing ------------------------------------------------------------------------------------------------------


async def test_a_tutorial_continues_where_it_was(bench: Bench) -> None:
    """Also after a restart; choosing another game ends it."""
    await bench.say("nora", "tutorial sprint")
    again = bench.another_process()
    assert "roll" in spelled((await again.say("nora", "tutorial"))[-1]).lower()
    assert str(GAMES["rugby"].lessons[0].text) in spelled((await again.say("nora", "tutorial rugby"))[-1])


async def test_nobody_else_can_press_its_buttons(bench: Bench) -> None:
    """It is one person's table."""
    replies = await bench.say("nora", "tutorial sprint")
    refused = await bench.press("ben", replies[-1].acts[0])
    assert spelled(refused[0]) == str(notices.UNKNOWN_BUTTON)
    assert await bench.store.room(ROOM) is None
