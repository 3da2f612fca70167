"""Clickable parts of the board: pieces, spaces and tools."""

from xml.etree import ElementTree as ET

from games.graphics.theme import THEME
from games.sprint.board import REVIEW
from games.sprint.model import Done, Go, Move, PlayTool, Roll, State, Vote
from games.sprint.pictures.board import picture
from tests.games.sprint.build import GAME, IMPEDIMENT, TOOL, at, game_with

STATE = game_with(at("S3", tools=(TOOL,)), at("S5", impediment=IMPEDIMENT))


def spots(move: Move, state: State = STATE) -> tuple[str, ...]:
    return GAME.phrase(state, 0, move).spots


def test_what_is_clicked() -> None:
    """Your own piece to roll or stay, a space to go there, a tool and then the impeded player."""
    assert spots(Roll()) == ("seat:0",)
    assert spots(Go(None)) == ("seat:0",)
    assert spots(Go("S4")) == ("S4",)
    assert spots(Go(REVIEW)) == (REVIEW,)
    assert spots(PlayTool(TOOL, 1, "So.")) == (f"tool:{TOOL}", "seat:1")


def test_what_cannot_be_clicked() -> None:
    """Votes and `done` are only buttons."""
    assert spots(Vote(yes=True)) == spots(Vote(yes=False)) == spots(Done()) == ()


def test_a_tool_is_not_its_holder() -> None:
    """A player appears twice, as a piece and in the legend; a click on a tool is not a click on its holder."""
    root = ET.fromstring(picture(STATE, ("Ann", "Ben"), THEME))
    people = [element for element in root.iter() if element.get("data-spot") == "seat:0"]
    assert len(people) == 2
    assert not any(f"tool:{TOOL}" == inner.get("data-spot") for person in people for inner in person.iter())
