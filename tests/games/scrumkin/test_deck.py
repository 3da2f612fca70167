"""The standard deck, figure by figure as in RULES.md, and reading decks in our format."""

from collections import Counter

import pytest

from games.chance import Chance
from games.contract import defaults
from games.scrumkin.deck import (
    DECK,
    TEXT_LIMIT,
    TITLE_LIMIT,
    ActionCard,
    Effect,
    Pile,
    SprintCard,
    art_of,
    effect_of,
    figures_of,
    first_edition,
    read_deck,
    standard,
)
from games.scrumkin.model import Started
from games.scrumkin.pictures.artwork import ARTWORK
from games.testing.play import seed_of
from tests.games.scrumkin.build import GAME

SPRINT_CARDS = {
    "-1": 18,
    "+1∞ with shield": 11,
    "-1∞": 11,
    "-2": 9,
    "+2∞ with shield": 5,
    "n∞": 4,
    "-2 -1 0 +1∞": 4,
    "-2 -1 -1 +2∞": 2,
    "-2∞": 2,
    "-1 -1 -1 +1∞": 2,
}
ONE_EACH = (
    "-2 -1, +2 -2, -2 -2 -1, +3 +2 +1 -2∞, -3 -2 -1 +1∞, +2 -1 -2 +1, -1 -1, -1 -1 +1∞, +2 +2 0 -2∞, +2 +2 +1 -2∞, "
    "-3 -2 -1 +2∞, +2 +1 +1 -2∞, +1 0 -1 +2∞, -2 -2 -1 +2∞, +2 +1 0 -1∞, +2 -2 -1 +1∞, -2 -1 +1∞, -2 -1 -2 +1∞"
)
OURS = {"+2": 1, "+1 +1": 1}
ACTION_CARDS = {"boost +1": 10, "1 bugs": 3, "2 bugs": 4, "3 bugs": 3, "5 bugs": 2}


def test_figures() -> None:
    """Each effect is there as often as RULES.md says; with our own two cards that makes 88."""
    published = {**SPRINT_CARDS, **dict.fromkeys(ONE_EACH.split(", "), 1)}
    assert sum(published.values()) == 86
    assert figures_of(standard()) == Counter({**published, **OURS, **ACTION_CARDS})
    assert (len(standard().sprint), len(standard().action)) == (88, 22)
    assert sum(card.shield for card in standard().sprint) == 16


def test_numbers() -> None:
    """Cards are numbered consecutively, so a number means one card."""
    deck = standard()
    numbers = [card.number for card in deck.sprint] + [card.number for card in deck.action]
    assert numbers == list(range(1, 111))
    assert all(deck.action_card(card.number) == card for card in deck.action)


@pytest.mark.parametrize(
    ("title", "effect", "shield"),
    [
        ("Scope Creep", "-1", False),
        ("20% Innovation Time", "-2 -2 -1 +2∞", False),
        ("Collocated Teams", "+1∞", True),
        ("Team Exchange", "n∞", False),
    ],
)
def test_named_sprint_cards(title: str, effect: str, shield: bool) -> None:  # noqa: FBT001  a row of the table above
    """The cards that the document names have the figures of the published game."""
    found = {(card.effect, card.shield) for card in standard().sprint if card.title == title}
    assert found == {(effect, shield)}


def test_named_action_cards() -> None:
    """Team Event is a booster, Bugtopus brings a bug."""
    cards = {card.title: (card.boost, card.bugs) for card in standard().action}
    assert cards["Team Event"] == (1, 0)
    assert cards["Bugtopus"] == (0, 1)


def test_titles_and_texts() -> None:
    """Titles (except Team Exchange) and texts are unique and short enough for the board."""
    cards: list[SprintCard | ActionCard] = [*standard().sprint, *standard().action]
    titles = Counter(card.title for card in cards)
    assert {title for title, number in titles.items() if number > 1} == {"Team Exchange"}
    assert len({card.text for card in cards}) == len(cards)
    assert all(0 < len(card.title) <= 30 <= TITLE_LIMIT for card in cards)
    assert all(20 < len(card.text) <= 110 <= TEXT_LIMIT for card in cards)


def test_deck_as_json() -> None:
    """A deck survives being stored in an event and read back."""
    assert DECK.validate_json(DECK.dump_json(standard())) == standard()


