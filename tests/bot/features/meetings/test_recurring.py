"""A retrospective that opens by itself, and notes that are saved for it."""

import asyncio
import sys
from datetime import datetime
from zoneinfo import ZoneInfo

import pytest

from bot.features.meetings.records import MeetingStore
from bot.features.meetings.recurrence import Recurrence, read_recurrence
from bot.kernel.store import TIMER, Append
from bot.kernel.table.model import Refused
from bot.kernel.table.pace import DAY, HOUR
from storage import open_store
from tests.bot.harness import ROOM, Bench, spelled
from tests.bot.retro_harness import close_it, done, gather_round, write_notes

BERLIN = ZoneInfo("Europe/Berlin")
FRIDAY = datetime(2023, 11, 17, 15, tzinfo=BERLIN).timestamp()
EVERY = "retro every 2 weeks on Friday 15:00 Europe/Berlin"


async def until(bench: Bench, moment: float) -> None:
    await bench.wait(moment - bench.clock.now())


# --- when ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("2 weeks on Friday 15:00", Recurrence(2, 4, "15:00", "UTC")),
        ("week on mon 9", Recurrence(1, 0, "09:00", "UTC")),
        ("friday 3pm", Recurrence(1, 4, "15:00", "UTC")),
        ("other week on Thursday at 10.30 Europe/Berlin", Recurrence(2, 3, "10:30", "Europe/Berlin")),
        ("3 weeks on tue 12:00 boat dots=5", Recurrence(3, 1, "12:00", "UTC", "format=boat dots=5")),
        ('friday 9 columns="Keep,Try next"', Recurrence(1, 4, "09:00", "UTC", "columns=Keep,Try_next")),
    ],
)
def test_reading_a_schedule(words: str, expected: Recurrence) -> None:
    """As people say it, with a time zone and options after it."""
    assert read_recurrence(words, "") == expected
    assert Recurrence.read(expected.write()) == expected


@pytest.mark.parametrize(
    "words",
    ["", "sometimes", "2 weeks on Freitag 15:00", "99 weeks on friday 15:00", "friday 25:00", "friday 10:75", "friday"],
)
def test_not_a_schedule(words: str) -> None:
    """One sentence with an example."""
    with pytest.raises(Refused, match=r"every 2 weeks on Friday 15:00"):
        read_recurrence(words, "")


def test_the_same_hour_all_year() -> None:
    """Two weeks later it is 15:00 in the room, whatever the clocks did in between; what has passed is left out."""
    schedule = Recurrence(2, 4, "15:00", "Europe/Berlin")
    summer = datetime(2026, 10, 16, 15, tzinfo=BERLIN).timestamp()
    assert schedule.first(summer - 1) == summer
    assert schedule.following(summer, summer) == datetime(2026, 10, 30, 15, tzinfo=BERLIN).timestamp()
    assert schedule.following(summer, summer) - summer == 14 * DAY + HOUR
    assert schedule.following(summer, summer + 30 * DAY) == datetime(2026, 11, 27, 15, tzinfo=BERLIN).timestamp()


# --- opening by itself ---------------------------------------------------------------------------------------------


async def test_it_opens_and_calls_the_people_of_last_time(bench: Bench) -> None:
    """One message with the lobby, calling each of them once; the first to join is the host; two weeks later again."""
    await gather_round(bench)
    await write_notes(bench)
    await done(bench, "anna", "next sure")
    await close_it(bench)
    await bench.say("ben", EVERY)
    assert "Next: Fri 17 Nov 15:00 (Europe/Berlin)." in spelled(bench.chat.last)
    posts = len(bench.chat.posts)
    await until(bench, FRIDAY - 1)
    calls = [reply for _, reply in bench.chat.posts[posts:] if "retrospective" in reply.text]
    assert calls == []
    posts = len(bench.chat.posts)
    await until(bench, FRIDAY)
    (message,) = [reply for _, reply in bench.chat.posts[posts:]]
    assert sorted(each.id for each in message.pings) == [
        f"test:{name}" for name in ("anna", "ben", "cleo", "dora", "emil")
    ]
    assert "it’s time for your retrospective" in spelled(message)
    assert "I’m here" in [choice.label for choice in message.acts]
    await bench.say("cleo", "join")
    assert (await bench.live()).host == "cleo"
    assert not bench.chat.last.pings
    await bench.say("cleo", "end sure")
    await until(bench, FRIDAY + 14 * DAY)
    assert (await bench.standing()).table.phase == "lobby"


