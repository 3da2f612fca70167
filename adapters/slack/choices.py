"""Choices as buttons, menus and forms."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import cache
from typing import Any

from adapters.slack import words
from adapters.slack.rich import Block, plain, spelled
from bot.messages import Choice, Reply, Suggestion
from bot.table.catalogue import everything
from games.text import clean

MAX_BUTTONS = 10  # beyond that a menu reads better
FEW = 4  # choices of one command that stay buttons beside menus
MAX_OPTIONS = 100  # in one menu
MAX_ELEMENTS = 25  # in one actions block
LABEL_LIMIT = 75
CONFIRM_LIMIT = 30
ID_LIMIT = 255
ANSWER_LIMIT = 1000
VALUE_LIMIT = 2000
SAY = "say"  # the action of a button that types a command
ANSWER = "answer"  # the callback, block and action of the form that asks
TYPED = "typed"  # the same for the form in which a command is typed
GUIDE = "guide"  # the action of the button, and the callback of the form, that lead to a move step by step
ASKS = "?"  # in a menu: after the button, before the name of what it asks for


@dataclass(frozen=True, slots=True)
class Asking:
    """What a form has to remember: where it was opened, and for which button."""

    room: str
    button: str = ""
    answers: str = ""  # a response_url, for what only the person may see
    table: str = ""  # it need not be the one that the room shows: lessons are everywhere
    ephemeral: bool = False  # it was opened from what only the person sees, which is out of date afterwards


def actions(reply: Reply, *, typing: bool = False, prefix: str = "do") -> list[Block]:
    """The choices of a message. `typing`: also a button that opens a form for typed words.

    Where there are too many for buttons, or where some are for one person's eyes, a form leads to them. That some are
    is known from what the game has to look at, never from what somebody holds.
    """
    found: list[Block] = []
    many = len(reply.choices) > MAX_BUTTONS
    guided = many or any(map(is_look, reply.choices))
    for command, group in _by_command(reply.choices).items():
        if many and len(group) > FEW:
            starts = range(0, len(group), MAX_OPTIONS)
            found += [_menu(command, group[start : start + MAX_OPTIONS], reply, len(found)) for start in starts]
        else:
            found += [_button(choice, reply, len(found) + at) for at, choice in enumerate(group)]
    forms = [(GUIDE, words.GUIDE, guided), (TYPED, words.TYPE, typing)] if found else []
    found += [
        {"type": "button", "action_id": action, "text": plain(label), "value": reply.table or action}
        for action, label, wanted in forms
        if wanted
    ]
    rows = (found[start : start + MAX_ELEMENTS] for start in range(0, len(found), MAX_ELEMENTS))
    return [{"type": "actions", "block_id": f"{prefix}:{at}", "elements": row} for at, row in enumerate(rows)]


def suggestions(lines: Sequence[Suggestion]) -> list[Block]:
    """Buttons that type a command, or the rest of one where something was missing."""
    buttons = [
        {
            "type": "button",
            "action_id": f"{SAY}:{at}",
            "text": plain(one.label, LABEL_LIMIT),
            "value": one.value[:VALUE_LIMIT],
        }
        for at, one in enumerate(lines[:MAX_BUTTONS])
    ]
    return [{"type": "actions", "block_id": "say", "elements": buttons}] if buttons else []


def asks_for_more(line: str) -> bool:
    """Whether it is a command that says nothing without a word behind it: `new`, `go`; `rules` says too little."""
    known = [command for _, command in everything() if command.name == line.lower()]
    return any(command.parameters[0].required or command.name == "rules" for command in known if command.parameters)


def verb(choice: Choice) -> str:
    return choice.command.partition(" ")[0]


def is_look(choice: Choice) -> bool:
    """It shows something to the one who presses it, such as a hand, or a piece and where it can go."""
    return verb(choice) in _looks()


@cache
def _looks() -> frozenset[str]:
    return frozenset(command.name for _, command in everything() if command.is_query)


def _by_command(choices: Sequence[Choice]) -> dict[str, list[Choice]]:
    groups: dict[str, list[Choice]] = {}
    for choice in choices:
        groups.setdefault(verb(choice), []).append(choice)
    return groups


def _button(choice: Choice, reply: Reply, at: int) -> Block:
    action = f"ask:{at}:{choice.asks.name}:{choice.asks.description}" if choice.asks else f"press:{at}"
    label = plain(spelled(choice.label, reply.names), LABEL_LIMIT)
    button = {"type": "button", "action_id": action[:ID_LIMIT], "text": label, "value": choice.button}
    return {**button, **_look(choice, label)}


def _look(choice: Choice, label: Block) -> Block:
    """What most would press stands out; what cannot be taken back is asked for twice."""
    match choice.style:
        case "primary":
            return {"style": "primary"}
        case "danger":
            yes, no = plain(label["text"], CONFIRM_LIMIT), plain(words.CANCEL)
            asking = {"title": label, "text": plain(words.SURE), "confirm": yes, "deny": no, "style": "danger"}
            return {"style": "danger", "confirm": asking}
        case _:
            return {}


def _menu(command: str, choices: Sequence[Choice], reply: Reply, at: int) -> Block:
    return {
        "type": "static_select",
        "action_id": f"menu:{at}",
        "placeholder": plain(words.CHOOSE.format(command=command), LABEL_LIMIT),
        "options": [
            {
                "text": plain(spelled(choice.label, reply.names), LABEL_LIMIT),
                "value": choice.button + (f"{ASKS}{choice.asks.name}" if choice.asks else ""),
            }
            for choice in choices
        ],
    }


# --- forms ---------------------------------------------------------------------------------------------------------


def question(asking: Asking, label: str, name: str, description: str) -> Block:
    """The form for what only the person can fill in, such as a reason."""
    heading = {"type": "section", "text": plain(label)}
    return form(ANSWER, asking, [heading, text_input(ANSWER, name.capitalize(), description, multiline=True)])


def command_line(asking: Asking, answer: Sequence[Block] = ()) -> Block:
    """A form for a typed command; below it what the last one was answered."""
    return form(TYPED, asking, [text_input(TYPED, words.COMMAND, words.COMMAND_HINT, multiline=False), *answer])


def form(callback: str, asking: Asking, blocks: list[Block], *, send: bool = True) -> Block:
    return {
        "type": "modal",
        "callback_id": callback,
        "private_metadata": json.dumps(asdict(asking)),
        "title": plain(words.APP, 24),
        **({"submit": plain(words.SEND, 24)} if send else {}),
        "close": plain(words.CANCEL, 24),
        "blocks": blocks,
    }


def text_input(name: str, label: str, hint: str, *, multiline: bool) -> Block:
    field = {"type": "plain_text_input", "action_id": name, "multiline": multiline, "max_length": ANSWER_LIMIT}
    block = {"type": "input", "block_id": name, "label": plain(label), "element": field}
    return {**block, "hint": plain(hint)} if hint else block


def filled_in(view: dict[str, Any]) -> tuple[Asking, str]:
    """What a form remembers, and what was typed into it."""
    name = view["callback_id"]
    value = view["state"]["values"][name][name].get("value") or ""
    return Asking(**json.loads(view["private_metadata"])), clean(value, ANSWER_LIMIT)
