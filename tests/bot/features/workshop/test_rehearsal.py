"""A rehearsal: simulated people who have seats, ask, get stuck and come late, so that a trainer has something to do."""

import asyncio
import random
from collections.abc import AsyncIterator
from typing import Any

import pytest

from bot.cli.simulated.rehearsal import PREFIX, Rehearsal, manners
from bot.features.workshop.desk import STUCK_SECONDS
from bot.features.workshop.model import WorkshopForm
from bot.kernel.store import Store
from tests.bot.harness import Bench, WebTable, new_id
from tests.bot.workshop_harness import Trainer, said

PACE = 2.0


class Rehearsing(Trainer):
    """A trainer whose teams play by themselves."""

    rehearse: Rehearsal

    async def rounds(self, count: int) -> None:
        """In each of them every team that isn't slow does something, or one more person comes in."""
        for _ in range(count):
            self.bench.clock.advance(1.5 * PACE)
            while self.bench.clock.sleeping < self.rehearse.turns:  # noqa: ASYNC110  or a task ends
                await asyncio.sleep(0)

    async def sequences(self) -> list[int]:
        return [card.page.sequence for card in (await self.desk()).teams]


@pytest.fixture
async def bench(sqlite_store: Store) -> AsyncIterator[Bench]:
    bench = Bench(sqlite_store, web=WebTable())
    yield bench
    await bench.service.close()


async def rehearsing(bench: Bench, **form: Any) -> Rehearsing:
    rehearse = Rehearsal(bench.service, clock=bench.clock, pace=PACE, seed="1")
    opened = await rehearse(WorkshopForm(**{"game": "sprint", "teams": 3, "size": 3, **form}), new_id())
    trainer = Rehearsing(bench, opened)
    trainer.rehearse = rehearse
    await trainer.rounds(1)
    return trainer


async def test_a_trainer_rehearses_alone(bench: Bench) -> None:
    """People come in, wait for the start, play; one team asks, one gets stuck until it is spoken to."""
    trainer = await rehearsing(bench)
    await trainer.rounds(8)
    desk = await trainer.desk()
    assert [len(card.page.chairs) for card in desk.teams] == [3, 3, 2]  # the last one is late
    assert {card.page.phase for card in desk.teams} == {"lobby"}
    await trainer.order(said("start"))
    await trainer.rounds(14)
    desk, before = await trainer.desk(), await trainer.sequences()
    (asking,) = [number for number, card in enumerate(desk.teams) if card.question]
    await trainer.rounds(4)
    (stuck,) = [number for number, last in enumerate(await trainer.sequences()) if last == before[number]]
    assert stuck != asking
    bench.clock.advance(STUCK_SECONDS)
    assert (await trainer.desk()).teams[stuck].stuck
    await trainer.order(said("tell", text="Roll the dice", team=stuck))
    await trainer.rounds(3)
    assert (await trainer.sequences())[stuck] > before[stuck] + 2
    await trainer.rehearse.aclose()


async def test_real_people_decide_for_themselves(bench: Bench) -> None:
    """Only simulated people are moved: a table that waits for somebody else waits. A new team plays, too."""
    trainer = await rehearsing(bench, teams=1, size=2)
    await trainer.comes("anna")
    await trainer.rounds(3)
    await trainer.order(said("start"))
    await trainer.rounds(6)
    (card,) = (await trainer.desk()).teams
    assert [chair.name for chair in card.page.chairs if chair.awaited] == ["anna"]
    await trainer.order(said("team", what="add"))
    live = await bench.live(card.room)
    (moved,) = [each.seat for each in live.people if each.person.startswith(PREFIX) and each.seat is not None]
    await trainer.order(said("move", team=0, seat=moved, to=1))
    await trainer.order(said("start"))
    before = await trainer.sequences()
    await trainer.rounds(4)
    assert (await trainer.sequences())[1] > before[1] + 2
    await trainer.order(said("end"))
    while trainer.rehearse.turns:
        bench.clock.advance(1.5 * PACE)
        await asyncio.sleep(0)
    await trainer.rehearse.aclose()


def test_the_same_seed_gives_the_same_manners() -> None:
    """One team asks, another gets stuck, some are slow; a lone team asks."""
    ways = manners(8, PACE, random.Random(1))
    assert ways == manners(8, PACE, random.Random(1))
    assert sum(each.asks_after is not None for each in ways) == 1
    assert sum(each.stuck_after is not None for each in ways) == 1
    assert sum(each.pace > PACE for each in ways) == 2
    assert manners(1, PACE, random.Random(1))[0].asks_after is not None
