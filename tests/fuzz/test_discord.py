"""Interactions from Discord, changed in a few places: the bot keeps working."""

import asyncio
import tempfile
from collections.abc import Iterator
from contextlib import AsyncExitStack, contextmanager
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from storage import open_store
from tests.adapters.discord.house import House
from tests.fuzz.strategies import fuzzed, reworded
from tests.peers.discord import DiscordPeer
from tests.peers.discord_people import COMMAND, COMPLETION, COMPONENT, FORM, Visitor

NUMBERS = frozenset({"id"})  # Discord's ids, not people's: the library expects numbers


@contextmanager
def a_house() -> Iterator[tuple[asyncio.Runner, House, list[Visitor]]]:
    """A game in a channel."""
    with tempfile.TemporaryDirectory() as folder, asyncio.Runner() as runner:
        stack = AsyncExitStack()

        async def prepare() -> tuple[House, list[Visitor]]:
            peer = DiscordPeer()
            await peer.start()
            stack.push_async_callback(peer.stop)
            store = await open_store(f"sqlite:///{folder}/tables.db")
            stack.push_async_callback(store.close)
            house = await stack.enter_async_context(House(peer, store).open())
            return house, await house.begin()

        try:
            yield runner, *runner.run(prepare())
        finally:
            runner.run(stack.aclose())


def seen(visitor: Visitor, house: House) -> list[tuple[int, dict[str, Any]]]:
    """What a client sends: commands, a completion, a button of each kind, a form."""
    pressed = [
        {"custom_id": part["custom_id"], "component_type": part["type"], **({"values": [value]} if value else {})}
        for _, part, value in house.channel.last.offered()
    ]
    typed = {"type": 4, "custom_id": "answer", "value": "because"}
    return [
        (COMMAND, visitor.invocation("roll", {})),
        (COMMAND, visitor.invocation("new", {"game": "rugby", "options": "x=1"})),
        (COMMAND, visitor.invocation("rules", {"topic": "turns"})),
        (COMPLETION, visitor.invocation("rules", {"topic": "tu"}, "topic")),
        (FORM, {"custom_id": pressed[0]["custom_id"], "components": [{"type": 18, "component": typed}]}),
        *((COMPONENT, data) for data in pressed),
    ]


def test_interactions() -> None:
    """Whatever they contain, the next command is answered, and the game is in a valid state."""
    with a_house() as (runner, house, (anna, ben)):
        known = seen(anna, house)
        source = house.channel.last

        async def send(kind: int, data: Any) -> None:
            await anna.send(kind, data, source if kind in {COMPONENT, FORM} else None)
            # a gateway delivers in order: when this is answered, the one before has been handled
            asked = await ben.command("status")
            assert asked.private

        @fuzzed(60, shrinks=False)
        @given(st.sampled_from(known).flatmap(lambda one: st.tuples(st.just(one[0]), reworded(one[1], NUMBERS))))
        def any_interaction(found: tuple[int, Any]) -> None:
            runner.run(send(*found))

        any_interaction()
        standing = runner.run(house.standing())
        assert standing.table.phase in {"playing", "over"}
