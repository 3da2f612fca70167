"""The signals by which somebody stops the program, and what processes do about them.

On Windows there is no SIGTERM from outside, but Ctrl-Break, and event loops leave signals to the `signal` module.
"""

import asyncio
import signal
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

AT_THE_KEYBOARD = tuple(signal.Signals[name] for name in ("SIGINT", "SIGBREAK") if name in signal.Signals.__members__)


@contextmanager
def stop_signal() -> Iterator[asyncio.Event]:
    """An event that is set when the process is told to stop."""
    loop, stop = asyncio.get_running_loop(), asyncio.Event()

    def wake_up(*_: object) -> None:
        loop.call_soon_threadsafe(stop.set)  # a loop that waits would not see it otherwise

    with ExitStack() as stack:
        for each in (*AT_THE_KEYBOARD, signal.SIGTERM):
            try:
                loop.add_signal_handler(each, stop.set)
            except NotImplementedError:  # Windows
                stack.callback(signal.signal, each, signal.signal(each, wake_up))
            else:
                stack.callback(loop.remove_signal_handler, each)
        yield stop


def leave_stopping_to_the_program() -> None:
    """Ignore what is pressed at the keyboard: it reaches every process, but only the program knows how to stop."""
    for each in AT_THE_KEYBOARD:
        signal.signal(each, signal.SIG_IGN)
