"""Actions between retrospectives: listed, settled, moved, given away, reminded of, exported, and brought up again."""

import csv
import io
import json
from datetime import UTC, datetime

import pytest

from adapters.layout import Limits, laid_out
from bot.features.meetings.action_files import LINE_OCTETS
from bot.kernel.ports import Webhook
from bot.kernel.table.pace import DAY, HOUR
from tests.bot.harness import ROOM, START_TIME, Bench, person, spelled
from tests.bot.retro_harness import close_it, done, everyone, gather_round, phase, write_notes

THREE = ("anna", "ben", "cleo")
WEDNESDAY = datetime(2023, 11, 15, 10, tzinfo=UTC).timestamp()


async def agree(bench: Bench, *actions: str) -> None:
    """A short retrospective that agrees on these."""
    await bench.seat(*THREE, game="retro")
    await bench.say("anna", "start")
    while await phase(bench) != "actions":
        await done(bench, "anna", "next")
    for action in actions:
        await done(bench, "anna", f"action {action}")
    await done(bench, "anna", "next")
    await everyone(bench, THREE, "say 4")
    await done(bench, "anna", "next")
    bench.clock.advance(1)


@pytest.fixture
async def agreed(bench: Bench) -> Bench:
    """On a Wednesday, with three actions: one without a date."""
    bench.clock.advance(WEDNESDAY - START_TIME)
    await agree(bench, "ben mend the build by Friday", "cleo call the plumber in two weeks", "anna write it down")
    return bench


async def listed(bench: Bench, name: str = "anna") -> str:
    (reply,) = await bench.say(name, "actions")
    assert reply.private
    return spelled(reply)


# --- the list ------------------------------------------------------------------------------------------------------


async def test_the_list_names_owner_and_date(agreed: Bench) -> None:
    """Sooner ones first, those without a date last; a button settles each."""
    assert await listed(agreed) == (
        "Open actions\n"
        "1. mend the build (ben, Fri 17 Nov)\n"
        "2. call the plumber (cleo, Wed 29 Nov)\n"
        "3. write it down (you)"
    )
    (reply,) = await agreed.say("ben", "actions")
    assert reply.sheet is not None
    layout = laid_out(reply.acts, Limits(5, 5, 25), private=True, sheet=reply.sheet)
    assert [listed.thing.name for listed in layout.lists] == ["action:1", "action:2", "action:3"]
    for each in layout.lists:
        assert [act.label for act in each.acts] == ["Done", "Keep until…", "Give to…", "Drop"]
    assert not layout.controls


async def test_an_empty_room(bench: Bench) -> None:
    """One sentence, and nothing to settle."""
    assert "no open actions" in await listed(bench)
    assert "no open actions" in await bench.refusal("anna", "actions done 1")


async def test_what_is_overdue_comes_first(agreed: Bench) -> None:
    """And says since when."""
    await agreed.say("anna", "actions move 1 1 dec")
    agreed.clock.advance(15 * DAY)
    lines = (await listed(agreed)).splitlines()
    assert lines[1] == "2. call the plumber (cleo, was due Wed 29 Nov)"
    assert lines[2] == "1. mend the build (ben, Fri 1 Dec)"


async def test_settling_moving_and_giving(agreed: Bench) -> None:
    """The room reads one line each; the numbers stay the same until the next retrospective."""
    for name, line, said in (
        ("ben", "actions done 1", "Action 1 is done: mend the build"),
        ("cleo", "actions drop 2", "Action 2 is dropped: call the plumber"),
        ("anna", "actions move 3 tomorrow", "Action 3 is now due by Thu 16 Nov 2023: write it down"),
        ("anna", "actions give 3 cleo", "cleo now takes care of action 3: write it down"),
        ("ben", "actions reopen 1", "Action 1 is open again: mend the build"),
    ):
        assert await agreed.say(name, line) == []
        assert spelled(agreed.chat.last) == said
    assert await listed(agreed) == (
        "Open actions\n"
        "3. write it down (cleo, Thu 16 Nov)\n"
        "1. mend the build (ben, Fri 17 Nov)\n"
        "Done so far: 0 of 1 action."
    )


