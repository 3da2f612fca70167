"""Every order of a workshop's desk: given, its answer lost, and given again with the same id, at once and much later.

Orders are found where they are declared. One that isn't possible in any phase of a workshop with these details fails.
"""

import asyncio
from pathlib import Path

import pytest

from bot.features.workshop import texts
from bot.features.workshop.model import MAX_TEAMS, WorkshopForm, Workshops, WorkshopStore
from bot.features.workshop.opening import UNCLAIMED_SECONDS
from bot.features.workshop.team_tables import feature
from bot.kernel.messages import DONE, Called, Person, Request, Response
from bot.kernel.store import Store, StoreUnavailable
from bot.kernel.table.model import Refused
from storage import open_store
from tests.bot.harness import Bench, WebTable
from tests.bot.workshop_harness import Trainer, opened, said
from tests.faults.harness import Died
from tests.lost_answers.harness import asked, difference, lose_the_answer, stored
from tests.lost_answers.scenes import workshop

PHASES = ("open", "playing", "paused", "done")
DETAILS: dict[str, list[dict[str, str]]] = {
    "clock": [{"minutes": "10"}, {"minutes": "0"}],
    "tell": [{"text": "Ten more minutes"}, {"text": "And you?", "team": "0"}],
    "advise": [{}],  # a hint that fits
    "move": [{"team": "0", "seat": "1", "to": "1"}],
    "cover": [{"team": "0", "seat": "1"}],
    "bot": [{"team": "0", "level": ""}],
    "remove": [{"team": "1", "seat": "0"}, {"team": "1"}],
    "team": [{"what": "add"}, {"what": "name", "team": "1", "name": "Blue"}],
}


def details_of(name: str) -> list[dict[str, str]]:
    """What is given with an order; Refused ones are tried in another phase."""
    needed = [each.name for each in feature.orders[name].command.parameters if each.required]
    assert name in DETAILS or not needed, f"say what to give with the order “{name}” ({needed}) in DETAILS"
    return DETAILS.get(name, [{}])


def order(trainer: Trainer, name: str, details: dict[str, str], request: str) -> Request:
    return Request(request, "", Person("desk", "Maria"), Called(name, details), desk=trainer.opened.key)


@pytest.fixture(params=["sqlite", "postgres"])
def url(request: pytest.FixtureRequest) -> str:
    found: str = request.getfixturevalue(f"{request.param}_url")
    return found


async def _fitting(trainer: Trainer) -> dict[str, str]:
    """A hint that fits what is going on."""
    hints = [hint.key for card in (await trainer.desk()).teams for hint in card.hints]
    return {"key": hints[0] if hints else "none"}


@pytest.mark.parametrize("phase", PHASES)
async def test_an_order_is_given_again(phase: str, url: str, found_possible: dict[str, set[str]]) -> None:
    """At once: the same answer, and nothing more happens. After all others: the same."""
    names, database = list(feature.orders), url.partition(":")[0]
    covered = found_possible.setdefault(database, set())
    # a server takes long: there, each order in one phase
    tried = set(covered) if database.startswith("postgres") else set()
    for name in [name for name in names if name not in tried]:
        for details in details_of(name):
            if await _given_again(url, phase, name, details):
                covered.add(name)
    if phase == PHASES[-1]:
        assert covered == set(names), f"not possible in any phase: {set(names) - covered}"
        print(f"{len(covered)} orders of the desk were given again")  # noqa: T201  shown with -s


@pytest.fixture(scope="module")
def found_possible() -> dict[str, set[str]]:
    """The orders that could be given in some phase, by database."""
    return {}


async def _given_again(url: str, phase: str, name: str, details: dict[str, str]) -> bool:
    store = await open_store(url)
    bench = Bench(store, web=WebTable(f"{phase}-{name}-{'-'.join(details.values())}".replace(" ", "")))
    try:
        trainer = await workshop(phase, bench)
        details = details if name != "advise" else await _fitting(trainer)
        given = order(trainer, name, details, f"{trainer.opened.id} the order")
        first = await lose_the_answer(bench, url, asked(given), f"{name} {details} ({phase})")
        if first.outcome == "refused":
            return False
        await _everything_else(trainer, name)
        bench.clock.advance(60)
        before = await stored(url)
        assert (await bench.service.handle(given)).replies == first.replies
        assert await stored(url) == before, f"{name}, much later:\n{difference(before, await stored(url))}"
        return True
    finally:
        await bench.service.close()
        await store.close()


async def _everything_else(trainer: Trainer, name: str) -> None:
    """All other orders that are possible now, but the one that ends the workshop."""
    for other in feature.orders:
        for number, details in enumerate(details_of(other) if other not in {name, "end"} else ()):
            request = order(trainer, other, details, f"{trainer.opened.id} {other} {number}")
            await trainer.bench.service.handle(request)


async def test_orders_undone_by_others_stay_undone(store: Store) -> None:
    """A repeated pause doesn't pause what goes on, a clock's end stays, and round 2 is announced once."""
    bench = Bench(store, web=WebTable())
    trainer = await workshop("playing", bench)
    await trainer.order(said("pause"), "pause")
    await trainer.order(said("continue"), "continue")
    await trainer.order(said("pause"), "pause")
    assert not (await trainer.stored()).paused
    await trainer.order(said("clock", minutes=10), "clock")
    until = (await trainer.stored()).until
    bench.clock.advance(120)
    await trainer.order(said("clock", minutes=10), "clock")
    assert (await trainer.stored()).until == until
    await bench.service.close()