# --- effects -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "values", "gone"),
    [
        ("-1", (-1, 0, 0, 0, 0), 1),
        ("+2 -2", (2, -2, 0, 0, 0), 2),
        ("-1∞", (-1, -1, -1, -1, -1), None),
        ("-2 -1 0 +1∞", (-2, -1, 0, 1, 1), None),
        ("+2 -1 -2 +1", (2, -1, -2, 1, 0), 4),
        ("0", (0, 0, 0, 0, 0), 1),
    ],
)
def test_values_over_time(text: str, values: tuple[int, ...], gone: int | None) -> None:
    """The first value is for the sprint in which the card is played; with ∞ it stays, otherwise it leaves the table."""
    effect = effect_of(text)
    assert tuple(effect.at(age) for age in range(5)) == values
    assert [effect.stays(age) for age in range(5)] == [gone is None or age < gone for age in range(5)]
    assert str(effect) == text


def test_ways_to_write_an_effect() -> None:
    """Not every keyboard has an ∞, and a plus may be left out."""
    assert effect_of("-2  1inf") == effect_of("-2 +1∞")
    assert effect_of("n∞") == Effect((0,), lasting=True, scrum=True)


@pytest.mark.parametrize("text", ["", "x", "+1∞ -1", "1 2 3 4 5", "+10", "n", "n∞ +1", "-1 n∞", "1.5", "--1", "٣"])
def test_invalid_effects(text: str) -> None:
    """They are refused with a sentence that names the effect."""
    with pytest.raises(ValueError, match="effect"):
        effect_of(text)


# --- reading -------------------------------------------------------------------------------------------------------

SPRINT = '[[sprint]]\ntitle = "Card {}"\neffect = "{}"\n'
BUG = '[[action]]\ntitle = "Bug"\nbugs = 1\n'
SMALL = "".join(SPRINT.format(number, "+1∞") for number in range(24)) + BUG


def problems(source: str) -> list[str]:
    pile = Pile()
    read_deck(source, "mine.toml", pile)
    pile.check()
    return pile.problems


def test_a_small_deck() -> None:
    """Titles and effects are enough; texts, shields and boosters are optional."""
    assert problems(SMALL) == []
    assert problems('name = "Ours"\n' + SMALL) == []


@pytest.mark.parametrize(
    ("source", "problem"),
    [
        (SMALL.replace(BUG, ""), "there is no bug card; add at least one action card with bugs."),
        (SMALL + '[[action]]\ntitle = "Both"\nbugs = 1\nboost = 1\n', "line 76: an action card needs either"),
        (SMALL + '[[action]]\ntitle = "None"\n', "line 76: an action card needs either a boost or bugs."),
        (SMALL + '[[action]]\ntitle = "Many"\nbugs = 21\n', "line 76: bugs must be a number from 1 to 20."),
        (SMALL + '[[action]]\ntitle = "Many"\nbugs = "two"\n', "line 76: bugs must be a number from 1 to 20."),
        (SMALL + '[[sprint]]\neffect = "+1"\n', "mine.toml, line 76: title is missing."),
        (SMALL + '[[sprint]]\ntitle = ""\neffect = "+1"\n', "line 76: title is empty."),
        (SMALL + '[[sprint]]\ntitle = 7\neffect = "+1"\n', "line 76: title must be text, not a number."),
        (SMALL + f'[[sprint]]\ntitle = "{"x" * 41}"\neffect = "+1"\n', "title has 41 characters; the limit is 40."),
        (SMALL + '[[sprint]]\ntitle = "A"\n', "line 76: effect is missing."),
        (SMALL + '[[sprint]]\ntitle = "A"\neffect = 1\n', "line 76: effect must be text, not a number."),
        (SMALL + SPRINT.format("A", "lots"), "line 76: the effect “lots” must be 1 to 4 values"),
        (SMALL + '[[sprint]]\ntitle = "A"\neffect = "+1"\nshield = "yes"\n', "line 76: shield must be true or false."),
        (SMALL + '[[sprint]]\ntitle = "A"\neffect = "+1"\ncost = 3\n', "unknown key 'cost' in a card of this kind."),
        (SMALL + '[sprint_cards]\ntitle = "A"\n', "unknown key 'sprint_cards'; a deck has name, sprint and action."),
        ('[sprint]\ntitle = "A"\n', "write cards as [[sprint]], with two brackets."),
        ("sprint = [1, 2]\n", "write cards as [[sprint]], with two brackets."),
        ("[[sprint]\n", "mine.toml: this is not valid TOML: "),
        ("", "a deck needs 24 to 500 sprint cards, not 0."),
        (SMALL.replace("+1∞", "+1"), "no sprint card adds velocity for good"),
        (SPRINT.format("A", "+1∞") * 10_000 + BUG, "a deck needs 24 to 500 sprint cards, not 501."),
        (SMALL + BUG * 10_000, "a deck can have at most 500 action cards, not 501."),
    ],
)
def test_unusable_decks(source: str, problem: str) -> None:
    """Each mistake is reported in a sentence, with its line if it has one."""
    found = problems(source)
    assert any(problem in each for each in found), found


