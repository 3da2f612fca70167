"""One registry says who handles a command, and what the command needs."""

import pytest

from bot.kernel.feature import ENTRIES
from bot.kernel.live.rooms import IN_SIGHT_SECONDS
from bot.kernel.messages import Request, Response, Typed
from bot.kernel.table import refusals
from bot.kernel.table.catalogue import OWN_COMMANDS
from tests.bot.harness import ROOM, Bench, new_id, person

# arguments for the table's own commands
ARGUMENTS = {
    "new": "sprint",
    "options": "hours=250",
    "view": "text",
    "pace": "live",
    "cover": "ben",
    "nudge": "ben",
    "host": "ben",
    "name": "Annie",
    "remind": "5",
}
WITHOUT_A_TABLE = {
    "data",
    "formats",
    "language",
    "rating",
    "new",
    "rules",
    "help",
    "tutorial",
    "history",
    "stats",
    "forget",
    "actions",
    "every",
}


async def handled(bench: Bench, line: str, name: str = "anna") -> Response:
    return await bench.service.handle(Request(new_id(), ROOM, person(name), Typed(line)))


def test_every_command_has_one_handler() -> None:
    """A decision, an answer, or anything else."""
    assert ENTRIES.keys() == OWN_COMMANDS.keys()
    for entry in ENTRIES.values():
        assert sum(each is not None for each in (entry.decide, entry.answer, entry.handle)) == 1


@pytest.mark.parametrize("name", ENTRIES)
async def test_without_a_table(bench: Bench, name: str) -> None:
    """A command that needs a table says so; only `new` and `tutorial` open one."""
    response = await handled(bench, f"{name} {ARGUMENTS.get(name, '')}")
    assert response.outcome == (
        "done" if name in {"new", "tutorial"} else "answered" if name in WITHOUT_A_TABLE else "refused"
    )
    tables = await bench.store.find_tables()
    assert len(tables) == (name in {"new", "tutorial"})


@pytest.mark.parametrize("name", [name for name, command in OWN_COMMANDS.items() if command.is_query])
async def test_queries_change_nothing(bench: Bench, name: str) -> None:
    """Whatever the outcome; a private answer goes to the person alone."""
    await bench.begin()
    bench.clock.advance(IN_SIGHT_SECONDS)
    before, posts = await bench.snapshot(), len(bench.chat.posts)
    response = await handled(bench, f"{name} {ARGUMENTS.get(name, '')}")
    assert response.outcome in {"answered", "refused"}
    assert await bench.snapshot() == before
    public = OWN_COMMANDS[name].is_public and response.outcome == "answered"
    assert len(bench.chat.posts) - posts == public
    assert bool(response.replies) != public
    assert all(reply.private for reply in response.replies)


NEEDS = {
    "leave": str(refusals.WATCHING),
    "start": str(refusals.NOT_SEATED),
    "pace": str(refusals.NOT_SEATED),
    "remind": str(refusals.WATCHING),
    "more": str(refusals.NOT_SEATED),
    "cover": str(refusals.NOT_SEATED),
    "nudge": str(refusals.NOT_SEATED),
    "options": str(refusals.ONLY_HOST_CHOOSES),
    "name": str(refusals.NOT_SEATED),
    "export": str(refusals.NOT_OVER),
}


@pytest.mark.parametrize("name", NEEDS)
async def test_what_a_command_needs(bench: Bench, name: str) -> None:
    """A watcher is refused with the sentence for what is missing."""
    await bench.begin()
    before = await bench.snapshot()
    response = await handled(bench, f"{name} {ARGUMENTS.get(name, '')}", "zoe")
    assert response.outcome == "refused"
    assert response.replies[0].text == NEEDS[name]
    assert await bench.snapshot() == before
