"""Observing what is done for a request, one operation at a time, around the ports: the service stays free of it.

Metrics (bot.operations.metrics) and traces (bot.operations.tracing) observe the same operations.
"""

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from typing import Literal, Protocol, get_args

from bot.messages import Outcome

CLOCK = "clock"  # the platform of requests that nobody sent
OUTCOMES: tuple[Outcome, ...] = get_args(Outcome)


@dataclass(slots=True)
class Operation:
    """What is known about it when it begins, or by the time it ends. Never a name, a text or a card."""

    name: str  # handle, wait, post, picture; a call of the store by its own name
    port: Literal["service", "admission", "store", "chat", "painter"]
    platform: str = ""
    room: str = ""
    request: str = ""
    table: str = ""
    game: str = ""
    outcome: str = ""
    cause: str = ""  # of a failure
    count: int = 0  # of what was stored or found


Observe = Callable[[Operation], AbstractContextManager[object]]


def unobserved(_: Operation) -> AbstractContextManager[None]:
    return nullcontext()


class Observer(Protocol):
    calls: frozenset[str]  # the calls of the store that it wants to observe

    def observe(self, operation: Operation) -> AbstractContextManager[object]:
        """Entered when the operation begins, left when it has ended or failed."""
