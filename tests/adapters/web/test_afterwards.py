"""When the game is over: its file, its film, its steps. And not before."""

import io
import json

import pytest
from PIL import Image, ImageSequence

from adapters.web.films import Films
from bot.table.export import read, verify, write
from tests.adapters.web.parts import Browser, House

WAYS = ("export.json", "export.md", "export.csv", "film.gif", "steps", "steps/5.svg")


async def finished(house: House, anna: Browser) -> tuple[str, str]:
    """The addresses of a game that is over: to play, to watch."""
    address = await anna.play("sprint")
    async with anna.at(address) as tab:
        for _ in range(4):
            sequence = tab.page["sequence"]
            await tab.press(tab.page["choices"][0], "It fits.")
            await tab.behind(sequence)
        await tab.say("end")
        page = await tab.sees(lambda page: page["phase"] == "over")
        return address, str(page["watch"])


@pytest.mark.parametrize("way", WAYS)
async def test_not_before(house: House, way: str) -> None:
    """While the game runs everything is refused with a sentence, for players and for watchers."""
    async with house.browser("Anna") as anna:
        address = await anna.play("sprint")
        async with anna.at(address) as tab:
            watch = tab.page["watch"]
        for place in (address, watch):
            status, text = await anna.get(f"{place}/{way}")
            assert (status, json.loads(text)["problem"]) == (
                409,
                "The game is not over yet: this can be had when it is.",
            )


async def test_the_file_and_the_steps(house: House) -> None:
    """The export can be verified; each step has a sentence and a board, light and dark; the chart is there as well."""
    async with house.browser("Anna") as anna:
        for place in await finished(house, anna):
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


async def test_the_film(house: House) -> None:
    """It is made once, in a process of its own; the second time it is there already."""
    async with house.browser("Anna") as anna:
        address, watch = await finished(house, anna)
        films = []
        for place in (address, watch):
            async with anna.session.get(f"{place}/film.gif") as answer:
                assert (answer.status, answer.content_type) == (200, "image/gif")
                films.append(await answer.read())
        assert films[0] == films[1]
        assert len(list(ImageSequence.Iterator(Image.open(io.BytesIO(films[0]))))) > 2


async def test_a_film_of_nothing(house: House) -> None:
    """A table that was closed before the game began has no board to show."""
    async with house.browser("Anna") as anna:
        address = await anna.open("sprint")
        async with anna.at(address) as tab:
            await tab.say("end")
            await tab.sees(lambda page: page["phase"] == "over")
        status, text = await anna.get(f"{address}/film.gif")
        assert (status, json.loads(text)["problem"]) == (409, "There is nothing to show: no board in this game.")
        assert (await anna.get(f"{address}/steps"))[1] == "[]"


async def test_films_take_only_so_much_room(house: House) -> None:
    """The one that was asked for least recently goes; whoever wants it again gets it made again."""
    async with house.browser("Anna") as anna:
        addresses = [(await finished(house, anna))[0] for _ in range(2)]
        games = [read((await anna.get(f"{address}/export.json"))[1]) for address in addresses]
    films = Films(most_bytes=1)
    try:
        first, second = [await films.of(game.table, write(game), ("Anna",)) for game in games]
        assert (first.exists(), second.exists()) == (False, True)
        again = await films.of(games[0].table, write(games[0]), ("Anna",))
        assert (again, first.exists(), second.exists()) == (first, True, False)
    finally:
        films.close()
    assert not first.parent.exists()