async def test_a_request_that_is_delivered_twice(agreed: Bench) -> None:
    """Settles one action, not the next one too."""
    await agreed.say("ben", "actions done 1", delivery="twice")
    assert "counted it once" in await agreed.refusal("ben", "actions done 1", delivery="twice")
    await agreed.say("ben", "actions reopen 1")
    assert "counted it once" in await agreed.refusal("ben", "actions done 1", delivery="twice")
    assert len((await listed(agreed)).splitlines()) == 4


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("actions done 9", "Which action? Give its number: 1, 2 or 3."),
        ("actions done", "Which action?"),
        ("actions dance", "I understand"),
        ("actions move 1", "To which day?"),
        ("actions move 1 31 february", "no such day as 31 february"),
        ("actions move 1 2023-11-01", "in the past"),
        ("actions move 1 Freitag", "I don’t know the day “Freitag”. Try Friday, 12 Dec, or in two weeks."),
        ("actions give 1", "To whom?"),
        ("actions give 1 zoe", "“zoe” hasn’t been at a retrospective in this room"),
        ("actions reopen 1", "Action 1 is open already."),
    ],
)
async def test_bad_input(agreed: Bench, line: str, said: str) -> None:
    """One helpful sentence, and nothing changes."""
    before = await listed(agreed)
    assert said in await agreed.refusal("anna", line)
    assert await listed(agreed) == before


@pytest.mark.parametrize("due", ["by 31 February", "by 1 Nov 2023", "by 3/4"])
async def test_a_date_that_cannot_be(bench: Bench, due: str) -> None:
    """Said at once, in the meeting; the action is not on the list until the date is right."""
    await gather_round(bench, THREE)
    while (await bench.standing()).state.phase != "actions":
        await done(bench, "anna", "next sure")
    assert "?" in await bench.refusal("anna", f"action ben mend it {due}") or due == "by 3/4"
    await done(bench, "anna", "action ben mend it bis Freitag")
    assert (await bench.standing()).state.actions[0].what == "mend it bis Freitag"


async def test_an_owner_who_was_forgotten(agreed: Bench) -> None:
    """The action stays, its owner has no name, nobody is reminded, and somebody else can take it."""
    await agreed.say("ben", "forget me")
    assert "1. mend the build (Somebody, Fri 17 Nov)" in await listed(agreed)
    posts = len(agreed.chat.posts)
    await agreed.wait(2 * DAY)
    assert len(agreed.chat.posts) == posts
    assert "hasn’t been" in await agreed.refusal("anna", "actions give 2 ben")
    await agreed.say("anna", "actions give 1 me")
    assert "1. mend the build (you" in await listed(agreed)


# --- reminders -----------------------------------------------------------------------------------------------------


async def test_the_owner_is_reminded_once(agreed: Bench) -> None:
    """In the morning of the working day before, in the room, and nobody else is called."""
    posts = len(agreed.chat.posts)
    await agreed.wait(22 * HOUR)
    assert len(agreed.chat.posts) == posts
    await agreed.wait(HOUR)
    room, reply = agreed.chat.posts[-1]
    assert (room, [each.id for each in reply.pings]) == (ROOM, ["test:ben"])
    assert spelled(reply) == "ben, an action of yours is due tomorrow: mend the build. `/scrum actions` shows all."
    await agreed.wait(5 * DAY)
    assert len(agreed.chat.posts) == posts + 1


async def test_no_reminder_for_what_is_settled(agreed: Bench) -> None:
    """Nor at the old date of an action that was moved."""
    await agreed.say("ben", "actions done 1")
    await agreed.say("cleo", "actions move 2 20 dec")
    posts = len(agreed.chat.posts)
    await agreed.wait(20 * DAY)
    assert len(agreed.chat.posts) == posts
    await agreed.wait(14 * DAY)
    assert "due tomorrow: call the plumber" in spelled(agreed.chat.last)


async def test_somebody_who_wants_no_reminders(bench: Bench) -> None:
    """They said so at the retrospective, and it holds for its actions too."""
    bench.clock.advance(WEDNESDAY - START_TIME)
    await gather_round(bench, THREE)
    await bench.say("ben", "remind off")
    while (await bench.standing()).state.phase != "actions":
        await done(bench, "anna", "next sure")
    await done(bench, "anna", "action ben mend it by Friday")
    await bench.say("anna", "end sure")
    posts = len(bench.chat.posts)
    await bench.wait(DAY)
    assert len(bench.chat.posts) == posts


