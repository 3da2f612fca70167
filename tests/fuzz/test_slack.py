"""Signed deliveries from Slack, changed in a few places: they are answered, and the adapter keeps working."""

import asyncio
import tempfile
from collections.abc import Iterator
from contextlib import AsyncExitStack, contextmanager
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from storage import open_store
from tests.adapters.slack.harness import Signed, SlackHarness, slack_harness
from tests.fuzz.strategies import changed, fuzzed
from tests.peers.slack import SlackPeer

Delivery = dict[str, Any]  # its kind and payload


@contextmanager
def a_desk() -> Iterator[tuple[asyncio.Runner, SlackHarness, list[Delivery]]]:
    """A game in a channel, and recorded deliveries of each kind."""
    with tempfile.TemporaryDirectory() as folder, asyncio.Runner() as runner:
        stack = AsyncExitStack()

        async def prepare() -> tuple[SlackHarness, list[Delivery]]:
            slack = await stack.enter_async_context(SlackPeer().running())
            store = await open_store(f"sqlite:///{folder}/tables.db")
            stack.push_async_callback(store.close)
            harness = await stack.enter_async_context(slack_harness(slack, store, http=True))
            return harness, await deliveries(harness)

        try:
            yield runner, *runner.run(prepare())
        finally:
            runner.run(stack.aclose())


async def deliveries(harness: SlackHarness) -> list[Delivery]:
    anna, ben = harness.person("anna"), harness.person("ben")
    seen: list[Delivery] = []
    for doing in (
        lambda: anna.types("new sprint"),
        lambda: ben.presses("Join"),
        lambda: anna.presses("Start"),
        lambda: anna.types("roll"),
        anna.opens_home,
    ):
        before = anna.last, ben.last
        await doing()
        [(kind, payload)] = [new for new, old in zip((anna.last, ben.last), before, strict=True) if new is not old]
        seen.append({"kind": kind, "payload": payload})
    return seen


def as_form(payload: dict[str, Any]) -> dict[str, str]:
    return {_text(name): _text(value) for name, value in payload.items()}


def _text(value: object) -> str:
    return str(value).encode("utf-8", "replace").decode()


def test_deliveries() -> None:
    """Whatever the change, the response isn't a server error, and the next command works."""
    with a_desk() as (runner, harness, seen):
        signed = Signed(lambda: f"http://127.0.0.1:{harness.port}/slack/events")
        payloads = st.sampled_from(seen).flatmap(lambda one: st.tuples(st.just(one), changed([one["payload"]])))

        async def send(kind: str, payload: Any, url: str) -> None:
            if isinstance(payload, dict) and "response_url" in payload:
                payload["response_url"] = url  # nothing leaves this machine
            if kind == "slash_commands":  # form fields
                kind, payload = (kind, as_form(payload)) if isinstance(payload, dict) else ("events_api", payload)
            status, _ = await signed.send(kind, payload)
            assert status < 500, payload
            await harness.settle()

        @fuzzed(60, shrinks=False)
        @given(payloads)
        def any_delivery(found: tuple[Delivery, Any]) -> None:
            one, payload = found
            runner.run(send(one["kind"], payload, one["payload"].get("response_url", "")))

        any_delivery()
        anna = harness.person("anna")
        runner.run(anna.types("status"))
        assert anna.private_replies()
