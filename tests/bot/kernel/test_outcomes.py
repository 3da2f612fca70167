"""Every response says how the request ended, so that nobody has to guess it from the replies."""

from typing import Any

import pytest

from bot.kernel.messages import Pressed, Request, Response, Said, Typed
from bot.kernel.table import texts as notices
from tests.bot.harness import ROOM, Bench, FlakyStore, new_id, person


async def handled(bench: Bench, name: str, said: Said, delivery: str = "") -> Response:
    return await bench.service.handle(Request(delivery or new_id(), ROOM, person(name), said))


async def test_done(bench: Bench) -> None:
    """A change, also one that is confirmed in private."""
    await bench.begin("anna", "ben")
    assert await handled(bench, "anna", Typed("roll")) == Response("done")
    reminded = await handled(bench, "anna", Typed("remind 5"))
    assert (reminded.outcome, len(reminded.replies)) == ("done", 1)


async def test_answered(bench: Bench) -> None:
    """A query, and a redelivered request."""
    await bench.begin("anna", "ben")
    assert (await handled(bench, "anna", Typed("status"))).outcome == "answered"
    assert await handled(bench, "anna", Typed("chart")) == Response("answered")
    assert (await handled(bench, "anna", Typed("roll"), "twice")).outcome == "done"
    again = await handled(bench, "anna", Typed("roll"), "twice")
    assert again.outcome == "answered"
    assert str(notices.ALREADY_DONE) in again.replies[0].text


async def test_refused(bench: Bench) -> None:
    """The wrong turn, an unknown command, a button that is out of date."""
    await bench.begin("anna", "ben")
    old = bench.chat.last.acts[0].button
    for name, said in (("ben", Typed("roll")), ("anna", Typed("rol")), ("anna", Pressed("nonsense"))):
        response = await handled(bench, name, said)
        assert (response.outcome, len(response.replies)) == ("refused", 1)
    await handled(bench, "anna", Typed("roll"))
    assert (await handled(bench, "anna", Pressed(old))).outcome == "refused"


@pytest.mark.parametrize(("cut", "cause"), [("append", "database"), ("events", "bug")])
async def test_failed(sqlite_store: Any, cut: str, cause: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A failure of ours, with whether the database caused it."""
    wire = FlakyStore(sqlite_store)
    bench = Bench(wire)
    await bench.begin("anna", "ben")
    if cause == "database":
        wire.cut = frozenset({cut})
    else:
        monkeypatch.setattr("bot.kernel.table.journal.chain", None)
    response = await handled(bench, "anna", Typed("roll"))
    assert (response.outcome, response.cause) == ("failed", cause)
