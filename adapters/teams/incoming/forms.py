"""Forms as cards with inputs, shown in a dialog: what a command asks for, filled in as far as is known."""

from collections.abc import Iterator, Mapping
from typing import Any

from adapters.fields import is_day
from adapters.teams import texts as ui_texts
from adapters.teams.identifiers import Payload, packed, unpacked
from adapters.teams.outgoing.cards import CARD_TYPE, Style, card_of
from adapters.teams.outgoing.controls import CHOICE_LIMIT, DO, SEND
from adapters.teams.outgoing.words import MEDIUM, SMALL, Element, block, run, small
from bot.kernel.messages import Reply
from games.contract import Command
from games.language import speaking
from games.parts import Field, Form
from games.text import shortened
from games.values import replace, value

_FIELD = "field:"  # begins the id of every input
ANSWER = "answer"  # the only field of a form that asks for one argument
_ANSWER_LIMIT = 1000
_SHORT = 100  # characters that fit into a line
_RADIOS = 5
_SEARCHED = 12
TITLE_LIMIT = 60


@value
class Opened:
    """What a form is for: it travels with the form, and comes back with what was typed."""

    table: str
    command: str  # the words that the form completes: `note`, `change k3f9ab`
    act: str = ""  # the button that it asks for: then it has one field
    asks: str = ""  # the argument that this is

    @property
    def data(self) -> Payload:
        return {DO: SEND, "table": self.table, "command": self.command, "act": self.act, "asks": self.asks}

    @classmethod
    def read(cls, data: Mapping[str, Any]) -> "Opened":
        return cls(*(str(data.get(name) or "") for name in ("table", "command", "act", "asks")))

    @property
    def asks_one(self) -> bool:
        return bool(self.act)


def question(command: Command | None, asks: str, title: str) -> Form:
    """The form that asks for one argument of a command."""
    found = next((each for each in command.parameters if each.name == asks), None) if command else None
    label = found.description if found is not None else ui_texts.ANSWER
    return Form(title, (Field(ANSWER, str(label), required=True, limit=_ANSWER_LIMIT),))


def form_card(
    asked: Form, opened: Opened, style: Style, why: str = "", typed: Mapping[str, str] | None = None
) -> Payload:
    """A form. `why`: what was wrong with what was `typed`, all of which is still there."""
    pen = style.pen(Reply())
    body: list[Element] = []
    if why:
        body += [{"type": "Container", "style": "attention", "items": block([run(why)])}]
    body += pen.words.prose(asked.note) if asked.note else []
    for field in asked.fields:
        body += _labelled(_with(field, typed or {}))
    with speaking(asked.language):
        send = pen.action(asked.send or _usual(asked), opened.data, main=True)
    return card_of([*body, {"type": "ActionSet", "actions": [send]}], (), asked.title)


def _usual(asked: Form) -> str:
    written = any(each.text or (each.filled and not each.options) for each in asked.fields if each.kind == "text")
    return str(ui_texts.SAVE if written else ui_texts.SEND)


def _with(field: Field, typed: Mapping[str, str]) -> Field:
    """The field with what was entered before."""
    if field.name not in typed:
        return field
    entered = typed[field.name]
    return replace(field, filled=tuple(entered.split("\n")) if field.options else (), text=entered)


def _labelled(field: Field) -> Iterator[Element]:
    """An input below its label: not all phones show labels of inputs."""
    yield from block([run(field.label, bold=True)], MEDIUM)
    yield from small(field.hint) if field.hint else ()
    yield {"id": f"{_FIELD}{field.name}", "spacing": SMALL, **_input(field)}


def _input(field: Field) -> Element:
    known = field.text or "\n".join(field.filled)
    if field.kind == "date":
        day = next((each for each in (*field.filled, field.text) if is_day(each)), "")
        return {"type": "Input.Date", **({"value": day} if day else {})}
    if field.kind == "time":
        return {"type": "Input.Time", **({"value": known} if known else {})}
    if field.kind == "number":
        value = {"value": int(known)} if known.lstrip("-").isdecimal() else {}
        return {"type": "Input.Number", "min": field.minimum, "max": field.maximum, **value}
    if field.options:
        return _choices(field)
    long = field.limit > _SHORT
    limit = {"isMultiline": long, "maxLength": field.limit}
    return {"type": "Input.Text", **limit, **({"value": shortened(known, field.limit)} if known else {})}


def _choices(field: Field) -> Element:
    notes = field.notes or ("",) * len(field.options)
    shown = [
        {"title": shortened(": ".join(filter(None, (label, note))), CHOICE_LIMIT) or "…", "value": packed(value)}
        for (value, label), note in zip(field.options, notes, strict=True)
    ]
    several = field.most > 1
    few = len(shown) <= _RADIOS or several
    style = "expanded" if few else "filtered" if len(shown) > _SEARCHED else "compact"
    values = {value for value, _ in field.options}
    chosen = ",".join(packed(each) for each in field.filled if each in values)
    found: Element = {"type": "Input.ChoiceSet", "choices": shown, "style": style}
    if several:
        found["isMultiSelect"] = True
    return {**found, **({"value": chosen} if chosen else {})}


def entered(data: Mapping[str, Any], asked: Form | None) -> dict[str, str]:
    """What was typed or chosen, by the names of the fields; several choices as lines."""
    chosen = {field.name for field in asked.fields if field.options} if asked is not None else set()
    found = {}
    for key, typed in data.items():
        if key.startswith(_FIELD) and isinstance(typed, str | int | float):
            name = key.removeprefix(_FIELD)
            found[name] = "\n".join(unpacked(str(typed))) if name in chosen else str(typed)
    return found


# --- dialogs ---------------------------------------------------------------------------------------------------------


def dialog(card: Payload, title: str) -> Payload:
    """The answer that opens a dialog, or goes on with one."""
    shown = {"contentType": CARD_TYPE, "content": card}
    value = {"title": shortened(title, TITLE_LIMIT), "height": "medium", "width": "medium", "card": shown}
    return {"task": {"type": "continue", "value": value}}


def last_words(text: str) -> Payload:
    """The answer that ends a dialog with a sentence."""
    return {"task": {"type": "message", "value": text}}
