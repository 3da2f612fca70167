"""What players type and read: commands, refusals, narration and the rules page."""

import inspect
import re

import pytest

from games.contract import IllegalMove, Phrase
from games.sprint import refusals
from games.sprint.model import (
    CallTime,
    Done,
    Event,
    Go,
    PlanChanged,
    PlayTool,
    Reported,
    Roll,
    Rolled,
    State,
    ToolOffered,
    Vote,
)
from games.text import spell
from tests.games.sprint.build import (
    DISCUSS,
    GAME,
    IMPEDIMENT,
    OTHER_TOOL,
    SCRUM,
    TOOL,
    at,
    game_with,
    make,
    new_game,
    roll,
    vote,
)

REFUSALS = {
    name: made
    for name, made in vars(refusals).items()
    if inspect.isfunction(made) and inspect.signature(made).return_annotation is IllegalMove
}
EXAMPLES = {"offered": [100, 150], "turn": 1, "reachable": ["S4", "review"], "titles": ["One", "Two"], "seats": [0, 2]}
NAMES = ("Ann", "Ben", "Cem")


@pytest.mark.parametrize("name", REFUSALS)
def test_refusals(name: str) -> None:
    """Every refusal is a sentence, names a paragraph of the rules page, and mentions only commands that exist."""
    made = REFUSALS[name]
    refusal = made(*(EXAMPLES[parameter] for parameter in inspect.signature(made).parameters))
    assert isinstance(refusal, IllegalMove)
    assert refusal.sentence[-1] in ".?"
    assert refusal.rule in {topic.key for topic in GAME.rules}
    for command in re.findall(r"`/scrum (\w+)", refusal.sentence):
        assert command in {each.name for each in GAME.commands} | {"new", "board"}


def test_the_rules_page_explains_every_command_and_option() -> None:
    """Everything that can be typed or set is on the rules page."""
    page = " ".join(str(topic.text) for topic in GAME.rules)
    for command in GAME.commands:
        assert f"`/scrum {command.name}" in page
    for option in GAME.options:
        assert f"`{option.name}={option.default}`" in page
        assert all(f"`{option.name}={choice}`" in page for choice in option.choices)


def test_options_and_their_bounds() -> None:
    """Hours and days are left to the difficulty; the bounds keep a game playable."""
    numbers = {each.name: (each.minimum, each.default, each.maximum) for each in GAME.options if each.maximum}
    assert numbers == {"hours": (50, 0, 1000), "days": (3, 0, 30), "minutes": (1, 5, 60)}


def test_cross_references_on_the_rules_page() -> None:
    """Every paragraph that another one mentions exists."""
    keys = {topic.key for topic in GAME.rules}
    for topic in GAME.rules:
        assert set(re.findall(r"`/scrum rules ([a-z-]+)`", str(topic.text))) <= keys


def test_paragraphs_fit_a_message() -> None:
    """Each paragraph fits the smallest message limit of our platforms (2,000 characters)."""
    assert max(len(str(topic.text)) for topic in GAME.rules) < 1_800


class TestReading:
    state = game_with(at("S3", tools=(TOOL, OTHER_TOOL)), at("S5", impediment=IMPEDIMENT))

    @pytest.mark.parametrize("word", ["1", TOOL, "Two Chairs, One Keyboard", "two chairs", "CHAIRS", "keyb", "two-c"])
    def test_a_tool_by_number_key_or_title(self, word: str) -> None:
        """A tool can be named by its number on the board, its key, its title or part of the title."""
        words = {"card": word, "player": "1", "reason": "Why not."}
        assert GAME.read(self.state, 0, "tool", words) == PlayTool(TOOL, 1, "Why not.")

    @pytest.mark.parametrize(("word", "number"), [("pair", 0), ("pair up", 1), (OTHER_TOOL, 2)])
    def test_a_whole_title_or_key_comes_before_a_part_of_one(self, word: str, number: int) -> None:
        """Team cards may have titles that are part of other titles."""
        tools = ("Pair\nFor an hour.", "Pair Up\nFor a day.", OTHER_TOOL, f"Not a {OTHER_TOOL}\nBut a goose.")
        state = game_with(at("S3", tools=tools), at("S5", impediment=IMPEDIMENT))
        words = {"card": word, "player": "1", "reason": "Why not."}
        assert GAME.read(state, 0, "tool", words) == PlayTool(tools[number], 1, "Why not.")

    @pytest.mark.parametrize(
        ("word", "part"),
        [
            ("t", "Which one"),
            ("3", "don’t hold"),
            ("0", "don’t hold"),
            ("sandwich", "don’t hold"),
            ("²", "don’t hold"),
            ("-1", "don’t hold"),
        ],
    )
    def test_a_tool_that_cannot_be_found(self, word: str, part: str) -> None:
        """A word that fits no tool or several is refused with a sentence."""
        with pytest.raises(IllegalMove, match=part):
            GAME.read(self.state, 0, "tool", {"card": word, "player": "1", "reason": "Why not."})

    @pytest.mark.parametrize(
        ("word", "space"), [("s4", "S4"), ("S4", "S4"), ("REVIEW", "review"), ("Stay", None), ("nowhere", "nowhere")]
    )
    def test_a_space(self, word: str, space: str | None) -> None:
        """Upper and lower case don't matter; a space that doesn't exist is refused later, as a move."""
        assert GAME.read(self.state, 0, "go", {"space": word}) == Go(space)

    @pytest.mark.parametrize(
        ("word", "yes"), [("yes", True), ("Y", True), ("👍", True), ("no", False), ("N", False), ("👎", False)]
    )
    def test_an_answer(self, word: str, *, yes: bool) -> None:
        """Yes and no can be typed in several ways."""
        assert GAME.read(self.state, 0, "vote", {"answer": word}) == Vote(yes)

    def test_neither_yes_nor_no(self) -> None:
        """Anything else is refused."""
        with pytest.raises(IllegalMove, match="vote yes"):
            GAME.read(self.state, 0, "vote", {"answer": "perhaps"})

    def test_commands_without_arguments(self) -> None:
        """Roll and done; an unknown command is never taken for a move."""
        assert GAME.read(self.state, 0, "roll", {}) == Roll()
        assert GAME.read(self.state, 0, "done", {}) == Done()
        with pytest.raises(ValueError, match="forecast"):
            GAME.read(self.state, 0, "forecast", {})


