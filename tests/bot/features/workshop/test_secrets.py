"""The desk and the entrance give nothing away: no hand, no vote in flight, no writer, no seed, no key."""

import logging
import re
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import pytest

from bot.cli.simulated.rehearsal import Manners, Team, visitors
from bot.features.workshop.desk import TeamCards, desk_of
from bot.features.workshop.model import Desk
from bot.kernel.live.drawings import Drawings
from bot.kernel.live.table import LiveTable
from bot.kernel.live.work import Thinker
from bot.kernel.messages import Person, Reply, Request, Typed
from bot.kernel.store import Store, StoreUnavailable
from bot.kernel.table.model import Refused
from games.chance import Chance
from games.graphics.drawing import Drawing
from games.values import replace
from storage import open_store
from tests.bot.harness import Bench, FlakyStore, WebTable, in_discussion, new_id, person, spelled
from tests.bot.workshop_harness import Trainer, opened, said

MOMENTS = 6


@pytest.fixture
async def bench(sqlite_store: Store) -> AsyncIterator[Bench]:
    bench = Bench(FlakyStore(sqlite_store), web=WebTable())
    yield bench
    await bench.service.close()


def seen(desk: Desk) -> str:
    """Everything that a desk could show, without the ids of this workshop."""
    found: list[object] = [desk.phase, desk.order, desk.needs, desk.seed]
    for card in desk.teams:
        page = card.page
        found += [card.name, card.glance, card.question, card.asked_by, card.hints, card.stuck, card.waiting]
        found += [page.phase, page.cards, page.held, page.advice, page.options, page.sequence, page.feed, page.steps]
        found += [(chair.name, chair.automatic, chair.awaited) for chair in page.chairs]
        found += [*_reply(page.reply), *_picture(page.board), *_picture(page.chart)]
    return re.sub("|".join([desk.id, *(card.table for card in desk.teams)]), "ID", "\n".join(map(str, found)))


def _reply(reply: Reply) -> list[object]:
    return [spelled(reply), reply.until, [(each.label, each.command, each.note) for each in reply.acts]]


def _picture(drawing: Drawing | None) -> list[object]:
    return [] if drawing is None else [drawing.text, drawing.alt, drawing.svg()]


async def team_of(trainer: Trainer, count: int) -> Team:
    """A team of simulated people, who have come in and started."""
    for guest in visitors(trainer.opened.id, count):
        await trainer.workshops.take_place(trainer.opened.entrance, guest, None, new_id())
    assert await trainer.order(said("start")) == ()
    room = (await trainer.desk()).teams[0].room
    return Team(trainer.bench.service, Thinker(), room, Manners(1.0), "secrets")


async def fresh(trainer: Trainer) -> Desk:
    """Nothing of it is remembered from before."""
    return await desk_of(trainer.context, TeamCards(trainer.context), await trainer.stored())


@pytest.mark.parametrize("game", ["scrumkin", "sprint", "retro"])
async def test_what_the_public_cannot_tell_apart(bench: Bench, game: str) -> None:
    """Whenever hidden things are dealt again, the desk and the entrance stay the same."""
    trainer = await opened(bench, teams=1, game=game)
    team = await team_of(trainer, 3)
    live: LiveTable = await bench.live(team.room)
    while game == "sprint" and not in_discussion(live.standing.state):
        await team.act()
    differ = 0
    for moment in range(MOMENTS):
        real = live.standing
        before = seen(await fresh(trainer)), await trainer.workshops.entrance(trainer.opened.entrance, None)
        twin = real.game.secrets.imagine(real.state, None, Chance(bytes(32)).apart(f"twin {moment}"))
        differ += twin != real.state
        live.standing, live._drawings = replace(real, state=twin, views={}, offered={}), Drawings()
        after = seen(await fresh(trainer)), await trainer.workshops.entrance(trainer.opened.entrance, None)
        live.standing = real
        assert after == before
        await team.act()
    assert differ


