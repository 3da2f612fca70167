"""A workshop whose link fell into the wrong hands: the trainer removes people and gives the others a new link."""

from collections.abc import AsyncIterator

import pytest

from bot.features.workshop import texts
from bot.features.workshop.model import WorkshopStore
from bot.kernel.store import Store
from bot.kernel.table.model import Refused
from games.values import replace
from tests.bot.harness import Bench, WebTable, new_id
from tests.bot.workshop_harness import Trainer, opened, said


@pytest.fixture
async def bench(sqlite_store: Store) -> AsyncIterator[Bench]:
    bench = Bench(sqlite_store, web=WebTable())
    yield bench
    await bench.service.close()


async def names_at(trainer: Trainer) -> list[list[str]]:
    return [[chair.name for chair in card.page.chairs] for card in (await trainer.desk()).teams]


async def members_of(trainer: Trainer) -> int:
    return len(await trainer.bench.store.part(WorkshopStore).members(trainer.opened.id))


async def test_one_person_is_removed(bench: Bench) -> None:
    """Their seat is free; the same order, sent again, removes nobody who has moved up to that seat."""
    trainer = await opened(bench, teams=1)
    await trainer.come("eve", "anna", "ben")
    request = new_id()
    await trainer.order(said("remove", team=0, seat=0), request)
    await trainer.order(said("remove", team=0, seat=0), request)
    assert await names_at(trainer) == [["anna", "ben"]]
    assert await members_of(trainer) == 2
    assert await trainer.refusal(said("remove", team=0, seat=7)) == str(texts.NOBODY_THERE)
    assert await trainer.refusal(said("remove", team=3, seat=0)) == str(texts.NO_SUCH_TEAM)
    assert (await trainer.comes("cleo")).seated


async def test_a_whole_team_is_removed(bench: Bench) -> None:
    """At once, and once: whoever comes after that stays, however often the order arrives."""
    trainer = await opened(bench, teams=2, size=3)
    await trainer.come(*(f"eve{number}" for number in range(6)))
    request = new_id()
    await trainer.order(said("remove", team=0), request)
    assert [len(names) for names in await names_at(trainer)] == [0, 3]
    await trainer.come("anna", "ben")
    await trainer.order(said("remove", team=0), request)
    assert (await names_at(trainer))[0] == ["anna", "ben"]
    assert await members_of(trainer) == 5


async def test_somebody_is_removed_during_a_game(bench: Bench) -> None:
    """An automatic player goes on for them until somebody else takes the seat."""
    trainer = await opened(bench, teams=1)
    await trainer.come("anna", "eve")
    await trainer.order(said("start"))
    await trainer.order(said("remove", team=0, seat=1))
    (card,) = (await trainer.desk()).teams
    assert [chair.automatic for chair in card.page.chairs] == [False, True]
    assert (await trainer.comes("ben")).seated
    assert await names_at(trainer) == [["anna", "ben"]]


async def test_a_new_link(bench: Bench) -> None:
    """The old one leads nowhere, and the address of a team's page isn't enough any more; members keep their places."""
    trainer = await opened(bench, teams=1)
    await trainer.come("anna")
    request = new_id()
    await trainer.order(said("entrance"), request)
    entrance = (await trainer.desk()).entrance
    await trainer.order(said("entrance"), request)
    assert (await trainer.desk()).entrance == entrance != trainer.opened.entrance
    with pytest.raises(Refused, match="leads nowhere"):
        await trainer.comes("eve")
    assert str(texts.BY_LINK) in await trainer.say("eve", "join")
    assert await names_at(trainer) == [["anna"]]
    renewed = Trainer(bench, replace(trainer.opened, entrance=entrance))
    assert (await renewed.comes("ben")).seated
    assert (await renewed.comes("anna")).seated
    await trainer.say("ben", "leave")
    assert str(texts.BY_LINK) not in await trainer.say("ben", "join")
    assert sorted((await names_at(trainer))[0]) == ["anna", "ben"]
