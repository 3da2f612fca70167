"""A process that appends to many tables at once until it is killed: python -m tests.storage.concurrency.appender URL.

It prints each acknowledgement on one line: the table and its last sequence number.
"""

import asyncio
import os
import sys

from bot.kernel.store import Append, Seating, Timer
from storage import open_store
from tests.storage.examples import NOW, events, opening

TABLES = 24


def report(table: str, sequence: int) -> None:
    os.write(1, f"{table} {sequence}\n".encode())  # unbuffered and in one write, so that a kill can't cut a line


async def play(url: str) -> None:
    store = await open_store(url)

    async def table(name: str) -> None:
        await store.append(opening(name, last=2, room=f"room-{name}"))
        last = 2
        while True:
            report(name, last)
            await store.mark_shown(f"room-{name}", name, last)
            people = (Seating("person", str(last + 3), 0),)
            timers = (Timer(name, "clock", NOW + last + 3),)
            change = Append(name, events(last + 1, last + 3, f"{name}:{last}"), people=people, timers=timers)
            await store.append(change)
            last += 3

    await asyncio.gather(*(table(f"t{number}") for number in range(TABLES)))


if __name__ == "__main__":
    asyncio.run(play(sys.argv[1]))
