"""One message a turn: edited while the turn goes on, shrunk to its story when the next one begins."""

from collections import Counter

import pytest

from bot.kernel.live.rooms import IN_SIGHT_SECONDS
from bot.kernel.messages import Reply
from bot.kernel.table.pace import LIVE
from games.sprint.model import Fork
from tests.bot.harness import ROOM, THREE, Bench, in_discussion, spelled


async def test_a_new_turn_is_a_new_message_and_the_old_one_keeps_its_story(bench: Bench) -> None:
    """The next player is called; the message before loses all but what happened."""
    await bench.begin()
    before = bench.chat.last
    await bench.say("anna", "roll")
    reply = bench.chat.last
    assert (reply.amends, reply.past) == (False, before.story)
    assert [person.name for person in reply.pings] == ["ben"]


async def test_a_turn_that_goes_on_edits_its_message(bench: Bench) -> None:
    """The way that somebody can choose after a roll is told in the same message, with the board of now."""
    await bench.begin()
    await bench.play_until(lambda state: isinstance(state.phase, Fork))
    reply, earlier = bench.chat.last, bench.chat.posts[-2][1]
    assert reply.amends
    assert reply.story.startswith(earlier.story)
    assert reply.drawing is not None


async def test_a_discussion_calls_the_others(bench: Bench) -> None:
    """It is a message of its own: an edit would notify nobody. Votes are counted in it, and call nobody again."""
    await bench.begin()
    await bench.play_until(in_discussion)
    reply = bench.chat.last
    assert not reply.amends
    assert len(reply.pings) == 2  # all but the one who moved
    assert reply.call.endswith("vote yes or no · day 2, 325 h left")
    await bench.say("ben", "vote yes")
    assert bench.chat.last.amends
    assert bench.chat.last.story.startswith(reply.story)


@pytest.mark.parametrize(("game", "options"), [("sprint", "minutes=1"), ("scrumkin", "window=60")])
async def test_nobody_is_missed(bench: Bench, game: str, options: str) -> None:
    """When a clock starts, everybody who can act before it runs out is called once, but for whoever just moved."""
    await bench.seat(*THREE, game=game, options=options)
    await bench.say("anna", "start")
    clocks, mover = 0, ""
    while clocks < 3:
        standing = await bench.standing()
        awaited = [await bench.name_at(seat) for seat in standing.game.awaits(standing.state)]
        if standing.game.clock.deadline(standing.state) is None:
            mover = awaited[0]
            await bench.step()
            continue
        called = [person.name for person in bench.chat.last.pings]
        assert sorted(called) in (sorted(awaited), sorted({*awaited} - {mover}))
        assert not bench.chat.last.amends
        await bench.wait(60)  # nobody acts
        clocks += 1


async def test_a_short_window_calls_nobody_who_was_called_this_sprint(bench: Bench) -> None:
    """Twenty seconds are over before a phone is in the hand. Who holds a shield must not matter: it would be known."""
    await bench.seat(*THREE, game="scrumkin", options="window=20")
    await bench.say("anna", "start")
    calls: Counter[str] = Counter()
    for _ in range(3):
        seen = len(bench.chat.posts)
        while (standing := await bench.standing()).game.clock.deadline(standing.state) is None:
            await bench.step()
        sprint = [reply for _, reply in bench.chat.posts[seen:]]
        assert (sprint[-1].amends, sprint[-1].awaited) == (True, ())
        calls.update(person.name for reply in sprint if not reply.amends for person in reply.pings)
        await bench.wait(20)  # nobody counters
    assert max(calls.values()) <= 3  # to their own turn


async def test_a_short_window_calls_those_of_whom_nothing_is_known(bench: Bench) -> None:
    """After a restart nobody knows who was called this sprint: rather once too often than not at all."""
    await bench.seat(*THREE, game="scrumkin", options="window=20")
    await bench.say("anna", "start")
    later = bench
    while (standing := await later.standing()).game.clock.deadline(standing.state) is None:
        mover = await later.name_at(standing.game.awaits(standing.state)[0])
        later = bench.another_process()
        await later.step()
    assert sorted(person.name for person in later.chat.last.pings) == sorted({*THREE} - {mover})


