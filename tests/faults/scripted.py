"""A scripted evening on one SQLite file: a game, a retrospective, somebody who wants to be forgotten, and a workshop.

As a process (`python -m tests.faults.scripted FOLDER`) it prints a line of JSON for each acknowledged request.
"""

import asyncio
import json
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from bot.features import installed
from bot.features.workshop.model import WorkshopForm, Workshops
from storage import open_store
from tests.bot.harness import ROOM, Bench, WebTable, person, spelled
from tests.bot.workshop_harness import Trainer, said

assert installed.FEATURES, "their commands are known"

FILE = "scrum-table/scrum-table.sqlite3"  # the default place in a data folder: the first start creates its folder, too
RETRO = "test:retro"
# request id: room, person, line
LINES = {
    f"request {number}": line
    for number, line in enumerate(
        [
            (ROOM, "anna", "new sprint"),
            (ROOM, "ben", "join"),
            (ROOM, "anna", "start"),
            (ROOM, "anna", "roll"),
            (ROOM, "ben", "roll"),
            (RETRO, "cleo", "new retro"),
            (RETRO, "dora", "join"),
            (RETRO, "cleo", "start"),
            (RETRO, "cleo", "next sure"),
            (RETRO, "dora", "note start talk earlier"),
            (RETRO, "cleo", "more 1"),
        ]
    )
}
SINCE_FORGOTTEN = 7  # lines before somebody is forgotten, which empties the log


@asynccontextmanager
async def bench_on(file: Path) -> AsyncIterator[Bench]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_DATA_HOME", str(file.parents[1]))
        store = await open_store(f"sqlite:///{file}")
    bench = Bench(store, web=WebTable())
    try:
        yield bench
    finally:
        await bench.service.close()
        await store.close()


async def deliver(bench: Bench, request: str) -> str:
    """What the person reads."""
    room, name, line = LINES[request]
    return "\n".join(map(spelled, await bench.say(name, line, delivery=request, room=room)))


def acknowledge(**what: object) -> None:
    os.write(1, f"{json.dumps(what)}\n".encode())


async def _talk(bench: Bench, lines: list[str]) -> None:
    for request in lines:
        answer = await deliver(bench, request)
        events = await bench.events(LINES[request][0])
        assert any(event.request == request for event in events), (request, answer)
        acknowledge(request=request, table=(await bench.live(LINES[request][0])).id, events=len(events))


async def _workshop(bench: Bench) -> None:
    links = await bench.service.feature(Workshops).open_workshop(WorkshopForm("sprint", teams=2), "opening")
    trainer = Trainer(bench, links)
    acknowledge(workshop=links.id)
    for name in ("emil", "finn", "gina", "hugo"):
        placed = await trainer.comes(name, request=f"{name} comes")
        acknowledge(workshop=links.id, person=person(name).id, team=placed.team)
    assert await trainer.order(said("start"), "the start") == ()
    acknowledge(workshop=links.id, started=2)


async def main(folder: Path) -> None:
    requests = list(LINES)
    async with bench_on(folder / FILE) as bench:
        await _talk(bench, requests[:SINCE_FORGOTTEN])
        await bench.store.forget("test:nobody")
        await _talk(bench, requests[SINCE_FORGOTTEN:])
        await _workshop(bench)


def acknowledged(lines: list[str]) -> list[dict[str, Any]]:
    return [json.loads(line) for line in lines]


if __name__ == "__main__":
    asyncio.run(main(Path(sys.argv[1])))
