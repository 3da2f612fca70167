"""Big screens look where the facilitator looks: only there, and nothing of it is kept."""

from adapters.web.table import websocket
from tests.adapters.web.harness import Data, Tab, WebHarness


def look(note: int, phase: str = "group") -> Data:
    return {"type": "look", "phase": phase, "notes": [note, None, 0], "part": 0}


def glances(tab: Tab) -> list[Data]:
    return [{"type": "look", **{name: each[name] for name in ("phase", "notes", "part")}} for each in tab.of("glance")]


async def heard(tab: Tab) -> None:
    """Wait until everything that was sent before has been read."""
    await tab.say("status")


async def test_only_the_facilitator_moves_the_screens(harness: WebHarness) -> None:
    """Screens at both kinds of address follow her; a stranger, somebody else there and nonsense move nothing."""
    async with harness.browser("Anna") as anna, harness.browser("Ben") as ben, harness.browser() as screen:
        address = await anna.open("retro")
        async with anna.at(address) as lead, ben.at(address) as other, screen.at(address, query="&watch") as board:
            await other.say("join")
            await lead.send(look(1))  # before the start, nobody leads
            await lead.say("start")
            await lead.sees(lambda page: page["meeting"])
            await other.send(look(2))
            await board.send(look(3))
            for wrong in (look(4) | {"notes": [0] * 99}, look(4) | {"part": 7}, look(4) | {"phase": "<b>"}):
                await lead.send(wrong)
            await heard(other)
            await heard(lead)
            await lead.send(look(5))
            await board.until(lambda: board.of("glance"))
            assert glances(board) == [look(5)]
            async with screen.at(lead.page["watch"]) as guest:  # who comes later looks there too
                await guest.until(lambda: guest.of("glance"))
                await lead.send(look(6, "vote"))
                await guest.until(lambda: len(guest.of("glance")) > 1)
                assert glances(guest) == [look(5), look(6, "vote")]
            assert not lead.of("glance")
            assert not other.of("glance")
            stored = await harness.store.table(lead.page["table"])
            assert stored is not None
            assert "vote" not in "".join(event.payload for event in stored.events)


async def test_a_page_that_never_stops_scrolling(harness: WebHarness) -> None:
    """Of a flood of glances a few are passed on."""
    async with harness.browser("Anna") as anna, harness.browser() as screen:
        address = await anna.open("retro")
        async with anna.at(address) as lead, screen.at(address, query="&watch") as board:
            await lead.say("start")
            await lead.sees(lambda page: page["meeting"])
            for note in range(websocket.BURST - 3):
                await lead.send(look(note))
            await heard(lead)
            await board.until(lambda: board.of("glance"))
            assert len(board.of("glance")) <= websocket.GLANCES + 1
