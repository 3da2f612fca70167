"""What a game says about itself is held against what every platform takes."""

from dataclasses import dataclass, replace
from typing import Any, Literal

import pytest
from pydantic import TypeAdapter

from bot.kernel.table.catalogue import OWN_COMMANDS
from games import GAMES
from games.contract import About, AnyGame, Command, Game, Option, Parameter, Topic, natures
from games.description import RESERVED, problems
from games.parts import Lesson, Shows
from games.testing import words
from tests.contract.toy import Refilled, Toy


@dataclass(frozen=True, slots=True)
class Whispered:
    kind: Literal["whispered"] = "whispered"
    erases = frozenset({"shouted"})


LAY = Toy.commands[0]
SECONDS = Toy.options[0]


def toy_with(**attributes: Any) -> AnyGame:
    game: AnyGame = type("Faulty", (Toy,), attributes)()
    return game


def lay(**fields: Any) -> tuple[Command, ...]:
    return (replace(LAY, **fields), *Toy.commands[1:])


CARD = Parameter("card", "Its number")

FAULTS: list[tuple[dict[str, Any], str]] = [
    ({"key": "Toy"}, "Its key is 'Toy': use 1 to 32 letters"),
    ({"key": "x" * 33}, "use 1 to 32 letters"),
    ({"key": "undo"}, "'undo' is a word of the table"),
    ({"about": About("Toy", "")}, "a title and a summary"),
    ({"clock": 60, "about": "Toy"}, "Its about, clock must be of the type that games/contract.py gives"),
    ({"seats": range(2, 2)}, "use a range"),
    ({"seats": range(5)}, "use a range"),
    ({"seats": (2, 3)}, "use a range"),
    ({"options": (replace(SECONDS, default=5),)}, "default of the option seconds is not allowed"),
    ({"options": (SECONDS, SECONDS)}, "option 'seconds' is there twice"),
    ({"options": (replace(SECONDS, description=""),)}, "option seconds has no description"),
    ({"options": (replace(SECONDS, notes=("one too many",)),)}, "option seconds needs as many notes as choices"),
    ({"options": (replace(SECONDS, own="columns"),)}, "option seconds says that columns takes a choice of one's own"),
    ({"options": (Option("Board", "Which", "Long", choices=("Long",)),)}, "option 'Board' needs a name"),
    ({"commands": ()}, "It has 0 commands"),
    ({"commands": tuple(replace(LAY, name=f"lay{'x' * n}") for n in range(26))}, "It has 26 commands"),
    ({"commands": lay(name="start")}, "The command start is a word of the table"),
    ({"commands": lay(name="lay-card")}, "The command 'lay-card' needs a name"),
    ({"commands": lay(description="x" * 101)}, "command lay needs a description of at most 100"),
    ({"commands": lay(parameters=(CARD, CARD))}, "parameter of lay 'card' is there twice"),
    ({"commands": lay(parameters=(replace(CARD, description=""),))}, "parameter card of lay needs a description"),
    ({"commands": lay(parameters=(replace(CARD, kind="choice"),))}, "card of lay is a choice: list the choices"),
    ({"commands": lay(parameters=(replace(CARD, rest=True), replace(CARD, name="more")))}, "Only the last parameter"),
    ({"commands": lay(parameters=(replace(CARD, required=False), replace(CARD, name="x")))}, "must come before"),
    ({"commands": lay(parameters=tuple(replace(CARD, name="c" * n) for n in range(1, 27)))}, "26 parameters"),
    ({"commands": lay(parameters=(replace(CARD, choices=("x" * 80,) * 60),))}, "more than 8000 characters"),
    ({"shows": Shows()}, "The command cards is a query: give `Shows` an `answer`"),
    ({"rules": ()}, "It has no rules"),
    ({"rules": (Topic("Laying", "Laying", "One card."),)}, "needs a key of its own"),
    ({"rules": (Topic("laying", "", "One card."),)}, "needs a title and a text"),
    ({"events": TypeAdapter(Whispered)}, "`erases` names kinds of events that it does not have: shouted"),
    ({"lessons": (Lesson("won", "Well done."),)}, "`lessons` names kinds"),
]


@pytest.mark.parametrize(("attributes", "sentence"), FAULTS, ids=[sentence for _, sentence in FAULTS])
def test_a_fault_is_named(attributes: dict[str, Any], sentence: str) -> None:
    """A sentence says what is wrong; the contract check adds where to read about it."""
    game = toy_with(**attributes)
    assert any(sentence in problem for problem in problems(game)), list(problems(game))
    with pytest.raises(AssertionError, match="See “The description” in"):
        words.check_description(game)


ALLOWED: list[dict[str, Any]] = [
    {"key": "x" * 32},
    {"seats": range(1, 2)},
    {"commands": (LAY,)},
    {"commands": tuple(replace(LAY, name=f"lay{'x' * n}") for n in range(25))},
    {"commands": lay(description="x")},
    {"commands": lay(description="x" * 100)},
    {"commands": lay(parameters=tuple(replace(CARD, name="c" * n) for n in range(1, 26)))},
]


@pytest.mark.parametrize("attributes", ALLOWED)
def test_a_limit_may_be_reached(attributes: dict[str, Any]) -> None:
    """One command or 25, a description of 100 characters."""
    assert list(problems(toy_with(**attributes))) == []


def test_missing_duties_are_listed() -> None:
    """A game that has not written everything is told what is left, and nothing else."""

    class Started(Game[None, None, None, None]):
        key = "started"
        about = About("Started", "Not much yet")

    (problem,) = problems(Started())  # type: ignore[abstract]
    assert problem.startswith(
        "It has no awaits, board, commands, decide, events, evolve, moves, narrate, phrase, prompt, read, result, "
        "rules, seats, start, view: see"
    )


def test_an_option_that_takes_anything_is_caught() -> None:
    """Values outside its bounds have to be refused."""

    class Anything(Option):
        __slots__ = ()

        def read(self, text: str) -> str:
            return text

    with pytest.raises(AssertionError, match="The option seconds must refuse ''"):
        words.check_options(toy_with(options=(Anything("seconds", "Time", "30"),)))


def test_the_words_of_the_table_are_reserved() -> None:
    """No game can take the name of a command, or of a group of commands, that every table has."""
    assert {command.name for command in OWN_COMMANDS.values()} | {"scrum", "table", "room", "me"} == RESERVED


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_kinds_of_events(game: AnyGame) -> None:
    """They are read from the type of the events, and none could be taken for the table's own."""
    kinds = natures(game).kinds
    assert kinds
    assert not any(kind.startswith("table.") for kind in kinds)


def test_a_game_with_one_kind_of_event() -> None:
    """A union of one has no discriminator, and is fine."""

    assert natures(toy_with(events=TypeAdapter(Refilled))).kinds == {"refilled"}
    with pytest.raises(ValueError, match="discriminated on `kind`"):
        natures(toy_with(events=TypeAdapter(int)))
