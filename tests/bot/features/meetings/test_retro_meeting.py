"""A retrospective through the service: late joiners, own notes, hidden notes, the way there from a game."""

import pytest

from bot.features.fairness.export import export, read
from bot.features.fairness.verify import verify
from bot.kernel.feature import ENTRIES
from bot.kernel.messages import Pressed, Request
from bot.kernel.table.pace import HOUR
from games import GAMES
from games.contract import natures
from tests.bot.harness import ROOM, Bench, person, spelled
from tests.bot.retro_harness import FIVE, NOTES, close_it, done, everyone, gather_round, offered, phase, write_notes

THREE = FIVE[:3]


# --- joining late --------------------------------------------------------------------------------------------------


async def test_somebody_joins_a_running_retrospective(bench: Bench) -> None:
    """They write, vote and are waited for. It is stored once, and the finished game verifies."""
    await gather_round(bench, THREE)
    await bench.say("dora", "join")
    standing = await bench.standing()
    assert len(standing.table.seats) == standing.state.seats == 4
    assert (await bench.kinds())[-2:] == ["table.seat_taken", "arrived"]
    await write_notes(bench, (*THREE, "dora"))
    await done(bench, "anna", "next sure")
    await close_it(bench, (*THREE, "dora"))
    live = await bench.live()
    assert verify(export(live.id, live.seed, live.standing, await bench.events())).wrong is None
    again = await bench.another_process().standing()
    assert again.state == live.standing.state


async def test_a_late_request_that_comes_twice_seats_one(bench: Bench) -> None:
    """Exactly once, like any other."""
    await gather_round(bench, THREE)
    for _ in range(2):
        await bench.say("dora", "join", delivery="one and the same")
    assert len((await bench.standing()).table.seats) == 4
    (told,) = await bench.say("dora", "join")
    assert "here already" in spelled(told)


async def test_somebody_comes_after_the_dots(bench: Bench) -> None:
    """They talk and agree with the others; once it is over, nobody comes."""
    await gather_round(bench, THREE)
    await write_notes(bench, THREE)
    await everyone(bench, ("anna",), "next sure")
    await done(bench, "anna", "next sure")
    await done(bench, "ben", "vote 1")
    await done(bench, "anna", "next sure")
    await done(bench, "dora", "join")
    await done(bench, "dora", "action dora mend the build")
    while await phase(bench) != "over":
        await done(bench, "anna", "next sure")
    assert (await bench.standing()).state.actions[0].owner == 3
    await bench.say("emil", "join")
    assert len((await bench.standing()).table.seats) == 4


async def test_nothing_is_taken_back_for_everybody(bench: Bench) -> None:
    """A meeting has better ways: notes can be changed, and whoever facilitates can go back."""
    await bench.seat(*THREE, game="retro")
    await bench.say("anna", "start")
    await done(bench, "ben", "say sunny")
    assert "there’s no undo" in await bench.refusal("ben", "undo")
    assert "undo" not in {act.command for act in (await bench.live()).reply(seat=1, private=True).acts}


# --- own notes -----------------------------------------------------------------------------------------------------


async def test_a_writer_presses_the_buttons_of_their_own_note(bench: Bench) -> None:
    """They came in private, say nothing about the person, and work long after other things have happened."""
    await gather_round(bench, THREE)
    (told,) = await done(bench, "ben", "note stop three meetings")
    await done(bench, "cleo", "note start something else")
    change, withdraw = told.acts[:2]
    assert change.asks is not None
    assert len(withdraw.button) <= 100
    await bench.service.handle(Request("press 1", ROOM, person("ben"), Pressed(change.button, "four meetings")))
    assert {note.text for note in (await bench.standing()).state.notes} == {"four meetings", "something else"}
    await bench.press("ben", withdraw)
    assert [note.text for note in (await bench.standing()).state.notes] == ["something else"]
    assert {row.seat for row in await bench.events() if row.kind in natures(GAMES["retro"]).hidden} == {None}


@pytest.mark.parametrize("button", ["=", "=nonsense", "=end", "=withdraw a b c", "=withdraw", "=change bbbbbb"])
async def test_a_forged_button_does_nothing(bench: Bench, button: str) -> None:
    """It carries a command of the game, or none; whoever presses it could have typed that."""
    await gather_round(bench, THREE)
    before = (await bench.standing()).sequence
    live = await bench.live()
    pressed = Pressed(f"{live.id}:1:{button}", "mine now")
    await bench.service.handle(Request("press 1", ROOM, person("ben"), pressed))
    assert (await bench.standing()).sequence == before


