"""The App Home as a view: your tables with their boards, open actions, a game to start, your settings."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from adapters.slack import message, reading, ui_texts
from adapters.slack.choices import LABEL_LIMIT, SAY, actions
from adapters.slack.identifiers import PLATFORM, SlackRoom
from adapters.slack.personal import NONE, Wishes
from adapters.slack.rich_text import Block, bullets, channel_link, elements, plain, section
from bot.messages import Page, Reply
from bot.table.game_list import listed_games
from games.text import shortened

MAX_BLOCKS = 100
MAX_PICTURES = 3  # large boards, for the tables that wait for the person; the others get a thumbnail
HEADER_LIMIT = 150
MAX_ACTIONS = 10
PREFIX = "home"
START, RENAME, TURNS = "start", "rename", "turns"  # actions of the page


def room_of(block_id: str, team: str) -> str:
    """The room of the table that a button on the page is for; one without a channel if it is for no table."""
    _, room, *_ = [*block_id.split("|"), ""]
    return room or SlackRoom(team, "").name


@dataclass(frozen=True, slots=True)
class HomeContent:
    """What a person's page shows."""

    team: str
    tables: Sequence[Page] = ()
    boards: dict[str, str] = field(default_factory=dict)  # by table: the file with its picture
    open_actions: Sequence[tuple[str, str]] = ()  # a room, and what is to be done
    wishes: Wishes = NONE
    name: str = ""
    zone: str = ""
    answer: Sequence[Reply] = ()  # to a button on the page


def page(content: HomeContent) -> Block:
    blocks: list[Block] = []
    shown = {seated.table for seated in content.tables}
    for number, answer in enumerate(content.answer):
        reply = replace(answer, drawing=None) if answer.table in shown else answer  # the board is below
        blocks += _heading(ui_texts.ANSWER) if not number else []
        told = reading.rules if reading.is_rules(reply) else message.private_part
        blocks += told(reply, f"answer:{number}")
    blocks += _heading(ui_texts.HOME_TITLE)
    if not content.tables:
        blocks += section(elements(ui_texts.HOME_EMPTY, ()), "empty")
    rest = [*_actions(content), *_start(), *_settings(content)]
    for number, seated in enumerate(sorted(content.tables, key=lambda one: not one.awaited)):
        part = _table(seated, content, number)
        if len(blocks) + len(part) + len(rest) > MAX_BLOCKS:
            break
        blocks += part
    return {"type": "home", "blocks": [*blocks, *rest][:MAX_BLOCKS]}


# --- tables --------------------------------------------------------------------------------------------------------


def _table(seated: Page, content: HomeContent, number: int) -> list[Block]:
    room = next((room for room in seated.rooms if room.startswith(f"{PLATFORM}:{content.team}:")), "")
    where = channel_link(SlackRoom.parse(room).channel) if room else []
    spoken = [*where, *elements(f"{' ' * len(where)}{_turn(seated)}\n{seated.reply.text}", seated.reply.names)]
    blocks = [{"type": "divider"}, *_heading(seated.title), *section(spoken, f"table:{number}")]
    blocks += message.small_print(seated.reply, time.time(), f"clock:{number}")
    blocks += _board(seated, content.boards.get(seated.table, ""), number)
    for at, held_reply in enumerate(seated.held):
        blocks += message.private_part(held_reply, f"look:{number}:{at}")
    pressed_in = room or SlackRoom(content.team, "").name  # lessons have no channel, and their buttons work anywhere
    return blocks + actions(seated.reply, guided=bool(seated.held), prefix=f"{PREFIX}|{pressed_in}|{number}")


def _turn(seated: Page) -> str:
    if seated.phase == "lobby":
        return ui_texts.NOT_STARTED
    return ui_texts.YOUR_TURN if seated.awaited else ui_texts.NOT_YOUR_TURN


def _board(seated: Page, file: str, number: int) -> list[Block]:
    """The board as a picture: large where it is the person's turn, else small. Without one the text above has to do."""
    if not file or seated.board is None:
        return []
    image = {"type": "image", "slack_file": {"id": file}, "alt_text": shortened(seated.board.alt, message.ALT_LIMIT)}
    if seated.awaited and number < MAX_PICTURES:
        return [{**image, "block_id": f"board:{number}"}]
    caption = plain(ui_texts.at_the_table([chair.name for chair in seated.chairs]))
    return [{"type": "section", "block_id": f"board:{number}", "text": caption, "accessory": image}]


# --- the rest of the page ------------------------------------------------------------------------------------------


def _actions(content: HomeContent) -> list[Block]:
    """What retrospectives in the person's channels have agreed on, and nobody has marked as done."""
    if not content.open_actions:
        return []
    items = []
    for room, what in content.open_actions[:MAX_ACTIONS]:
        text = [{"type": "text", "text": f"{what} "}]
        items.append([*text, *channel_link(SlackRoom.parse(room).channel)])
    block = {"type": "rich_text", "block_id": "actions", "elements": [bullets(items)]}
    return [{"type": "divider"}, *_heading(ui_texts.OPEN_ACTIONS), block]


def _start() -> list[Block]:
    buttons = [
        {"type": "button", "action_id": START, "text": plain(ui_texts.START_GAME), "value": START, "style": "primary"},
        _menu("tutorial", ui_texts.LEARN, 0),
        _menu("rules", ui_texts.READ_RULES, 1),
    ]
    return [
        {"type": "divider"},
        *_heading(ui_texts.NEW_TABLE),
        {"type": "actions", "block_id": f"{PREFIX}||start", "elements": buttons},
    ]


def _menu(command: str, placeholder: str, at: int) -> Block:
    options = [{"text": plain(game.title, LABEL_LIMIT), "value": f"{command} {game.key}"} for game in listed_games()]
    return {"type": "static_select", "action_id": f"{SAY}:{at}", "placeholder": plain(placeholder), "options": options}


def _settings(content: HomeContent) -> list[Block]:
    turns = ui_texts.TURNS_ON if content.wishes.turns else ui_texts.TURNS_OFF
    buttons = [
        _rename_button(),
        {
            "type": "button",
            "action_id": TURNS,
            "text": plain(ui_texts.STOP_CALLING if content.wishes.turns else ui_texts.CALL_ME),
            "value": "off" if content.wishes.turns else "on",
        },
    ]
    said = elements(f"{ui_texts.called(content.name)} {turns}", ())
    zone = plain(ui_texts.zone(content.zone))
    return [
        {"type": "divider"},
        *_heading(ui_texts.SETTINGS),
        *section(said, "settings"),
        {"type": "context", "block_id": "zone", "elements": [zone]},
        {"type": "actions", "block_id": f"{PREFIX}||settings", "elements": buttons},
    ]


def rename_button() -> list[Block]:
    """For somebody whose name nobody knows."""
    return [{"type": "actions", "block_id": RENAME, "elements": [_rename_button()]}]


def _rename_button() -> Block:
    return {"type": "button", "action_id": RENAME, "text": plain(ui_texts.CHANGE_NAME), "value": RENAME}


def _heading(text: str) -> list[Block]:
    return [{"type": "header", "text": plain(text, HEADER_LIMIT)}]
