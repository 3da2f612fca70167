"""Moves given in advance, and what somebody missed."""

from tests.bot.harness import Bench, spelled


async def test_a_prepared_roll_is_made_when_it_is_time(bench: Bench) -> None:
    """In the same message as the move before it, and only once."""
    await bench.begin()
    (told,) = await bench.say("ben", "prepare roll")
    assert (told.private, "When it’s your turn" in told.text) == (True, True)
    await bench.say("anna", "roll")
    assert "ben rolls" in bench.chat.texts()[-1]
    assert all(not each.prepared for each in (await bench.live()).people)


async def test_nobody_else_learns_of_it(bench: Bench) -> None:
    """It is no event: nothing is posted, and the table's story does not have it."""
    await bench.begin()
    before, posts = await bench.kinds(), len(bench.chat.posts)
    await bench.say("ben", "prepare roll")
    assert (await bench.kinds(), len(bench.chat.posts)) == (before, posts)


async def test_it_waits_for_its_time(bench: Bench) -> None:
    """While ben is asked for a vote, his roll stays prepared; `off` cancels it."""
    await bench.begin()
    await bench.say("cleo", "prepare")
    await bench.say("anna", "roll")
    assert [each.prepared for each in (await bench.live()).people] == ["", "", "roll"]
    (told,) = await bench.say("cleo", "prepare off")
    assert "Nothing is prepared" in told.text
    await bench.say("ben", "roll")
    assert "cleo rolls" not in bench.chat.texts()[-1]


async def test_whoever_is_awaited_moves_at_once(bench: Bench) -> None:
    """Preparing the move that is due is making it."""
    await bench.begin()
    assert await bench.say("anna", "prepare roll") == []
    assert "anna rolls" in bench.chat.texts()[-1]


async def test_it_survives_a_restart(bench: Bench) -> None:
    """It is stored with the person, and removed with them."""
    await bench.begin()
    await bench.say("ben", "prepare roll")
    later = bench.another_process()
    await later.say("anna", "roll")
    assert "ben rolls" in later.chat.texts()[-1]


async def test_what_cannot_be_prepared(bench: Bench) -> None:
    """A sentence says what can."""
    await bench.begin()
    assert "you can prepare `roll`" in await bench.refusal("anna", "prepare vote")
    assert "you can prepare `roll`" in await bench.refusal("anna", "prepare fish")
    await bench.say("anna", "end sure")
    await bench.seat("anna", "ben", game="rugby")
    assert "no move can be prepared" in await bench.refusal("anna", "prepare")


async def test_what_happened_since_my_last_move(bench: Bench) -> None:
    """From the first event after it to now, in private, with what comes next."""
    await bench.begin()
    (nothing,) = await bench.say("anna", "missed")
    assert "Here we go!" in nothing.text, "she has not moved yet"
    await bench.say("anna", "roll")
    (nothing,) = await bench.say("anna", "missed")
    assert "Nothing has happened since your last move." in nothing.text
    await bench.say("ben", "roll")
    (reply,) = await bench.say("anna", "missed")
    assert reply.private
    assert "ben rolls" in spelled(reply)
    assert "anna rolls" not in spelled(reply)
