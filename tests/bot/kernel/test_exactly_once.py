"""A redelivered request changes nothing and is answered with the table as it stands."""

import asyncio

import pytest

from bot.kernel.messages import Reply
from bot.kernel.table import texts as notices
from tests.bot.harness import Bench, spelled


def told_as_it_stands(replies: list[Reply]) -> bool:
    return [reply.private for reply in replies] == [True] and str(notices.ALREADY_DONE) in replies[0].text


async def test_delivered_twice_in_a_row(bench: Bench) -> None:
    """The second delivery shows the table as it stands, to the sender alone."""
    await bench.begin()
    await bench.say("anna", "roll", delivery="d1")
    before, posts = await bench.snapshot(), len(bench.chat.posts)
    [reply] = replies = await bench.say("anna", "roll", delivery="d1")
    assert told_as_it_stands(replies)
    assert spelled(reply).endswith("ben, roll one die to plan the sprint.")
    assert reply.drawing is not None
    assert (await bench.snapshot(), len(bench.chat.posts)) == (before, posts)


async def test_delivered_twice_where_it_would_be_allowed_again(bench: Bench) -> None:
    """One automatic player is seated, although a second one would fit."""
    await bench.seat("anna")
    await bench.say("anna", "bot", delivery="d1")
    assert told_as_it_stands(await bench.say("anna", "bot", delivery="d1"))
    assert (await bench.kinds()).count("table.bot_seated") == 1


async def test_delivered_many_times_at_once(bench: Bench) -> None:
    """The first one is stored; all the others are answered."""
    await bench.seat("anna")
    answers = await asyncio.gather(*(bench.say("anna", "bot", delivery="d1") for _ in range(8)))
    assert sorted(map(told_as_it_stands, answers)) == [False] + [True] * 7
    assert (await bench.kinds()).count("table.bot_seated") == 1


async def test_new_delivered_twice_opens_one_table(bench: Bench) -> None:
    """Also at the same time, and also when the table has moved on meanwhile."""
    answers = await asyncio.gather(*(bench.say("anna", "new sprint", delivery="d1") for _ in range(4)))
    assert sorted(map(told_as_it_stands, answers)) == [False, True, True, True]
    await bench.say("ben", "join")
    assert told_as_it_stands(await bench.say("anna", "new sprint", delivery="d1"))
    await bench.say("anna", "end sure")
    assert told_as_it_stands(await bench.say("anna", "new sprint", delivery="d1"))
    assert len(await bench.store.find_tables()) == 1


async def test_two_people_who_open_a_table_at_once_get_one(bench: Bench) -> None:
    """The second is asked to join: no table is replaced before anyone has seen it."""
    answers = await asyncio.gather(bench.say("anna", "new sprint"), bench.say("ben", "new sprint"))
    assert sorted(len(replies) for replies in answers) == [0, 1]
    assert len(await bench.store.find_tables()) == 1


async def test_a_pressed_button_delivered_twice(bench: Bench) -> None:
    """The press counts once and isn't called out of date."""
    await bench.begin()
    roll = bench.choice("Roll the dice")
    await bench.press("anna", roll, delivery="d1")
    assert told_as_it_stands(await bench.press("anna", roll, delivery="d1"))
    assert (await bench.kinds()).count("rolled") == 1


@pytest.mark.parametrize("line", ["roll", "new sprint"])
async def test_delivered_again_after_a_restart(bench: Bench, line: str) -> None:
    """The id is in the database, not in the memory of a process."""
    if line == "roll":
        await bench.begin()
    await bench.say("anna", line, delivery="d1")
    before = await bench.snapshot()
    assert told_as_it_stands(await bench.another_process().say("anna", line, delivery="d1"))
    assert await bench.snapshot() == before


@pytest.mark.parametrize("line", ["bot", "new sprint"])
async def test_delivered_to_two_processes_at_once(two_benches: tuple[Bench, Bench], line: str) -> None:
    """The platform retried at another replica: one of them stores it, the other answers."""
    one, other = two_benches
    if line == "bot":
        await one.seat("anna")
        await other.live()  # it has the table in memory, too
    answers = await asyncio.gather(
        *(bench.say("anna", line, delivery="d1") for bench in (one, other) for _ in range(2))
    )
    assert sorted(map(told_as_it_stands, answers)) == [False, True, True, True]
    assert len(await one.store.find_tables()) == 1
    assert (await one.kinds()).count("table.bot_seated") == (line == "bot")


async def test_a_refused_request_may_be_tried_again(bench: Bench) -> None:
    """Only stored requests count as done, so a refused id can be delivered again."""
    await bench.begin()
    await bench.refusal("ben", "roll", delivery="d1")
    await bench.say("anna", "roll")
    assert await bench.say("ben", "roll", delivery="d1") == []


async def test_many_requests_at_once_take_turns_in_order(bench: Bench) -> None:
    """Everyone hammers the table: each turn is taken once, in order, and the rest is refused."""
    await bench.begin()
    names = ["anna", "ben", "cleo"] * 8
    answers = await asyncio.gather(*(bench.say(name, "roll") for name in names))
    rolls = [rolled["seat"] for rolled in await bench.payloads("rolled")]
    assert rolls[:3] == [0, 1, 2]
    assert len(rolls) == sum(not replies for replies in answers)
    assert all(reply.private for replies in answers for reply in replies)
    sequences = [reply.sequence for _, reply in bench.chat.posts]
    assert sequences == sorted(set(sequences))
