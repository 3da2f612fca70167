"""Between retrospectives, and during one: acts on open actions, saved notes, the summary, planning the next one."""

import pytest

from bot.features.meetings.records import Agendas, MeetingStore
from bot.kernel.messages import OF_ROOM, Act, Filled, Pressed, Reply, Request, Response, Typed
from games.text import spell
from tests.bot.features.meetings.test_actions import THREE, WEDNESDAY, agree
from tests.bot.harness import ROOM, START_TIME, Bench, new_id, person, spelled
from tests.bot.retro_harness import close_it, done, gather_round, phase, write_notes


@pytest.fixture
async def agreed(bench: Bench) -> Bench:
    """On a Wednesday, with two actions."""
    bench.clock.advance(WEDNESDAY - START_TIME)
    await agree(bench, "ben mend the build by Friday", "cleo call the plumber in two weeks")
    return bench


def act_on(reply: Reply, number: int, label: str) -> Act:
    return next(act for act in reply.acts if act.thing == f"action:{number}" and act.label == label)


def words_of(act: Act) -> str:
    return act.button.partition("=")[2]


def opening(name: str) -> Request:
    """The press that opens a form."""
    return Request(new_id(), ROOM, person(name), Pressed(""))


async def fill(bench: Bench, name: str, words: str, delivery: str = "", **fields: str) -> Response:
    """Submit a form of the room."""
    said = Filled(OF_ROOM, words, fields)
    return await bench.service.handle(Request(delivery or new_id(), ROOM, person(name), said))


async def mentioning(bench: Bench, line: str, **mentions: str) -> str:
    """The answer to a line in which the platform says who is mentioned."""
    said = Typed(line, mentions)
    return spelled((await bench.service.handle(Request(new_id(), ROOM, person("anna"), said))).replies[0])


async def saved(bench: Bench) -> set[str]:
    return {note.text for note in await bench.store.part(MeetingStore).saved_notes(ROOM)}


# --- actions -------------------------------------------------------------------------------------------------------


async def test_every_act_on_an_action(agreed: Bench) -> None:
    """Done at once; a day and a person are chosen in forms that say which action they are about. Each counts once."""
    (shown,) = await agreed.say("ben", "actions")
    give, keep = act_on(shown, 1, "Give to…"), act_on(shown, 2, "Keep until…")
    asked = await agreed.service.form(person("ben"), OF_ROOM, words_of(give), opening("ben"))
    assert asked is not None
    assert asked.note == "mend the build (ben, Fri 17 Nov)"
    (whom,) = asked.fields
    assert [label for _, label in whom.options] == ["anna", "cleo"]
    for _ in range(2):
        await fill(agreed, "ben", words_of(give), "given", owner=whom.options[0][0])
    assert [spelled(reply) for _, reply in agreed.chat.posts].count(
        "anna now takes care of action 1: mend the build"
    ) == 1
    asked = await agreed.service.form(person("ben"), OF_ROOM, words_of(keep), opening("ben"))
    assert asked is not None
    assert [(field.kind, field.text) for field in asked.fields] == [("date", "2023-11-22")]  # in a week
    response = await fill(agreed, "ben", words_of(keep), day="2023-12-04")
    assert spelled(response.replies[0]).splitlines()[1:] == [
        "1. mend the build (anna, Fri 17 Nov)",
        "2. call the plumber (cleo, Mon 4 Dec)",
    ]
    for _ in range(2):
        replies = await agreed.press("ben", act_on(shown, 1, "Done"), delivery="done")
    assert "counted it once" in spelled(replies[0])
    ((_, table),) = (await agreed.say("anna", "actions csv"))[0].files
    assert [row.split(",")[-2] for row in table.splitlines()[1:]] == ["done", "open"]


