"""Acts as buttons, menus and forms."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import groupby
from typing import Any

from adapters.layout import Control, Limits, asked_for, brief, command_name, command_of
from adapters.slack import texts as ui_texts
from bot.kernel.messages import SURE, Act, Menu, Reply, Suggestion
from bot.kernel.table.catalogue import OWN_COMMANDS, everything
from games.language import Text
from games.text import clean_lines, name_of, shortened, spell
from games.values import replace

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


# --- acts ------------------------------------------------------------------------------------------------------------

MAX_OPTIONS = 100  # in one menu
LIMITS = Limits(buttons=10, menus=10, entries=MAX_OPTIONS, hand_in_menus=True)  # with more, a menu is easier to read
TITLE_LIMIT = 24  # of a form and its buttons
LABEL_LIMIT = 75
_CONFIRM_LIMIT = 30
_STAKE_LIMIT = 300
ID_LIMIT = 255
ANSWER_LIMIT = 1000
VALUE_LIMIT = 2000
SAY = "say"  # action of a button that types a command
READ = "read"  # of a menu that types one
ANSWER = "answer"  # callback, block and action of the form that asks for an argument
TYPED = "typed"  # the same for the form with a typed command
WIZARD = "guide"  # action of **More…**, which opens the form with all acts, and the callback of that form
FORM = "several"  # action of the button that opens the form of a command, and its callback
COPY = "copy"  # the command that answers with a text to copy, and the action of its button
SAVING = "canvas"  # callback of the form with a text that can be saved …
CANVAS, LIST = "canvas", "list"  # … in these ways
LINK = "link"  # action of a button that opens a page
MENU, THING = "menu", "thing"  # actions of a menu of acts, and of the menu beside a thing
ASKS = "?"  # in a menu option's value, between the button and the parameter it asks for, or …
OPENS = "/"  # … before the command whose form it opens


@dataclass(frozen=True, slots=True)
class FormContext:
    """The context that a form remembers (in its private_metadata): where it was opened, and for which button."""

    room: str
    button: str = ""
    answers: str = ""  # a response_url, for private replies
    table: str = ""  # not always the room's: lessons can be anywhere
    ephemeral: bool = False  # opened from a private message, which is out of date afterwards
    at_home: bool = False  # opened from the App Home, where the answer goes
    command: str = ""  # whose form it is
    place: str = ""  # where the person reads, if that isn't the room: the thread below a card


def each_form_once(acts: Sequence[Act]) -> list[Act]:
    """The acts, and a form in place of all acts that it stands for."""
    known: set[str] = set()
    found = []
    for act in acts:
        words = form_words(act) if act.form else act.button
        if words not in known:
            found.append(replace(act, label=act.form) if act.form else act)
        known.add(words)
    return found


def control(each: Control, reply: Reply, at: int, *, is_menu: bool = False) -> Block:
    """A button, one that opens a form, or a menu."""
    if each.form:
        return _form_button(each, at)
    return menu(each.acts, reply, at) if is_menu else button(each.first, reply, at)


def suggestions(lines: Sequence[Suggestion]) -> list[Block]:
    """Buttons that type a command, or complete one that lacked arguments; coloured if there is nothing to choose."""
    colour = {"style": "primary"} if len(lines) == 1 else {}
    buttons = [
        {
            "type": "button",
            "action_id": f"{SAY}:{at}",
            "text": plain(one.label, LABEL_LIMIT),
            "value": one.value[:VALUE_LIMIT],
            **colour,
        }
        for at, one in enumerate(lines[: LIMITS.buttons])
    ]
    return [{"type": "actions", "block_id": "say", "elements": buttons}] if buttons else []


def reading(menu: Menu | None, block_id: str) -> list[Block]:
    """A menu of what else there is to read; the answer replaces the private message that has it."""
    if menu is None:
        return []
    options = [
        {
            "text": plain(one.label, LABEL_LIMIT),
            "value": one.value[:VALUE_LIMIT],
            **({"description": plain(one.note, LABEL_LIMIT)} if one.note else {}),
        }
        for one in menu.lines[:MAX_OPTIONS]
    ]
    hint = plain(menu.title, LABEL_LIMIT)
    select = {"type": "static_select", "action_id": f"{SAY}:{READ}", "placeholder": hint, "options": options}
    return [{"type": "actions", "block_id": f"home||{block_id}:{READ}", "elements": [select]}]


def asks_for_more(line: str) -> bool:
    """True if the line is a command that needs an argument (`new`, `go`) or is of little use without one (`rules`)."""
    known = [command for _, command in everything() if command.name == line.lower()]
    return any(command.parameters[0].required or command.name == "rules" for command in known if command.parameters)


def _form_button(control: Control, at: int) -> Block:
    style = {"style": "primary"} if control.first.role == "main" else {}
    # the form of a game stands for several acts; of other commands there is one, which has its own label
    words = control.first.label if command_name(control.first) in OWN_COMMANDS else control.form
    action, label = f"{FORM}:{at}:{form_words(control.first)}", plain(words, LABEL_LIMIT)
    return {"type": "button", "action_id": action, "text": label, "value": control.first.button, **style}


def button(act: Act, reply: Reply, at: int) -> Block:
    action = f"ask:{at}:{act.asks.name}:{act.asks.description}" if act.asks else f"press:{at}"
    if command_name(act) == COPY:
        action = f"{COPY}:{at}"
    label = plain(plain_text(act.label, reply.names), LABEL_LIMIT)
    value = act.confirmed if _slack_asks(act) else act.button
    found = {"type": "button", "action_id": action[:ID_LIMIT], "text": label, "value": value}
    return {**found, **_style(act, label, reply)}


def _slack_asks(act: Act) -> bool:
    """True if Slack's own dialog asks; where something else could be done instead, the service asks."""
    return act.asks_twice and act.instead is None


