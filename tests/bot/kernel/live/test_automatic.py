"""Automatic players: they move at once, pause when only they are left, and wait when everyone has gone."""

from bot.kernel.store import TIMER
from games.sprint.model import Fork
from tests.bot.harness import Bench, in_discussion, spelled


async def test_they_move_in_the_same_append(bench: Bench) -> None:
    """A person's roll and the moves of the automatic players after it are one change and one message."""
    await bench.seat("anna")
    await bench.say("anna", "bot")
    await bench.say("anna", "bot")
    await bench.say("anna", "start")
    posts = len(bench.chat.posts)
    await bench.say("anna", "roll", delivery="d1")
    assert len(bench.chat.posts) == posts + 1
    events = await bench.events()
    marked = next(index for index, event in enumerate(events) if event.request == "d1")
    assert [event.request for event in events[marked + 1 :]] == [None] * (len(events) - marked - 1)
    assert [rolled["seat"] for rolled in await bench.payloads("rolled")][:3] == [0, 1, 2]
    assert {event.at for event in events[marked:]} == {bench.clock.now()}


async def _discussing(bench: Bench) -> None:
    """Anna and two automatic players are in a discussion."""
    await bench.begin()
    await bench.play_until(in_discussion)
    await bench.say("ben", "leave")
    await bench.say("cleo", "leave")


async def test_they_vote_after_the_last_person(bench: Bench) -> None:
    """Only the person is asked and pinged, has all the time to talk, and isn't outvoted."""
    await _discussing(bench)
    assert (await bench.standing()).state.phase.votes == {}
    assert [person.name for person in bench.chat.last.awaited] == ["anna"]
    assert "? anna, vote yes or no." in bench.chat.texts()[-1]
    page = await bench.service.page_of((await bench.live()).id)
    assert page is not None
    assert [chair.awaited for chair in page.chairs] == [True, False, False]
    await bench.say("anna", "vote yes")
    await bench.say("anna", "done")  # if it was her card, nobody closes the discussion for her
    [closed] = await bench.payloads("discussion_closed")
    assert (closed["yes"], closed["no"], closed["missing"]) == (3, 0, 0)


async def test_when_time_is_called_only_people_are_missing(bench: Bench) -> None:
    """The votes of automatic players are entered first."""
    await _discussing(bench)
    await bench.wait(301)
    [closed] = await bench.payloads("discussion_closed")
    assert closed["missing"] == 1
    assert closed["yes"] + closed["no"] == 2


async def test_they_play_round_by_round_while_no_person_can_move(bench: Bench) -> None:
    """They play a round, pause so that the room can read, and play the next."""
    await bench.seat("anna")
    for _ in range(3):
        await bench.say("anna", "bot")
    await bench.say("anna", "start")
    rounds = 0
    while (standing := await bench.standing()).playing:
        fork = standing.state.phase
        if 0 not in standing.game.awaits(standing.state):
            assert await bench.service.fire_due_timers() == 0  # not before the pause is over
            assert standing.state.players[0].space == "review"
            [timer] = (await bench.live()).timers
            assert timer.due == bench.clock.now() + 2.0
            posts = len(bench.chat.posts)
            bench.clock.advance(2.0)
            assert await bench.service.fire_due_timers() == 1
            assert len(bench.chat.posts) == posts + 1
            rounds += 1
        elif isinstance(fork, Fork) and any(landing.space == "review" for landing in fork.landings):
            await bench.say("anna", "go review sure")
        else:
            await bench.step()
    assert rounds
    assert bench.chat.last.proof is not None


async def test_when_every_person_has_left_they_wait(bench: Bench) -> None:
    """A game nobody watches doesn't play itself; a person who comes back finds it where it was."""
    await bench.begin("anna", "ben")
    await bench.say("anna", "leave")
    sequence = (await bench.standing()).sequence
    await bench.say("ben", "leave")
    assert (await bench.standing()).sequence == sequence + 1
    assert (await bench.live()).timers == ()
    assert await bench.say("ben", "join") == []
    [status] = await bench.say("ben", "status")
    assert spelled(status).startswith("ben, ")


async def test_a_discussion_at_an_abandoned_table_still_ends(bench: Bench) -> None:
    """The clock runs on, and then the table rests."""
    await bench.begin()
    await bench.play_until(in_discussion)
    for name in ("anna", "ben", "cleo"):
        await bench.say(name, "leave")
    bench.clock.advance(300)
    assert await bench.service.fire_due_timers() == 1
    assert (await bench.kinds()).count("discussion_closed") == 1
    assert await bench.store.next_due(bench.clock.now(), [TIMER]) is None


async def test_a_whole_game_with_one_person(bench: Bench) -> None:
    """One person and two automatic players play to the end."""
    await bench.seat("anna")
    await bench.say("anna", "bot")
    await bench.say("anna", "bot")
    await bench.say("anna", "start")
    while (await bench.standing()).playing:
        bench.clock.advance(300)
        if not await bench.service.fire_due_timers():
            await bench.step()
    assert (await bench.kinds())[-2:] == ["finished", "table.closed"]


async def test_a_move_is_shown_before_a_slow_player_answers(bench: Bench) -> None:
    """It is stored by itself, so pages have it while the automatic player thinks; the room gets one message."""
    await bench.seat("anna", game="rugby")
    await bench.say("anna", "bot")
    await bench.say("anna", "start")
    live, posts = await bench.live(), len(bench.chat.posts)
    seen: list[tuple[int, bool]] = []
    stop = bench.service.follow(live.id, lambda: seen.append((live.standing.sequence, bool(live.timers))))
    await bench.say("anna", "move a3-a2", delivery="d1")
    stop()
    events = await bench.events()
    steps = [row.sequence for row in events if row.kind == "stepped"]
    assert len(seen) == 2
    (first, waiting), (second, _) = seen
    assert steps[0] <= first < steps[1] <= second == len(events)
    assert waiting  # if the program stopped here, a timer would let it answer
    assert [row.request for row in events if row.sequence > first] == [None] * (len(events) - first)
    assert len(bench.chat.posts) == posts + 1
    assert not [timer for timer in live.timers if timer.name.startswith("automatic")]
