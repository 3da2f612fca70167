"""Scrumkin in another language: cards are said by their readers, and stored as their deck has them."""

from collections.abc import Iterator

import pytest

from games import language
from games.contract import IllegalMove
from games.language import Catalogue, add_language, speaking
from games.scrumkin.model import EVENTS, Play, Played
from games.text import spell
from tests.games.scrumkin.build import CREEP, GAME, HEAVY_BURDEN, player, table

TAG = "de-XA"  # not one that has a catalogue
GERMAN = {
    "Scope Creep": "Schleichende Wünsche",
    "It started as a button. Now it has a settings page, and the settings page has a wizard.": "Erst war es ein Knopf.",
    "“{title}”": "„{title}“",
    "{who} plays {card} on {other}.": "{who} spielt {card} auf {other}.",
    "Drop {card}": "{card} ablegen",
}
NAMES = ("Ann", "Ben", "Cem")


@pytest.fixture(autouse=True)
def german() -> Iterator[None]:
    add_language(Catalogue(TAG, "Deutsch", GERMAN, {}, lambda count: int(count != 1)))
    yield
    language._made.pop(TAG)  # programs never take a language away
    language._forget()


def said(text: str | None) -> str:
    return spell(text or "", NAMES.__getitem__)


def test_a_card_is_said_in_the_language_of_whoever_reads_it() -> None:
    state = table(player(CREEP), player(), player())
    event = Played(0, state.card(CREEP), 1)
    with speaking(TAG):
        german = said(GAME.narrate(event, None))
    assert german == f"Ann spielt {CREEP} „Schleichende Wünsche“ (-1) auf Ben. Erst war es ein Knopf."
    assert said(GAME.narrate(event, None)).startswith(f"Ann plays {CREEP} “Scope Creep” (-1) on Ben. It started")


def test_what_is_stored_is_what_the_deck_says() -> None:
    """Whoever makes the move, and whatever they read."""
    state = table(player(CREEP), player(), player())
    with speaking(TAG):
        stored = EVENTS.dump_json(Played(0, state.card(CREEP), 1)).decode()
    assert "Scope Creep" in stored
    assert "Schleichende" not in stored


@pytest.mark.parametrize("typed", ["Scope Creep", "creep", "schleichende wünsche", "Wünsche", str(CREEP)])
def test_a_card_is_typed_in_english_or_as_it_is_said(typed: str) -> None:
    state = table(player(CREEP, HEAVY_BURDEN), player(), player())
    with speaking(TAG):
        assert GAME.read(state, 0, "play", {"card": typed}) == Play(CREEP, 0)


def test_elsewhere_it_is_typed_in_english_only() -> None:
    state = table(player(CREEP), player(), player())
    with pytest.raises(IllegalMove):
        GAME.read(state, 0, "play", {"card": "Wünsche"})


def test_the_cards_of_a_page_have_the_titles_of_its_picture() -> None:
    """A click on a card finds its text by the title, in every language."""
    state = table(player(game=[CREEP]), player(), player())
    for tag in ("en", TAG):
        with speaking(tag):
            titles = {card.title for card in GAME.shows.every_card(GAME.view(state, None))}
            drawing = GAME.board(GAME.view(state, None), NAMES)
        svg = drawing.svg() or ""
        title = "Scope Creep" if tag == "en" else "Schleichende Wünsche"
        assert title in titles
        assert f'data-card="{title}"' in svg