def _style(act: Act, label: Block, reply: Reply) -> Block:
    """Colour the main act, and in private a grave one; ask for confirmation of that."""
    sure = act.grave and not act.asks_twice  # it is done at once, and lost for good
    colour = {"style": "danger"} if sure and reply.private and act.role != "lead" else {}
    colour = {"style": "primary"} if act.role == "main" else colour
    if not _slack_asks(act):
        return colour
    yes, no = plain(act.yes or label["text"].partition(":")[0], _CONFIRM_LIMIT), plain(str(ui_texts.CANCEL))
    stake = plain(str(plain_text(act.note, reply.names) or ui_texts.SURE), _STAKE_LIMIT)
    question = {"title": label, "text": stake, "confirm": yes, "deny": no, "style": "danger"}
    return {**colour, "confirm": question}


def heading(act: Act, reply: Reply) -> str:
    """What an act's command is for."""
    command = command_of(command_name(act), reply.game)
    return brief(command, LABEL_LIMIT) if command else str(ui_texts.PICK)


def menu(acts: Sequence[Act], reply: Reply, at: int, title: str = "") -> Block:
    """A menu of acts; its heading is what their command is for."""
    return {
        "type": "static_select",
        "action_id": f"{MENU}:{at}",
        "placeholder": plain(title or heading(acts[0], reply), LABEL_LIMIT),
        "options": [option(act, reply) for act in acts[:MAX_OPTIONS]],
    }


def option(act: Act, reply: Reply, *, of_thing: bool = False) -> Block:
    """An entry of a menu. `of_thing`: it stands beside what it is done to, and so does its form."""
    value = option_value(act, form_words(act, of_thing=of_thing))
    return {"text": plain(plain_text(act.label, reply.names), LABEL_LIMIT), "value": value}


def form_words(act: Act, *, of_thing: bool = False) -> str:
    """The words that the act's form completes: its command, or the line that its button carries.

    `of_thing`: the form is about one thing, `keep 2`.
    """
    return act.command.partition(" <")[0] if of_thing and not carried(act.button) else act.opens


def carried(button: str) -> str:
    """The line that a button carries itself; empty if it stands for what is offered."""
    return button.removesuffix(SURE).partition(":=")[2]


def option_value(act: Act, words: str) -> str:
    """The button, and after it the parameter that it asks for, or the words that its form completes."""
    if act.form or (act.asks and carried(act.button)):
        return f"{act.button}{ASKS}{OPENS}{words}"
    return act.button + (f"{ASKS}{act.asks.name}" if act.asks else "")


# --- forms ---------------------------------------------------------------------------------------------------------


def question(context: FormContext, label: str, name: str, description: str) -> Block:
    """The form that asks for an argument, such as a reason."""
    asked = text_input(ANSWER, asked_for(name), description, multiline=True)
    return form(ANSWER, context, [asked], title=label)


def command_line(context: FormContext, answer: Sequence[Block] = ()) -> Block:
    """A form for a typed command, with the answer to the previous one below it."""
    typed = text_input(TYPED, str(ui_texts.COMMAND), str(ui_texts.COMMAND_HINT), multiline=False)
    return form(TYPED, context, [typed, *answer], title=str(ui_texts.TYPE_COMMAND_TITLE))


def form(
    callback: str,
    context: FormContext,
    blocks: list[Block],
    *,
    title: str,
    send: bool = True,
    submit: Text = ui_texts.SEND,
) -> Block:
    """A form. A title that is too long is cut at a word, and stands whole above everything else."""
    heading = [] if len(title) <= TITLE_LIMIT else [{"type": "section", "block_id": "heading", "text": plain(title)}]
    return {
        "type": "modal",
        "callback_id": callback,
        "private_metadata": json.dumps(asdict(context)),
        "title": plain(_cut(title), TITLE_LIMIT),
        **({"submit": plain(str(submit), TITLE_LIMIT)} if send else {}),
        "close": plain(str(ui_texts.CANCEL if send else ui_texts.CLOSE), TITLE_LIMIT),
        "blocks": [*heading, *blocks],
    }


def _cut(title: str) -> str:
    """As many words of a title as fit; all that matters often stands before a colon."""
    title = title if len(title) <= TITLE_LIMIT else title.partition(":")[0]
    if len(title) <= TITLE_LIMIT:
        return title
    fitting, space, _ = title[:TITLE_LIMIT].rpartition(" ")
    return f"{fitting.rstrip(' ,.;')}…" if space else title


def text_input(name: str, label: str, hint: str, *, multiline: bool) -> Block:
    field = {"type": "plain_text_input", "action_id": name, "multiline": multiline, "max_length": ANSWER_LIMIT}
    block = {"type": "input", "block_id": name, "label": plain(label), "element": field}
    return {**block, "hint": plain(hint)} if hint else block


def filled_in(view: dict[str, Any], name: str) -> tuple[FormContext, str]:
    """The context of a form, and the text typed into the input of this name, line by line."""
    value = view["state"]["values"][name][name].get("value") or ""
    return FormContext(**json.loads(view["private_metadata"])), clean_lines(value, ANSWER_LIMIT)
