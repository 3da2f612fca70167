"""The people a game waits for are reminded: only they, with growing pauses, and during their working hours."""

from datetime import UTC, datetime
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from bot.kernel.store import Seating
from bot.kernel.table.journal import Draft, Standing
from bot.kernel.table.model import GameStarted, Refused, SeatTaken, TableOpened
from bot.kernel.table.pace import DAY, HOUR, LIVE, MAX_REMINDERS, MINUTE, Pace, next_reminder, read_pace
from games import GAMES
from games.contract import defaults
from tests.bot.harness import Bench, spelled


@pytest.fixture
def bench(store: Any) -> Bench:
    return Bench(store, pace=LIVE)


async def test_only_the_person_awaited_is_reminded(bench: Bench) -> None:
    """After the table's ten minutes, with one ping, and with the current choices."""
    await bench.begin()
    await bench.wait(10 * MINUTE - 1)
    assert "table.reminded" not in await bench.kinds()
    await bench.wait(1)
    assert bench.chat.texts()[-1].startswith("A gentle reminder: we’re waiting for anna.")
    assert [person.name for person in bench.chat.last.awaited] == ["anna"]
    assert "Roll the dice" in [choice.label for choice in bench.chat.last.acts]


async def test_reminders_back_off_and_stop(bench: Bench) -> None:
    """Each reminder takes three times as long as the one before; after the last the table stays quiet."""
    await bench.begin()
    for count in range(MAX_REMINDERS):
        await bench.wait(10 * MINUTE * 3**count - 1)
        assert len(await bench.payloads("table.reminded")) == count
        await bench.wait(1)
        assert len(await bench.payloads("table.reminded")) == count + 1
    await bench.wait(1000 * HOUR)
    assert len(await bench.payloads("table.reminded")) == MAX_REMINDERS


async def test_a_move_restarts_the_wait(bench: Bench) -> None:
    """Somebody else is awaited then, and has their own ten minutes."""
    await bench.begin()
    await bench.wait(9 * MINUTE)
    await bench.step()
    await bench.wait(9 * MINUTE)
    assert "table.reminded" not in await bench.kinds()
    await bench.wait(1 * MINUTE)
    assert (await bench.payloads("table.reminded"))[0]["seats"] == [1]


async def test_moves_do_not_store_the_reminder_again(bench: Bench) -> None:
    """The timer stays where it is until it fires: a move must not cost a write for it."""
    await bench.begin()
    before = (await bench.live()).timers
    await bench.step()
    await bench.step()
    assert [timer for timer in (await bench.live()).timers if timer.name.startswith("remind")] == list(before)


async def test_a_restart_forgets_no_reminder(bench: Bench) -> None:
    """The next process finds it in the store."""
    await bench.begin()
    after = bench.another_process()
    await after.wait(10 * MINUTE)
    assert (await after.payloads("table.reminded"))[0]["seats"] == [0]


async def test_a_person_can_switch_it_off_and_on_for_themselves(bench: Bench) -> None:
    """Nobody else is told, and nobody else is affected."""
    await bench.begin()
    replies = await bench.say("anna", "remind off")
    assert "I won’t remind you" in spelled(replies[0])
    assert replies[0].private
    await bench.wait(HOUR)
    assert "table.reminded" not in await bench.kinds()
    assert "like everyone else" in spelled((await bench.say("anna", "remind on"))[0])
    await bench.wait(HOUR)
    assert (await bench.payloads("table.reminded"))[0]["seats"] == [0]


async def test_a_person_can_choose_their_own_time(bench: Bench) -> None:
    """`remind me in 2h` is understood as people say it."""
    await bench.begin()
    assert "after 2 hours" in spelled((await bench.say("anna", "remind me in 2h"))[0])
    await bench.wait(2 * HOUR - 1)
    assert "table.reminded" not in await bench.kinds()
    await bench.wait(1)
    assert len(await bench.payloads("table.reminded")) == 1


def started(key: str, seats: int) -> Standing:
    game = GAMES[key]
    draft = Draft("table", None, bytes(32), at=1000.0)
    draft.record([TableOpened(key, defaults(game)), *map(SeatTaken, range(seats)), GameStarted("")])
    draft.record(game.start(seats, defaults(game), draft.chance))
    return draft.standing


