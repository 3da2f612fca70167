"""A fault at each step of each kind of request: nothing is lost or done twice, and rooms catch up."""

import asyncio
import re
import tempfile
from collections.abc import Coroutine
from functools import cache
from itertools import product

import pytest

from bot.kernel.store import Store
from bot.kernel.table import texts as notices
from storage import open_store
from tests.bot.harness import Bench
from tests.faults.harness import (
    Died,
    Fault,
    FaultyChat,
    FaultyStore,
    Strike,
    break_the_adapter,
    die,
    hang,
    lose_the_acknowledgement,
    lose_the_database,
    lose_the_platform,
)
from tests.faults.situations import SITUATIONS, Situation

STEPS: dict[str, tuple[str, Strike]] = {
    "dies before append": ("before append", die),
    "dies after append": ("after append", die),
    "dies before post": ("before post", die),
    "dies after post": ("after post", die),
    "dies after mark": ("after mark", die),
    "database away before append": ("before append", lose_the_database),
    "database away after append": ("after append", lose_the_acknowledgement),
    "database away before mark": ("before mark", lose_the_database),
    "database away after mark": ("after mark", lose_the_database),
    "platform away before post": ("before post", lose_the_platform),
    "platform away after post": ("after post", lose_the_platform),
    "adapter breaks before post": ("before post", break_the_adapter),
    "adapter breaks after post": ("after post", break_the_adapter),
    "platform hangs before post": ("before post", hang),
    "platform hangs after post": ("after post", hang),
}
SORRY = tuple(map(str, (notices.DATABASE_UNREACHABLE, notices.IN_DOUBT, notices.INTERNAL_ERROR)))
# after these the program is restarted, which also recovers marks that were not stored
RESTARTED = {step for step in STEPS if step.startswith(("dies", "platform hangs"))} | {"database away before mark"}
# a message that was posted but not marked is posted again
SHOWN_TWICE = {step for step in STEPS if "post" in step or "mark" in step} - {
    "dies before post",
    "dies after mark",
    "database away after mark",
}

COMMITMENT = re.compile('"commitment":"[0-9a-f]+"')
Events = list[tuple[str, str]]  # kind and payload


@pytest.mark.parametrize(
    ("kind", "step", "nth"),
    [
        *product(SITUATIONS, STEPS, [1]),
        *product(["link"], STEPS, [2]),  # it stores and posts more than once
    ],
)
async def test_a_fault(sqlite_store: Store, kind: str, step: str, nth: int) -> None:
    """The platform redelivers, to the same process or the next one, until it gets an answer."""
    situation = SITUATIONS[kind]
    expected = await without_fault(kind)
    fault = Fault("")
    chat = FaultyChat(fault)
    bench = Bench(FaultyStore(sqlite_store, fault), chat=chat)
    deliver = await situation.prepare(bench)
    posts = len(chat.posts)
    fault.step, fault.strike = STEPS[step]
    fault.nth = nth
    await bench.service.start()
    answer = await answered(deliver(bench), fault)
    acknowledged = answer is not None and answer not in SORRY
    if answer == str(notices.DATABASE_UNREACHABLE):
        assert step != "database away after append", "it has changed"
    if acknowledged:
        assert await events(sqlite_store) == expected
    if step in RESTARTED:
        await bench.service.close()
        chat.fault = Fault("")
        bench = bench.another_process(sqlite_store)
        await bench.service.start()
    if not acknowledged:
        assert (await deliver(bench) or "") not in SORRY
    await caught_up(bench, situation)
    await bench.service.close()
    assert await events(sqlite_store) == expected
    news = [reply.sequence for room, reply in chat.posts[posts:] if room == situation.room]
    assert news[-1] == len(expected)
    if kind != "link":  # which posts the table's state as well
        assert len(news) - len(set(news)) <= (step in SHOWN_TWICE)


async def answered(work: Coroutine[None, None, str | None], fault: Fault) -> str | None:
    """The person's answer; None if the process died or the caller gave up."""
    asking, struck = asyncio.create_task(work), asyncio.create_task(fault.struck.wait())
    if fault.strike is hang:
        await asyncio.wait({asking, struck}, return_when=asyncio.FIRST_COMPLETED)
        asking.cancel()
    try:
        return await asking
    except (Died, asyncio.CancelledError):
        return None
    finally:
        assert fault.struck.is_set(), "the step was never reached"
        await struck


async def caught_up(bench: Bench, situation: Situation) -> None:
    """Wait until the rooms have seen everything; unreachable ones are retried after a second."""
    while behind := await bench.store.rooms_behind():
        assert behind
        bench.clock.advance(1)
        await asyncio.sleep(0.001)
    live = await bench.live(situation.room)
    assert live.rooms[situation.room].shown == live.standing.sequence


async def events(store: Store) -> Events:
    """All events of the only table, after checking that each request is in it once."""
    [record] = await store.find_tables()
    rows = await store.events(record.id)
    requests = [row.request for row in rows if row.request]
    assert len(requests) == len(set(requests))
    return [(row.kind, COMMITMENT.sub("", row.payload)) for row in rows]  # a table that is opened again has a new seed


@cache
def _without_fault() -> dict[str, Events]:
    return {}


async def without_fault(kind: str) -> Events:
    """The events without any fault."""
    if kind not in _without_fault():
        with tempfile.TemporaryDirectory() as folder:
            store = await open_store(f"sqlite:///{folder}/tables.db")
            bench = Bench(store)
            deliver = await SITUATIONS[kind].prepare(bench)
            await deliver(bench)
            _without_fault()[kind] = await events(store)
            await store.close()
    return _without_fault()[kind]
