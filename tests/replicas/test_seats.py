"""Seats and presence with two processes of the real program: it doesn't matter which one serves a page."""

from typing import Any

import aiohttp

from tests.replicas.harness import Replica, browser, open_table


async def post(session: aiohttp.ClientSession, replica: Replica, path: str, form: dict[str, str]) -> tuple[int, Any]:
    async with session.post(f"{replica.url}{path}", json=form, headers={"Origin": replica.url}) as answer:
        return answer.status, await answer.json()


async def test_a_seat_is_carried_to_the_other_process(both: list[Replica]) -> None:
    """The link works there, once; both pages show who is here; and taking the seat back closes the page there."""
    here, there = both
    async with browser() as anna, browser() as phone, browser() as eve:
        address = await open_table(anna, here, "")
        _, made = await post(anna, here, f"{address}/link", {})
        secret = made["link"].partition("#seat=")[2]
        assert (await post(phone, there, f"{address}/seat", {"secret": secret}))[0] == 200
        assert (await post(eve, here, f"{address}/seat", {"secret": secret}))[0] == 410
        async with eve.ws_connect(f"{here.url}{address}/socket?watch", origin=here.url) as board:
            await board.send_json({"type": "hello"})
            async with phone.ws_connect(f"{there.url}{address}/socket", origin=there.url) as pocket:
                await pocket.send_json({"type": "hello"})
                await until(board, lambda message: message["type"] == "presence" and message["seats"][0]["here"])
                assert (await post(anna, here, f"{address}/take-back", {})) == (200, {"ended": 1})
                async for _ in pocket:
                    pass
                assert pocket.closed


async def until(socket: aiohttp.ClientWebSocketResponse, reached: Any) -> None:
    while not reached(await socket.receive_json()):
        pass