@asynccontextmanager
async def another_run(folder: Path, empty: Path, run: str) -> AsyncIterator[Bench]:
    """The same seeds, from the beginning."""
    shutil.copyfile(empty, folder / f"{run}.db")
    store = await open_store(f"sqlite:///{folder / f'{run}.db'}")
    bench = Bench(store, web=WebTable())
    try:
        yield bench
    finally:
        await bench.service.close()
        await store.close()


async def test_a_vote_in_flight(tmp_path: Path, empty_sqlite: Path) -> None:
    """The desk is the same whichever way somebody has voted, and so are the hints that fit."""
    desks = []
    for answer in ("yes", "no"):
        async with another_run(tmp_path, empty_sqlite, answer) as bench:
            trainer = await opened(bench, teams=1)
            team = await team_of(trainer, 3)
            live = await bench.live(team.room)
            while not in_discussion(live.standing.state):
                await team.act()
            voter = next(each for each in live.people if each.seat == 0)
            request = Request("vote", team.room, Person(voter.person, voter.name), Typed(f"vote {answer}"))
            assert (await bench.service.handle(request)).outcome == "done"
            desks.append(seen(await fresh(trainer)))
    assert desks[0] == desks[1]


async def test_the_writers_of_notes(tmp_path: Path, empty_sqlite: Path) -> None:
    """Notes are written by one person or by the other: the desk looks the same, also when they are shown."""
    desks = []
    for first, second in (("anna", "ben"), ("ben", "anna")):
        async with another_run(tmp_path, empty_sqlite, first) as bench:
            trainer = await opened(bench, teams=1, game="retro")
            await trainer.come("anna", "ben", "cleo")
            await trainer.order(said("start"))
            for name in ("anna", "ben", "cleo"):
                await trainer.say(name, "say sunny")
            await trainer.say("anna", "next")
            for name, note in ((first, "reviews take days"), (second, "the build is slow")):
                await trainer.say(name, f"note stop {note}")
            live = await bench.live((await trainer.desk()).teams[0].room)
            assert len(live.standing.state.notes) == 2
            desks.append([seen(await fresh(trainer))])
            await trainer.say("anna", "next sure")
            desks[-1].append(seen(await fresh(trainer)))
            assert "reviews take days" in desks[-1][-1]
    assert desks[0] == desks[1]


async def test_no_secret_in_logs_and_reprs(bench: Bench, caplog: pytest.LogCaptureFixture) -> None:
    """The key, the entrance and the seed that teams share appear nowhere but where they are asked for."""
    caplog.set_level(logging.DEBUG)
    trainer = await opened(bench, teams=2, same_dice=True)
    await trainer.come("anna", "ben", "cleo", "dora")
    for order in (
        said("start"),
        said("tell", text="Hello"),
        said("pause"),
        said("team", what="add"),
        said("move", team=0, seat=0, to=1),
        said("talk"),
    ):
        with suppress(Refused):
            await trainer.order(order)
    bench.store.cut = frozenset({"append"})  # type: ignore[attr-defined]  # the log says why
    with pytest.raises(StoreUnavailable):
        await trainer.order(said("tell", text="Is anybody there?"))
    stored, desk = await trainer.stored(), await trainer.desk()
    entrance = await trainer.workshops.entrance(trainer.opened.entrance, person("anna"))
    secrets = [trainer.opened.key, trainer.opened.entrance, stored.desk, stored.seed.hex(), repr(stored.seed)]
    texts = [*(spelled(reply) for _, reply in bench.chat.posts), caplog.text]
    objects = [stored, desk, entrance, trainer.opened, trainer.workshops, trainer.context, bench.service]
    assert not [secret for text in (*texts, *map(repr, objects)) for secret in secrets if secret in text]
    assert desk.seed == ""
    events = [event.payload for card in desk.teams for event in await bench.store.events(card.table)]
    assert not [secret for payload in events for secret in secrets if secret in payload]
    assert not [each for each in ("test:anna", "test:ben") if each in repr(entrance)]