async def test_nothing_stored_says_whose_note_was_changed(bench: Bench) -> None:
    """After the reveal neither codes nor texts are left where they were written; before it, no seat."""
    await gather_round(bench, THREE)
    (told,) = await done(bench, "ben", "note stop three meetings")
    code = told.acts[1].command.split()[1]
    await done(bench, "ben", f"change {code} four meetings")
    (other,) = await done(bench, "cleo", "note stop nothing at all")
    await done(bench, "cleo", other.acts[1].command)
    await done(bench, "anna", "next sure")
    stored = [row for row in await bench.events() if row.kind.startswith("note_")]
    assert [row.kind for row in stored] == ["note_written", "note_changed", "note_written", "note_withdrawn"]
    for row in stored:
        assert row.seat is None
        assert not [word for word in (code, "three", "four", "nothing") if word in row.payload]


# --- hidden notes --------------------------------------------------------------------------------------------------


async def test_a_hidden_note_is_gone_from_everything(bench: Bench) -> None:
    """Board, log, database, every export; the chain of hashes holds, and the writer reads why, like everybody."""
    await gather_round(bench)
    await write_notes(bench)
    await done(bench, "anna", "next sure")
    text = NOTES[1][1]
    number = next(at for at, note in enumerate((await bench.standing()).state.board, start=1) if note.text == text)
    (told,) = await bench.say("ben", f"hide {number}")
    assert "anna facilitates" in spelled(told)
    await done(bench, "anna", f"hide {number} tone")
    assert "its tone could hurt somebody" in spelled(bench.chat.last)
    (told,) = await bench.say("anna", f"hide {number} tone")
    assert "already hidden" in spelled(told)
    await close_it(bench)
    assert not [row for row in await bench.events() if text in row.payload]
    for form in ("json", "csv", "markdown"):
        await bench.say("ben", f"export {form}")
        ((_, file),) = bench.chat.last.files
        assert text not in file
        assert NOTES[0][1] in file
        if form == "json":
            assert verify(read(file)).wrong is None
    page = await bench.another_process().service.page(ROOM, None)
    assert page is not None
    assert text not in repr(page)


async def test_an_export_with_a_changed_place_of_a_note_is_noticed(bench: Bench) -> None:
    """The texts can be erased; how many notes there are, and in which columns, can't be changed."""
    await gather_round(bench)
    await write_notes(bench)
    await done(bench, "anna", "next sure")
    await close_it(bench)
    await bench.say("ben", "export json")
    ((_, file),) = bench.chat.last.files
    game = read(file)
    (row,) = [row for row in game.events if row.payload and row.payload["kind"] == "notes_shown"]
    assert row.payload is not None
    row.payload["notes"][0]["column"] = 2
    assert verify(game).wrong == row.sequence


# --- everybody leaves, two facilitators ----------------------------------------------------------------------------


async def test_two_facilitators_at_once(bench: Bench) -> None:
    """The one who handed over can't move on any more; nothing is lost."""
    await gather_round(bench, THREE)
    await done(bench, "ben", "note stop meetings")
    await done(bench, "anna", "lead ben")
    (told,) = await bench.say("anna", "next sure")
    assert "ben facilitates" in spelled(told)
    await done(bench, "ben", "next sure")
    assert await phase(bench) != "reflect"


async def test_everybody_leaves_and_comes_back(bench: Bench) -> None:
    """The notes are still there."""
    await gather_round(bench, THREE)
    await done(bench, "ben", "note stop meetings")
    for name in THREE:
        await bench.say(name, "leave")
    await done(bench, "anna", "join")
    notes = (await bench.standing()).state.notes
    assert "meetings" in {note.text for note in notes}


# --- the way there -------------------------------------------------------------------------------------------------


async def test_after_a_game_people_talk_about_it(bench: Bench) -> None:
    """One button: a retrospective with the people who played, whoever pressed it first, and the game’s questions."""
    await bench.seat("anna", "ben", game="rugby")
    await bench.say("anna", "start")
    await bench.say("anna", "end sure")
    await bench.press("ben", offered(bench.chat.last, "Talk about it"))
    live = await bench.live()
    assert live.standing.game.key == "retro"
    assert live.names == ("ben", "anna")
    assert offered(bench.chat.last, "Start the retrospective").role == "lead"
    await bench.press("ben", offered(bench.chat.last, "Start the retrospective"))
    words = spelled(bench.chat.last).lower()
    assert not [word for word in ("fingerprint", "seed", "hash", "pin ") if word in words]
    (told,) = await bench.say("ben", "talk")
    assert "already has a table" in spelled(told)


async def test_a_retrospective_offers_no_retrospective(bench: Bench) -> None:
    """Nothing has been played that it would be about."""
    await gather_round(bench, THREE)
    await bench.say("anna", "end sure")
    assert "Talk about it" not in [choice.label for choice in bench.chat.last.acts]
    (told,) = await bench.say("ben", "talk")
    assert "No game has just ended" in spelled(told)


