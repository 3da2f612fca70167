"""When somebody is absent, the others carry on, and the seat is kept for them."""

from typing import Any

import pytest

from bot.features import facilitation
from bot.kernel.table import refusals, texts
from bot.kernel.table.pace import LIVE, MINUTE
from tests.bot.harness import ROOM, Bench

DAY = 86_400.0


@pytest.fixture
def bench(store: Any) -> Bench:
    return Bench(store, pace=LIVE, put_away=14 * DAY, unused=DAY)


async def two_reminders(bench: Bench) -> None:
    await bench.wait(10 * MINUTE)
    await bench.wait(30 * MINUTE)
    assert len(await bench.payloads("table.reminded")) == 2


async def test_after_two_reminders_a_button_brings_in_a_stand_in(bench: Bench) -> None:
    """The button is in the reminder itself; the game continues at once."""
    await bench.begin()
    assert str(facilitation.TOO_SOON_TO_COVER) in await bench.refusal("ben", "cover anna")
    await two_reminders(bench)
    button = next(choice for choice in bench.chat.last.acts if choice.command == "cover anna")
    assert await bench.press("ben", button) == []
    assert "An automatic player stands in as anna (bot)" in bench.chat.texts()[-1]
    standing = await bench.standing()
    assert standing.table.seats[0] == "automatic"
    assert standing.game.awaits(standing.state) == (1,)


async def test_more_time_starts_the_reminders_again(bench: Bench) -> None:
    """Nobody is absent any more."""
    await bench.begin()
    await two_reminders(bench)
    await bench.say("ben", "more")
    assert (await bench.standing()).table.reminders == 0
    assert str(facilitation.TOO_SOON_TO_COVER) in await bench.refusal("ben", "cover anna")


async def test_an_absent_person_is_back_with_their_next_move(bench: Bench) -> None:
    """Moving is enough to get the seat back, even if the automatic player moved first."""
    await bench.begin()
    await two_reminders(bench)
    await bench.say("ben", "cover anna")
    assert await bench.say("anna", "roll") == []
    assert "anna takes a seat." in bench.chat.texts()[-1]
    standing = await bench.standing()
    assert standing.table.seats[0] == "person"
    assert not standing.table.covered


async def test_an_absent_person_can_take_the_seat_back(bench: Bench) -> None:
    """Every private reply to them has a button for it."""
    await bench.begin()
    await two_reminders(bench)
    await bench.say("ben", "cover anna")
    replies = await bench.say("anna", "status")
    back = next(choice for choice in replies[0].acts if choice.label == "Take my seat back")
    assert await bench.press("anna", back) == []
    assert (await bench.standing()).table.seats[0] == "person"


async def test_the_host_can_bring_in_a_stand_in_at_once(bench: Bench) -> None:
    """But only for somebody the game is waiting for."""
    await bench.begin()
    await bench.step()
    assert str(facilitation.NOT_AWAITED) in await bench.refusal("anna", "cover cleo")
    await bench.say("anna", "cover ben")
    assert (await bench.standing()).table.seats[1] == "automatic"
    assert str(refusals.COVERED_ALREADY) in await bench.refusal("anna", "cover ben")


async def test_the_host_hands_the_table_over(bench: Bench) -> None:
    """Only the host can, and only to somebody at the table."""
    await bench.begin()
    assert str(facilitation.ONLY_HOST_HANDS_OVER) in await bench.refusal("ben", "host ben")
    await bench.say("anna", "host ben")
    assert "ben is now the host." in bench.chat.texts()[-1]
    live = await bench.another_process().live()
    assert [seating.host for seating in live.people] == [False, True, False]


async def test_players_take_over_from_a_host_who_is_gone(bench: Bench) -> None:
    """The host is gone if an automatic player has their seat."""
    await bench.begin()
    await bench.say("anna", "leave")
    await bench.say("cleo", "host me")
    assert (await bench.live()).host == "cleo"


async def test_a_host_without_a_seat(bench: Bench) -> None:
    """Anna gives up her seat in the lobby and still starts, extends and ends the game."""
    await bench.seat("anna", "ben", "cleo")
    await bench.say("anna", "leave")
    await bench.say("anna", "start")
    standing = await bench.standing()
    assert standing.playing
    assert len(standing.table.seats) == 2
    await bench.say("anna", "more 5")
    assert "The host adds 5 minutes." in bench.chat.texts()[-1]
    await bench.say("anna", "end sure")
    assert (await bench.standing()).table.phase == "over"


async def test_an_unused_table_is_put_away_and_resumed(bench: Bench) -> None:
    """Without pings and with nothing lost; a restart in between changes nothing."""
    await bench.begin()
    await bench.step()
    before = (await bench.standing()).state
    await bench.wait(30 * DAY)
    assert "I’ve put it away" in bench.chat.texts()[-1]
    assert bench.chat.last.pings == ()
    after = bench.another_process()
    assert str(texts.PUT_AWAY) in await after.refusal("ben", "roll")
    assert await after.press("ben", after.choice("Resume")) == []
    assert "ben resumes the table." in bench.chat.texts()[-1]
    assert (await after.standing()).state == before
    await after.step()


