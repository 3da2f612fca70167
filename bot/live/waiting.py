"""Waiting for the next thing that is due, or for somebody to say that there is another one."""

import asyncio

from bot.ports import Clock


async def wait_until(due: float | None, changed: asyncio.Event, clock: Clock, longest: float) -> None:
    """At most `longest` seconds; None: nothing is due."""
    seconds = longest if due is None else min(longest, max(0.0, due - clock.now()))
    sleeping = asyncio.ensure_future(clock.sleep(seconds))
    called = asyncio.ensure_future(changed.wait())
    try:
        await asyncio.wait({sleeping, called}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        sleeping.cancel()
        called.cancel()
