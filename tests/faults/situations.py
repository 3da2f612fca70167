"""Kinds of requests, each with the preparation that leads to it and its delivery."""

import re
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass

from bot.kernel.messages import Request, Typed
from bot.kernel.store import TIMER_LEASE
from tests.bot.harness import ROOM, Bench, can_play_tool, in_discussion, person, spelled

ELSEWHERE = "test:cafe"
DELIVERY = "the delivery"

Deliver = Callable[[Bench], Coroutine[None, None, str | None]]  # the private answer; None: no person asked


@dataclass(frozen=True)
class Situation:
    prepare: Callable[[Bench], Awaitable[Deliver]]
    room: str = ROOM  # of the request


def said(name: str, line: str, room: str = ROOM) -> Deliver:
    async def deliver(bench: Bench) -> str:
        response = await bench.service.handle(Request(DELIVERY, room, person(name), Typed(line)))
        return "\n".join(map(spelled, response.replies))

    return deliver


async def new(_: Bench) -> Deliver:
    return said("anna", "new sprint")


async def join(bench: Bench) -> Deliver:
    await bench.seat("anna")
    return said("ben", "join")


async def start(bench: Bench) -> Deliver:
    await bench.seat("anna", "ben")
    return said("anna", "start")


async def move(bench: Bench) -> Deliver:
    await bench.begin()
    return said("anna", "roll")


async def move_against_bots(bench: Bench) -> Deliver:
    """Everything that the automatic players do next is part of the same request."""
    await bench.seat("anna")
    for line in ("bot", "bot", "start"):
        await bench.say("anna", line)
    return said("anna", "roll")


async def vote(bench: Bench) -> Deliver:
    await bench.begin()
    await bench.play_until(in_discussion)
    return said("ben", "vote yes")


async def undo(bench: Bench) -> Deliver:
    await bench.begin()
    standing = await bench.play_until(can_play_tool)
    name = await bench.name_at(standing.state.turn)
    tool = next(choice for choice in bench.chat.last.acts if choice.command.startswith("tool "))
    assert await bench.press(name, tool, "it always helped") == []
    return said(name, "undo")


async def end(bench: Bench) -> Deliver:
    await bench.begin()
    return said("anna", "end sure")


async def timer(bench: Bench) -> Deliver:
    """Redelivery here means that the lease has ended and due timers are fired again."""
    await bench.begin()
    await bench.play_until(in_discussion)
    bench.clock.advance(300)

    async def deliver(bench: Bench) -> None:
        bench.clock.advance(TIMER_LEASE)
        await bench.service.fire_due_timers()

    return deliver


async def link(bench: Bench) -> Deliver:
    """The table is linked to another room and the person joins it: two requests in one delivery."""
    await bench.seat("anna")
    [reply] = await bench.say("anna", "link")
    found = re.search(r"/scrum join (\w+)", spelled(reply))
    assert found
    return said("zoe", f"join {found[1]}", ELSEWHERE)


SITUATIONS = {
    "new": Situation(new),
    "join": Situation(join),
    "start": Situation(start),
    "move": Situation(move),
    "move against bots": Situation(move_against_bots),
    "vote": Situation(vote),
    "undo": Situation(undo),
    "end": Situation(end),
    "timer": Situation(timer),
    "link": Situation(link, ELSEWHERE),
}
