"""What players type and read: commands, refusals, prompts and the rules page."""

import pytest

from games.contract import IllegalMove
from games.scrumkin.model import CloseWindow, Drop, Mode, Move, Play, RaiseShield, Ready, State, TakeOver
from games.text import spell
from tests.games.scrumkin.build import (
    BURDEN,
    CREEP,
    GAME,
    SCRUM_OF_SCRUMS,
    SHIELD,
    make,
    misread,
    player,
    table,
)

NAMES = ["Ann", "Ben", "Cem"]
MEETING, MEETINGS = 14, 3  # “The Meeting About Meetings”, “Waiting for the Supplier”


def three() -> State:
    return table(
        player(CREEP, SHIELD, MEETING, game=[SCRUM_OF_SCRUMS[0]]),
        player(4, 5, 6, game=[BURDEN, SCRUM_OF_SCRUMS[1]]),
        player(7, 8, 9),
    )


@pytest.mark.parametrize(
    ("line", "move"),
    [
        ({"card": "1"}, Play(CREEP, 0)),
        ({"card": "Scope Creep"}, Play(CREEP, 0)),
        ({"card": "creep"}, Play(CREEP, 0)),
        ({"card": "  MEETING   about "}, Play(MEETING, 0)),
        ({"card": "1", "player": "2"}, Play(CREEP, 2)),
        ({"card": "done means", "player": "0"}, Play(SHIELD, 0)),
    ],
)
def test_naming_a_card(line: dict[str, str], move: Move) -> None:
    """By number, title or part of the title; without a player it goes into your own game."""
    assert GAME.read(three(), 0, "play", line) == move


def test_options_and_their_bounds() -> None:
    """The last sprint and the window are numbers; a deck may also be the name of a file."""
    numbers = {each.name: (each.minimum, each.default, each.maximum) for each in GAME.options if each.maximum}
    assert numbers == {"sprints": (0, 0, 40), "window": (5, 20, 600)}
    assert [option.name for option in GAME.options if option.file] == ["deck"]


def test_all_commands() -> None:
    """Each command is read as its move; an unknown command is never taken for a move."""
    state = three()
    assert GAME.read(state, 0, "drop", {"card": "14"}) == Drop(MEETING)
    shield = {"card": "done", "target": "triplicate", "player": "1"}
    assert GAME.read(state, 0, "shield", shield) == RaiseShield(SHIELD, BURDEN, 1)
    assert GAME.read(state, 0, "shield", {"card": "42", "target": "28"}) == RaiseShield(SHIELD, BURDEN, 1)
    assert GAME.read(state, 0, "take", {"count": "3", "player": "1"}) == TakeOver(3, 1)
    assert GAME.read(state, 0, "ready", {}) == Ready()
    with pytest.raises(ValueError, match="hand"):
        GAME.read(state, 0, "hand", {})


def test_the_move_of_the_clock_has_no_command() -> None:
    """Nobody can type it, so there are no words for it."""
    with pytest.raises(ValueError, match="clock"):
        GAME.phrase(three(), 0, CloseWindow(1))


def test_the_same_title_twice() -> None:
    """With a Team Exchange in two games, the player or the number says which one is meant."""
    state = three()
    fault = misread(state, 0, "shield", card="done", target="team exchange")
    assert fault.sentence == "Which one do you mean: 57 Team Exchange or 58 Team Exchange? You can use its number."
    read = GAME.read(state, 0, "shield", {"card": "done", "target": "team exchange", "player": "1"})
    assert read == RaiseShield(SHIELD, SCRUM_OF_SCRUMS[1], 1)


@pytest.mark.parametrize(
    ("command", "words", "sentence"),
    [
        ("play", {"card": "4"}, "You don’t hold that card; `/scrum hand` shows your cards."),
        ("play", {"card": "avalanche"}, "You don’t hold that card; `/scrum hand` shows your cards."),
        ("play", {"card": ""}, "You don’t hold that card; `/scrum hand` shows your cards."),
        ("play", {"card": "9" * 30}, "You don’t hold that card; `/scrum hand` shows your cards."),
        ("play", {"card": "m"}, "Which one do you mean: 42 Done Means Done or 14 The Meeting About Meetings? You can"),
        ("drop", {"card": "0"}, "You don’t hold that card; `/scrum hand` shows your cards."),
        ("shield", {"card": "creep", "target": "28"}, "“Scope Creep” has no shield, so it can’t counter"),
        ("shield", {"card": "42", "target": "1"}, "No card on the table matches that"),
        ("shield", {"card": "42", "target": "28", "player": "2"}, "That card isn’t in Cem’s game"),
        ("shield", {"card": "42", "target": "28", "player": "7"}, "Nobody has that seat"),
        ("take", {"count": "all", "player": "1"}, "Say how many items and from whom: `/scrum take 2 from`"),
        ("take", {"count": "2", "player": "1"}, "You can take over items only in collaborative mode"),
        ("ready", {}, "It’s your turn, and you can’t pass: make your plays with `/scrum play`."),
    ],
)
def test_refusals(command: str, words: dict[str, str], sentence: str) -> None:
    """A sentence that says what to do next, and a rule that is on the rules page."""
    state = three()
    fault = misread(state, 0, command, **words)
    assert spell(fault.sentence, NAMES.__getitem__).startswith(sentence)
    assert fault.rule in {topic.key for topic in GAME.rules}


