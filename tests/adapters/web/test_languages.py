"""Whose language a page is in, and that a translation can't break it."""

import json
import re
from collections.abc import Iterator

import aiohttp
import pytest

from adapters.web import wording
from adapters.web.access.identity import known_as
from adapters.web.access.links import TableAddress
from adapters.web.assets import FOREVER, PAGES, Assets, assets, whole
from adapters.web.languages import preferred
from adapters.web.table.glances import Glances
from adapters.web.table.hub import Hub, Presence
from games.language import Catalogue, speaking
from tests.adapters.web.harness import WebHarness
from tests.languages import longer_words as pseudo

PSEUDO = "eo"  # a language that browsers can ask for, and that we don't have


@pytest.fixture
def other_language() -> Iterator[str]:
    pseudo.add(PSEUDO)
    yield PSEUDO
    pseudo.remove(PSEUDO)


# --- whose it is -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("header", "tags"),
    [
        ("de", ["de"]),
        ("en-US,en;q=0.9,de;q=0.8", ["en-US", "en", "de"]),
        ("fr;q=0.3, de-CH;q=0.7, en ; q=0.5", ["de-CH", "en", "fr"]),
        ("de;q=0, fr", ["fr"]),
        ("*, es;q=0.1", ["es"]),
        ("de;q=x, ../etc, , fr;q=2", []),
        ("", []),
    ],
)
def test_what_a_browser_asks_for(header: str, tags: list[str]) -> None:
    """The most wanted first; what isn't a language is left out."""
    assert list(preferred(header)) == tags


@pytest.mark.parametrize(
    ("headers", "query", "language"),
    [
        ({}, "", "en"),
        ({"Accept-Language": "de-AT,de;q=0.9,en;q=0.8"}, "", "de"),
        ({"Accept-Language": "xx, yy;q=0.5"}, "", "en"),
        ({"Accept-Language": "en-GB, de;q=0.9"}, "", "en"),
        ({"Accept-Language": "en", "Cookie": "scrum_language=de"}, "", "de"),
        ({"Accept-Language": "de", "Cookie": "scrum_language=en"}, "", "en"),
        ({"Accept-Language": "en", "Cookie": "scrum_language=../x"}, "", "en"),
        ({"Cookie": "scrum_language=en"}, "?language=de", "de"),
        ({"Accept-Language": "de"}, "?language=nonsense", "de"),
    ],
)
async def test_a_page_is_in_the_readers_language(
    harness: WebHarness, headers: dict[str, str], query: str, language: str
) -> None:
    """What they chose, else what their browser asks for, else English."""
    async with aiohttp.ClientSession(harness.url, headers=headers) as session:
        async with session.get(f"/{query}") as answer:
            page = await answer.text()
            assert "Accept-Language" in answer.headers["Vary"]
        assert f'<html lang="{language}">' in page
        assert ("Wähle ein Spiel" in page) == (language == "de")
        async with session.get(f"/t/{'x' * 22}/qr.svg{query}") as answer:
            problem = (await answer.json())["problem"]
        assert problem.startswith("Hier ist kein Tisch." if language == "de" else "There’s no table here.")


async def test_each_watcher_gets_their_own_language(harness: WebHarness, other_language: str) -> None:
    """A page that is made once for all watchers is made once in each language."""
    async with harness.browser("Anna") as anna:
        address = await anna.play("sprint")
        where = TableAddress(address, room=f"web:{address.removeprefix('/t/')}")
        presence = Presence(harness.clock.now)
        hub = Hub(where, harness.service, harness.clock.now, lambda table: table, presence, glances=Glances())
        english = await hub.frame(None, 0, "portrait")
        with speaking(other_language):
            other = await hub.frame(None, 0, "portrait")
            assert await hub.frame(None, 0, "portrait") is other
        assert other is not english
        assert await hub.frame(None, 0, "portrait") is english
        hub.close()
        presence.close()


async def test_people_at_one_table_are_refused_in_their_own_language(harness: WebHarness, other_language: str) -> None:
    """Whoever only watches reads why in the language of their page."""
    async with harness.browser("Anna") as anna:
        address = await anna.play("sprint")
        for language, words in (("en", "You’re only watching"), (other_language, pseudo.said("You’re only watching"))):
            async with anna.at(address, query=f"watch&language={language}") as tab:
                [refusal] = await tab.say("roll")
                assert "".join(map(str, refusal["text"])).startswith(words)