async def test_formats_are_found_by_a_word(bench: Bench) -> None:
    """By purpose, title or column, without a table; a word that fits nothing gets a sentence."""
    (told,) = await bench.say("anna", "formats conflict")
    assert "`/scrum new retro format=clear-the-air`" in told.text
    (told,) = await bench.say("anna", "formats future risky")
    assert "pre-mortem" in told.text
    (told,) = await bench.say("anna", "formats xyzzy")
    assert "No format" in told.text
    (told,) = await bench.say("anna", "formats")
    assert "more: add a word" in told.text
    assert told.private
    assert "formats" in ENTRIES


# --- over days -----------------------------------------------------------------------------------------------------


async def test_a_retrospective_over_days(bench: Bench) -> None:
    """Nobody has to be there at the same time: clocks wait in working hours, and only who isn't ready is reminded."""
    await bench.seat(*THREE, game="retro")
    await bench.say("anna", "pace async 24h 9-17")
    await bench.say("anna", "start")
    await everyone(bench, THREE, "say sunny")
    await done(bench, "anna", "note start ask for help")
    await done(bench, "anna", "done")
    await bench.wait(HOUR)
    assert await phase(bench) == "reflect", "five minutes have long passed"
    for _ in range(48):
        await bench.wait(HOUR)
    assert "table.reminded" in await bench.kinds()
    reminder = next(reply for _, reply in reversed(bench.chat.posts) if reply.pings)
    assert sorted(each.id for each in reminder.pings) == ["test:ben", "test:cleo"]
    for name in THREE[1:]:
        await done(bench, name, "note stop long meetings")
        await done(bench, name, "done")
        await bench.wait(5 * HOUR)
    assert await phase(bench) == "group"


# --- ended early ---------------------------------------------------------------------------------------------------


async def test_a_meeting_that_is_ended_early_keeps_what_there_is(bench: Bench) -> None:
    """After one question, the summary goes as far as the meeting got; its text and its file can be had, owners are
    called, and the owners of earlier actions are named."""
    await gather_round(bench, THREE)
    await write_notes(bench, THREE)
    await done(bench, "anna", "next")
    await close_it(bench, THREE)
    bench.clock.advance(HOUR)
    await bench.seat(*THREE, game="retro")
    await bench.say("anna", "start")
    await done(bench, "anna", "next sure")
    await done(bench, "anna", "next sure")
    await write_notes(bench, THREE)
    await done(bench, "anna", "next sure")
    await done(bench, "anna", "next sure")
    await done(bench, "ben", "vote 1")
    await done(bench, "anna", "next sure")
    await done(bench, "ben", "action cleo bake a cake")
    asked = await bench.refusal("anna", "end")
    assert "This ends the retrospective for everybody. What is on the board goes into a summary" in asked
    await bench.say("anna", "end sure")
    words = spelled(bench.chat.last)
    assert ": 1 action\n1. cleo Bake a cake\nWhat we talked about\n- " in words
    assert words.count("\n- ") == len(NOTES)
    assert "\nNot talked about\n- " in words
    assert "mend the build (ben)" in words
    assert "Ended early. 3 people · 6 notes" in words
    assert [each.id for each in bench.chat.last.pings] == ["test:cleo"]
    assert len(bench.chat.last.files) == 1
    assert [act.label for act in bench.chat.last.acts] == ["Plan the next one", "Copy as text", "Our actions"]
    (copied,) = await bench.say("ben", "copy")
    assert spelled(copied) == words
    (told,) = await bench.another_process().say("ben", "copy")
    assert spelled(told) == words


async def test_a_meeting_that_is_ended_after_it_went_back(bench: Bench) -> None:
    """What was discussed before is in the summary and in the file; notes that nobody saw aren't counted. The room is
    told, as at any end that has a summary."""
    await gather_round(bench, THREE)
    await write_notes(bench, THREE)
    await done(bench, "anna", "next sure")
    await done(bench, "anna", "next sure")
    await done(bench, "ben", "vote 1")
    await done(bench, "anna", "next sure")
    await done(bench, "ben", "insight we ask too late")
    for _ in range(3):
        await done(bench, "anna", "back")
    assert await phase(bench) == "reflect"
    await done(bench, "cleo", "note start what nobody will see")
    await bench.say("anna", "end sure")
    words, (_, file) = spelled(bench.chat.last), bench.chat.last.files[0]
    assert words.count(": we ask too late\nNot talked about\n- ") == 1
    assert f"{len(NOTES)} notes" in words
    assert "1. " in file
    assert "Insight: we ask too late" in file
    assert "nobody will see" not in words + file
    assert bench.chat.last.milestone


