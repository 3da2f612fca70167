"""Secrets (other hands, the seed before the end) never reach a browser, and typed text stays text."""

import html
import itertools
import json
from xml.etree import ElementTree as ET

import pytest

from games import GAMES
from games.scrumkin.model import State
from tests.adapters.web.harness import GUEST, Tab, WebHarness, plain, seed_of
from tests.bot.kernel.commands.test_hands import secrets

HOSTILE = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "</svg><svg onload=alert(1)>",
    "&lt;b&gt; {{7*7}} ${7*7} %s",
    "\ue0000\ue001 \u202e\u0000\u001b[31m",
    "javascript:alert(1)",
    "@everyone <!channel> *bold*",
    "]]> --> \\u003cscript\\u003e",
]


def active(svg: str) -> list[str]:
    """Parts of a picture that could run or fetch something."""
    elements = list(ET.fromstring(svg).iter())
    tags = [
        tag for element in elements if (tag := element.tag.rpartition("}")[2]) in {"script", "img", "foreignObject"}
    ]
    names = [name.rpartition("}")[2] for element in elements for name in element.attrib]
    return tags + [name for name in names if name.startswith("on") or name == "href"]


async def test_hands_stay_private(harness: WebHarness) -> None:
    """Nothing sent to another player or a watcher, move after move, contains a hidden card."""
    async with (
        harness.browser("Anna") as anna,
        harness.browser("Ben") as ben,
        harness.browser("Cleo") as cleo,
        harness.browser("Dora") as dora,
    ):
        address = await anna.open("scrumkin")
        async with (
            anna.at(address) as first,
            ben.at(address) as second,
            cleo.at(address, query="&watch") as watcher,
            dora.at(address) as guest,
        ):
            await second.say("join")
            await first.say("start")
            viewers: list[tuple[int | None, Tab]] = [(0, first), (1, second), (None, watcher), (None, guest)]
            for number in range(25):
                live = await harness.service.tables.in_room(f"web:{address.removeprefix('/t/')}")
                assert live is not None
                state: State = live.standing.state
                for viewer, tab in viewers:
                    page = await tab.after(live.standing.sequence - 1)
                    found = json.dumps(page, ensure_ascii=False) + "".join(map(str, tab.of("answer")[-1:]))
                    assert not [title for title in secrets(state, viewer) if title in found]
                    assert (page["held"] == []) == (viewer is None)
                    own = () if viewer is None else state.players[viewer].hand
                    assert all(state.card(card).title in found for card in own)
                mover = first if 0 in live.standing.game.awaits(state) else second
                moves = [choice for choice in mover.page["acts"] if choice["command"] != "hand"]
                await mover.press(moves[number % len(moves)], "Because.")


@pytest.mark.parametrize("game", ["sprint", "scrumkin", "rugby"])
async def test_the_seed_is_shown_at_the_end_and_not_before(harness: WebHarness, game: str) -> None:
    """Everything sent to players and watchers is searched for it; without luck, it is never shown."""
    seed = seed_of(0).hex()
    async with harness.browser("Anna") as anna, harness.browser() as watcher:
        address = await anna.play(game)
        async with anna.at(address) as tab, watcher.at(address, query="&watch") as other:
            for line in ("verify", "log", "status", "board", "chart", "help"):
                await tab.say(line)
            sequence = tab.page["sequence"]
            await tab.press(next(each for each in tab.page["acts"] if each["command"] != "hand"), "Because.")
            await tab.after(sequence)
            read = [(await anna.get(f"{address}{more}"))[1] for more in ("", "/export.json", "/steps", "/film.gif")]
            assert seed not in "".join([*tab.raw, *other.raw, *read]).lower()
            await tab.say("end sure")
            for each in (tab, other):
                page = await each.sees(lambda page: page["phase"] == "over")
                assert page["fair"] == GAMES[game].proof.luck
            (proof,) = await tab.say("verify")
            assert (seed in plain(proof["text"])) == GAMES[game].proof.luck


@pytest.mark.parametrize("name", HOSTILE)
async def test_hostile_names(harness: WebHarness, name: str) -> None:
    """A name is sent as plain text in names and sentences, and as a text in the picture; the page has none."""
    async with harness.browser(name) as anna:
        address = await anna.open(bots=1, start=True)
        async with anna.at(address) as tab:
            shown = tab.page["chairs"][0]["name"]
            assert shown == ("0 [31m" if "\x1b" in name else name)
            named = [part for line in tab.page["feed"] for part in line["text"] if isinstance(part, dict)]
            assert shown in {part["name"] for part in named}
            assert shown in {element.text for element in ET.fromstring(tab.page["board"]["svg"]).iter()}
            for picture in (tab.page["board"], tab.page["chart"]):
                assert active(picture["svg"]) == []
        status, page = await anna.get(address, Accept="text/html")
        assert status == 200
        assert shown not in page
        assert html.escape(shown) not in page


@pytest.mark.parametrize("line", HOSTILE)
async def test_hostile_input(harness: WebHarness, line: str) -> None:
    """Typed text comes back only as text, in an answer or in the feed."""
    async with harness.browser("Anna") as anna:
        address = await anna.play()
        async with anna.at(address) as tab:
            for words in (line, f"rules {line}", f"vote {line}", f"new {line}", f"play {line} on {line}"):
                for reply in await tab.say(words):
                    assert all(isinstance(part, str) or set(part) == {"seat", "name"} for part in reply["text"])
            assert all(json.loads(text)["type"] for text in tab.raw)


async def test_people_of_one_browser(harness: WebHarness) -> None:
    """Somebody else at the same computer is another person, with a hand of their own."""
    async with harness.browser("Anna") as anna:
        address = await anna.open("scrumkin")
        async with anna.at(address) as first, anna.at(address, tab=GUEST, name="Ben") as second:
            await second.say("join")
            await first.say("start")
            pages = [await each.sees(lambda page: page["phase"] == "playing") for each in (first, second)]
            assert [page["seat"] for page in pages] == [0, 1]
            texts = [plain(page["held"][0]["text"]) for page in pages]
            assert all(one != other for one, other in itertools.combinations(texts, 2))
