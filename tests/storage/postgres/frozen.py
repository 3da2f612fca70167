"""A PostgreSQL that stands still, as a virtual machine does that is paused: it accepts, and doesn't answer."""

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any


@contextmanager
def frozen(server: Any) -> Iterator[None]:
    """Stop every process of a server that the test has started; they go on at the end."""
    stopped: list[int] = []
    try:
        _stop(server.get_pid(), stopped)
        yield
    finally:
        for process in reversed(stopped):
            os.kill(process, signal.SIGCONT)


def _stop(process: int, stopped: list[int]) -> None:
    os.kill(process, signal.SIGSTOP)
    stopped.append(process)
    for child in Path(f"/proc/{process}/task/{process}/children").read_text().split():
        _stop(int(child), stopped)