async def test_many_teams_at_once(store: Store, other_store: Store) -> None:
    """Each order adds one team, given three times, by two processes; the limit holds, and no table is left over."""
    first = Bench(store, web=WebTable("first"))
    second = Bench(other_store, clock=first.clock, chat=first.chat, web=WebTable("second"))
    trainer = await opened(first, teams=20)
    there = Trainer(second, trainer.opened)

    async def add(number: int) -> bool:
        for attempt in range(3):
            try:
                await (there if (number + attempt) % 2 else trainer).order(said("team", what="add"), f"add {number}")
            except Refused as refused:
                if refused.sentence == texts.bad_teams(MAX_TEAMS):
                    return False
        return True

    await asyncio.gather(*(add(number) for number in range(36)))
    teams = (await trainer.stored()).teams
    assert len(teams) == MAX_TEAMS
    assert len({team.name for team in teams}) == len({team.table for team in teams}) == MAX_TEAMS
    await first.wait(UNCLAIMED_SECONDS + 1)
    tables = [await first.service.tables.find_current(each.id) for each in await first.store.find_tables()]
    running = {live.id for live in tables if live is not None and live.standing.table.phase != "over"}
    assert running == {team.table for team in teams}
    await first.service.close()
    await second.service.close()


# --- opening -------------------------------------------------------------------------------------------------------

FORM = WorkshopForm("sprint", teams=3, same_dice=True)


class _Dying:
    """A store of a process that dies before its n-th write."""

    def __init__(self, store: object, left: list[int]) -> None:
        self._store, self._left = store, left

    def __getattr__(self, name: str) -> object:
        if name == "part":
            return lambda kind: _Dying(self._store.part(kind), self._left)  # type: ignore[attr-defined]
        if name in {"append", "put_workshop", "put_job"}:
            self._left[0] -= 1
        if self._left[0] < 0:
            raise Died
        return getattr(self._store, name)


@pytest.mark.parametrize("writes", range(5))
async def test_a_form_is_sent_again_after_a_crash(store: Store, writes: int) -> None:
    """The second attempt finishes the first: one workshop, whose teams have all of the tables."""
    dying = Bench(_Dying(store, [writes]), web=WebTable("dying"))
    with pytest.raises((Died, StoreUnavailable)):
        await dying.service.feature(Workshops).open_workshop(FORM, "form", "a key")
    bench = Bench(store, clock=dying.clock, web=WebTable("second"))
    for _ in range(2):  # its answer is lost, too
        made = await bench.service.feature(Workshops).open_workshop(FORM, "form", "a key")
    trainer = Trainer(bench, made)
    found = await trainer.stored()
    assert [team.name for team in found.teams] == ["Team 1", "Team 2", "Team 3"]
    assert {team.table for team in found.teams} == {each.id for each in await store.find_tables()}
    assert {each.seed for each in await store.find_tables()} == {found.seed}
    await trainer.come("anna", "ben", "cleo", "dora", "emil", "finn")
    assert await trainer.order(said("start")) == ()
    await bench.wait(UNCLAIMED_SECONDS + 1)
    assert [card.page.phase for card in (await trainer.desk()).teams] == ["playing"] * 3
    await bench.service.close()


async def test_a_form_that_nobody_sends_again(store: Store) -> None:
    """Tables of a workshop that isn't there are closed after a while; then it can't be finished any more."""
    dying = Bench(_Dying(store, [3]), web=WebTable())
    with pytest.raises((Died, StoreUnavailable)):
        await dying.service.feature(Workshops).open_workshop(FORM, "form")
    bench = Bench(store, clock=dying.clock, web=WebTable("second"))
    await bench.wait(UNCLAIMED_SECONDS + 1)
    tables = [await bench.service.tables.find_current(each.id) for each in await store.find_tables()]
    assert [live.standing.table.phase for live in tables if live is not None] == ["over"] * 2
    with pytest.raises(Refused, match="open another one"):
        await bench.service.feature(Workshops).open_workshop(FORM, "form")
    await bench.service.close()


async def test_two_attempts_at_once(store: Store, other_store: Store) -> None:
    """Sent to two processes at the same time, a form opens one workshop, and both answer the same."""
    benches = [Bench(each, web=WebTable(name)) for each, name in ((store, "first"), (other_store, "second"))]
    sent = (each.service.feature(Workshops).open_workshop(FORM, "form", "a key") for each in benches)
    made = await asyncio.gather(*sent, return_exceptions=True)
    opened_by = [each for each in made if not isinstance(each, Refused)]
    assert opened_by
    assert len(await benches[0].store.find_tables()) == 3
    again = await benches[1].service.feature(Workshops).open_workshop(FORM, "form", "a key")
    assert {each.id for each in (again, *opened_by)} == {again.id}  # type: ignore[union-attr]
    found = await benches[0].store.part(WorkshopStore).workshop(again.id)
    assert found is not None
    assert len(found.teams) == 3
    for bench in benches:
        await bench.service.close()


# --- coming in and handing over ------------------------------------------------------------------------------------


async def test_other_forms_are_sent_again(sqlite_url: str, empty_sqlite: Path) -> None:
    """Somebody takes a place, and the desk is handed over: each once."""
    del empty_sqlite
    store = await open_store(sqlite_url)
    bench = Bench(store, web=WebTable())
    trainer = await opened(bench, teams=2, attendance=True)

    async def come(process: Bench) -> Response:
        await Trainer(process, trainer.opened).comes("anna", request="come")
        return DONE

    async def hand_over(process: Bench) -> Response:
        await process.service.feature(Workshops).hand_over(trainer.opened.key, "hand over")
        return DONE

    await lose_the_answer(bench, sqlite_url, come, "taking a place")
    await lose_the_answer(bench, sqlite_url, hand_over, "handing over")
    await bench.service.close()
    await store.close()