async def test_once_with_two_processes_and_a_restart(two_benches: tuple[Bench, Bench]) -> None:
    """Both look at the same time, and one after a crash again: there is one table and one message."""
    one, other = two_benches
    await one.say("anna", EVERY)
    posts = len(one.chat.posts)
    one.clock.advance(FRIDAY - one.clock.now())
    await asyncio.gather(one.service.fire_due_timers(), other.service.fire_due_timers())
    assert len(one.chat.posts) == posts + 1
    (record,) = await one.store.tables_in(ROOM)
    for bench in (one, other):
        await bench.store.append(Append(record.id, ()))  # what rooms have seen is stored with the next change
    (job,) = await one.store.jobs_in(ROOM)
    await one.store.put_job(type(job)(job.id, job.room, job.kind, FRIDAY, job.payload))  # as if it had crashed before
    await one.another_process().service.fire_due_timers()
    assert len(await one.store.tables_in(ROOM)) == 1
    assert len(one.chat.posts) == posts + 1


async def test_a_retrospective_that_runs_already(bench: Bench) -> None:
    """It is the one: nothing is said, and the next is planned. Another game is asked to make room."""
    await bench.say("anna", EVERY)
    await gather_round(bench, ("anna", "ben"))
    await bench.say("anna", "pace off")
    posts = len(bench.chat.posts)
    bench.clock.advance(FRIDAY - bench.clock.now())
    kinds = {kind: do for kind, do in bench.service.kinds().items() if kind != TIMER}
    await bench.service.schedule.do_due(kinds)  # without the meeting’s own clocks
    assert len(bench.chat.posts) == posts
    await bench.say("anna", "end sure")
    await bench.seat("anna", "ben")
    await until(bench, FRIDAY + 14 * DAY)
    assert "this room still has a table: The Scrum Game" in spelled(bench.chat.last)


async def test_nobody_comes(bench: Bench) -> None:
    """The table stays open, and two weeks later they are called to it again."""
    await bench.say("anna", EVERY)
    await until(bench, FRIDAY)
    posts = len(bench.chat.posts)
    await until(bench, FRIDAY + 14 * DAY)
    assert len(bench.chat.posts) == posts + 1
    assert "time for your retrospective" in spelled(bench.chat.last)
    assert len(await bench.store.tables_in(ROOM)) == 1


async def test_a_holiday(bench: Bench) -> None:
    """`skip` leaves out the next one only."""
    assert "No retrospective is planned" in await bench.refusal("anna", "retro skip")
    await bench.say("anna", EVERY)
    await bench.say("anna", "retro skip")
    assert "The one after that: Fri 1 Dec 15:00" in spelled(bench.chat.last)
    posts = len(bench.chat.posts)
    await until(bench, FRIDAY + DAY)
    assert len(bench.chat.posts) == posts
    await until(bench, FRIDAY + 14 * DAY)
    assert len(bench.chat.posts) == posts + 1


async def test_a_deleted_channel(bench: Bench) -> None:
    """It ends."""
    await bench.say("anna", EVERY)
    bench.chat.gone = {ROOM}
    await until(bench, FRIDAY)
    assert await bench.store.jobs_in(ROOM) == ()


async def test_after_a_long_outage(bench: Bench) -> None:
    """A meeting that nobody expects any more is left out."""
    await bench.say("anna", EVERY)
    posts = len(bench.chat.posts)
    await until(bench, FRIDAY + 3 * HOUR)
    assert len(bench.chat.posts) == posts
    (job,) = await bench.store.jobs_in(ROOM)
    assert job.due == FRIDAY + 14 * DAY


