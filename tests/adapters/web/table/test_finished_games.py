"""A finished game's file, film and steps, which are not available before its end."""

import asyncio
import io
import json
import os
from pathlib import Path

import pytest
from PIL import Image, ImageSequence

from bot.features.fairness.export import Export, read, write
from bot.features.fairness.verify import verify
from bot.kernel.live.work import PER_PERSON
from bot.kernel.table import texts as notices
from bot.pictures.films import Films
from tests.adapters.web.harness import Browser, WebHarness
from tests.bot.features.fairness.shared_tables import SEED, play, started, store_team

WAYS = ("export.json", "export.md", "export.csv", "film.gif", "steps", "steps/5.svg")


async def finished(harness: WebHarness, anna: Browser) -> tuple[str, str]:
    """The addresses of a finished game: for playing and for watching."""
    address = await anna.play("sprint")
    async with anna.at(address) as tab:
        for _ in range(4):
            sequence = tab.page["sequence"]
            await tab.press(tab.page["acts"][0], "It fits.")
            await tab.after(sequence)
        await tab.say("end sure")
        page = await tab.sees(lambda page: page["phase"] == "over")
        return address, str(page["watch"])


@pytest.mark.parametrize("way", WAYS)
async def test_not_available_before_the_end(harness: WebHarness, way: str) -> None:
    """While the game runs, everything is refused with a sentence, for players and watchers."""
    async with harness.browser("Anna") as anna:
        address = await anna.play("sprint")
        async with anna.at(address) as tab:
            watch = tab.page["watch"]
        for place in (address, watch):
            status, text = await anna.get(f"{place}/{way}")
            assert (status, json.loads(text)["problem"]) == (
                409,
                "The game isn’t over yet. You can get this once it is.",
            )


async def test_the_file_and_the_steps(harness: WebHarness) -> None:
    """The export can be verified; each step has a sentence, a light and a dark board, and a chart."""
    async with harness.browser("Anna") as anna:
        for place in await finished(harness, anna):
            status, text = await anna.get(f"{place}/export.json")
            assert status == 200
            assert verify(read(text)).wrong is None
            status, text = await anna.get(f"{place}/steps")
            steps = json.loads(text)
            assert len(steps) > 4
            assert "Anna" in "".join(step["text"] for step in steps)
            last = steps[-1]["sequence"]
            boards = {(await anna.get(f"{place}/steps/{last}.svg{query}"))[1] for query in ("", "?dark", "?chart")}
            assert len(boards) == 3
            assert all(board.startswith("<svg") for board in boards)
            for nowhere in (0, 1, last + 1, 999999999):
                assert (await anna.get(f"{place}/steps/{nowhere}.svg"))[0] == 404


async def test_the_film(harness: WebHarness) -> None:
    """It is rendered once, in a separate process, and then kept."""
    async with harness.browser("Anna") as anna:
        address, watch = await finished(harness, anna)
        films = []
        for place in (address, watch):
            async with anna.session.get(f"{place}/film.gif") as answer:
                assert (answer.status, answer.content_type) == (200, "image/gif")
                films.append(await answer.read())
        assert films[0] == films[1]
        assert len(list(ImageSequence.Iterator(Image.open(io.BytesIO(films[0]))))) > 2


async def test_the_progress_of_a_film(harness: WebHarness) -> None:
    """It grows while the film is rendered."""
    async with harness.browser("Anna") as anna:
        address, _ = await finished(harness, anna)

        async def done() -> float:
            return float(json.loads((await anna.get(f"{address}/film.json"))[1])["done"])

        async def film() -> bytes:
            async with anna.session.get(f"{address}/film.gif") as answer:
                return await answer.read()

        seen = {await done()}
        fetching = asyncio.create_task(film())
        while not fetching.done():
            seen.add(await done())
        assert await fetching
        assert min(seen) == 0
        assert any(0 < share < 1 for share in seen)
        assert await done() == 1


