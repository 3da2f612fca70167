"""The Scrum Game in another language: what is typed, what automatic players wrote, what is cached."""

from collections.abc import Iterator

import pytest

from games import language
from games.language import Catalogue, add_language, speaking
from games.sprint.board import card
from games.sprint.landing import COST_OF_IMPEDIMENT, LATE_HOURS, WORTH_OF_TOOL
from games.sprint.model import Improve, PlayTool, ToolOffered
from games.sprint.words.narration import narrate
from games.sprint.words.terms import quoted
from tests.games.sprint.build import GAME, IMPEDIMENT, OTHER_TOOL, TOOL, at, game_with, new_game

TAG = "xx-sprint"
TEXTS = {
    "Two Chairs, One Keyboard": "Zwei Stühle, eine Tastatur",
    "A Stricter “Done”": "Ein strengeres „Fertig“",
    str(card(TOOL).because): "Zu zweit sieht man doppelt so viel.",
    "Room to learn": "Raum zum Lernen",
    "“{title}”": "„{title}“",
    "quotation marks, and those inside of them\x04“”‘’": "„“‚‘",
    "space\x04Start": "Los",
    "{who} offers {card} against their own {impediment}: “{reason}”": "{who}: {card} gegen {impediment}, „{reason}“",
}


@pytest.fixture(autouse=True)
def other_language() -> Iterator[None]:
    add_language(Catalogue(TAG, "Test", TEXTS, {}, lambda count: int(count != 1)))
    with speaking(TAG):
        yield
    language._made.pop(TAG)  # programs never take a language away
    language._forget()


@pytest.mark.parametrize("typed", ["Two Chairs", "two chairs, one keyboard", "zwei stühle", "TASTATUR", "two-chairs"])
def test_titles_can_be_typed_in_english_too(typed: str) -> None:
    state = game_with(at("S3", tools=(OTHER_TOOL, TOOL)), at("S5", impediment=IMPEDIMENT))
    move = GAME.read(state, 0, "tool", {"card": typed, "player": "1", "reason": "So."})
    assert move == PlayTool(TOOL, 1, "So.")


@pytest.mark.parametrize("typed", ["die", "Room to learn", "raum zum lernen"])
def test_improvements_can_be_typed_in_english_too(typed: str) -> None:
    assert GAME.read(new_game(3, sprints="3"), 0, "improve", {"improvement": typed}) == Improve("die")


def test_reasons_of_automatic_players_are_stored_in_english() -> None:
    """They are said in the language of whoever reads; what a person wrote stays as it is."""
    state = game_with(at("S3", tools=(TOOL,), impediment=IMPEDIMENT), at("S4"))
    (move,) = [each for each in GAME.moves(state, 0) if isinstance(each, PlayTool)]
    assert move.reason == card(TOOL).because.text
    told = narrate(ToolOffered(0, TOOL, 0, move.reason, IMPEDIMENT), None)
    assert told is not None
    assert told.endswith("„Zu zweit sieht man doppelt so viel.“")
    written = narrate(ToolOffered(0, TOOL, 0, "Room to learn", IMPEDIMENT), None)
    assert written is not None
    assert written.endswith("„Room to learn“")


def test_quotation_marks_inside_of_others() -> None:
    assert quoted("a-stricter-done") == "„Ein strengeres ‚Fertig‘“"
    with speaking("en"):
        assert quoted("a-stricter-done") == "“A Stricter ‘Done’”"


def test_pictures_are_drawn_anew_in_another_language() -> None:
    """Parts that pictures have in common are kept, one of each language."""
    view = GAME.view(new_game(2), None)
    names = ("Ann", "Ben")
    other = GAME.board(view, names)
    with speaking("en"):
        english = GAME.board(view, names)
    assert not english.same_as(other)
    assert ">Start<" in (english.svg() or "")
    assert ">Los<" in (other.svg() or "")
    assert ">Start<" not in (other.svg() or "")


def test_sentences_with_numbers_of_the_rules() -> None:
    """They are written out in sentences, which nothing else compares with the rules."""
    with speaking("en"):
        options = {option.name: str(option.description) for option in GAME.options}
    assert f"{LATE_HOURS} hours or fewer" in options["review"]
    assert f"adds {COST_OF_IMPEDIMENT} hours" in options["impediments"]
    assert f"burns {WORTH_OF_TOOL} hours" in options["tools"]