async def test_showing_and_ending_it(bench: Bench) -> None:
    """Without arguments and in `status` it says when; bad options are refused before anything is planned."""
    assert "dots is a number" in await bench.refusal("anna", "retro every friday 15:00 dots=99")
    assert "No retrospective is planned" in await bench.refusal("anna", "retro every")
    await bench.say("anna", EVERY)
    await bench.seat("anna", "ben")
    (status,) = await bench.say("anna", "status")
    assert "A retrospective opens here every 2 weeks on Friday at 15:00." in spelled(status)
    await bench.say("anna", "retro every off")
    assert "No retrospective is planned" in await bench.refusal("anna", "retro every")


async def test_a_person_s_time_zone() -> None:
    """Where the platform knows it, it counts; a zone in the command counts more."""
    assert read_recurrence("friday 15:00", "America/Lima").zone == "America/Lima"
    assert read_recurrence("friday 15:00 Asia/Tokyo", "America/Lima").zone == "Asia/Tokyo"


# --- notes before it -----------------------------------------------------------------------------------------------


async def test_notes_come_onto_the_board(bench: Bench) -> None:
    """From any time before, in a column of their own; the store keeps none of them afterwards."""
    (told,) = await bench.say("anna", "retro note the build is slow again")
    assert told.private
    assert "1 note so far" in spelled(told)
    assert bench.chat.posts == []
    await bench.seat("anna", "ben")  # during a game too
    await bench.say("ben", "retro note cake on Fridays")
    await bench.say("anna", "end sure")
    await bench.seat("anna", "ben", game="retro")
    await bench.say("ben", "note in the lobby")
    await bench.say("anna", "start")
    state = (await bench.standing()).state
    assert str(state.columns[-1].title) == "From the sprint"
    assert {(note.column, note.text) for note in state.notes} == {
        (3, "the build is slow again"),
        (3, "cake on Fridays"),
        (3, "in the lobby"),
    }
    assert await bench.store.part(MeetingStore).saved_notes(ROOM) == ()
    await bench.say("anna", "end sure")
    await bench.say("anna", "note for the one after")
    assert [note.text for note in await bench.store.part(MeetingStore).saved_notes(ROOM)] == ["for the one after"]


async def test_notes_of_a_meeting_that_never_starts(bench: Bench) -> None:
    """They stay for the next one."""
    await bench.say("anna", "retro note keep me")
    await bench.seat("anna", "ben", game="retro")
    await bench.say("anna", "end sure")
    await bench.seat("anna", "ben", game="retro")
    await bench.say("anna", "start")
    assert [note.text for note in (await bench.standing()).state.notes] == ["keep me"]


async def test_a_saved_note_that_is_delivered_twice(bench: Bench) -> None:
    """It is saved once; two people who write the same save two."""
    for name, delivery in (("anna", "one"), ("anna", "one"), ("ben", "two")):
        await bench.say(name, "retro note the same", delivery=delivery)
    assert len(await bench.store.part(MeetingStore).saved_notes(ROOM)) == 2


SAVE = """
import asyncio, os, sys
from bot.kernel.messages import Person, Request, Typed
from bot.kernel.service import GameService
from storage import open_store
import bot.features.installed

async def save():
    service = GameService(await open_store(sys.argv[1]), {})
    await service.handle(Request("one", "test:lounge", Person("test:anna", "anna"), Typed("retro note the same")))
    os._exit(9)

asyncio.run(save())
"""


async def test_a_saved_note_whose_process_was_killed(sqlite_url: str) -> None:
    """Its answer never arrives: sent again to the next process, the note isn't saved twice."""
    killed = await asyncio.create_subprocess_exec(sys.executable, "-c", SAVE, sqlite_url)
    assert await killed.wait() == 9
    store = await open_store(sqlite_url)
    bench = Bench(store)
    (reply,) = await bench.say("anna", "retro note the same", delivery="one")
    assert "1 note so far" in spelled(reply)
    assert len(await store.part(MeetingStore).saved_notes(ROOM)) == 1
    await bench.service.close()
    await store.close()


async def test_what_a_note_may_be(bench: Bench) -> None:
    """Not empty, not too long, and not too many of them."""
    assert "What should come up" in await bench.refusal("anna", "retro note")
    assert "That’s 240 characters" in await bench.refusal("anna", "retro note " + "x" * 240)
    for number in range(30):
        await bench.say("anna", f"retro note {number}")
    assert "30 notes are saved already" in await bench.refusal("anna", "retro note one more")
