"""Acts as actions of a card.

A button carries the service's button in its data and no state is kept here, so buttons work after a restart. Every
Action.Execute, which is answered with a card for this person alone, has an Action.Submit as its fallback: some phones
know only that. Where the answer is for one person, the fallback opens a dialog; else it arrives as a message.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal

from adapters.layout import Control, Limits, Listed, command_name, is_query
from adapters.menus import hint, verbs
from adapters.teams import texts as ui_texts
from adapters.teams.identifiers import Payload, packed
from adapters.teams.outgoing.words import DEFAULT, Element, Words
from bot.kernel.messages import Act, Link, Menu, Suggestion
from bot.kernel.table.catalogue import OWN_COMMANDS
from games.sheets import plain
from games.text import shortened
from games.values import value

LIMITS = Limits(buttons=10, menus=4, entries=60, hand_in_menus=True)
LABEL_LIMIT, HINT_LIMIT, CHOICE_LIMIT = 60, 80, 100
IN_ROW = 6  # buttons that Teams shows; others are in an overflow menu
CHOICE = "choice"  # id of the menu in a ShowCard; each card has several, with numbers
_SEARCHED = 12  # choices with which a search is easier than a list

# What a button does, as its data says.
DO = "do"
PRESS, FORM, ASK, MORE, BACK, SAY, CHOOSE, SEND, CLOSE = (
    "press",
    "form",
    "ask",
    "more",
    "back",
    "say",
    "choose",
    "send",
    "close",
)
ASKS, OPENS = "?", "*"  # at the beginning of a choice: it asks for something, or opens a form
_DIALOG = {"msteams": {"type": "task/fetch"}}

Where = Literal["room", "own", "dialog"]  # everybody's card, one person's view of it, or a dialog


@value
class Pen:
    """Draws acts for one place. `carried`: what every button carries, such as the room that a private card is about."""

    words: Words
    game: str = ""
    where: Where = "room"
    carried: tuple[tuple[str, str], ...] = ()

    # --- buttons -----------------------------------------------------------------------------------------------------

    def button(self, control: Control, *, thing: bool = False) -> Element:
        """A button; one that opens a form is a dialog everywhere. `thing`: it stands beside the thing itself."""
        act = control.first
        title = self.label(act, thing=thing) if thing or not control.form else _title(control) or self.label(act)
        data = _data(act, form=bool(control.form), thing=thing)
        dialog = data[DO] in {FORM, ASK}
        private = is_query(act) or act.asks_twice
        return self.action(title, data, dialog=dialog, private=private, main=act.role == "main")

    def label(self, act: Act, *, thing: bool = False) -> str:
        return self.words.plain((act.beside if thing else "") or act.label)

    def action(
        self, title: str, data: Payload, *, dialog: bool = False, private: bool = False, main: bool = False
    ) -> Element:
        """An action. `dialog`: it opens a form. `private`: its answer is for one person."""
        style = {"style": "positive"} if main else {}
        shown: Payload = {"title": shortened(title, LABEL_LIMIT) or "…", **style}
        carried = {**dict(self.carried), **({} if self.where == "room" else {"own": "1"}), **data}
        if self.where == "dialog":
            return {"type": "Action.Submit", **shown, "data": carried}
        if dialog:
            return {"type": "Action.Submit", **shown, "data": {**carried, **_DIALOG}}
        fallback = {"type": "Action.Submit", **shown, "data": {**carried, **(_DIALOG if private else {})}}
        return {"type": "Action.Execute", **shown, "verb": data[DO], "data": carried, "fallback": fallback}

    def more(self, table: str, page: int, title: str) -> Element:
        return self.action(title, {DO: MORE, "table": table, "page": str(page)}, private=True)

    def say(self, line: Suggestion, *, main: bool = False) -> Element:
        """A button that types a command."""
        return self.action(line.label, {DO: SAY, "line": line.value}, private=True, main=main)

    def rules(self, topic: str) -> Element:
        return self.say(Suggestion(f"rules {topic}", str(ui_texts.RULES)))  # not prose

    def back(self, table: str) -> Element:
        """From somebody's own view to what everybody sees; out of a dialog, it closes that."""
        if self.where == "dialog":
            return self.action(str(ui_texts.CLOSE), {DO: CLOSE})
        return self.action(str(ui_texts.BACK), {DO: BACK, "table": table})

    # --- menus -------------------------------------------------------------------------------------------------------

    def menu(self, menu: Control, number: str, title: str = "") -> Element:
        """A menu for the acts of one command, behind a button."""
        choices = [(_code(act), self.label(act)) for act in menu.acts]
        return self._menu(title or hint(menu, self.game, HINT_LIMIT), choices, number)

    def others(self, controls: Sequence[Control], number: str) -> Element:
        """The menu with what is seldom done."""
        choices = [
            (_code(each.first, form=bool(each.form)), self.words.plain(_title(each)) or self.label(each.first))
            for each in controls
        ]
        return self._menu(str(ui_texts.SOMETHING_ELSE), choices, number)

    def of_list(self, lines: Sequence[Listed], number: str, title: str = "") -> Element:
        """A menu with the acts of all lines."""
        choices = [
            (_code(act, thing=True), f"{self.label(act).rstrip('…')}: {self.words.plain(plain(line.thing.text))}")
            for line in lines
            for act in line.acts
        ]
        return self._menu(title or verbs(lines, HINT_LIMIT), choices, number)

    def reading(self, menu: Menu, number: str) -> Element:
        """A menu of what else there is to read."""
        choices = [(f"!{one.value}", ": ".join(filter(None, (one.label, one.note)))) for one in menu.lines]
        return self._menu(f"{menu.title}…", choices, number)

    def _menu(self, title: str, choices: Sequence[tuple[str, str]], number: str) -> Element:
        field = f"{CHOICE}{number}"
        shown = [
            {"title": shortened(label, CHOICE_LIMIT) or "…", "value": packed(code)}
            for code, label in choices[: LIMITS.entries]
        ]
        style = {"style": "filtered"} if len(shown) > _SEARCHED else {"style": "compact"}
        chosen = {"type": "Input.ChoiceSet", "id": field, "choices": shown, "placeholder": str(ui_texts.PICK), **style}
        asks = any(code.startswith((ASKS, OPENS)) for code, _ in choices)
        private = any(code.startswith("!") for code, _ in choices)
        done = self.action(str(ui_texts.DO_IT), {DO: CHOOSE, "menu": field}, dialog=asks, private=private)
        card = {"type": "AdaptiveCard", "body": [chosen, {"type": "ActionSet", "actions": [done]}]}
        return {"type": "Action.ShowCard", "title": shortened(title, LABEL_LIMIT), "card": card}


