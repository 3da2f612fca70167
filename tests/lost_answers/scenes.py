"""Moments at which things are asked for: every command and every order is possible at one of them."""

from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path

from storage import open_store
from tests.bot.features.meetings.test_actions import agree
from tests.bot.harness import ROOM, Bench, WebTable, can_play_tool
from tests.bot.workshop_harness import Trainer, opened, said
from tests.lost_answers.harness import Scene, scene_of

ELSEWHERE, TEAM = "test:cafe", "test:team-1"
PEOPLE = ("anna", "ben", "cleo", "dora", "emil")

Prepare = Callable[[Bench], Awaitable[None]]


async def _empty(_: Bench) -> None:
    pass


async def _lobby(bench: Bench) -> None:
    await bench.seat("anna", "ben", "cleo")


async def _playing(bench: Bench) -> None:
    await bench.begin()
    await bench.step()


async def _undoable(bench: Bench) -> None:
    await bench.begin()
    standing = await bench.play_until(can_play_tool)
    tool = next(choice for choice in bench.chat.last.acts if choice.command.startswith("tool "))
    await bench.press(await bench.name_at(standing.state.turn), tool, "it always helped")


async def _missing(bench: Bench) -> None:
    """Somebody hasn't moved for a long time."""
    await bench.begin()
    bench.clock.advance(3600)


async def _over(bench: Bench) -> None:
    await bench.begin()
    await bench.step()
    await bench.say("anna", "end sure")


async def _asleep(bench: Bench) -> None:
    await bench.begin()
    await bench.wait(40 * 86_400)


async def _linked(bench: Bench) -> None:
    await bench.seat("anna")
    await bench.say("zoe", f"join {await bench.link()}", room=ELSEWHERE)


async def _agreed(bench: Bench) -> None:
    """After a retrospective with actions, and the next one is planned."""
    for action in ("ben mend the build by Friday", "cleo call the plumber", "anna write it down"):
        await agree(bench, action)
    await bench.say("anna", "every 2 weeks on Friday 15:00")


async def _writing(bench: Bench) -> None:
    """A retrospective while its clock runs."""
    await bench.seat("anna", "ben", "cleo", game="retro")
    await bench.say("anna", "start")
    for name in ("anna", "ben", "cleo"):
        await bench.say(name, "say sunny")
    await bench.say("anna", "next")


async def _stopped(bench: Bench) -> None:
    await _writing(bench)
    await bench.say("anna", "clock pause")


async def _team(bench: Bench) -> None:
    trainer = await opened(bench, teams=2)
    await trainer.come(*PEOPLE)


SCENES: Mapping[str, Prepare] = {
    "empty": _empty,
    "lobby": _lobby,
    "playing": _playing,
    "undoable": _undoable,
    "missing": _missing,
    "over": _over,
    "asleep": _asleep,
    "linked": _linked,
    "agreed": _agreed,
    "team": _team,
    "writing": _writing,
    "stopped": _stopped,
}
ROOMS = {"team": TEAM}


async def scene(name: str, folder: Path) -> Scene:
    """A database in which this has happened in a room."""
    url = f"sqlite:///{folder / f'{name}-live.db'}"
    store = await open_store(url)
    bench = Bench(store, web=WebTable(), put_away=30 * 86_400.0)
    await SCENES[name](bench)
    found = scene_of(bench, url, folder / f"{name}.db")
    await bench.service.close()
    await store.close()
    return found


def room_in(name: str) -> str:
    return ROOMS.get(name, ROOM)


# --- workshops -----------------------------------------------------------------------------------------------------


async def workshop(phase: str, bench: Bench) -> Trainer:
    """Two teams: not yet started, playing, paused, or done."""
    trainer = await opened(bench, teams=2, same_dice=True)
    await trainer.come(*PEOPLE)
    if phase != "open":
        await trainer.order(said("start"))
    if phase == "paused":
        await trainer.order(said("pause"))
    if phase == "done":
        for card in (await trainer.desk()).teams:
            for chair in card.page.chairs:
                await bench.say(chair.name, "end sure", room=card.room)
    return trainer
