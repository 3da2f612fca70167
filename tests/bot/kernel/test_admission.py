"""A flood from one room can't slow down another, and what is too much is refused."""

import asyncio

import pytest

from bot.kernel.live.work import Admission
from bot.kernel.messages import DONE, Person, Request, Response, Typed
from bot.kernel.table import texts as notices


class Slow:
    """A service that works on a request until the test lets it finish."""

    def __init__(self) -> None:
        self.begun: list[str] = []
        self._doors: dict[str, asyncio.Event] = {}

    async def handle(self, request: Request) -> Response:
        self.begun.append(request.id)
        await self._doors.setdefault(request.id, asyncio.Event()).wait()
        return DONE

    def finish(self, *requests: str) -> None:
        for request in requests:
            self._doors.setdefault(request, asyncio.Event()).set()


def request(name: str, room: str, person: str = "") -> Request:
    return Request(name, room, Person(person or name, name), Typed("roll"))


async def settle() -> None:
    for _ in range(20):
        await asyncio.sleep(0)


async def test_rooms_take_turns() -> None:
    """The quiet room's request goes next, however many of the loud room came before it."""
    slow = Slow()
    admission = Admission(at_once=1)
    tasks = [
        asyncio.create_task(admission.handle(request(f"loud {number}", "a:loud"), slow.handle)) for number in range(10)
    ]
    await settle()
    tasks.append(asyncio.create_task(admission.handle(request("quiet", "a:quiet"), slow.handle)))
    await settle()
    slow.finish("loud 0", "loud 1")
    await settle()
    assert slow.begun == ["loud 0", "loud 1", "quiet"]
    slow.finish("quiet", *(f"loud {number}" for number in range(10)))
    await asyncio.gather(*tasks)
    assert admission.waiting == 0


async def test_a_room_cannot_fill_the_queue() -> None:
    """What is too much is refused at once; what was accepted is handled."""
    slow = Slow()
    admission = Admission(at_once=1, per_room=3)
    tasks = [asyncio.create_task(admission.handle(request(f"{number}", "a:loud"), slow.handle)) for number in range(5)]
    await settle()
    assert (await tasks[4]).replies[0].text == str(notices.TOO_MANY_IN_ROOM)
    slow.finish(*"0123")
    assert await asyncio.gather(*tasks[:4]) == [DONE] * 4


async def test_a_person_cannot_fill_the_queue_either() -> None:
    """In whatever rooms; afterwards their requests are accepted again."""
    slow = Slow()
    admission = Admission(at_once=5, per_person=2)
    tasks = [asyncio.create_task(admission.handle(request(f"{n}", f"a:{n}", "eager"), slow.handle)) for n in range(3)]
    await settle()
    assert (await tasks[2]).replies[0].text == str(notices.TOO_MANY_FROM_YOU)
    slow.finish("0", "1", "later")
    await asyncio.gather(*tasks[:2])
    assert await admission.handle(request("later", "a:1", "eager"), slow.handle) == DONE


async def test_a_cancelled_request_gives_up_its_place() -> None:
    """It is never handled, its room's queue has room for another, and its person may ask again."""
    slow = Slow()
    admission = Admission(at_once=1, per_room=1, per_person=1)
    working, waiting = (
        asyncio.create_task(admission.handle(request(name, "a:room"), slow.handle)) for name in ("0", "1")
    )
    await settle()
    waiting.cancel()
    await settle()
    assert waiting.cancelled()
    assert admission.waiting == 0
    again = asyncio.create_task(admission.handle(request("2", "a:room", person="1"), slow.handle))
    await settle()
    assert admission.waiting == 1
    slow.finish("0", "2")
    assert await asyncio.gather(*[working, again]) == [DONE] * 2
    assert slow.begun == ["0", "2"]


@pytest.mark.parametrize("when", ["before", "after"])
async def test_a_request_cancelled_at_its_turn_hands_the_turn_on(when: str) -> None:
    """Cancelled in the same moment: just before the turn would have been given to it, or just after."""
    slow = Slow()
    admission = Admission(at_once=1)
    tasks = [asyncio.create_task(admission.handle(request(name, f"a:{name}"), slow.handle)) for name in "012"]
    await settle()
    slow.finish("0")  # it leaves in the next step of the loop
    if when == "before":
        tasks[1].cancel()
    else:
        asyncio.get_running_loop().call_soon(tasks[1].cancel)
    await settle()
    assert tasks[1].cancelled()
    assert slow.begun == ["0", "2"]
    slow.finish("2", "3")
    assert await asyncio.gather(*tasks[::2]) == [DONE] * 2
    assert await admission.handle(request("3", "a:0"), slow.handle) == DONE  # the place is free again
