"""The commands in the menus of messages and people: save a message for the retro, challenge somebody to rugby."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

import discord
from discord import ui

from adapters.discord import texts as ui_texts
from adapters.discord.commands import MAX_PER_LEVEL
from adapters.discord.identifiers import person_id
from adapters.discord.outgoing.controls import OPTION_LIMIT
from bot.kernel.messages import Called, Person, Reply, Suggestion, TableForm
from bot.kernel.ports import Service
from bot.kernel.store import StoreUnavailable
from bot.kernel.table import texts as notices
from bot.kernel.table.catalogue import GAME
from games.language import p, speaking
from games.text import clean, shortened
from games.values import replace

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

    Until notes are shown, whoever has a seat chooses a column; at any other time the note is saved without one.
    """
    try:
        page = await service.page(room, person)
    except StoreUnavailable:
        return str(notices.DATABASE_UNREACHABLE)
    writing = page is not None and page.game == RETRO and page.phase == "playing" and page.seat is not None
    columns = await service.complete_argument(room, person, NOTE, COLUMN, {}) if writing else []
    return _form(columns, text) if text else str(ui_texts.NOTHING_TO_SAVE)


def _form(columns: Sequence[Suggestion], text: str) -> ui.Modal:
    modal = ui.Modal(title=str(ui_texts.SAVE_TITLE), custom_id=SAVE_FORM)
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
        modal.add_item(ui.Label(text=str(ui_texts.SAVE_COLUMN), component=chosen))
    modal.add_item(ui.Label(text=str(ui_texts.SAVE_TEXT), description=str(ui_texts.SAVE_HINT), component=note))
    modal.stop()  # its submission is a separate interaction, which works after a restart too
    return modal


def read_note(data: Mapping[str, Any]) -> Called:
    """The command that a submitted form stands for."""
    fields = {inner["custom_id"]: inner for row in data.get("components") or () if (inner := row.get("component"))}
    text = clean(str(fields.get(TEXT, {}).get("value") or ""), _TEXT_LIMIT)  # one note, however many lines
    if COLUMN not in fields:
        return Called(_SAVE, {TEXT: text})
    return Called(NOTE, {COLUMN: next(iter(fields[COLUMN].get("values") or ()), ""), TEXT: text})


def text_of(message: Mapping[str, Any]) -> str:
    """The text of a message as people read it, with names instead of Discord's marks."""
    names = {user["id"]: user.get("global_name") or user["username"] for user in message.get("mentions") or ()}
    somebody = p("a person", "somebody")
    named = _MENTION.sub(lambda found: f"@{names.get(found[1], somebody)}", str(message.get("content") or ""))
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
        return str(ui_texts.SELF_CHALLENGE)
    if user.get("bot") and number != interaction.application_id:
        return str(ui_texts.BOT_CHALLENGE)
    return Person(person_id(number), user.get("global_name") or user["username"])


def opening(interaction: discord.Interaction[Any], person: Person) -> Called | TableForm:
    """The request for a rugby table; against the bot itself, one with an automatic player."""
    ourselves = person.id == person_id(str(interaction.application_id))
    return TableForm(_RUGBY, bots=1) if ourselves else Called("new", {"game": _RUGBY})


def invitation(reply: Reply, challenger: str, challenged: Person) -> Reply:
    """The message of a new table, calling exactly one person."""
    with speaking(reply.language):
        words = ui_texts.challenge(challenger, challenged.name, GAME.titled[_RUGBY])
    return replace(reply, story="\n\n".join(filter(None, (words, reply.story))), pings=(challenged,))
