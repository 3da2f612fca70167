"""The event that a signal sets, also where the event loop leaves signals to Python, as on Windows."""

import asyncio
import signal
from contextvars import Context
from typing import Any

from bot.signals import stop_signal


class LikeWindows(asyncio.SelectorEventLoop):
    """A loop without signals of its own. It notes what has woken it up."""

    def __init__(self) -> None:
        super().__init__()
        self.woken: list[str] = []

    def add_signal_handler(self, *_: object) -> None:
        raise NotImplementedError

    def call_soon_threadsafe(  # type: ignore[override]  # the same, but for what ties callback and args together
        self, callback: Any, *args: Any, context: Context | None = None
    ) -> asyncio.Handle:
        self.woken.append(callback.__qualname__)
        return super().call_soon_threadsafe(callback, *args, context=context)


async def _stopped() -> None:
    with stop_signal() as stop:
        signal.raise_signal(signal.SIGTERM)
        await stop.wait()


def test_a_loop_without_signals_is_woken_up() -> None:
    """One that waits would not see that something was added to what it has to do; then Python's handler is back."""
    before = signal.getsignal(signal.SIGTERM)
    loop = LikeWindows()
    try:
        loop.run_until_complete(_stopped())
    finally:
        loop.close()
    assert loop.woken == ["Event.set"]
    assert signal.getsignal(signal.SIGTERM) == before


def test_a_loop_with_signals() -> None:
    asyncio.run(_stopped())
