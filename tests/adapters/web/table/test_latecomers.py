"""Whoever comes late sees the button that takes a seat exactly where `join` works."""

import pytest

from tests.adapters.web.harness import Browser, Tab, WebHarness


async def offered_and_true(browser: Browser, address: str) -> tuple[bool, bool]:
    """Whether the page offers a seat, and whether `join` then gives one."""
    async with browser.at(address) as tab:
        offered = bool(tab.page["joins"])
        await tab.say("join")
        await tab.sees(lambda page: page["seat"] is not None or not offered)
        return offered, tab.page["seat"] is not None


@pytest.mark.parametrize("game", ["sprint", "scrumkin", "rugby", "retro"])
async def test_a_seat_is_offered_where_join_works(harness: WebHarness, game: str) -> None:
    """In the lobby, in a running game with an automatic player, and not where that seat is kept for its person."""
    async with (
        harness.browser("Anna") as anna,
        harness.browser("Ben") as ben,
        harness.browser("Cleo") as cleo,
    ):
        address = await anna.open(game)
        async with anna.at(address) as host:
            assert await offered_and_true(ben, address) == (True, True)
            await host.say("start")
            await host.sees(lambda page: page["phase"] == "playing")
            open_seats = game == "retro"
            assert await offered_and_true(cleo, address) == (open_seats, open_seats)
            await leave(ben, address)
            async with harness.browser("Dora") as dora:
                assert await offered_and_true(dora, address) == (open_seats, open_seats)
            assert await offered_and_true(ben, address) == (True, True)  # it was kept for him
        address = await anna.play(game)
        assert await offered_and_true(cleo, address) == (True, True)  # instead of an automatic player


async def leave(browser: Browser, address: str) -> None:
    async with browser.at(address) as tab:
        await tab.say("leave")
        await tab.sees(_left)


def _left(page: dict[str, object]) -> bool:
    return bool(page["joins"])


async def test_nobody_joins_what_is_over(harness: WebHarness) -> None:
    """A finished table offers no seat."""
    async with harness.browser("Anna") as anna, harness.browser("Ben") as ben:
        address = await anna.play("sprint")
        async with anna.at(address) as host:
            await host.say("end sure")
            await host.sees(lambda page: page["phase"] == "over")
            assert not host.page["joins"]
        async with ben.at(address) as tab:
            assert isinstance(tab, Tab)
            assert not tab.page["joins"]