def test_the_shortest_time_of_those_awaited_counts() -> None:
    """Three people are awaited: one wants to hear after two hours, one after one hour and one never."""
    standing = started("retro", 3)
    assert standing.game.awaits(standing.state) == (0, 1, 2)
    people = [Seating(f"test:{seat}", "", seat, remind=remind) for seat, remind in enumerate([2 * HOUR, HOUR, 0])]
    over_days = Pace(DAY)
    assert next_reminder(standing, people, over_days, standing.at) == standing.at + HOUR
    assert next_reminder(standing, people[:1], over_days, standing.at) == standing.at + 2 * HOUR
    assert next_reminder(standing, people[2:], over_days, standing.at) is None
    assert next_reminder(standing, people, LIVE, standing.at) is None  # they are all there


async def test_more_time_for_the_one_who_thinks(bench: Bench) -> None:
    """Without a running clock, only the wait for the next reminder starts again."""
    await bench.begin()
    await bench.wait(9 * MINUTE)
    await bench.say("ben", "more")
    assert "ben adds 2 minutes." in bench.chat.texts()[-1]
    await bench.wait(9 * MINUTE)
    assert "table.reminded" not in await bench.kinds()


async def test_the_pace_can_be_set_and_switched_off(bench: Bench) -> None:
    """By anyone at the table; the room reads what it means."""
    await bench.begin()
    await bench.say("ben", "pace live 3")
    assert "a reminder after 3 minutes" in bench.chat.texts()[-1]
    await bench.wait(3 * MINUTE)
    assert len(await bench.payloads("table.reminded")) == 1
    await bench.say("ben", "table pace off")
    await bench.wait(100 * HOUR)
    assert len(await bench.payloads("table.reminded")) == 1


@pytest.mark.parametrize(
    ("line", "example"),
    [
        ("pace live soon", "/scrum pace live 5"),
        ("pace async 9-8", "9-17"),
        ("pace async 25-26", "9-17"),
        ("pace off 5", "/scrum pace off"),
        ("pace async Nowhere/Atall", "/scrum pace async"),
        ("pace", "/scrum pace"),
    ],
)
async def test_an_invalid_pace_is_refused(bench: Bench, line: str, example: str) -> None:
    """With an example of a valid one."""
    await bench.begin()
    assert example in await bench.refusal("anna", line)


async def test_watchers_cannot_set_the_pace(bench: Bench) -> None:
    """They are told that they aren't seated."""
    await bench.begin()
    assert "not seated at this table" in await bench.refusal("dora", "pace off")


def test_nobody_is_reminded_outside_working_hours() -> None:
    """A reminder due on Friday evening is sent on Monday morning, in the table's time zone."""
    pace = Pace(HOUR, 9, 17, "Europe/Berlin")
    berlin = ZoneInfo("Europe/Berlin")
    friday = datetime(2026, 11, 13, 18, 30, tzinfo=berlin)
    assert datetime.fromtimestamp(pace.in_hours(friday.timestamp()), berlin) == datetime(2026, 11, 16, 9, tzinfo=berlin)
    early = datetime(2026, 11, 12, 6, tzinfo=berlin).timestamp()
    assert datetime.fromtimestamp(pace.in_hours(early), UTC).hour == 8
    working = datetime(2026, 11, 12, 12, tzinfo=berlin).timestamp()
    assert pace.in_hours(working) == working


@pytest.mark.parametrize(
    ("opens", "closes", "due", "sent"),
    [
        (9, 17, (12, 8, 59), (12, 9, 0)),
        (9, 17, (12, 9, 0), (12, 9, 0)),
        (9, 17, (12, 16, 59), (12, 16, 59)),
        (9, 17, (12, 17, 0), (13, 9, 0)),
        (0, 17, (12, 18, 0), (13, 0, 0)),
        (9, 24, (12, 3, 0), (12, 9, 0)),
        (0, 23, (14, 12, 0), (16, 0, 0)),
        (0, 24, (14, 12, 0), (14, 12, 0)),
    ],
)
def test_the_ends_of_working_hours(
    opens: int, closes: int, due: tuple[int, int, int], sent: tuple[int, int, int]
) -> None:
    """The first minute counts and the last hour doesn't; 0-24 is every day, the weekend included."""
    moment = datetime(2026, 11, *due, tzinfo=UTC).timestamp()
    found = datetime.fromtimestamp(Pace(HOUR, opens, closes).in_hours(moment), UTC)
    assert (found.day, found.hour, found.minute) == sent


def test_an_asynchronous_table_counts_in_hours() -> None:
    """A bare number means hours there, and minutes at a live table."""
    assert read_pace("async", "24 8-18 Europe/Paris").seconds == 24 * HOUR
    assert read_pace("live", "24").seconds == 24 * MINUTE
    with pytest.raises(Refused):
        read_pace("live", "99999d")
