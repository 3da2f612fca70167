"""Everything that people read on the web table is in its catalogue, and whoever makes catalogues finds it."""

import pytest

from adapters.web import wording
from tests.languages import extraction, web_prose


def test_everything_is_in_the_catalogue() -> None:
    """No module says something outside `t`, `n` and `p`, and no page has words that no message has."""
    assert web_prose.everywhere() == []


@pytest.mark.parametrize(
    "source",
    [
        'banner.textContent = "Connection lost.";',
        'make("button", { title: "Their seat is free" }, label);',
        "announce(`${name} is here now.`);",
        'const state = `${away ? "has been away" : t("is here")}.`;',
        't("{who} rolls.", { who: found ? name : "Nobody yet" });',
        'make("h3", {}, "Thanks");',
    ],
)
def test_prose_is_found_in_javascript(source: str) -> None:
    assert web_prose.in_javascript(source)


@pytest.mark.parametrize(
    "source",
    [
        't("Connection lost.")',
        'n("{count} team", "{count} teams", teams)',
        'p("player", "The host")',
        'make("div", { class: "card large" }); // Nobody reads this',
        'if (event.key === "Enter") say(`group ${one} with ${other}`);',
        'host.querySelector("button, .Card"); /* Nor this */',
        'const PATTERN = /Waiting "for" `somebody`/;',
        'inBrowser.set("what was typed", text); // not prose',
    ],
)
def test_what_people_do_not_read_is_not_prose(source: str) -> None:
    assert web_prose.in_javascript(source) == []


def test_words_beside_other_elements_are_found_in_pages() -> None:
    """They would be left out: a page that has them can't be served in another language."""
    with pytest.raises(ValueError, match="Press Join"):
        web_prose.in_html("<body><div>Press Join<p>or wait.</p></div></body>")


def test_both_ways_to_find_messages_agree() -> None:
    """The server sends browsers the messages that it finds; Babel finds those that translators get."""
    for path in web_prose.modules():
        found = sorted(extraction.in_javascript(path))
        assert found == sorted(wording.messages(path.read_text("utf-8"))), path.name


def test_messages_of_pages() -> None:
    """A sentence with markup is one message; attributes of its tags aren't part of it."""
    found = {text for _, _, text, _ in extraction.in_html(web_prose.PAGES / "front.html")}
    assert "Was it luck? <a>Verify a finished game</a> in your browser: every die and every card." in found
    assert {"as many as play well", "Go to the table", "Scrum games for teams, in the browser"} <= found
    assert not {"Scrum Table", "/scrum", "help"} & found
