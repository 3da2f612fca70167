"""Signed deliveries from Teams, changed in a few places: they are answered, and the adapter keeps working."""

import asyncio
import tempfile
from collections.abc import Iterator
from contextlib import AsyncExitStack, contextmanager
from typing import Any

from hypothesis import given

from storage import open_store
from tests.adapters.teams.harness import TeamsHarness, teams_harness
from tests.fuzz.strategies import changed, fuzzed
from tests.peers.teams import TeamsPeer
from tests.peers.teams_checks import Payload


@contextmanager
def a_desk() -> Iterator[tuple[asyncio.Runner, TeamsHarness, list[Payload]]]:
    """A game in a chat, and recorded deliveries of each kind."""
    with tempfile.TemporaryDirectory() as folder, asyncio.Runner() as runner:
        stack = AsyncExitStack()

        async def prepare() -> tuple[TeamsHarness, list[Payload]]:
            teams = await stack.enter_async_context(TeamsPeer().running())
            store = await open_store(f"sqlite:///{folder}/tables.db")
            stack.push_async_callback(store.close)
            harness = await stack.enter_async_context(teams_harness(teams, store))
            return harness, await deliveries(harness)

        try:
            yield runner, *runner.run(prepare())
        finally:
            runner.run(stack.aclose())


async def deliveries(harness: TeamsHarness) -> list[Payload]:
    """A typed line, presses by both kinds of buttons, a dialog, a mention, the bot's arrival."""
    anna, ben = await harness.started("scrumkin", "anna", "ben")
    phone = harness.person("ben", phone=True)
    seen = [anna.last, ben.last]
    await anna.presses("My hand")
    await phone.presses("My hand")
    await ben.types("host @anna", anna)
    seen += [anna.last, phone.last, ben.last, ben.activity("conversationUpdate", membersAdded=[{"id": ben.user}])]
    await phone.presses_inside("Close")
    await harness.settle()
    return [*seen, phone.last]


def test_deliveries() -> None:
    """Whatever the change, the response isn't a server error, and the next command works."""
    with a_desk() as (runner, harness, seen):

        async def send(activity: Any) -> None:
            status, _ = await harness.teams.deliver(activity)
            assert status in {200, 202, 400, 401, 501}, (status, activity)
            await harness.settle()

        @fuzzed(60, shrinks=False)
        @given(changed(seen))
        def any_delivery(activity: Any) -> None:
            runner.run(send(activity))

        any_delivery()
        anna = harness.person("anna")
        before = len(anna.chat.messages)
        runner.run(anna.types("status"))
        runner.run(harness.settle())
        assert len(anna.chat.messages) > before
