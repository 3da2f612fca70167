"""Forms that open from anywhere in Slack: start a game, save a message for the retro, choose a name."""

import json
from typing import Any

from adapters.slack import texts as ui_texts
from adapters.slack.identifiers import SlackRoom
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
from adapters.slack.outgoing.panel import is_meeting
from bot.kernel.messages import Filled, TableForm, Typed
from bot.kernel.table.catalogue import listed_games
from games.contract import ChoiceCard
from games.parts import Form
from games.text import NAME_LIMIT, clean, shortened

START_GAME, SAVE_FOR_RETRO = "start_game", "save_for_retro"  # callbacks in the manifest
SAVE, NAME = "save", "name"  # callbacks of forms
GAME, KIND, WHERE, BOTS, COLUMN = "game", "kind", "where", "bots", "column"  # inputs
_DESCRIPTION_LIMIT = 75
_MAX_BOTS = 3
NOTE, SAVE_NOTE = "note", "save"  # the meeting's command, and the table's own for the next one


# --- start a game --------------------------------------------------------------------------------------------------


def start_form(context: FormContext, chosen: str = "", kind: str = "") -> Block:
    """A form to open a table. `chosen`: the game; `kind`: which sort of it, if it has several, such as formats."""
    games = {
        game.key: {
            "text": plain(game.title, LABEL_LIMIT),
            "description": plain(_in_brief(game.summary), _DESCRIPTION_LIMIT),
            "value": game.key,
        }
        for game in listed_games()
    }
    first = games.get(chosen) or next(iter(games.values()))
    where = {
        "type": "conversations_select",
        "action_id": WHERE,
        "placeholder": plain(ui_texts.PICK),
        "default_to_current_conversation": True,
        "response_url_enabled": True,  # so that the table appears even where the bot isn't a member
        "filter": {"include": ["public", "private", "mpim", "im"]},
    }
    radio = {"type": "radio_buttons", "action_id": GAME, "options": [*games.values()], "initial_option": first}
    return form(
        START_GAME,
        context,
        [
            {**_input(GAME, ui_texts.WHICH_GAME, radio), "dispatch_action": True},
            *_kinds(str(first["value"]), kind),
            _input(WHERE, ui_texts.WHICH_CHANNEL, where),
            *_bots(str(first["value"])),
        ],
        title=ui_texts.START_TITLE,
        submit=ui_texts.OPEN_TABLE,
    )


def _bots(game: str) -> list[Block]:
    """Automatic players; nobody meets with those."""
    if is_meeting(game):
        return []
    counts = [{"text": plain(ui_texts.bots(count)), "value": str(count)} for count in range(_MAX_BOTS + 1)]
    bots = {"type": "static_select", "action_id": BOTS, "options": counts, "initial_option": counts[0]}
    return [{**_input(BOTS, ui_texts.HOW_MANY_BOTS, bots), "hint": plain(ui_texts.BOTS_HINT)}]


def _kinds(game: str, chosen: str) -> list[Block]:
    """A menu of the choices that have a card, such as the formats of a retrospective, and below it the chosen one's."""
    options = [option for each in listed_games() if each.key == game for option in each.options if option.cards]
    if not options:
        return []
    option = options[0]
    cards = dict(zip(option.choices, option.cards, strict=True))
    entries = {
        choice: {"text": plain(card.title, LABEL_LIMIT), "value": f"{option.name}={choice}"}
        for choice, card in [*cards.items()][:MAX_OPTIONS]
    }
    picked = chosen.partition("=")[2]
    now = picked if picked in entries else str(option.default)
    select = {
        "type": "static_select",
        "action_id": KIND,
        "options": [*entries.values()],
        "initial_option": entries[now],
    }
    menu = {**_input(KIND, option.name.capitalize(), select), "dispatch_action": True}
    about = plain(_about(cards[now]))
    return [menu, {"type": "context", "block_id": f"{KIND}:about", "elements": [about]}]


def _about(card: ChoiceCard) -> str:
    parts = card.asks or tuple(part.title for part in card.parts)
    return f"{' · '.join(parts)}. {card.when}".strip()


def advanced(view: dict[str, Any]) -> Block:
    """The form after another game, or another sort of it, was chosen."""
    values = view["state"]["values"]
    context = FormContext(**json.loads(view["private_metadata"]))
    return start_form(context, _chosen(values, GAME), _chosen(values, KIND))


def _chosen(values: dict[str, Any], name: str) -> str:
    return str((values.get(name, {}).get(name, {}).get("selected_option") or {}).get("value", ""))


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
    said = TableForm(_chosen(values, GAME), options=_chosen(values, KIND), bots=int(_chosen(values, BOTS) or 0))
    return FormContext(SlackRoom(team, channel).name, answers=next(iter(urls), "")), said


# --- save for the retro --------------------------------------------------------------------------------------------


def save_form(context: FormContext, asked: Form | None, text: str) -> Block:
    """A form for a note: while notes are written, it asks for a column; otherwise it is for the next retrospective."""
    note = text_input(ANSWER, ui_texts.NOTE, ui_texts.NOTE_HINT, multiline=True)
    note["element"]["initial_value"] = shortened(clean(text, ANSWER_LIMIT), ANSWER_LIMIT) or " "
    columns: list[Block] = []
    if asked is not None:
        options = [{"text": plain(each.label, LABEL_LIMIT), "value": each.name} for each in asked.fields][:MAX_OPTIONS]
        select = {"type": "static_select", "action_id": COLUMN, "options": options, "initial_option": options[0]}
        columns = [_input(COLUMN, ui_texts.COLUMN, select)]
    return form(SAVE, context, [*columns, note], title=ui_texts.SAVE_TITLE, submit=ui_texts.SAVE)


def read_saved(context: FormContext, view: dict[str, Any], text: str) -> Filled | Typed:
    """A note in the chosen column, or the command that saves it for the next retrospective.

    A message is one note, however many lines it has.
    """
    text, column = clean(text, ANSWER_LIMIT), _chosen(view["state"]["values"], COLUMN)
    return Filled(context.table, NOTE, {column: text}) if column else Typed(f"{SAVE_NOTE} {text}")


# --- a name --------------------------------------------------------------------------------------------------------


def name_form(context: FormContext, name: str) -> Block:
    asked = text_input(NAME, ui_texts.YOUR_NAME, ui_texts.NAME_HINT, multiline=False)
    asked["element"] |= {"max_length": NAME_LIMIT, **({"initial_value": name} if name else {})}
    return form(NAME, context, [asked], title=ui_texts.YOUR_NAME, submit=ui_texts.SAVE)


def _input(name: str, label: str, element: Block) -> Block:
    return {"type": "input", "block_id": name, "label": plain(label), "element": element}