async def test_an_old_button_means_its_own_action(agreed: Bench) -> None:
    """Numbers begin again with every retrospective; the button of an old list still settles what it showed."""
    (shown,) = await agreed.say("ben", "actions")
    await agreed.press("ben", act_on(shown, 1, "Done"))
    agreed.clock.advance(1)
    await agree(agreed, "anna water the plants")
    await agreed.press("cleo", act_on(shown, 2, "Drop"))
    assert spelled(agreed.chat.last) == "Action 1 is dropped: call the plumber"
    await agreed.press("cleo", act_on(shown, 1, "Done"))
    (left,) = await agreed.say("anna", "actions")
    assert spelled(left).splitlines()[1:2] == ["2. water the plants (you)"]


async def test_actions_during_a_retrospective(agreed: Bench) -> None:
    """What was agreed on today is there too, with its owner; and last time's come with theirs, whoever forgot what."""
    agreed.clock.advance(1)
    await agreed.seat(*THREE, game="retro")
    await agreed.say("anna", "start")
    while await phase(agreed) != "actions":
        await done(agreed, "anna", "next")
    assert await _suggested(agreed) == "2023-11-22"  # in a week
    await agreed.say("anna", "retro every 2 weeks on Friday 15:00 Europe/Berlin")
    assert await _suggested(agreed) == "2023-11-16"  # the day before the next one
    await done(agreed, "anna", "action cleo buy a second build server by Friday")
    (shown,) = await agreed.say("ben", "actions")
    assert "cleo: buy a second build server, by Fri 17 Nov" in spelled(shown)
    assert "1. mend the build (you, Fri 17 Nov)" in spelled(shown)


async def _suggested(bench: Bench) -> str:
    """The day that stands in the form of an action."""
    asked = await bench.service.form(person("ben"), (await bench.live()).id, "action", opening("ben"))
    assert asked is not None
    return next(field.text for field in asked.fields if field.kind == "date")


async def test_the_agenda_of_somebody_s_rooms(agreed: Bench) -> None:
    """Their own actions apart from those of the room; the next date with a way to skip it."""
    await agreed.say("ben", "retro every 2 weeks on Friday 15:00 Europe/Berlin")
    (agenda,) = await agreed.service.feature(Agendas).agendas(person("ben"))
    assert [thing.name for thing in agenda.yours.things] == ["action:1"]
    assert [thing.name for thing in agenda.others.things] == ["action:2"]
    assert agenda.following == "Fri 17 Nov, 15:00"
    skip = next(act for act in agenda.acts if act.label == "Skip")
    for _ in range(2):
        await agreed.press("ben", skip, delivery="skipped")
    (agenda,) = await agreed.service.feature(Agendas).agendas(person("ben"))
    assert agenda.following == "Fri 1 Dec, 15:00"
    assert not agenda.table


# --- saved notes ---------------------------------------------------------------------------------------------------


async def test_a_note_saved_with_a_form(bench: Bench) -> None:
    """One idea a line, in a room without a table or in the lobby; names instead of ids."""
    asked = await bench.service.form(person("anna"), OF_ROOM, "save", opening("anna"))
    assert asked is not None
    assert asked.title == "Save a note for next time"
    for _ in range(2):
        await fill(bench, "anna", "save", "once", text="the build is slow\n\ncake on Fridays")
    assert await saved(bench) == {"the build is slow", "cake on Fridays"}
    await bench.seat("anna", "ben", game="retro")
    table = (await bench.live()).id
    in_lobby = await bench.service.form(person("zoe"), table, "save")
    assert in_lobby is not None
    assert (in_lobby.title, in_lobby.fields) == ("Write a note already", asked.fields)
    await bench.service.handle(
        Request(new_id(), ROOM, person("zoe"), Filled(table, "save", {"text": "from the lobby"}))
    )
    assert "4 notes" in await mentioning(bench, "save thank @U3 and @U4", U3="test:ben", U4="test:nobody")
    assert await saved(bench) >= {"from the lobby", "thank ben and @U4"}