async def test_the_question_whether_to_end_holds_in_its_phase(bench: Bench) -> None:
    """Others may go on meanwhile; in the next phase, the old button ends nothing."""
    await gather_round(bench, THREE)
    await write_notes(bench, THREE)
    (question,) = await bench.say("anna", "end")
    await done(bench, "anna", "next sure")
    (later,) = await bench.say("anna", "end")
    assert "moved on since I asked" in spelled(*await bench.press("anna", question.acts[0]))
    assert (await bench.standing()).playing
    await done(bench, "ben", "group 1 with 2")
    await bench.press("anna", later.acts[0])
    assert not (await bench.standing()).playing


async def test_whoever_has_checked_in_is_done_when_the_meeting_goes_back(bench: Bench) -> None:
    """Nobody waits for them, and the board counts them."""
    await gather_round(bench, THREE)
    await done(bench, "anna", "back")
    standing = await bench.standing()
    assert standing.state.ready == (0, 1, 2)
    assert standing.game.awaits(standing.state) == (0,)
    assert "Everybody’s done." in spelled(bench.chat.last)


async def test_a_meeting_of_which_nothing_came_has_no_summary(bench: Bench) -> None:
    """Notes that nobody saw are deleted with it."""
    await gather_round(bench, THREE)
    await write_notes(bench, THREE)
    await bench.say("anna", "end sure")
    assert "The host has ended this retrospective." in spelled(bench.chat.last)
    assert [act.label for act in bench.chat.last.acts] == ["Meet again"]
    assert "There’s no summary here" in await bench.refusal("anna", "copy")


# --- notes before they are written ---------------------------------------------------------------------------------


@pytest.mark.parametrize("options", ["", "anonymous=no"])
async def test_a_note_during_the_check_in_is_in_this_meeting(bench: Bench, options: str) -> None:
    """In its column and without a name, because notes may still become anonymous; its writer can change it at once.
    Without a column, it is with what was saved."""
    await bench.seat(*THREE, game="retro", options=options)
    await bench.say("anna", "start")
    (told,) = await bench.say("ben", "note stop long meetings")
    assert "Your note is in, without a name." in spelled(told)
    edit = next(act for act in told.acts if act.label == "Edit")
    await bench.service.handle(Request("press 1", ROOM, person("ben"), Pressed(edit.button, "longer meetings")))
    await bench.say("cleo", "note the build is slow")
    await bench.say("anna", "next sure")
    notes = (await bench.standing()).state.notes
    assert {(note.column, note.text, note.by) for note in notes} == {
        (1, "longer meetings", None),
        (2, "the build is slow", None),
    }


async def test_a_note_before_the_start_and_after_the_reveal(bench: Bench) -> None:
    """The answer says in which meeting it will be; the button and its form are called the same."""
    await bench.seat(*THREE, game="retro")
    (told,) = await bench.say("ben", "note the build is slow")
    assert "on the board once this retrospective starts" in spelled(told)
    early = offered(bench.chat.last, "Write a note already")
    assert early.form == early.label
    form = await bench.service.form(person("ben"), (await bench.live()).id, early.opens)
    assert form is not None
    assert form.title == early.label
    await bench.say("anna", "start")
    while await phase(bench) != "discuss":
        await done(bench, "anna", "next sure")
    (told,) = await bench.say("ben", "note stop long meetings")
    assert "on the board of your next retrospective" in spelled(told)


async def test_a_column_alone_is_no_note(bench: Bench) -> None:
    """What is missing is asked for, in the form."""
    await gather_round(bench, THREE)
    (told,) = await bench.say("ben", "note stop")
    assert "Something’s missing: `/scrum note <column> <text>`." in spelled(told)
    assert {act.label for act in told.acts} == {act.label for act in told.acts if act.opens == "note"} != set()
    assert not (await bench.standing()).state.notes


async def test_words_for_a_stranger(bench: Bench) -> None:
    """Whoever leaves the owner out reads the form; a setting, a name and an automatic person are said as they are."""
    await bench.seat("anna", game="retro", options='columns="Keep,Try next"')
    await bench.say("anna", "bot")
    assert "nobody called “Nobody”" in await bench.refusal("anna", "bot off Nobody")
    await bench.say("anna", "name Anna B.")
    (told,) = await bench.say("anna", "status")
    assert "columns: Keep, Try next" in spelled(told)
    assert spelled(told).endswith("Host: Anna B.")
    await bench.say("anna", "start")
    assert "Automatic people can only be removed before the start." in await bench.refusal("anna", "bot off")
    await bench.say("anna", "note keep cake")
    while await phase(bench) != "discuss":
        await done(bench, "anna", "next sure")
    told_form = await bench.refusal("anna", "action fix the docs")
    assert told_form.endswith("It’s typed like this: `/scrum action <owner> <what>`.")