def _title(control: Control) -> str:
    """The title of a form, except of a table's own command, whose act has its own label."""
    return "" if command_name(control.first) in OWN_COMMANDS else control.form


def _data(act: Act, *, form: bool, thing: bool = False) -> Payload:
    if act.form and (form or thing):
        return {DO: FORM, "act": act.button, "command": _opened(act, thing=thing)}
    if act.asks is not None:
        return {DO: ASK, "act": act.button, "asks": act.asks.name, "command": command_name(act)}
    return {DO: PRESS, "act": act.button}


def _opened(act: Act, *, thing: bool) -> str:
    """The command whose form it opens; of an act on one thing, that form knows which."""
    number = act.thing.partition(":")[2]
    if thing and number.isdecimal() and act.opens == command_name(act):
        return f"{act.opens} {number}"
    return act.opens


def _code(act: Act, *, form: bool = False, thing: bool = False) -> str:
    """An act as the value of a choice."""
    data = _data(act, form=form, thing=thing)
    if data[DO] == FORM:
        return f"{OPENS}{act.button} {data['command']}"
    if data[DO] == ASK:
        return f"{ASKS}{act.button} {data['command']} {data['asks']}"
    return act.button


def chosen(code: str) -> Payload:
    """The data of the button that a choice stands for."""
    if code.startswith("!"):
        return {DO: SAY, "line": code[1:]}
    button, _, rest = code[1:].partition(" ")
    if code.startswith(OPENS):
        return {DO: FORM, "act": button, "command": rest}
    if code.startswith(ASKS):
        command, _, asks = rest.rpartition(" ")
        return {DO: ASK, "act": button, "command": command, "asks": asks}
    return {DO: PRESS, "act": code}


def link_button(link: Link) -> Element:
    return {"type": "Action.OpenUrl", "title": shortened(link.label, LABEL_LIMIT), "url": link.url}


def rows(actions: Sequence[Element], spacing: str = DEFAULT) -> Iterator[Element]:
    """Rows of as many buttons as Teams shows beside each other."""
    for at in range(0, len(actions), IN_ROW):
        yield {"type": "ActionSet", "actions": list(actions[at : at + IN_ROW]), "spacing": spacing}


def text_of(data: Mapping[str, Any], name: str) -> str:
    """A value of a button's data, which anybody could have sent."""
    found = data.get(name)
    return found if isinstance(found, str) else ""
