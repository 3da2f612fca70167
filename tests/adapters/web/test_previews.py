"""What other programs show of a link: a title, a sentence and a picture of what everybody may see."""

import json
import re

import aiohttp

from adapters.web import previews
from bot.kernel.store import Store
from tests.adapters.web.harness import WebHarness, web_harness

CRAWLER = {"User-Agent": "a program that previews links", "Accept": "text/html"}
PNG = b"\x89PNG"


async def head(session: aiohttp.ClientSession, address: str) -> dict[str, str]:
    """The metadata of a page, by name."""
    async with session.get(address, headers=CRAWLER) as answer:
        text = await answer.text()
        assert answer.status == 200, text
    return dict(re.findall(r'<meta (?:property|name)="([^"]+)" content="([^"]*)">', text.partition("</head>")[0]))


async def picture(session: aiohttp.ClientSession, address: str) -> bytes:
    async with session.get(address) as answer:
        assert (answer.status, answer.content_type) == (200, "image/png")
        return await answer.read()


async def test_a_table_with_its_board(harness: WebHarness) -> None:
    """Before the start the cover, then the board; nobody's name or hand, and no search engine lists it."""
    async with harness.browser("Annabella") as anna, aiohttp.ClientSession(harness.url) as crawler:
        address = await anna.open("scrumkin")
        lobby = await head(crawler, address)
        assert (lobby["og:title"], lobby["robots"]) == ("Scrumkin", "noindex")
        assert lobby["og:description"].endswith("The game hasn’t started yet: open the link to take a seat.")
        assert re.fullmatch(rf"{harness.url}/static/[0-9a-f]{{12}}/covers/scrumkin\.png", lobby["og:image"])
        assert (await picture(crawler, lobby["og:image"])).startswith(PNG)
        address = await anna.play("scrumkin")
        async with anna.at(address) as tab:
            playing = await head(crawler, address)
            assert playing["og:image"] == f"{harness.url}{address}/preview.png"
            drawn = await picture(crawler, playing["og:image"])
            assert drawn.startswith(PNG)
            watch = tab.page["watch"]
        watched = await head(crawler, watch)
        assert watched["og:image"] == f"{harness.url}{watch}/preview.png"
        assert "og:url" in watched
        assert await picture(crawler, watched["og:image"]) == drawn  # the same for everybody
        assert "Annabella" not in json.dumps([lobby, playing, watched])


async def test_a_meeting_shows_nothing_of_itself(harness: WebHarness) -> None:
    """Neither its board nor its words: only that one can take part."""
    async with harness.browser("Anna") as anna, aiohttp.ClientSession(harness.url) as crawler:
        address = await anna.play("retro")
        found = await head(crawler, address)
        assert found["og:image"].endswith("/covers/retro.png")
        assert found["og:description"].endswith("Open the link to take part.")
        async with crawler.get(f"{address}/preview.png") as answer:
            assert answer.status == 404


async def test_the_front_page_and_a_workshop(sqlite_store: Store) -> None:
    """The front page may be listed. Both have pictures at the public address, and typed titles stay text."""
    async with (
        web_harness(sqlite_store, url="https://table.example/") as harness,
        aiohttp.ClientSession(harness.url, headers={"Host": "table.example"}) as crawler,
    ):
        front = await head(crawler, "/")
        assert "robots" not in front
        assert front["og:image"].startswith("https://table.example/static/")
        form = {"id": "12345678", "game": "sprint", "teams": 1, "title": '"><script>'}
        ours = {"Host": "table.example", "Origin": "https://table.example"}
        async with crawler.post("/workshops", data=json.dumps(form), headers=ours) as answer:
            desk = (await answer.json())["address"]
        async with crawler.ws_connect(f"{desk}/socket?text", headers=ours) as socket:
            entrance = (await socket.receive_json())["workshop"]["entrance"]
        found = await head(crawler, entrance)
        assert found["og:title"] == "&quot;&gt;&lt;script&gt; · The Scrum Game"
        assert found["og:url"] == f"https://table.example{entrance}"
        assert "og:title" not in await head(crawler, desk)


async def test_a_crawler_that_asks_a_thousand_times(harness: WebHarness) -> None:
    """A board is drawn once. When it has changed too often, the last picture is shown, and games go on."""
    async with harness.browser("Anna") as anna, aiohttp.ClientSession(harness.url) as crawler:
        address = await anna.play("rugby")
        async with anna.at(address) as tab:
            first = await picture(crawler, f"{address}/preview.png")
            for _ in range(1000):
                assert await picture(crawler, f"{address}/preview.png") == first
            for _ in range(previews._MAX_DRAWN):
                before = tab.page["sequence"]
                await tab.press(next(each for each in tab.page["acts"] if each["spots"]))
                await tab.after(before)
                await tab.sees(lambda page: page["awaited"] or page["phase"] == "over")
                last = await picture(crawler, f"{address}/preview.png")
            assert last != first
            again = await picture(crawler, f"{address}/preview.png")
            assert again == last


async def test_an_unknown_table(harness: WebHarness) -> None:
    """There is nothing to preview of an address that nobody was given."""
    async with aiohttp.ClientSession(harness.url) as crawler, crawler.get(f"/t/{'A' * 22}/preview.png") as answer:
        assert answer.status == 404
