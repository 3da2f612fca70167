"""Forms that open from anywhere in Slack: save a message for the retro, choose a name."""

from typing import Any

from adapters.slack import texts as ui_texts
from adapters.slack.incoming.command_forms import entered
from adapters.slack.outgoing.acts import (
    ANSWER,
    ANSWER_LIMIT,
    LABEL_LIMIT,
    MAX_OPTIONS,
    Block,
    FormContext,
    form,
    plain,
    text_input,
)
from bot.kernel.messages import Filled, Typed
from games.parts import Form
from games.text import NAME_LIMIT, clean, shortened

SAVE_FOR_RETRO = "save_for_retro"  # callback in the manifest
SAVE, NAME = "save", "name"  # callbacks of forms
COLUMN = "column"  # input
NOTE, SAVE_NOTE = "note", "save"  # the meeting's command, and the table's own for the next one


# --- save for the retro --------------------------------------------------------------------------------------------


def save_form(context: FormContext, asked: Form | None, text: str) -> Block:
    """A form for a note: while notes are written, it asks for a column; otherwise it is for the next retrospective."""
    note = text_input(ANSWER, str(ui_texts.NOTE), str(ui_texts.NOTE_HINT), multiline=True)
    note["element"]["initial_value"] = shortened(clean(text, ANSWER_LIMIT), ANSWER_LIMIT) or " "
    columns: list[Block] = []
    if asked is not None:
        options = [{"text": plain(each.label, LABEL_LIMIT), "value": each.name} for each in asked.fields][:MAX_OPTIONS]
        select = {"type": "static_select", "action_id": COLUMN, "options": options, "initial_option": options[0]}
        columns = [_input(COLUMN, str(ui_texts.COLUMN), select)]
    return form(SAVE, context, [*columns, note], title=str(ui_texts.SAVE_TITLE), submit=str(ui_texts.SAVE))


def read_saved(context: FormContext, view: dict[str, Any], text: str) -> Filled | Typed:
    """A note in the chosen column, or the command that saves it for the next retrospective.

    A message is one note, however many lines it has.
    """
    text, column = clean(text, ANSWER_LIMIT), entered(view, COLUMN)
    return Filled(context.table, NOTE, {column: text}) if column else Typed(f"{SAVE_NOTE} {text}")


# --- a name --------------------------------------------------------------------------------------------------------


def name_form(context: FormContext, name: str) -> Block:
    asked = text_input(NAME, str(ui_texts.YOUR_NAME), str(ui_texts.NAME_HINT), multiline=False)
    asked["element"] |= {"max_length": NAME_LIMIT, **({"initial_value": name} if name else {})}
    return form(NAME, context, [asked], title=str(ui_texts.YOUR_NAME), submit=str(ui_texts.SAVE))


def _input(name: str, label: str, element: Block) -> Block:
    return {"type": "input", "block_id": name, "label": plain(label), "element": element}