def test_the_hand_is_not_for_spectators() -> None:
    """A viewer without a seat has no hand."""
    with pytest.raises(IllegalMove):
        GAME.shows.answer(GAME.view(three(), None), "hand", {}, NAMES)


def test_topics_of_the_rules_page() -> None:
    """Every topic that a player might look up."""
    keys = {topic.key for topic in GAME.rules}
    asked = "goal cards setup round plays shields window velocity backlog bugs boosters team-exchange collaborative"
    later = "taking-over drops attacks retro end levels decks options fairness"
    assert {*asked.split(), *later.split()} == keys


@pytest.mark.parametrize(
    ("topic", "words"),
    [
        ("shields", "even when it isn’t your turn"),
        ("shields", "Shield and target both go to the discard pile"),
        ("shields", "doesn’t count as one of your two plays"),
        ("shields", "or has a shield itself"),
        ("window", "the same for everybody"),
        ("window", "only when everybody has said `/scrum ready`"),
        ("plays", "you draw what’s missing first"),
        ("plays", "With two players, the other game is always the other player’s"),
        ("velocity", "the plain sum"),
        ("backlog", "At 0 or below nothing gets done"),
        ("backlog", "The track ends at 20"),
        ("end", "the higher velocity in that sprint wins, then fewer cards with a negative value"),
        ("decks", "the discarded cards are reshuffled"),
        ("decks", "you play with the cards you have"),
        ("collaborative", "one card goes into your own game and one into another player’s"),
        ("collaborative", "-5 adds 5"),
        ("collaborative", "ten sprints"),
        ("taking-over", "pays off taken-over items first"),
        ("bugs", "With 8 items to do, 3 bugs make it 11."),
    ],
)
def test_every_decision_is_in_the_rules(topic: str, words: str) -> None:
    """Players can look up what RULES.md decides where the document is open."""
    page = {each.key: each.text for each in GAME.rules}
    assert words in str(page[topic])


def test_prompts() -> None:
    """Whose turn it is and which plays are left, in both modes."""
    state = three()

    def asked(state: State) -> str:
        return spell(GAME.prompt(GAME.view(state, None)), NAMES.__getitem__)

    ways = "into your own game, on another player or under the stack"
    assert asked(state) == f"Ann, play two cards in two different ways: {ways}."
    assert asked(make(state, 0, Play(1, 1)).state) == "Ann, one more card: into your own game or under the stack."
    together = table(player(1, 2, 3), player(4, 5, 6), mode="collaborative")
    assert asked(together) == (
        "Ann, play two cards: one into your own game and one on another player. You can also take over items."
    )
    window = table(player(1), player(2), player(3), turn=None)
    assert asked(make(window, 1, Ready()).state) == (
        "Last chance to counter a card: look at your hand. "
        "The sprint ends when time is up, or as soon as Ann and Cem have chosen Ready below the hand."
    )


@pytest.mark.parametrize(
    ("backlogs", "mode", "explained"),
    [((2, 1), "competitive", True), ((2, 3), "competitive", False), ((2, 1), "collaborative", False)],
)
@pytest.mark.parametrize("turn", [0, None])
def test_the_tie_break_is_explained_before_it_decides(
    backlogs: tuple[int, int],
    mode: Mode,
    explained: bool,  # noqa: FBT001
    turn: int | None,
) -> None:
    """Once two players of a race could finish this sprint, on turns and in the closing window."""
    close = table(player(1, 2, 3, backlog=backlogs[0]), player(4, backlog=backlogs[1]), mode=mode, turn=turn)
    assert ("the highest velocity wins" in GAME.prompt(GAME.view(close, None))) is explained