@pytest.mark.parametrize("options", ["", "anonymous=no"])
async def test_a_note_saved_while_notes_are_written(bench: Bench, options: str) -> None:
    """It goes onto the board, by nobody, once: also from somebody without a seat. Later it waits for the next one."""
    await gather_round(bench, THREE, options)
    for process in (bench, bench.another_process(), bench):
        await process.say("ben", "retro note the build is slow", delivery="ben's")
    (told,) = await bench.say("zoe", "retro save nobody reads the wiki", delivery="zoe's")
    assert "on the board of the retrospective" in spelled(told)
    assert {(note.text, note.by) for note in (await bench.standing()).state.notes} == {
        ("the build is slow", None),
        ("nobody reads the wiki", None),
    }
    assert all(
        row.seat is None for row in await bench.store.events((await bench.live()).id) if row.kind == "note_written"
    )
    assert await saved(bench) == set()
    await done(bench, "anna", "next")
    assert await phase(bench) != "reflect"
    await bench.say("zoe", "retro save nobody reads the wiki", delivery="zoe's")
    assert await saved(bench) == set()
    for name in ("ben", "zoe"):
        await bench.say(name, "retro note for next time")
    assert len(await bench.store.part(MeetingStore).saved_notes(ROOM)) == 2


# --- the end -------------------------------------------------------------------------------------------------------


async def test_the_summary_calls_owners_and_plans_the_next_one(bench: Bench) -> None:
    """One message: owners once, the whole meeting as a file, text to copy, and a form that plans; planned, no main."""
    await gather_round(bench, THREE)
    await write_notes(bench, THREE)
    await done(bench, "anna", "next")
    await close_it(bench, THREE)
    summary = bench.chat.last
    assert [each.name for each in summary.pings] == ["ben"]
    ((name, text),) = summary.files
    assert name == "retro-2023-11-14.md"
    assert "mend the build" in text
    assert "ben" in text
    plan, copy, ours = summary.acts
    assert [(act.label, act.role) for act in summary.acts] == [
        ("Plan the next one", "main"),
        ("Copy as text", "usual"),
        ("Our actions", "usual"),
    ]
    (copied,) = await bench.press("zoe", copy)
    assert copied.private
    assert summary.sheet is not None
    assert copied.story == summary.sheet.text
    assert "mend the build" in spelled((await bench.press("cleo", ours))[0])
    asked = await bench.service.form(person("anna"), OF_ROOM, words_of(plan), opening("anna"))
    assert asked is not None
    assert [field.filled or field.text for field in asked.fields] == [("2",), ("tuesday",), "22:00"]
    for _ in range(2):
        await fill(bench, "anna", words_of(plan), "planned", weeks="1", weekday="friday", hour="15:00")
    assert "every week on Friday at 15:00. Next: Fri 17 Nov" in spelled(bench.chat.last)
    bench.clock.advance(1)
    await agree(bench, "ben water the plants")
    words = spell(bench.chat.last.text, lambda seat: THREE[seat])
    assert words.count("Next: Fri 17 Nov, 15:00") == 1
    assert "still open: mend the build (ben)" in words
    assert [act.role for act in bench.chat.last.acts] == ["usual", "usual"]


async def test_a_forgotten_owner_has_no_name_in_the_next_meeting(agreed: Bench) -> None:
    """Names are looked up when they are shown: nothing in the meeting remembers one."""
    agreed.clock.advance(1)
    await agreed.seat("anna", "ben", game="retro")
    await agreed.say("anna", "start")
    await done(agreed, "anna", "next sure")
    assert "2. call the plumber (cleo, due Wed 29 Nov)" in spelled(agreed.chat.last)
    await agreed.say("cleo", "forget me")
    await agreed.say("cleo", "forget sure")
    page = await agreed.service.page(ROOM, person("anna"))
    assert page is not None
    assert page.meeting is not None
    assert [action.owner_name for action in page.meeting.earlier] == ["ben", "Somebody"]
    await done(agreed, "anna", "say 1 done")
    assert "(Somebody, due Wed 29 Nov)" in spelled(agreed.chat.last)
    assert not any("cleo" in row.payload for row in await agreed.store.events((await agreed.live()).id))
    (shown,) = await agreed.say("anna", "actions")
    asked = await agreed.service.form(person("anna"), OF_ROOM, words_of(act_on(shown, 2, "Give to…")), opening("anna"))
    assert asked is not None
    assert [label for _, label in asked.fields[0].options] == ["anna", "ben"]
