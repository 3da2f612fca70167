"""Choices as buttons, menus and forms."""

import json
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from itertools import groupby
from typing import Any

from adapters.layout import FEW, allows_several, brief, command_name, command_of, in_one_form
from adapters.slack import texts as ui_texts
from bot.kernel.messages import Choice, Reply, Suggestion
from bot.kernel.table.catalogue import everything
from games.contract import Command
from games.text import clean, name_of, shortened, spell

# --- rich text -------------------------------------------------------------------------------------------------------

Block = dict[str, Any]

TEXT_LIMIT = 3000  # characters of a text object, and of a notification
ITEM = "- "  # begins a line of a list
_CODE = re.compile(r"`([^`\n]+)`")


def plain(text: str, limit: int = TEXT_LIMIT) -> Block:
    """A text object that Slack doesn't interpret, not even :emoji:."""
    return {"type": "plain_text", "text": shortened(text, limit) or " ", "emoji": False}


def escape(text: str) -> str:
    """Escape control sequences, for the few fields without a plain form."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def plain_text(text: str, names: Sequence[str]) -> str:
    """A sentence with names instead of seat marks, as plain text."""
    return spell(text, lambda seat: name_of(names, seat))


def elements(text: str, names: Sequence[str], mentions: Mapping[int, str] | None = None) -> list[Block]:
    """A sentence as rich text elements: names bold, `commands` as code, awaited seats mentioned once."""
    found: list[Block] = []
    marks: dict[int, int] = {}  # seat: index of its first mark

    def name(seat: int) -> str:
        marks.setdefault(seat, len(found))
        found.append(bold(name_of(names, seat)))
        return ""

    def words(part: str) -> str:
        for index, piece in enumerate(_CODE.split(part)):
            if piece:
                found.append(_text(piece, code=True) if index % 2 else _text(piece))
        return ""

    spell(text, name, words)
    for seat, user in (mentions or {}).items():
        mention = {"type": "user", "user_id": user}
        if seat in marks:
            found[marks[seat]] = mention
        else:
            found += [_text(" "), mention]
    return found


def bold(text: str) -> Block:
    return _text(text, bold=True)


def _text(text: str, **style: bool) -> Block:
    return {"type": "text", "text": text, **({"style": style} if style else {})}


def channel_link(channel: str) -> list[Block]:
    """A link to a channel; Slack has none for direct messages."""
    return [{"type": "channel", "channel_id": channel}] if channel and not channel.startswith("D") else []


def section(parts: Sequence[Block], block_id: str) -> list[Block]:
    """A block of running text; empty if there are no parts."""
    if not parts:
        return []
    body = {"type": "rich_text_section", "elements": list(parts)}
    return [{"type": "rich_text", "block_id": block_id, "elements": [body]}]


def prose(text: str, names: Sequence[str], block_id: str) -> list[Block]:
    """Running text with real lists, for the lines that start with a dash; empty if there is no text."""
    bodies: list[Block] = []
    for listed, lines in groupby(text.split("\n"), key=lambda line: line.startswith(ITEM)):
        if listed:
            bodies.append(bullets([elements(line.removeprefix(ITEM), names) for line in lines]))
        elif spoken := "\n".join(lines).strip("\n"):
            bodies.append({"type": "rich_text_section", "elements": elements(spoken, names)})
    return [{"type": "rich_text", "block_id": block_id, "elements": bodies}] if bodies else []


def bullets(items: Sequence[list[Block]]) -> Block:
    sections = [{"type": "rich_text_section", "elements": item} for item in items]
    return {"type": "rich_text_list", "style": "bullet", "elements": sections}


def quotation(title: Sequence[Block], text: Sequence[Block], block_id: str) -> Block:
    """A title with a quoted text below it."""
    parts = (("rich_text_section", title), ("rich_text_quote", text))
    bodies = [{"type": kind, "elements": list(part)} for kind, part in parts if part]
    return {"type": "rich_text", "block_id": block_id, "elements": bodies}


def preformatted(text: str, block_id: str) -> Block:
    """A monospaced block that no content can close: it is an element, not a pair of backticks."""
    body = {"type": "rich_text_preformatted", "elements": [_text(text or " ")]}
    return {"type": "rich_text", "block_id": block_id, "elements": [body]}


# --- choices ---------------------------------------------------------------------------------------------------------

MAX_BUTTONS = 10  # with more, a menu is easier to read
MAX_BUTTONS_PER_COMMAND = 4  # of a command that keeps its buttons when others become menus
MAX_OPTIONS = 100  # in one menu
MAX_ELEMENTS = 25  # in one actions block
TITLE_LIMIT = 24  # of a form and its buttons
LABEL_LIMIT = 75
CONFIRM_LIMIT = 30
STAKE_LIMIT = 300
ID_LIMIT = 255
ANSWER_LIMIT = 1000
VALUE_LIMIT = 2000
SAY = "say"  # action of a button that types a command
ANSWER = "answer"  # callback, block and action of the form that asks for an argument
TYPED = "typed"  # the same for the form with a typed command
WIZARD = "guide"  # action of the button that opens the wizard, and its callback
SEVERAL = "several"  # action of the button that opens a form for several choices, and its callback
ASKS = "?"  # in a menu option's value, between the button and the parameter it asks for


@dataclass(frozen=True, slots=True)
class FormContext:
    """What a form remembers (in its private_metadata): where it was opened, and for which button."""

    room: str
    button: str = ""
    answers: str = ""  # a response_url, for private replies
    table: str = ""  # not always the room's: lessons can be anywhere
    ephemeral: bool = False  # opened from a private message, which is out of date afterwards
    at_home: bool = False  # opened from the App Home, where the answer goes


def actions(reply: Reply, *, typing: bool = False, guided: bool = False, prefix: str = "do") -> list[Block]:
    """The choices of a message. `typing`: add a button that opens a form for a typed command; `guided`: the wizard's.

    If there are too many for buttons, or some may be private, a wizard button is added. Whether some may be private
    follows from the game's queries, never from what a player holds.
    """
    found: list[Block] = []
    groups = _by_command(reply.choices)
    forms = {name: asked for name, group in groups.items() if (asked := _asked_together(group, reply.game))}
    many = sum(1 if name in forms else len(group) for name, group in groups.items()) > MAX_BUTTONS
    needs_wizard = guided or many or any(map(is_query_choice, reply.choices))
    for command, group in groups.items():
        if command in forms:
            found.append(_form_button(forms[command], group[0], len(found)))
        elif (many and len(group) > MAX_BUTTONS_PER_COMMAND) or _depends_on_hand(reply, group, groups.values()):
            starts = range(0, len(group), MAX_OPTIONS)
            found += [_menu(command, group[start : start + MAX_OPTIONS], reply, len(found)) for start in starts]
        else:
            found += [_button(choice, reply, len(found) + at) for at, choice in enumerate(group)]
    others = [(WIZARD, ui_texts.CHOOSE_MOVE, needs_wizard), (TYPED, ui_texts.TYPE_COMMAND, typing)] if found else []
    found += [
        {"type": "button", "action_id": action, "text": plain(label), "value": reply.table or action}
        for action, label, wanted in others
        if wanted
    ]
    rows = (found[start : start + MAX_ELEMENTS] for start in range(0, len(found), MAX_ELEMENTS))
    return [{"type": "actions", "block_id": f"{prefix}:{at}", "elements": row} for at, row in enumerate(rows)]


def suggestions(lines: Sequence[Suggestion]) -> list[Block]:
    """Buttons that type a command, or complete one that lacked arguments."""
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
    """Whether the line is a command that needs an argument (`new`, `go`) or is of little use without one (`rules`)."""
    known = [command for _, command in everything() if command.name == line.lower()]
    return any(command.parameters[0].required or command.name == "rules" for command in known if command.parameters)


def is_query_choice(choice: Choice) -> bool:
    """Whether the choice only shows something to the person who presses it, such as a hand."""
    return command_name(choice) in _queries()


@cache
def _queries() -> frozenset[str]:
    return frozenset(command.name for _, command in everything() if command.is_query and not command.is_public)


def _depends_on_hand(reply: Reply, group: Sequence[Choice], groups: Collection[Sequence[Choice]]) -> bool:
    """Whether a person's choices are a menu however few they are, so that everybody has the same control for them.

    How many there are depends on what the person holds. A single kind of them is the answer to a narrower question.
    """
    return reply.private and bool(group[0].spots) and sum(bool(other[0].spots) for other in groups) > 1


def _by_command(choices: Sequence[Choice]) -> dict[str, list[Choice]]:
    groups: dict[str, list[Choice]] = {}
    for choice in choices:
        groups.setdefault(command_name(choice), []).append(choice)
    return groups


def _asked_together(group: Sequence[Choice], game: str) -> Command | None:
    """The command of these choices, if one form asks for all of them."""
    if len(group) == 1 or not all(allows_several(choice, game) for choice in group):
        return None
    if len(group) <= FEW and not all(in_one_form(choice, game) for choice in group):
        return None
    return command_of(command_name(group[0]), game)


def _form_button(command: Command, first: Choice, at: int) -> Block:
    label = plain(f"{brief(command, LABEL_LIMIT - 2)} …")
    return {"type": "button", "action_id": f"{SEVERAL}:{at}:{command.name}", "text": label, "value": first.button}


def _button(choice: Choice, reply: Reply, at: int) -> Block:
    action = f"ask:{at}:{choice.asks.name}:{choice.asks.description}" if choice.asks else f"press:{at}"
    label = plain(plain_text(choice.label, reply.names), LABEL_LIMIT)
    value = choice.confirmed if choice.asks_twice else choice.button  # Slack asks, see `_style`
    button = {"type": "button", "action_id": action[:ID_LIMIT], "text": label, "value": value}
    return {**button, **_style(choice, label, reply)}


def _style(choice: Choice, label: Block, reply: Reply) -> Block:
    """Highlight the primary choice; ask for confirmation of a dangerous one."""
    if choice.style == "secondary":
        return {}
    if not choice.asks_twice:
        return {"style": choice.style}
    yes, no = plain(label["text"].partition(":")[0], CONFIRM_LIMIT), plain(ui_texts.CANCEL)
    stake = plain(plain_text(choice.note, reply.names) or ui_texts.SURE, STAKE_LIMIT)
    question = {"title": label, "text": stake, "confirm": yes, "deny": no, "style": "danger"}
    return {"style": "danger", "confirm": question}


def _menu(command: str, choices: Sequence[Choice], reply: Reply, at: int) -> Block:
    return {
        "type": "static_select",
        "action_id": f"menu:{at}",
        "placeholder": plain(ui_texts.CHOOSE.format(command=command), LABEL_LIMIT),
        "options": [
            {
                "text": plain(plain_text(choice.label, reply.names), LABEL_LIMIT),
                "value": choice.button + (f"{ASKS}{choice.asks.name}" if choice.asks else ""),
            }
            for choice in choices
        ],
    }


# --- forms ---------------------------------------------------------------------------------------------------------


def question(context: FormContext, label: str, name: str, description: str) -> Block:
    """The form that asks for an argument, such as a reason."""
    fits = len(label) <= TITLE_LIMIT
    heading = [] if fits else [{"type": "section", "text": plain(label)}]
    asked = text_input(ANSWER, name.capitalize(), description, multiline=True)
    return form(ANSWER, context, [*heading, asked], title=label if fits else ui_texts.APP)


def command_line(context: FormContext, answer: Sequence[Block] = ()) -> Block:
    """A form for a typed command, with the answer to the previous one below it."""
    typed = text_input(TYPED, ui_texts.COMMAND, ui_texts.COMMAND_HINT, multiline=False)
    return form(TYPED, context, [typed, *answer], title=ui_texts.TYPE_COMMAND_TITLE)


def form(
    callback: str,
    context: FormContext,
    blocks: list[Block],
    *,
    title: str = ui_texts.APP,
    send: bool = True,
    submit: str = ui_texts.SEND,
) -> Block:
    return {
        "type": "modal",
        "callback_id": callback,
        "private_metadata": json.dumps(asdict(context)),
        "title": plain(title, TITLE_LIMIT),
        **({"submit": plain(submit, TITLE_LIMIT)} if send else {}),
        "close": plain(ui_texts.CANCEL, TITLE_LIMIT),
        "blocks": blocks,
    }


def text_input(name: str, label: str, hint: str, *, multiline: bool) -> Block:
    field = {"type": "plain_text_input", "action_id": name, "multiline": multiline, "max_length": ANSWER_LIMIT}
    block = {"type": "input", "block_id": name, "label": plain(label), "element": field}
    return {**block, "hint": plain(hint)} if hint else block


def filled_in(view: dict[str, Any], name: str) -> tuple[FormContext, str]:
    """What a form remembers, and the text typed into the input of this name."""
    value = view["state"]["values"][name][name].get("value") or ""
    return FormContext(**json.loads(view["private_metadata"])), clean(value, ANSWER_LIMIT)
