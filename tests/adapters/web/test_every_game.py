"""Every game, those of plugins included, is on the front page and can be played in the browser."""

import pytest

from adapters.web.table.front import games
from games import GAMES
from tests.adapters.web.harness import WebHarness, plain


def test_every_game_is_offered() -> None:
    """The front page lists every game."""
    assert [game["key"] for game in games()] == list(GAMES)


@pytest.mark.parametrize("key", GAMES)
async def test_a_game_starts_in_the_browser(harness: WebHarness, key: str) -> None:
    """One click opens a table with automatic players: a picture, a sentence, and something to press."""
    async with harness.browser() as anna:
        address = await anna.play(key)
        async with anna.at(address, name="Visitor") as tab:
            page = await tab.sees(lambda page: page["phase"] == "playing" and page["acts"])
            assert page["meeting"]["question"] if page["meets"] else page["board"]["svg"].startswith("<svg")
            assert plain(page["situation"])
            before = page["sequence"]
            on = tab.act("Next: Write")["confirmed"] if page["meets"] else page["acts"][0]["button"]
            await tab.press({"button": on})
            await tab.after(before)
