"""The lobby of a meeting: people say that they are here, write a note already, and one of them starts."""

import re

from tests.bot.harness import THREE, Bench, spelled
from tests.bot.kernel.meeting.test_course import room


def offered(bench: Bench) -> list[tuple[str, str, str]]:
    return [(act.label, act.command.split()[0], act.role) for act in bench.chat.last.acts]


async def test_people_are_here_and_whoever_facilitates_starts(bench: Bench) -> None:
    """Nobody else is offered to, and typing it says who does; automatic players are only for those who ask."""
    await bench.seat(*THREE, game="huddle")
    assert offered(bench) == [
        ("I’m here", "join", "main"),
        ("Write a note already", "save", "usual"),
        ("Start the huddle", "start", "lead"),
        ("Settings", "options", "lead"),
    ]
    live = await bench.live()
    theirs = [{act.command.split()[0] for act in live.reply(seat=seat, private=True).acts} for seat in (0, 1)]
    assert theirs == [{"save", "start", "options"}, {"save"}]
    assert "anna facilitates and starts us off" in await bench.refusal("ben", "start")
    await bench.say("anna", "bot")
    assert live.names[3].endswith(" (rehearsal)")
    await bench.say("anna", "start")
    assert (await bench.standing()).playing


async def test_no_word_of_a_game(bench: Bench) -> None:
    """Whatever people do at the wrong moment, they read about a meeting."""
    await bench.seat(*THREE, game="huddle")
    told = [await bench.refusal("ben", line) for line in ("join", "clock +1", "cover anna", "nudge", "note")]
    await bench.say("anna", "start")
    told += [
        await bench.refusal("ben", line) for line in ("start", "bot", "options x=1", "undo", "cover anna", "end now")
    ]
    await bench.say("ben", "leave")
    told += [spelled(bench.chat.last), await bench.refusal("ben", "note"), await bench.refusal("ben", "leave")]
    await bench.say("anna", "end sure")
    told += [spelled(bench.chat.last), await bench.refusal("cleo", "note"), await bench.refusal("cleo", "join")]
    wrong = re.compile(r"\b(table|game|player|move|turn)s?\b", re.IGNORECASE)
    assert [text for text in told if wrong.search(text)] == []


async def test_somebody_else_takes_over_before_it_starts(bench: Bench) -> None:
    """Whoever leads has the first seat, because that is who the meeting asks."""
    await bench.seat(*THREE, game="huddle")
    await bench.say("cleo", "host me")
    assert "cleo facilitates now." in spelled(bench.chat.last)
    live = await bench.live()
    assert live.names == ("cleo", "ben", "anna")
    assert "cleo facilitates" in await bench.refusal("anna", "start")
    await bench.say("cleo", "start")
    assert (await bench.standing()).playing


async def test_a_note_is_written_before_anybody_is_here(bench: Bench) -> None:
    """Without a seat, and without a word in the room."""
    await bench.say("anna", "new huddle")
    posts = len(room(bench))
    (note,) = [act for act in bench.chat.last.acts if act.command.startswith("save")]
    (told,) = await bench.press("zoe", note, "the build is slow")
    assert "Saved without a name" in spelled(told)
    assert len(room(bench)) == posts
    assert (await bench.live()).names == ("anna",)
