"""Workshops when much happens at once, or nothing does: many people, two trainers, no trainer, no database."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable

import pytest

from bot.cli.simulated.rehearsal import Manners, Team, visitors
from bot.features.workshop import texts
from bot.features.workshop.book import Change, Changed, WorkshopBook
from bot.features.workshop.desk import FACTS_SECONDS, facts_of
from bot.features.workshop.model import Member, Placed, Workshop, WorkshopStore
from bot.features.workshop.places import Arrival, take_place
from bot.kernel.live.work import Thinker
from bot.kernel.messages import Called
from bot.kernel.store import Store, StoreUnavailable
from bot.kernel.table import refusals
from bot.kernel.table.model import Refused
from games.values import replace
from tests.bot.harness import Bench, FlakyStore, WebTable, new_id, person
from tests.bot.workshop_harness import Trainer, opened, said, told


@pytest.fixture
async def bench(sqlite_store: Store) -> AsyncIterator[Bench]:
    bench = Bench(sqlite_store, web=WebTable())
    yield bench
    await bench.service.close()


@pytest.fixture
async def two_trainers(two_benches: tuple[Bench, Bench]) -> AsyncIterator[tuple[Trainer, Trainer]]:
    """With the same key, at two processes; each test runs on SQLite and PostgreSQL."""
    first, second = (
        Bench(each.store, clock=each.clock, chat=two_benches[0].chat, web=WebTable(name))
        for each, name in zip(two_benches, ("team", "other"), strict=True)
    )
    trainer = await opened(first, size=10)
    yield trainer, Trainer(second, trainer.opened)
    for bench in (first, second):
        await bench.service.close()


async def test_thirty_people_at_once_on_two_processes(two_trainers: tuple[Trainer, Trainer]) -> None:
    """Ten in each team, one seat each, and everybody is still there after the start; nobody's move is lost."""
    names = [f"p{number}" for number in range(30)]
    placed = await asyncio.gather(*(two_trainers[at % 2].comes(name) for at, name in enumerate(names)))
    assert Counter(each.team for each in placed) == {0: 10, 1: 10, 2: 10}
    again = await asyncio.gather(*(two_trainers[at % 2 - 1].comes(name) for at, name in enumerate(names)))
    assert again == placed
    one, other = two_trainers
    assert await one.order(said("start")) == ()
    desk = await other.desk()
    assert [sorted(chair.name for chair in card.page.chairs) for card in desk.teams] == [
        sorted(name for name, each in zip(names, placed, strict=True) if each.team == team) for team in range(3)
    ]
    before = [card.page.sequence for card in desk.teams]
    await asyncio.gather(*(two_trainers[team % 2].roll(team) for team in range(3)))
    assert all(card.page.sequence > last for card, last in zip((await one.desk()).teams, before, strict=True))


async def test_two_trainers_order_at_once(two_trainers: tuple[Trainer, Trainer]) -> None:
    """Every team is started once and told everything once; what they order last holds at every table."""
    one, other = two_trainers
    await one.come(*(f"p{number}" for number in range(6)))

    async def both(first: Called, second: Called) -> None:
        await asyncio.gather(one.order(first), other.order(second))

    await both(said("start"), said("start"))
    await both(said("tell", text="Listen"), said("tell", text="Hear"))
    await both(said("pause"), said("continue"))
    await both(said("clock", minutes=10), said("team", what="add"))
    await other.order(said("continue"))
    desk = await one.desk()
    assert [card.page.phase for card in desk.teams] == ["playing"] * 3 + ["lobby"]
    assert not any(card.page.paused for card in desk.teams)
    assert {card.page.exercise for card in desk.teams[:3]} == {desk.until}
    for card in desk.teams[:3]:
        events = await one.bench.store.events(card.table)
        kinds = Counter(event.kind for event in events)
        assert (kinds["table.game_started"], kinds["table.trainer_spoke"]) == (1, 2)


async def test_a_team_is_added_while_somebody_comes(bench: Bench) -> None:
    """Whoever came before the team was there, and found no other place, is seated in it."""
    trainer = await opened(bench, teams=1, size=2)
    await trainer.come("anna", "ben")
    when_they_pressed_the_link = await trainer.stored()
    await trainer.order(said("team", what="add"))
    arrival = Arrival(person("cleo"), new_id())
    assert (await take_place(trainer.context, when_they_pressed_the_link, arrival)).team == 1


# --- changes that wait for each other ------------------------------------------------------------------------------


def joins(name: str) -> Change:
    async def alter(stored: Workshop, members: tuple[Member, ...]) -> Changed | None:
        if name == "nobody":
            raise Refused("not you")
        return Changed(replace(stored, title=f"{stored.title}{name} {len(members)};"), (Member(name, 0),))

    return alter


async def test_changes_that_wait_are_stored_together(bench: Bench) -> None:
    """Each is decided on what those before it leave; one that is refused or given up stops none of the others."""
    trainer = await opened(bench)
    book, before = bench.service._context.part(WorkshopBook), await trainer.stored()
    wanted = [asyncio.create_task(book.change(trainer.opened.id, joins(name))) for name in ("a", "nobody", "b", "c")]
    await asyncio.sleep(0)
    wanted[3].cancel()
    a, refused, b, given_up = await asyncio.gather(*wanted, return_exceptions=True)
    stored = await trainer.stored()
    assert isinstance(refused, Refused)
    assert isinstance(given_up, asyncio.CancelledError)
    assert isinstance(a, Workshop)
    assert isinstance(b, Workshop)
    assert stored.title == "a 0;b 1;"
    assert [each.person for each in await bench.store.part(WorkshopStore).members(stored.id)] == ["a", "b"]
    assert (a.version, b.version, stored.version) == (before.version + 1, before.version + 2, before.version + 2)


