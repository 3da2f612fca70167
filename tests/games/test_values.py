"""Values that are made with the setters of their slots are what the library would have made."""

import dataclasses
import pickle
from dataclasses import field

import pytest
from pydantic import TypeAdapter, ValidationError

from games.values import replace, value


@value
class Card:
    value: int
    kind: str = "tool"
    marks: dict[str, int] = field(default_factory=dict, compare=False)


@value
class Nothing:
    pass


def test_arguments_and_defaults() -> None:
    """By place, by name, or left out; a default that is made is another one each time."""
    assert dataclasses.astuple(Card(3)) == (3, "tool", {})
    assert dataclasses.astuple(Card(kind="hand", value=4, marks={"x": 1})) == (4, "hand", {"x": 1})
    assert Card(3).marks is not Card(3).marks
    assert Nothing() == Nothing()


def test_wrong_arguments() -> None:
    """A field that is missing or unknown is refused."""
    with pytest.raises(TypeError, match="value"):
        Card()  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="colour"):
        Card(3, colour="red")  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="colour"):
        replace(Card(3), colour="red")  # type: ignore[call-arg]


def test_mypy_refuses_to_change_a_value() -> None:
    """The comment below shows it: `make lint` fails where mypy has nothing to ignore. Nothing refuses at run time."""
    card = Card(3)
    card.value = 5  # type: ignore[misc]
    assert card == Card(5)


def test_replace_keeps_the_rest() -> None:
    """Also where a field has a name that the library or this module could use itself."""
    card = Card(3, "hand", {"x": 1})
    assert replace(card, value=4) == dataclasses.replace(card, value=4)
    assert replace(card, kind="tool").marks is card.marks
    assert (card.value, hash(card)) == (3, hash(Card(3, "hand")))


def test_values_are_equal_shown_and_pickled_as_the_library_does_it() -> None:
    """By their fields, without those that leave themselves out; never equal to another class."""
    library = dataclasses.make_dataclass("Card", [("value", int), ("kind", str)], frozen=True, slots=True)
    assert repr(Card(3)) == "Card(value=3, kind='tool', marks={})"
    assert repr(Card(3)).startswith(repr(library(3, "tool"))[:-1])
    assert Card(3) == Card(3, marks={"x": 1}) != Card(4)
    assert Card(3) != library(3, "tool")
    assert pickle.loads(pickle.dumps(Card(3, marks={"x": 1}))).marks == {"x": 1}


def test_pydantic_reads_and_writes_values() -> None:
    """As it does for any dataclass: events are stored this way."""
    cards = TypeAdapter(Card)
    assert cards.dump_json(Card(3)) == b'{"value":3,"kind":"tool","marks":{}}'
    assert cards.validate_json('{"value": 4}') == Card(4)
    with pytest.raises(ValidationError):
        cards.validate_json("{}")
