"""Forms that open from anywhere in Slack: start a game, save a message for the retro, choose a name."""

from dataclasses import replace
from typing import Any

from adapters.layout import command_name
from adapters.slack import texts as ui_texts
from adapters.slack.identifiers import SlackRoom
from adapters.slack.outgoing.acts import (
    ANSWER,
    ANSWER_LIMIT,
    LABEL_LIMIT,
    Block,
    FormContext,
    form,
    plain,
    text_input,
)
from bot.kernel.messages import Act, Page, Pressed, TableForm, Typed
from bot.kernel.table.catalogue import listed_games
from games.text import NAME_LIMIT, clean, shortened

START_GAME, SAVE_FOR_RETRO = "start_game", "save_for_retro"  # callbacks in the manifest
SAVE, NAME = "save", "name"  # callbacks of forms
GAME, WHERE, BOTS, COLUMN = "game", "where", "bots", "column"  # inputs
_DESCRIPTION_LIMIT = 75
_MAX_BOTS = 3
RETRO, NOTE, SAVE_NOTE = "retro", "note", "save"  # the game, its command, and the table's own for the next one


# --- start a game --------------------------------------------------------------------------------------------------


def start_form(context: FormContext) -> Block:
    games = [
        {
            "text": plain(game.title, LABEL_LIMIT),
            "description": plain(_in_brief(game.summary), _DESCRIPTION_LIMIT),
            "value": game.key,
        }
        for game in listed_games()
    ]
    where = {
        "type": "conversations_select",
        "action_id": WHERE,
        "placeholder": plain(ui_texts.PICK),
        "default_to_current_conversation": True,
        "response_url_enabled": True,  # so that the table appears even where the bot isn't a member
        "filter": {"include": ["public", "private", "mpim", "im"]},
    }
    counts = [{"text": plain(ui_texts.bots(count)), "value": str(count)} for count in range(_MAX_BOTS + 1)]
    bots = {"type": "static_select", "action_id": BOTS, "options": counts, "initial_option": counts[0]}
    radio = {"type": "radio_buttons", "action_id": GAME, "options": games, "initial_option": games[0]}
    return form(
        START_GAME,
        context,
        [
            _input(GAME, ui_texts.WHICH_GAME, radio),
            _input(WHERE, ui_texts.WHICH_CHANNEL, where),
            {**_input(BOTS, ui_texts.HOW_MANY_BOTS, bots), "hint": plain(ui_texts.BOTS_HINT)},
        ],
        title=ui_texts.START_TITLE,
        submit=ui_texts.OPEN_TABLE,
    )


def _in_brief(summary: str) -> str:
    """The beginning of a summary that is too long, up to a place where a sentence can end."""
    while len(summary) > _DESCRIPTION_LIMIT and (cut := max(summary.rfind(end) for end in (":", ",", " and "))) > 0:
        summary = summary[:cut]
    return summary


def read_start(team: str, body: dict[str, Any]) -> tuple[FormContext, TableForm]:
    """The place where the table is to be opened, with a response_url for that conversation, and which table."""
    values = body["view"]["state"]["values"]
    channel = values[WHERE][WHERE]["selected_conversation"]
    urls = [each["response_url"] for each in body.get("response_urls") or () if each["channel_id"] == channel]
    said = TableForm(
        values[GAME][GAME]["selected_option"]["value"], bots=int(values[BOTS][BOTS]["selected_option"]["value"])
    )
    return FormContext(SlackRoom(team, channel).name, answers=next(iter(urls), "")), said


# --- save for the retro --------------------------------------------------------------------------------------------


def columns(page: Page | None) -> list[Act]:
    """The columns that the person may write into now."""
    if page is None or page.game != RETRO or page.seat is None:
        return []
    return [act for act in page.reply.acts if command_name(act) == NOTE and act.asks]


def save_form(context: FormContext, page: Page | None, text: str) -> Block:
    """A form for a note: while notes are written, it asks for a column; otherwise it is for the next retrospective."""
    options = [
        {"text": plain(act.label.rpartition(": ")[2], LABEL_LIMIT), "value": act.button} for act in columns(page)
    ]
    note = text_input(ANSWER, ui_texts.NOTE, ui_texts.NOTE_HINT, multiline=True)
    note["element"]["initial_value"] = shortened(clean(text, ANSWER_LIMIT), ANSWER_LIMIT)
    if not options or page is None:
        return form(SAVE, context, [note], submit=ui_texts.SAVE)
    select = {"type": "static_select", "action_id": COLUMN, "options": options, "initial_option": options[0]}
    return form(
        SAVE,
        replace(context, table=page.table),
        [_input(COLUMN, ui_texts.COLUMN, select), note],
        title=ui_texts.SAVE_TITLE,
        submit=ui_texts.SAVE,
    )


def read_saved(view: dict[str, Any], text: str) -> Pressed | Typed:
    """The button of the chosen column with this text, or the command that saves it for the next retrospective.

    A message is one note, however many lines it has.
    """
    text, values = clean(text, ANSWER_LIMIT), view["state"]["values"]
    if COLUMN not in values:
        return Typed(f"{SAVE_NOTE} {text}")
    return Pressed(str(values[COLUMN][COLUMN]["selected_option"]["value"]), text)


# --- a name --------------------------------------------------------------------------------------------------------


def name_form(context: FormContext, name: str) -> Block:
    asked = text_input(NAME, ui_texts.YOUR_NAME, ui_texts.NAME_HINT, multiline=False)
    asked["element"] |= {"max_length": NAME_LIMIT, **({"initial_value": name} if name else {})}
    return form(NAME, context, [asked], title=ui_texts.YOUR_NAME, submit=ui_texts.SAVE)


def _input(name: str, label: str, element: Block) -> Block:
    return {"type": "input", "block_id": name, "label": plain(label), "element": element}
