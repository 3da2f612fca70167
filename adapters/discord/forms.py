"""Forms that ask for what only a person can fill in: a reason, a note for every column, an action and its owner."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import discord
from discord import ui

from adapters.discord import texts as ui_texts
from adapters.discord.commands import MAX_PER_LEVEL, parameter_named
from adapters.discord.components import OPTION_LIMIT, custom_id_of, read_custom_id
from adapters.discord.markup import label
from adapters.layout import differs_by, has_field_each
from bot.kernel.messages import Act, Called, Person, Pressed, Reply, Suggestion, TableForm
from bot.kernel.ports import Service
from bot.kernel.store import StoreUnavailable
from bot.kernel.table import texts as notices
from bot.kernel.table.catalogue import GAME
from games.text import shortened
from games.values import replace

TITLE_LIMIT, LABEL_LIMIT, DESCRIPTION_LIMIT = 45, 45, 100
_ANSWER_LIMIT = 1000
_MAX_FIELDS = 5
ANSWER, WHICH = "answer", "which"  # custom_ids of fields


@dataclass(frozen=True, slots=True)
class Offered:
    """The acts of a person with one command, the names by seat, and the game."""

    acts: tuple[Act, ...] = ()
    names: tuple[str, ...] = ()
    game: str = ""


def form(custom_id: str, title: str) -> ui.Modal:
    """Ask for the missing argument of one act; the form's custom_id is that of the button."""
    command, _, asks = read_custom_id(custom_id)[1].rpartition(".")
    modal = ui.Modal(title=shortened(title, TITLE_LIMIT), custom_id=custom_id)
    modal.add_item(_question(asks, command))
    modal.stop()  # its submission is a separate interaction, which works after a restart too
    return modal


def form_for_several(custom_id: str, title: str, offered: Offered) -> ui.Modal:
    """Ask for one or more of these acts: one field per act if there are few, else a menu and one field."""
    command, _, asks = read_custom_id(custom_id)[1].rpartition(".")
    modal = ui.Modal(title=shortened(title, TITLE_LIMIT), custom_id=custom_id)
    acts, names = offered.acts, offered.names
    if has_field_each(acts, offered.game, _MAX_FIELDS):
        for act in acts:
            field = _field(act.button, required=False)
            modal.add_item(ui.Label(text=label(act.label, names, LABEL_LIMIT), component=field))
    else:
        which = ui.Select[Any](custom_id=WHICH, options=[_option(act, names) for act in acts[:MAX_PER_LEVEL]])
        parameter = differs_by(command, asks, offered.game)
        text = parameter.description if parameter else "Which one"
        modal.add_item(ui.Label(text=shortened(text, LABEL_LIMIT), component=which))
        modal.add_item(_question(asks, command))
    modal.stop()
    return modal


def read_form(data: Mapping[str, Any]) -> list[Pressed]:
    """The service's buttons, each with what was typed for it."""
    typed = dict(_values(data.get("components") or []))
    button = read_custom_id(data["custom_id"])[0]
    if ANSWER in typed:
        return [Pressed(read_custom_id(typed[WHICH])[0] if WHICH in typed else button, typed[ANSWER])]
    return [Pressed(field, answer) for field, answer in typed.items() if answer.strip()] or [Pressed(button)]


def _question(asks: str, command: str) -> ui.Label[Any]:
    """A field with its whole question: if that is too long for the label, it goes below it."""
    parameter = parameter_named(asks, command)
    question = parameter.description if parameter else asks
    if len(question) <= LABEL_LIMIT:
        return ui.Label(text=question, component=_field(ANSWER))
    below = shortened(question, DESCRIPTION_LIMIT)
    return ui.Label(text=asks.capitalize(), description=below, component=_field(ANSWER))


def _option(act: Act, names: tuple[str, ...]) -> discord.SelectOption:
    """An option without what one could type instead, as other menus have it: this is where people type."""
    return discord.SelectOption(label=label(act.label, names, OPTION_LIMIT), value=custom_id_of(act))


def _field(custom_id: str, *, required: bool = True) -> ui.TextInput[Any]:
    return ui.TextInput(
        custom_id=custom_id,
        style=discord.TextStyle.paragraph,
        min_length=1 if required else 0,
        max_length=_ANSWER_LIMIT,
        required=required,
    )


def _values(components: Sequence[Mapping[str, Any]]) -> Iterator[tuple[str, str]]:
    """The values typed or chosen, by the custom_id of their fields."""
    for component in components:
        if "custom_id" in component:
            values = component.get("values") or [component.get("value") or ""]
            yield component["custom_id"], str(values[0])
        inner = [component["component"]] if "component" in component else component.get("components") or []
        yield from _values(inner)


# --- context menus ---------------------------------------------------------------------------------------------------