async def test_a_message_out_of_sight_is_not_edited(bench: Bench) -> None:
    """Nobody would see it: those who are awaited are called by a new message."""
    await bench.begin()
    while not in_discussion((await bench.standing()).state):
        bench.clock.advance(IN_SIGHT_SECONDS)
        await bench.step()
    assert not bench.chat.last.amends
    assert len(bench.chat.last.pings) == 2  # all but the one who moved


async def test_the_person_who_moved_is_not_called(bench: Bench) -> None:
    """They are looking at the table."""
    await bench.begin()
    assert [person.name for person in bench.chat.last.awaited] == ["anna"]
    assert bench.chat.last.pings == (), "anna started the game herself"


async def test_nobody_is_called_twice_in_a_turn(bench: Bench) -> None:
    """News of something else doesn't call the awaited again; a reminder does."""
    await bench.begin()
    await bench.say("anna", "roll")
    bench.clock.advance(IN_SIGHT_SECONDS)
    await bench.say("cleo", "pace live")
    assert (bench.chat.last.amends, bench.chat.last.pings) == (False, ())
    await bench.wait(LIVE.seconds)
    assert bench.chat.last.story.startswith("A gentle reminder")
    assert [person.name for person in bench.chat.last.pings] == ["ben"]


@pytest.mark.parametrize("line", ["pace live", "view text"])
async def test_settings_edit_the_message(bench: Bench, line: str) -> None:
    """They are no reason for a new message, and the story keeps them."""
    await bench.begin()
    before = bench.chat.last
    await bench.say("anna", line)
    assert bench.chat.last.amends
    assert bench.chat.last.story.startswith(before.story)


async def test_the_story_is_known_after_a_restart(bench: Bench) -> None:
    """It is told again from the events that the message was about."""
    await bench.begin()
    await bench.say("anna", "roll")
    told = spelled(Reply(bench.chat.last.story, names=bench.chat.last.names))
    later = bench.another_process()
    await later.say("ben", "roll")
    past = later.chat.last.past
    assert past is not None
    assert spelled(Reply(past, names=later.chat.last.names)) == told


async def test_the_first_message_of_a_new_table_leaves_the_old_one_alone(bench: Bench) -> None:
    """Its story is the old table's, so only its buttons go."""
    await bench.begin()
    await bench.say("anna", "end sure")
    await bench.say("anna", "new rugby")
    assert (bench.chat.last.past, bench.chat.before[-1] != "") == (None, True)
    await bench.say("ben", "join")
    assert bench.chat.last.amends


async def test_a_day_is_a_milestone(bench: Bench) -> None:
    """It is worth telling people who don't follow every turn."""
    await bench.begin()
    await bench.play_until(lambda state: state.day == 1)
    assert [reply.milestone for _, reply in bench.chat.posts].count(True) == 1


async def test_the_overview_says_whose_turn_it_is(bench: Bench) -> None:
    """Title, players and one line, in the lobby, in the game and after it."""
    await bench.begin()
    overview = bench.chat.last.overview
    assert overview is not None
    assert (overview.title, overview.phase) == ("The Scrum Game", "playing")
    anna = overview.chairs[0]
    assert (anna.name, anna.host, anna.awaited) == ("anna", True, True)
    assert "roll" in overview.line
    await bench.say("anna", "end sure")
    ended = bench.chat.last.overview
    assert ended is not None
    assert (ended.phase, ended.line) == ("over", "Ended early.")
    assert ROOM in (await bench.live()).rooms


async def test_the_card_that_is_discussed_comes_with_the_message(bench: Bench) -> None:
    """With its text and what is at stake."""
    await bench.begin()
    standing = await bench.play_until(in_discussion)
    (card,) = bench.chat.last.cards
    assert (card.kind, bool(card.text)) == ("Opportunity", True)
    assert "one more die" in card.note
    assert standing.state.phase.card
