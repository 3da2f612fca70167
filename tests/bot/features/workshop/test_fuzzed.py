"""Whatever is ordered at a desk, in whatever order: a sentence at most, and every game can be verified afterwards."""

import asyncio
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial

from hypothesis import given, settings
from hypothesis import strategies as st

from bot.features.fairness.export import GameFiles, read
from bot.features.fairness.verify import verify
from bot.kernel.messages import Called
from bot.kernel.table.model import Refused
from storage import open_store
from tests.bot.harness import Bench, WebTable
from tests.bot.workshop_harness import Trainer, opened, said

PEOPLE = ("anna", "ben", "cleo", "dora", "emil")
LINES = ("roll", "ask Why?", "leave", "join", "end", "start", "bot", "vote yes", "end sure", "again", "undo", "next")

number = st.integers(-2, 4)
text = st.text(max_size=12)
orders = st.one_of(
    st.builds(partial(said, "tell"), text=text, team=st.none() | number),
    st.builds(partial(said, "advise"), key=st.sampled_from(["", "small", "swarm", "none"]), team=st.none() | number),
    st.builds(partial(said, "move"), team=number, seat=number, to=number),
    st.builds(partial(said, "cover"), team=number, seat=number),
    st.builds(partial(said, "bot"), team=number),
    st.builds(partial(said, "bot", level="off"), team=number),
    st.builds(partial(said, "team", what="name"), team=number, name=text),
    st.builds(said, text, team=text, text=text),
    st.builds(partial(said, "clock"), minutes=st.integers(-1, 2000)),
    st.builds(said, st.sampled_from(["start", "start", "pause", "continue", "talk", "again"])),
    st.just(said("team", what="add")),
)
lines = st.tuples(st.sampled_from(PEOPLE), st.sampled_from(LINES), st.integers(0, 1))
arrivals = st.tuples(st.sampled_from(PEOPLE), st.none() | number)
steps = st.lists(st.one_of(orders, orders, lines, arrivals, st.floats(0, 4000)), min_size=5, max_size=15)


@contextmanager
def a_bench() -> Iterator[tuple[asyncio.Runner, Bench]]:
    """With its own event loop: Hypothesis runs many examples on one."""
    with tempfile.TemporaryDirectory() as folder, asyncio.Runner() as runner:
        store = runner.run(open_store(f"sqlite:///{folder}/tables.db"))
        bench = Bench(store, web=WebTable())
        try:
            yield runner, bench
        finally:
            runner.run(bench.service.close())
            runner.run(store.close())


async def take(trainer: Trainer, step: Called | float | tuple[str, int | None] | tuple[str, str, int]) -> None:
    with suppress(Refused):
        match step:
            case float():
                await trainer.bench.wait(step)
            case (str(name), str(line), int(team)):
                await trainer.say(name, line, team)
            case (str(name), team):
                await trainer.comes(name, team)
            case _:
                await trainer.order(step)


async def check(trainer: Trainer) -> None:
    """The desk can be read, and what every table leaves is fair and whole."""
    desk = await trainer.desk()
    assert sorted(desk.order) == list(range(len(desk.teams)))
    with suppress(Refused):
        await trainer.workshops.compare(trainer.opened.key)
    await trainer.order(said("end"))
    stored = await trainer.stored()
    for table in [table for team in stored.teams for table in (team.table, team.retro) if table]:
        record = await trainer.bench.service.feature(GameFiles).record(table)
        assert record is not None
        verdict = verify(read(record))
        assert (verdict.wrong, verdict.fault) == (None, ""), verdict.sentences
    for name in PEOPLE:  # at most one seat each
        lives = [await trainer.bench.live(team.room) for team in stored.teams]
        assert sum(each.name == name and each.seat is not None for live in lives for each in live.people) <= 1


def test_orders_in_any_order() -> None:
    """No exception but Refused, tables that verify, and nobody with two seats."""
    with a_bench() as (runner, bench):

        @settings(max_examples=5)
        @given(st.booleans(), st.booleans(), steps)
        def try_out(same_dice: bool, chooses: bool, doing: list[Called | float | tuple[str, int | None]]) -> None:  # noqa: FBT001
            async def example() -> None:
                trainer = await opened(bench, teams=2, size=3, same_dice=same_dice, chooses=chooses)
                await trainer.come(*PEOPLE[:3])
                for step in doing:
                    await take(trainer, step)
                await check(trainer)

            runner.run(example())

        try_out()
