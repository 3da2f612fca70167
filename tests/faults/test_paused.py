"""A process is paused in the middle of a request, another one goes on, and then the first one continues.

A machine that swaps, a container that is frozen, a laptop that sleeps. The pause is longer than every lease.
"""

import asyncio
import os
from itertools import product

import pytest

from bot.kernel.store import JOB_LEASE, Store
from tests.bot.harness import Bench
from tests.faults.harness import Fault, FaultyChat, FaultyStore
from tests.faults.situations import SITUATIONS
from tests.faults.test_each_step import SORRY, caught_up, events, without_fault

STEPS = ["before append", "after append", "before post", "after post", "before mark", "after mark"]
SHOWN_TWICE = {"before post", "after post", "before mark"}  # the other one can't know what was posted
CASES = [*product(SITUATIONS, STEPS)]
USUAL = [(kind, step) for kind, step in CASES if "append" in step or kind in {"move", "timer"}]


@pytest.mark.parametrize(("kind", "step"), CASES if os.environ.get("SCRUM_SOAK") else USUAL)
async def test_a_pause(postgres_stores: tuple[Store, Store], kind: str, step: str) -> None:
    """The platform delivers again, to the process that goes on: everything counts once, and the room gets all news."""
    first, second = postgres_stores
    situation = SITUATIONS[kind]
    expected = await without_fault(kind)
    continued = asyncio.Event()

    async def pause() -> None:
        await continued.wait()

    fault = Fault("")
    chat = FaultyChat(fault)
    bench = Bench(FaultyStore(first, fault), chat=chat)
    deliver = await situation.prepare(bench)
    posts = len(chat.posts)
    fault.step, fault.strike = step, pause
    paused = asyncio.create_task(deliver(bench))
    struck = asyncio.create_task(fault.struck.wait())
    await asyncio.wait({paused, struck}, return_when=asyncio.FIRST_COMPLETED)
    assert fault.struck.is_set(), "the step was never reached"
    bench.clock.advance(JOB_LEASE + 1)
    other = bench.another_process(second)
    assert (await deliver(other) or "") not in SORRY  # before its schedule runs, which would do the same
    await other.service.start()
    await caught_up(other, situation)
    while await first.rooms_behind():  # noqa: ASYNC110  the mark is stored shortly after
        await asyncio.sleep(0.001)
    assert await events(second) == expected
    continued.set()
    assert (await paused or "") not in SORRY
    await caught_up(other, situation)
    await other.service.close()
    await bench.service.close()
    assert await events(second) == expected
    news = [reply.sequence for room, reply in chat.posts[posts:] if room == situation.room]
    assert news[-1] == len(expected)
    if kind != "link":  # which posts the table's state as well
        assert len(news) - len(set(news)) <= (step in SHOWN_TWICE)