RETRO, NOTE = "retro", "note"  # the game that collects notes, and its command
_SAVE = "save"  # the table's own command, for the next retrospective
_RUGBY = "rugby"
SAVE_FORM, COLUMN, TEXT = "scrum-save", "column", "text"  # the form and its fields
_TEXT_LIMIT = 200  # as long as a note

_MENTION = re.compile(r"<@!?(\d+)>")
_EMOJI = re.compile(r"<a?(:\w+:)\d+>")


# --- a message -----------------------------------------------------------------------------------------------------


async def note_form(service: Service, room: str, person: Person, text: str) -> ui.Modal | str:
    """The form that makes a note of a message, or why there is none.

    While notes are written, it asks for a column; at any other time the note is saved for the next retrospective.
    """
    try:
        page = await service.page(room, person)
    except StoreUnavailable:
        return notices.DATABASE_UNREACHABLE
    writing = page is not None and page.game == RETRO and page.phase == "playing" and page.seat is not None
    columns = await service.complete_argument(room, person, NOTE, COLUMN, {}) if writing else []
    return _form(columns, text) if text else ui_texts.NOTHING_TO_SAVE


def _form(columns: Sequence[Suggestion], text: str) -> ui.Modal:
    modal = ui.Modal(title=ui_texts.SAVE_TITLE, custom_id=SAVE_FORM)
    options = [
        discord.SelectOption(label=shortened(one.label.rpartition(": ")[2], OPTION_LIMIT), value=one.value)
        for one in columns[:MAX_PER_LEVEL]
    ]
    note: ui.TextInput[ui.Modal] = ui.TextInput(
        custom_id=TEXT,
        style=discord.TextStyle.paragraph,
        default=shortened(text, _TEXT_LIMIT),
        min_length=1,
        max_length=_TEXT_LIMIT,
    )
    if options:
        chosen: ui.Select[ui.View] = ui.Select(custom_id=COLUMN, options=options, required=True)
        modal.add_item(ui.Label(text=ui_texts.SAVE_COLUMN, component=chosen))
    modal.add_item(ui.Label(text=ui_texts.SAVE_TEXT, description=ui_texts.SAVE_HINT, component=note))
    modal.stop()  # its submission is a separate interaction, which works after a restart too
    return modal


def read_note(data: Mapping[str, Any]) -> Called:
    """The command that a submitted form stands for."""
    fields = {inner["custom_id"]: inner for row in data.get("components") or () if (inner := row.get("component"))}
    text = str(fields.get(TEXT, {}).get("value") or "")
    if COLUMN not in fields:
        return Called(_SAVE, {TEXT: text})
    return Called(NOTE, {COLUMN: next(iter(fields[COLUMN].get("values") or ()), ""), TEXT: text})


def text_of(message: Mapping[str, Any]) -> str:
    """The text of a message as people read it, with names instead of Discord's marks."""
    names = {user["id"]: user.get("global_name") or user["username"] for user in message.get("mentions") or ()}
    named = _MENTION.sub(lambda found: f"@{names.get(found[1], 'somebody')}", str(message.get("content") or ""))
    return _EMOJI.sub(r"\1", named).strip()


def target(interaction: discord.Interaction[Any], name: str, kind: str) -> Mapping[str, Any] | None:
    """The target that the menu of this name was used on, as Discord sends it: one of its `messages` or `users`."""
    data: Any = interaction.data or {}
    found: Mapping[str, Any] | None = (data.get("resolved") or {}).get(kind, {}).get(data.get("target_id"))
    return found if data.get("name") == name else None


# --- a person ------------------------------------------------------------------------------------------------------


def challenged_by(interaction: discord.Interaction[Any], user: Mapping[str, Any]) -> Person | str:
    """The person who is challenged, or why they can't be."""
    number = int(user["id"])
    if number == interaction.user.id:
        return ui_texts.SELF_CHALLENGE
    if user.get("bot") and number != interaction.application_id:
        return ui_texts.BOT_CHALLENGE
    return Person(f"discord:{number}", user.get("global_name") or user["username"])


def opening(interaction: discord.Interaction[Any], person: Person) -> Called | TableForm:
    """The request for a rugby table; against the bot itself, one with an automatic player."""
    ourselves = person.id == f"discord:{interaction.application_id}"
    return TableForm(_RUGBY, bots=1) if ourselves else Called("new", {"game": _RUGBY})


def invitation(reply: Reply, challenger: str, challenged: Person) -> Reply:
    """The message of a new table, calling exactly one person."""
    words = ui_texts.challenge(challenger, challenged.name, GAME.titled[_RUGBY])
    return replace(reply, story="\n\n".join(filter(None, (words, reply.story))), pings=(challenged,))