async def test_a_reminder_waits_for_the_platform(agreed: Bench) -> None:
    """It comes once the platform is back; a deleted room ends it."""
    posts = len(agreed.chat.posts)
    agreed.chat.away = {ROOM}
    await agreed.wait(24 * HOUR)
    agreed.chat.away = set()
    await agreed.wait(HOUR)
    assert len(agreed.chat.posts) == posts + 1
    agreed.chat.gone = {ROOM}
    await agreed.wait(20 * DAY)
    assert await agreed.store.jobs_in(ROOM) == ()


async def test_reminders_survive_a_restart(agreed: Bench) -> None:
    """They are stored with the meeting's last event."""
    later = agreed.another_process()
    await later.wait(DAY)
    assert "mend the build" in spelled(later.chat.last)


# --- the next retrospective ----------------------------------------------------------------------------------------


async def test_the_next_retrospective_begins_with_them(agreed: Bench) -> None:
    """With what became of them since; one that is kept gets a new date, and stays the same action with its owner."""
    await agreed.say("ben", "actions done 1")
    agreed.clock.advance(1)
    await agreed.seat(*THREE, game="retro")
    await agreed.say("anna", "start")
    assert await phase(agreed) == "stage"
    state = (await agreed.standing()).state
    assert [action.what for action in state.earlier] == ["call the plumber", "write it down"]
    await done(agreed, "anna", "next")
    assert "1. call the plumber (cleo, due Wed 29 Nov)\n2. write it down (anna)\n" in spelled(agreed.chat.last)
    page = await agreed.service.page(ROOM, person("anna"))
    assert page is not None
    assert page.meeting is not None
    assert [action.owner_name for action in page.meeting.earlier] == ["cleo", "anna"]
    assert "in the past" in await agreed.refusal("anna", "keep 1 by 2 nov 2023")
    assert "don’t know the day" in await agreed.refusal("anna", "say 1 keep bientôt")
    await done(agreed, "anna", "keep 1 by 4 Dec")
    await done(agreed, "anna", "say 2 done")
    assert await listed(agreed) == ("Open actions\n2. call the plumber (cleo, Mon 4 Dec)\nDone so far: 2 of 2 actions.")


async def test_the_new_date_of_a_kept_action(agreed: Bench) -> None:
    """Its owner is reminded of that one, and not of the old one."""
    await agreed.seat(*THREE, game="retro")
    await agreed.say("anna", "start")
    await done(agreed, "anna", "next")
    await done(agreed, "anna", "keep 1 by 20 Dec")
    await agreed.say("anna", "end sure")
    posts = len(agreed.chat.posts)
    await agreed.wait(2 * DAY)
    assert len(agreed.chat.posts) == posts
    await agreed.wait(32 * DAY)
    assert "mend the build" in spelled(agreed.chat.last)
    assert [each.id for each in agreed.chat.last.pings] == ["test:ben"]


async def test_several_retrospectives_later(agreed: Bench) -> None:
    """An action that is kept again and again is one action, first on the list."""
    await agree(agreed, "ben buy cake")
    await agree(agreed)
    lines = (await listed(agreed)).splitlines()
    assert [line.partition(" (")[0] for line in lines[1:]] == [
        "1. mend the build",
        "2. call the plumber",
        "3. write it down",
        "4. buy cake",
    ]


async def test_a_meeting_that_everybody_leaves(bench: Bench) -> None:
    """What it agreed on before it was ended stays on the list."""
    await gather_round(bench, THREE)
    while (await bench.standing()).state.phase != "actions":
        await done(bench, "anna", "next sure")
    await done(bench, "anna", "action ben mend it by 30 Nov")
    for name in THREE:
        await bench.say(name, "leave")
    await bench.say("anna", "end sure")
    assert "mend it" in await listed(bench)


# --- files ---------------------------------------------------------------------------------------------------------


async def export(bench: Bench, form: str) -> str:
    (reply,) = await bench.say("anna", f"actions {form}")
    ((_, text),) = reply.files
    return text