async def test_whoever_stores_for_others_may_go(bench: Bench) -> None:
    """The one who is about to store everybody's change is cancelled: the next one stores the rest."""
    trainer = await opened(bench)
    book = bench.service._context.part(WorkshopBook)
    before, never = asyncio.Event(), asyncio.Event()

    def waits(event: asyncio.Event) -> Change:
        async def alter(*_: object) -> Changed | None:
            await event.wait()
            return None

        return alter

    first = asyncio.create_task(book.change(trainer.opened.id, waits(before)))
    await until(lambda: bool(before._waiters))
    leader = asyncio.create_task(book.change(trainer.opened.id, waits(never)))
    others = [asyncio.create_task(book.change(trainer.opened.id, joins(name))) for name in ("a", "b")]
    await asyncio.sleep(0)  # all of them wait for the first one
    before.set()
    await until(lambda: bool(never._waiters))
    leader.cancel()
    await asyncio.gather(first, *others)
    assert (await trainer.stored()).title == "a 0;b 1;"


async def until(reached: Callable[[], bool]) -> None:
    while not reached():  # noqa: ASYNC110  a database answers from its own thread
        await asyncio.sleep(0)


# --- nobody there --------------------------------------------------------------------------------------------------


async def test_teams_play_on_without_the_trainer(bench: Bench) -> None:
    """The desk's connection is nobody's concern: the clock runs out, people move, and the key opens it later."""
    trainer = await opened(bench, teams=2)
    await trainer.come("anna", "ben", "cleo", "dora")
    await trainer.order(said("start"))
    await trainer.order(said("clock", minutes=5))
    rooms = [card.room for card in (await trainer.desk()).teams]
    await bench.service.close()
    later = Trainer(bench.another_process(), trainer.opened)
    await later.bench.wait(400)
    assert [told(bench, room, str(texts.TIME_IS_UP)) for room in rooms] == [1, 1]
    before = (await later.desk()).teams[0].page.sequence
    await later.roll(0)
    assert (await later.desk()).teams[0].page.sequence > before
    new = await later.workshops.hand_over(trainer.opened.key, new_id())
    assert await later.workshops.desk(trainer.opened.key) is None
    assert await later.workshops.desk(new.key) is not None
    await later.bench.service.close()


async def test_nothing_is_lost_while_the_database_is_away(sqlite_store: Store) -> None:
    """Whatever is asked says so by StoreUnavailable, and works when it is asked again."""
    flaky = FlakyStore(sqlite_store)
    bench = Bench(flaky, web=WebTable())
    trainer = await opened(bench, teams=2)
    await trainer.come("anna")
    flaky.cut = frozenset({"append", "put_workshop"})
    for asked in (
        lambda: trainer.comes("ben", request="press"),
        lambda: trainer.order(said("start"), "start"),
        lambda: trainer.order(said("tell", text="Hello"), "tell"),
    ):
        with pytest.raises(StoreUnavailable):
            await asked()
    assert (await trainer.desk()).phase == "open"
    flaky.cut = frozenset()
    assert isinstance(await trainer.comes("ben", request="press"), Placed)
    await trainer.order(said("start"), "start")
    await trainer.order(said("tell", text="Hello"), "tell")
    desk = await trainer.desk()
    assert [chair.name for card in desk.teams for chair in card.page.chairs if not chair.automatic] == ["anna", "ben"]
    assert [told(bench, card.room, "Hello") for card in desk.teams] == [1, 1]
    await bench.service.close()


async def test_a_team_whose_table_was_removed_keeps_its_number(bench: Bench) -> None:
    """Orders name teams by number, so the others are still the ones that are meant."""
    trainer = await opened(bench, teams=2)
    await trainer.come("anna", "ben")
    bench.clock.advance(1000)
    await trainer.order(said("team", what="name", team=1, name="Blue"))
    assert await bench.store.remove_tables(bench.clock.now() - 500) == 1
    await trainer.desk()  # notices it
    desk = await trainer.desk()
    assert [(card.name, card.page.phase) for card in desk.teams] == [("Team 1", "over"), ("Blue", "lobby")]
    await trainer.order(said("tell", text="You are blue", team=1))
    assert told(bench, desk.teams[1].room, "You are blue") == 1
    assert await trainer.refusal(said("tell", text="Are you there?", team=0)) == str(refusals.TABLE_OVER)


async def test_hints_fit_what_has_happened_in_the_end(bench: Bench) -> None:
    """A quick series of moves doesn't leave hints for what was true at its beginning."""
    trainer = await opened(bench, teams=1)
    for guest in visitors(trainer.opened.id, 2):
        await trainer.workshops.take_place(trainer.opened.entrance, guest, None, new_id())
    await trainer.order(said("start"))
    (first,) = (await trainer.desk()).teams
    team, live = Team(bench.service, Thinker(), first.room, Manners(1.0), "quick"), await bench.live(first.room)

    async def fitting() -> list[str]:
        kit = live.standing.game.debrief.kit()
        assert kit is not None
        return [hint.key for hint in kit.fitting(await facts_of(trainer.context, live))]

    while await fitting() == [hint.key for hint in first.hints]:
        await team.act()
    await trainer.desk()
    bench.clock.advance(FACTS_SECONDS)
    (last,) = (await trainer.desk()).teams
    assert [hint.key for hint in last.hints] == await fitting()