async def test_a_table_that_nobody_came_to_is_put_away_soon(bench: Bench) -> None:
    """After a day, and whoever sits down after all opens it again; with two people it stays for as long as others."""
    await bench.say("anna", "new sprint")
    await bench.wait(DAY - 1)
    assert not (await bench.standing()).table.asleep
    await bench.wait(2)
    assert (await bench.standing()).table.asleep
    await bench.say("ben", "join")
    assert not (await bench.standing()).table.asleep
    await bench.wait(2 * DAY)
    assert not (await bench.standing()).table.asleep
    await bench.wait(13 * DAY)
    assert (await bench.standing()).table.asleep
    await bench.say("anna", "start")
    assert not (await bench.standing()).table.asleep


async def test_nobody_plays_at_a_table_that_was_put_away(bench: Bench) -> None:
    """If the awaited person leaves, the automatic player waits until somebody resumes the table."""
    await bench.begin("anna", "ben")
    await bench.wait(30 * DAY)
    await bench.say("anna", "leave")
    assert (await bench.kinds())[-1] == "table.seat_handed_over"
    await bench.say("ben", "resume")
    assert "rolled" in await bench.kinds()


async def test_a_table_that_was_put_away_makes_room_for_another(bench: Bench) -> None:
    """When that one is over, `resume` brings the first one back."""
    await bench.begin()
    first = (await bench.live()).id
    await bench.wait(30 * DAY)
    await bench.say("dora", "new sprint")
    assert (await bench.live()).id != first
    assert "already has a table" in await bench.refusal("anna", "resume")
    await bench.say("dora", "end sure")
    assert await bench.say("anna", "resume") == []
    assert (await bench.live()).id == first
    assert not (await bench.standing()).table.asleep


async def test_resuming_in_a_room_that_no_longer_shows_the_table(bench: Bench) -> None:
    """A stranger there is refused before the room shows it again; somebody who sits at the table may resume it."""
    await bench.begin()
    code = await bench.link()
    await bench.say("ben", f"join {code}", room="test:cafe")
    assert await bench.say("ben", "link off", room="test:cafe") == []
    await bench.wait(30 * DAY)
    rooms, events, posts = (await bench.live()).rooms.keys(), await bench.events(), len(bench.chat.posts)
    [refused] = await bench.say("mallory", "resume", room="test:cafe")
    assert (refused.private, refused.text) == (True, str(refusals.NOT_SEATED))
    assert (await bench.live()).rooms.keys() == rooms == {ROOM}
    assert (await bench.store.room("test:cafe"), await bench.events(), len(bench.chat.posts)) == (None, events, posts)
    assert await bench.say("ben", "resume", room="test:cafe") == []
    assert not (await bench.standing()).table.asleep


async def test_adding_time_to_a_deadline(bench: Bench) -> None:
    """Any player can do it with a button; the announced end moves."""
    await bench.begin()
    await bench.play_until(lambda state: type(state.phase).__name__ == "Discussion")
    ends = bench.chat.last.until
    assert ends is not None
    await bench.press("cleo", bench.choice("Add time"))
    assert bench.chat.last.until == ends + 2 * MINUTE
    await bench.wait(ends - bench.clock.now())
    assert "discussion_closed" not in await bench.kinds()
    await bench.wait(2 * MINUTE)
    assert "discussion_closed" in await bench.kinds()


async def test_anybody_can_remind_the_player_the_table_waits_for(bench: Bench) -> None:
    """A message in the room that pings them, at most once a minute; it brings nobody closer to being absent."""
    await bench.begin()
    assert str(facilitation.NUDGED_TOO_SOON) in await bench.refusal("ben", "nudge anna")
    for _ in range(3):
        await bench.wait(MINUTE)
        assert await bench.say("ben", "nudge anna") == []
        assert "A gentle reminder: we’re waiting for anna." in bench.chat.texts()[-1]
        assert [person.name for person in bench.chat.last.pings] == ["anna"]
        assert str(facilitation.NUDGED_TOO_SOON) in await bench.refusal("cleo", "nudge anna")
    assert str(facilitation.TOO_SOON_TO_COVER) in await bench.refusal("ben", "cover anna")
    await bench.wait(10 * MINUTE)
    assert (await bench.payloads("table.reminded"))[-1]["count"] == 1


async def test_reminding_that_is_refused(bench: Bench) -> None:
    """Yourself, somebody who isn't awaited, somebody who asked not to be, and by a stranger."""
    await bench.begin()
    await bench.wait(MINUTE)
    assert str(facilitation.NUDGE_YOURSELF) in await bench.refusal("anna", "nudge me")
    assert str(facilitation.NO_NEED_TO_NUDGE) in await bench.refusal("anna", "nudge ben")
    assert str(refusals.NOT_SEATED) in await bench.refusal("zoe", "nudge anna")
    await bench.say("anna", "remind off")
    assert str(facilitation.WANTS_NO_REMINDERS) in await bench.refusal("ben", "nudge anna")