async def test_files(agreed: Bench) -> None:
    """Markdown and CSV name the owners; what people wrote is escaped in each."""
    await agree(agreed, "ben =HYPERLINK(1) *bold* by 30 Nov")
    await agreed.say("ben", "actions done 1")
    markdown = await export(agreed, "markdown")
    assert "- [x] mend the build (ben, by Fri 17 Nov 2023)" in markdown
    assert r"\*bold\*" in markdown
    rows = list(csv.DictReader(io.StringIO(await export(agreed, "csv"))))
    assert rows[0] == {
        "action": "mend the build",
        "owner": "ben",
        "due": "2023-11-17",
        "status": "done",
        "agreed": "2023-11-15",
    }
    assert rows[3]["action"].startswith("'=HYPERLINK")


async def test_the_calendar(agreed: Bench) -> None:
    """Tasks with escaped, folded lines and no names of people."""
    long = "ben päckchen, briefe; und mehr " + "ä" * 60 + " by 30 Nov"
    await agree(agreed, long)
    text = await export(agreed, "calendar")
    assert text.count("BEGIN:VTODO") == 4
    assert all(len(line.encode()) <= LINE_OCTETS for line in text.split("\r\n"))
    unfolded = text.replace("\r\n ", "")
    assert "SUMMARY:päckchen\\, briefe\\; und mehr ä" in unfolded
    assert "DUE;VALUE=DATE:20231130" in unfolded
    assert not any(name in unfolded for name in THREE)


# --- the tracker ---------------------------------------------------------------------------------------------------


class Tracker:
    """Accepts messages, or doesn't."""

    def __init__(self) -> None:
        self.accepts = True
        self.messages: list[dict[str, object]] = []

    async def __call__(self, message: dict[str, object], now: float) -> bool:
        assert now > START_TIME
        self.messages.append(message)
        return self.accepts


@pytest.fixture
async def tracker(bench: Bench) -> tuple[Bench, Tracker]:
    tracker = Tracker()
    bench.clock.advance(WEDNESDAY - START_TIME)
    return Bench(bench.store, clock=bench.clock, chat=bench.chat, given={Webhook: tracker}), tracker


async def test_the_tracker_is_told(tracker: tuple[Bench, Tracker]) -> None:
    """Once of what was agreed on and of each change; no message names a person or the room."""
    bench, peer = tracker
    await agree(bench, "ben mend the build by Friday")
    await bench.wait(1)
    await bench.say("cleo", "actions done 1")
    await bench.wait(1)
    assert [message["event"] for message in peer.messages] == ["action.agreed", "action.done"]
    assert peer.messages[0]["action"] == {
        "id": f"{(await bench.live()).id}:1",
        "what": "mend the build",
        "due": "2023-11-17",
        "status": "open",
    }
    told = json.dumps(peer.messages)
    assert not any(name in told for name in (*THREE, "lounge"))


async def test_a_tracker_that_fails_for_a_day(tracker: tuple[Bench, Tracker]) -> None:
    """It is asked again less and less often, also after a restart, and gets the message with the same id."""
    bench, peer = tracker
    peer.accepts = False
    await agree(bench, "ben mend the build by 30 Dec")
    for _ in range(24):
        await bench.wait(HOUR)
    failed = len(peer.messages)
    assert 4 < failed < 10
    peer.accepts = True
    bench = bench.another_process()
    await bench.wait(DAY)
    await bench.wait(DAY)
    assert len(peer.messages) == failed + 1
    assert len({message["id"] for message in peer.messages}) == 1


async def test_a_tracker_that_never_accepts(tracker: tuple[Bench, Tracker], caplog: pytest.LogCaptureFixture) -> None:
    """It is given up after some days, with one line."""
    bench, peer = tracker
    peer.accepts = False
    await agree(bench, "ben mend the build")
    for _ in range(12):
        await bench.wait(DAY)
    assert sum("given up" in record.message for record in caplog.records) == 1
    assert await bench.store.jobs_in(ROOM) == ()


async def test_the_usual_way_to_close(bench: Bench) -> None:
    """A retrospective with notes and votes passes its action on just the same."""
    await gather_round(bench)
    await write_notes(bench)
    await done(bench, "anna", "next sure")
    await close_it(bench)
    assert "mend the build (ben" in await listed(bench)