def test_all_problems_are_reported_at_once() -> None:
    """Line by line, so that the author can fix them all in one go."""
    source = SMALL + SPRINT.format("A", "lots") + SPRINT.format("B", "few") + '[[action]]\ntitle = "C"\n'
    assert [problem.split(":")[0] for problem in problems(source)] == [
        "mine.toml, line 76",
        "mine.toml, line 79",
        "mine.toml, line 82",
    ]


def test_a_deck_cannot_forge_names() -> None:
    """Titles and texts lose control characters and the private characters that mark a seat in a sentence."""
    pile = Pile()
    read_deck('[[sprint]]\ntitle = "A\\uE0000\\uE001\\u0007B"\neffect = "+1∞"\ntext = "one\\ntwo"\n', "x", pile)
    assert (pile.sprint[0].title, pile.sprint[0].text) == ("A 0 B", "one two")


# --- artwork -------------------------------------------------------------------------------------------------------


def test_every_card_of_the_standard_deck_names_its_artwork() -> None:
    """And every drawing is used, by a card or for cards that name none."""
    deck = standard()
    named = {card.art for card in deck.sprint} | {card.art for card in deck.action}
    assert "" not in named
    assert named == set(ARTWORK)


@pytest.mark.parametrize(
    ("effect", "art"),
    [
        ("-1", "hourglass"),
        ("-2 -1", "hourglass"),
        ("+1 +1", "cup"),
        ("-1∞", "tower"),
        ("+1∞", "stairs"),
        ("-2 -1 0 +1∞", "bulb"),
        ("+2 +1 0 -1∞", "fuse"),
        ("n∞", "ring"),
    ],
)
def test_artwork_of_a_card_that_names_none(effect: str, art: str) -> None:
    """It follows from the effect."""
    assert art_of(SprintCard(1, "Ours", "", effect)) == art


def test_artwork_of_action_cards_that_name_none() -> None:
    """Bugs or a bolt."""
    assert art_of(ActionCard(1, "Ours", "", bugs=2)) == "bug"
    assert art_of(ActionCard(1, "Ours", "", boost=1)) == "bolt"


def test_a_deck_may_name_its_artwork() -> None:
    """Only artwork that exists; what else it says is reported with the line."""
    pile = Pile()
    card = '[[sprint]]\ntitle = "Ours"\neffect = "-1"\nart = {}\n'
    read_deck(card.format('"moon"') + card.format('"unicorn"') + card.format("[1]"), "ours.toml", pile)
    assert [found.art for found in pile.sprint] == ["moon"]
    assert [problem.partition(": art must be one of")[0] for problem in pile.problems] == [
        "ours.toml, line 5",
        "ours.toml, line 9",
    ]


def test_the_first_edition() -> None:
    """The same figures and the same numbers; some cards had other words, and tables from before play with those."""
    old, new = first_edition(), standard()
    assert figures_of(old) == figures_of(new)
    changed = [one.number for one, other in zip(old.sprint, new.sprint, strict=True) if one != other]
    assert len(changed) == 13
    assert old.action == new.action
    options = defaults(GAME)
    before = {name: value for name, value in options.items() if name not in {"attacks", "retro"}}
    for chosen, deck in ((options, new), (before, old)):
        started = GAME.start(2, chosen, Chance(seed_of(1)))[0]
        assert isinstance(started, Started)
        assert started.deck == deck