async def test_the_service_learns_whose_language_it_is(harness: WebHarness, other_language: str) -> None:
    """Whoever has a name at a table is known to it with the language of their page."""
    async with harness.browser("Anna") as anna:
        address = await anna.play("sprint")
        page = await harness.service.page(f"web:{address.removeprefix('/t/')}", None)
        assert page is not None
        with speaking(other_language):
            person = known_as(page, page.chairs[0].person, "")
        assert person is not None
        assert (person.name, person.locale) == ("Anna", other_language)


# --- what is sent ----------------------------------------------------------------------------------------------------


def test_english_pages_are_as_they_are_written() -> None:
    """Byte for byte but for the addresses of their files; they load no words."""
    for path in PAGES.glob("*.html"):
        page = assets().page(path.name).content.decode()
        assert re.sub(r"/static/[0-9a-f]{12}/", "/static/", page) == whole(path)
        assert "words-" not in page


async def test_words_are_cached_and_loaded_first(harness: WebHarness) -> None:
    """They have a hash in their address; the script before all others says them, and nothing but data."""
    async with aiohttp.ClientSession(harness.url, headers={"Accept-Language": "de"}) as session:
        async with session.get("/") as answer:
            scripts = re.findall(r'<script type="module" src="([^"]+)"', await answer.text())
        assert re.fullmatch(r"/static/[0-9a-f]{12}/words-de\.js", scripts[0])
        assert scripts[1].endswith("/front.js")
        async with session.get(scripts[0]) as answer:
            assert answer.headers["Cache-Control"] == FOREVER
            assert answer.headers["Content-Encoding"] == "gzip"
            said = re.fullmatch(r"globalThis\.scrumTableWords = (\{.*\});\n", await answer.text())
        assert said is not None
        words = json.loads(said[1])
        assert words["texts"]["Play now"] == "Sofort spielen"
        assert words["counted"]["{count} player"] == ["{count} Spieler", "{count} Spieler"]
        assert words["forms"][:3] == "101"
        assert "A table for your team’s Scrum games" not in words["texts"]  # only a page says that
        async with session.get("/static/words-xx.js") as answer:
            assert answer.status == 404


def test_written_from_right_to_left() -> None:
    page = wording.said_in('<html lang="en">', Catalogue("ar", "", {}, {}, lambda _: 0), "")
    assert page == '<html lang="ar" dir="rtl">'


# --- a translation is text -------------------------------------------------------------------------------------------

_PAGE = '<html lang="en"><p>Press <b class="x">Join</b> &amp; <a href="/">go</a>.</p><i title="Two words"></i></html>'


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        # tags may change places, and get the attributes that they have in English
        ("<a>Los</a>: <b>Beitreten</b>.", '<a href="/">Los</a>: <b class="x">Beitreten</b>.'),
        ("<b>A</b> & <a>B</a> < C", '<b class="x">A</b> &amp; <a href="/">B</a> &lt; C'),
        (
            '<b>A</b> <a>B</a> <img src=x onerror="x">',
            '<b class="x">A</b> <a href="/">B</a> &lt;img src=x onerror="x"&gt;',
        ),
    ],
)
def test_only_tags_of_the_english_message_are_markup(said: str, shown: str) -> None:
    catalogue = Catalogue("de", "", {"Press <b>Join</b> & <a>go</a>.": said}, {}, lambda _: 0)
    assert f"<p>{shown}</p>" in wording.said_in(_PAGE, catalogue, "")


@pytest.mark.parametrize(
    "said",
    [
        "Nur Text.",
        "<b>A</b>.",
        "<b>A</b> <a>B",
        "<b><a>A</b></a>",
        "<b>A</b><a>B</a><b>C</b>",
        "<b>A</b><a>B</a><script>C</script>",
    ],
)
def test_other_tags_than_in_english_are_not_used(said: str) -> None:
    """The page stays English there."""
    catalogue = Catalogue("de", "", {"Press <b>Join</b> & <a>go</a>.": said}, {}, lambda _: 0)
    assert wording.said_in(_PAGE, catalogue, "") == _german(_PAGE)


def test_attributes_stay_attributes() -> None:
    catalogue = Catalogue("de", "", {"Two words": '" onclick="x" <b>'}, {}, lambda _: 0)
    assert 'title="&quot; onclick=&quot;x&quot; &lt;b&gt;"' in wording.said_in(_PAGE, catalogue, "")


def _german(page: str) -> str:
    return page.replace('lang="en"', 'lang="de"')


def test_a_page_in_a_language_is_made_once() -> None:
    """And anew if the language is another by then."""
    made = Assets()
    with speaking("de"):
        assert made.page("front.html") is made.page("front.html")
