"""What kinds of events are: event classes say it with attributes, and `natures` finds the kinds of each nature.

class Voted:
    seat: int
    yes: bool
    kind: Literal["voted"] = "voted"
    hidden = quiet = True  # no annotation: no field, and not in the JSON
"""

from collections.abc import Mapping
from functools import cache
from typing import Any

from pydantic import TypeAdapter

from games.contract import AnyGame
from games.values import value

Kinds = frozenset[str]
Schema = dict[str, Any]  # pydantic's


@value
class Natures:
    """Kinds of events by what their classes say: rows of a database have a kind and need not be read."""

    kinds: Kinds  # all
    hidden: Kinds  # with something in them that not everybody may know during the game
    quiet: Kinds  # after which the board looks the same, such as a vote cast
    begins_turn: Kinds  # in chat, a message is edited until the next one; empty: every move is a turn
    milestone: Kinds  # worth telling people who don't follow every turn
    reveals: Kinds  # that show what was hidden: a move that led to one cannot be undone
    sealed: Kinds  # of which `veil` hides something for good, even after the game
    erasable: Kinds  # sealed, but everybody may read them until they are erased: exported as they are stored
    veiled: Kinds  # sealed and not erasable
    erases: Mapping[str, Kinds]  # by kind: sealed kinds of which only `erased` is kept after it


@cache
def natures(game: AnyGame) -> Natures:
    """The natures of a game's events; ValueError if `events` does not say which classes they are."""
    classes = event_classes(game.events)

    def saying(nature: str) -> Kinds:
        return frozenset(kind for kind, each in classes.items() if getattr(each, nature, False))

    sealed, erasable = saying("sealed"), saying("erasable")
    return Natures(
        kinds=frozenset(classes),
        hidden=saying("hidden"),
        quiet=saying("quiet"),
        begins_turn=saying("begins_turn"),
        milestone=saying("milestone"),
        reveals=saying("reveals"),
        sealed=sealed,
        erasable=erasable,
        veiled=sealed - erasable,
        erases={kind: each.erases for kind, each in classes.items() if hasattr(each, "erases")},
    )


def event_classes(events: TypeAdapter[Any]) -> dict[str, Any]:
    """The class of each kind of event; ValueError if `events` does not say."""
    schema: Schema = dict(events.core_schema)
    shared = {each["ref"]: each for each in schema.get("definitions", ())}
    found = _resolved(schema, shared)
    if found["type"] == "tagged-union" and found["discriminator"] == "kind":
        return {kind: _resolved(each, shared)["cls"] for kind, each in found["choices"].items()}
    if found["type"] == "dataclass" and "kind" in found["fields"]:
        return {found["cls"].__dataclass_fields__["kind"].default: found["cls"]}
    raise ValueError("`events` must be a TypeAdapter of a union of dataclasses, discriminated on `kind`.")


def _resolved(schema: Schema, shared: Mapping[str, Schema]) -> Schema:
    """A schema without what only points at it."""
    while schema["type"] in {"definitions", "definition-ref"}:
        schema = schema["schema"] if schema["type"] == "definitions" else shared[schema["schema_ref"]]
    return schema