async def test_a_film_without_a_game(harness: WebHarness) -> None:
    """A table that ended before its game started has no film."""
    async with harness.browser("Anna") as anna:
        address = await anna.open("sprint")
        async with anna.at(address) as tab:
            await tab.say("end sure")
            await tab.sees(lambda page: page["phase"] == "over")
        status, text = await anna.get(f"{address}/film.gif")
        assert (status, json.loads(text)["problem"]) == (409, "There is nothing to show: this game has no boards.")
        assert (await anna.get(f"{address}/steps"))[1] == "[]"


async def test_a_forgotten_name_is_in_nothing_that_is_served(harness: WebHarness) -> None:
    """Neither the steps nor the film keep it, although both were made before; the old film's file is deleted."""
    async with harness.browser("Anna") as anna:
        address, _ = await finished(harness, anna)
        steps = json.loads((await anna.get(f"{address}/steps"))[1])
        board = f"{address}/steps/{steps[-1]['sequence']}.svg"
        assert "Anna" in (await anna.get(board))[1]
        async with anna.session.get(f"{address}/film.gif") as answer:
            before = await answer.read()
        async with anna.at(address) as tab:
            await tab.say("forget me")
        folder = harness.adapter._films._folder
        assert folder is not None
        assert await asyncio.to_thread(os.listdir, folder.name) == []
        assert "Anna" not in (await anna.get(board))[1]
        assert "Anna" not in (await anna.get(f"{address}/steps"))[1]
        async with anna.session.get(f"{address}/film.gif") as answer:
            assert answer.status == 200
            assert await answer.read() != before


async def test_everything_slow_has_a_budget(harness: WebHarness) -> None:
    """A visitor who asks for too much is told to wait; a film that is there already costs nothing."""
    async with harness.browser("Anna") as anna:
        address, _ = await finished(harness, anna)
        assert (await anna.get(f"{address}/steps"))[0] == 200
        statuses = [(await anna.get(f"{address}/export.json"))[0] for _ in range(PER_PERSON[0])]
        assert statuses == [200] * (PER_PERSON[0] - 2) + [429] * 2
        _, text = await anna.get(f"{address}/export.md")
        assert json.loads(text)["problem"] == str(notices.TOO_MANY_SLOW)
        harness.clock.advance(60)
        assert (await anna.get(f"{address}/export.md"))[0] == 200


async def film_of(films: Films, game: Export) -> Path:
    async def text() -> str:
        return write(game)

    return await films.of(game.table, ("Anna",), text)


async def test_films_are_limited_in_size(harness: WebHarness) -> None:
    """The least recently used film is deleted, and rendered again when needed."""
    async with harness.browser("Anna") as anna:
        addresses = [(await finished(harness, anna))[0] for _ in range(2)]
        games = [read((await anna.get(f"{address}/export.json"))[1]) for address in addresses]
    films = Films(max_bytes=1)
    try:
        first, second = [await film_of(films, game) for game in games]
        assert (first.exists(), second.exists()) == (False, True)
        again = await film_of(films, games[0])
        assert (again, first.exists(), second.exists()) == (first, True, False)
    finally:
        films.close()
    assert not first.parent.exists()


async def test_a_team_whose_dice_others_still_roll(harness: WebHarness) -> None:
    """It can look back at its game; only its file waits until the last team is done."""
    token = "A" * 22
    await store_team(harness.store, play(started("scrumkin", "one")), f"web:{token}", ("Anna", "Ben", "Cleo"))
    async with harness.browser("Anna") as anna:
        for way in ("ending.json", "steps", "export.md", "export.csv"):
            status, text = await anna.get(f"/t/{token}/{way}")
            assert (status, SEED.hex() in text) == (200, False)
        status, text = await anna.get(f"/t/{token}/export.json")
        assert (status, read(text).seed) == (200, None)
        assert '"hands_filled"' not in text