def test_buttons() -> None:
    """A few moves as a button says them."""
    free, stuck = game_with(at("S3")), game_with(at("S3", impediment=IMPEDIMENT))
    assert [GAME.phrase(state, 0, Roll()).label for state in (free, stuck)] == ["Roll the dice", "Roll for a scrum"]
    assert [GAME.phrase(free, 0, Vote(yes)).label for yes in (True, False)] == ["Yes", "No"]
    assert GAME.phrase(free, 0, Go(None)) == Phrase(
        "go", "Stay", {"space": "stay"}, role="thing", thing="seat:0", spots=("seat:0",)
    )


def test_the_reason_for_a_tool_is_the_rest_of_the_line() -> None:
    """Nobody has to type quotes around it."""
    (tool,) = (command for command in GAME.commands if command.name == "tool")
    assert [parameter.rest for parameter in tool.parameters] == [False, False, True]


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (Rolled(0, (3, SCRUM)), "Ann rolls 3 and a scrum."),
        (Rolled(0, (SCRUM, SCRUM)), "Ann rolls 2 scrums and stays put."),
        (Rolled(1, (SCRUM,)), "Ben rolls a scrum and stays put."),
        (Rolled(1, (2, 5), impeded=True), "Ben rolls 2 and 5: no scrum, still impeded."),
        (PlanChanged(0, -25, 275), "The team commits to 25 fewer hours: 275 left."),
        (Reported(0, (1,), 1, 1, 299), "Progress (1): 1 hour burned, 299 left."),
        (Reported(0, (1,), -1, 1, 301), "New work turns up (1): 1 hour added, 301 left."),
        (
            ToolOffered(0, TOOL, 1, "she said “pair”", IMPEDIMENT),
            "Ann offers “Two Chairs, One Keyboard” against Ben’s “The Expert Is at Sea”: “she said ‘pair’”",
        ),
        (
            ToolOffered(0, TOOL, 0, "it helps", IMPEDIMENT),
            "Ann offers “Two Chairs, One Keyboard” against their own “The Expert Is at Sea”: “it helps”",
        ),
    ],
)
def test_narration(event: Event, sentence: str) -> None:
    """A few events as the room reads them."""
    assert spell(GAME.narrate(event, None) or "", NAMES.__getitem__) == sentence


def test_prompts() -> None:
    """A prompt says whose turn it is and what they can do."""

    def prompt(state: State) -> str:
        return spell(GAME.prompt(GAME.view(state, None)), NAMES.__getitem__)

    assert prompt(new_game(2)) == "Ann, roll one die to plan the sprint."
    assert prompt(game_with(at("S4"))) == "Ann, it’s your turn to roll."
    assert prompt(game_with(at("S5", impediment=IMPEDIMENT))).endswith("roll for a scrum.")
    holding = at("S5", impediment=IMPEDIMENT, tools=("patient-duck",))
    assert prompt(game_with(holding)).endswith("roll for a scrum, or play a tool.")
    assert prompt(roll(game_with(at("S0")), 1, 1).state) == "Ann, choose where to go."
    offered = make(
        game_with(at("S3", tools=(TOOL,)), at("S5", impediment=IMPEDIMENT), at("S1")), 0, PlayTool(TOOL, 1, "So.")
    )
    assert prompt(offered.state) == "Does “Two Chairs, One Keyboard” solve it? Ben and Cem, vote yes or no."
    talk = roll(game_with(at("S1"), at("S4"), decks={"opportunities": (DISCUSS,)}), 1, SCRUM, 1).state
    assert prompt(talk) == "Has the team dealt with “Four Clicks”? Ann and Ben, vote yes or no."
    assert "Ann, close the discussion" in prompt(vote(talk, s0=True, s1=True).state)


def test_the_move_of_the_clock_has_no_command() -> None:
    """Nobody can type it, so there are no words for it."""
    with pytest.raises(ValueError, match="clock"):
        GAME.phrase(new_game(2), 0, CallTime(1))
