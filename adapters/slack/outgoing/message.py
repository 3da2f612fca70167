"""Replies as Block Kit messages in replaceable parts: story, board, what comes next, buttons."""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from adapters.layout import in_its_language
from adapters.mentions import mentions_by_seat
from adapters.pictures import alt_with_pin
from adapters.slack import texts as ui_texts
from adapters.slack.identifiers import SlackRoom, user_of
from adapters.slack.outgoing import panel, sheets
from adapters.slack.outgoing.acts import (
    TEXT_LIMIT,
    Block,
    bold,
    button,
    elements,
    escape,
    plain,
    plain_text,
    preformatted,
    prose,
    quotation,
    reading,
    section,
    suggestions,
)
from adapters.slack.outgoing.rows import actions
from adapters.slack.outgoing.sheets import NEXT, NOTE, STEPS, TITLE, TOLD
from bot.kernel.messages import Reply
from games.sheets import Sheet
from games.text import shortened

ALT_LIMIT = 2000
_HEADER_LIMIT = 150
_MAX_BLOCKS = 50
_BESIDE = 99  # the number of a button beside a text: those in rows count from 0

# block_ids, by which a message that comes back with a pressed button is parsed
BOARD, CARD, CALL, LINKS, CLOCK, DO = "board", "card", "call", "links", "clock", "do"
HAND, LATER = "hand", "later"


@dataclass(frozen=True, slots=True)
class Message:
    text: str  # for notifications and screen readers
    told: tuple[Block, ...] = ()  # what happened
    board: tuple[Block, ...] = ()
    next: tuple[Block, ...] = ()  # the cards that matter now, and what comes next
    buttons: tuple[Block, ...] = ()
    note: tuple[Block, ...] = ()  # below the buttons, where a line that comes later moves none of them
    pin: str = ""  # kept with the message, without being shown

    @property
    def content(self) -> dict[str, Any]:
        """Arguments for chat.postMessage and chat.update."""
        blocks = [*self.told, *self.board, *self.next, *self.buttons, *self.note][:_MAX_BLOCKS]
        kept = {"event_type": "scrum_table_pin", "event_payload": {"pin": self.pin}}
        return {"text": self.text, "blocks": blocks, **({"metadata": kept} if self.pin else {})}

    @property
    def words(self) -> tuple[Block, ...]:
        """The story and the board, without what comes next."""
        return (*self.told, *self.board)

    @property
    def file(self) -> str:
        """The id of the uploaded file that the board shows; empty if there is none."""
        return next((block["slack_file"]["id"] for block in self.board if "slack_file" in block), "")

    def without_buttons(self) -> "Message":
        words = tuple(_without_acts(block) for block in self.told if block["type"] != "actions")
        return replace(self, told=words, buttons=(), note=())

    def with_board(self, board: Sequence[Block]) -> "Message":
        return replace(self, board=tuple(board))

    def amended(self, later: "Message") -> "Message":
        """The later message with this one's board."""
        return later.with_board(self.board)


@in_its_language
def public(reply: Reply, slack_room: SlackRoom, now: float, board: Sequence[Block] = ()) -> Message:
    """A message for the room; without a board, that comes later."""
    mentions = mentions_by_seat(reply, lambda person: user_of(person, slack_room.team))
    if reply.sheet is not None:
        return _meeting(reply.sheet, reply, mentions, board)
    # a phone shows a line or two: whose turn it is, or what happened if nobody is awaited
    parts = (reply.situation, reply.story) if reply.pings else (reply.story, reply.situation)
    situation = section(elements(reply.situation, reply.names, mentions), NEXT)
    is_over = reply.overview is not None and reply.overview.phase == "over"
    return Message(
        text=notification("\n".join(part for part in parts if part), reply),
        told=(*_proof(reply), *section(elements(reply.story, reply.names), TOLD)),
        board=tuple(board),
        next=(*_cards(reply), *situation, *_links(reply), *small_print(reply, now)),
        buttons=(
            *actions(reply, typing=bool(slack_room.thread) and not is_over, prefix=DO),
            *suggestions(() if reply.acts else reply.lines),
        ),
        note=tuple(_note(reply)),
    )


def _proof(reply: Reply) -> list[Block]:
    """The title, with a quiet way to what can be checked."""
    if reply.proof is None or reply.overview is None:
        return []
    title = {"type": "mrkdwn", "text": f"*{escape(reply.overview.title)}*"}
    return [{"type": "section", "block_id": TITLE, "text": title, "accessory": button(reply.proof, reply, _BESIDE)}]


def _meeting(sheet: Sheet, reply: Reply, mentions: Mapping[int, str], board: Sequence[Block]) -> Message:
    called = section(elements(reply.situation, reply.names, mentions), CALL) if reply.situation else []
    told, follows = sheets.told(sheet, reply, {} if called else mentions)
    return Message(
        text=notification(sheets.summary_line(sheet), reply),
        told=tuple(told),
        board=tuple(board),
        next=(*follows, *called),
        buttons=tuple(actions(reply, prefix=DO)),
    )


def _without_acts(block: Block) -> Block:
    return {name: part for name, part in block.items() if name != "accessory"}


def past(story: str, reply: Reply) -> Message:
    """The rest to which a message shrinks when the table has moved on."""
    told = tuple(section(elements(story, reply.names), TOLD))
    return Message(text=notification(story, reply), told=told, pin=reply.past_pin)


def notification(text: str, reply: Reply) -> str:
    return shortened(escape(plain_text(text, reply.names)), TEXT_LIMIT)


def _cards(reply: Reply) -> list[Block]:
    """The cards that people talk about now, each as a quotation below its title, unless the story has just told them.

    The others are on the board: a picture shows what they say, and a text has no room for it.
    """
    return [
        quotation(
            [bold(card.title), *elements(f" · {card.kind}" * bool(card.kind), ())],
            elements("\n".join(part for part in (card.text, card.note) if part), reply.names),
            f"{CARD}:{at}",
        )
        for at, card in enumerate(reply.cards)
        if card.text not in reply.story and (card.decides or not reply.pictures)
    ]


@in_its_language
def private(reply: Reply, now: float) -> Message:
    """A message for one person. No picture: private hands are never uploaded."""
    if reply.sheet is not None or reply.lead is not None:
        return panel_of(reply)
    if reply.hand:
        return Message(
            text=notification(reply.text, reply),
            told=tuple(_hand(reply)),
            next=(*_links(reply), *small_print(reply, now)),
            buttons=tuple(actions(reply, prefix=DO)),
        )
    return Message(
        text=notification(reply.text, reply),
        told=tuple(_spoken(reply, TOLD)),
        board=tuple(text_board(reply)),
        next=(*_links(reply), *small_print(reply, now)),
        buttons=(
            *actions(reply, prefix=DO),
            *suggestions(() if reply.acts else reply.lines),
            *reading(reply.menu, DO),
        ),
    )


def _hand(reply: Reply) -> list[Block]:
    """What somebody holds, one below the other, with a menu of what can be done with each."""
    title = section([bold(str(ui_texts.YOUR_HAND))], TOLD)
    return [*title, *sheets.held(reply, HAND)]


def _spoken(reply: Reply, block_id: str) -> list[Block]:
    """The words of a private reply, below their heading if they have one."""
    words = "\n\n".join(filter(None, (reply.story, reply.situation)))
    if not reply.heading:
        return prose(reply.text, reply.names, block_id)
    title = {"type": "header", "block_id": f"{block_id}:title", "text": plain(reply.heading, _HEADER_LIMIT)}
    return [title, *prose(words, reply.names, block_id)]


@in_its_language
def panel_of(reply: Reply) -> Message:
    """The private panel of a meeting."""
    return Message(text=notification(reply.text, reply), told=tuple(panel.blocks(reply, DO)))


@in_its_language
def private_part(reply: Reply, block_id: str) -> list[Block]:
    """A private reply, such as a hand, as a part of the person's App Home or form."""
    if reply.hand:
        return [*section([bold(str(ui_texts.YOUR_HAND))], block_id), *sheets.held(replace(reply, acts=()), block_id)]
    board = [preformatted(reply.drawing.text, f"{block_id}:board")] if reply.drawing else []
    links = [{**block, "block_id": f"{block_id}:{LINKS}"} for block in _links(reply)]
    return [*_spoken(reply, block_id), *board, *links, *reading(reply.menu, block_id)]


def _links(reply: Reply) -> list[Block]:
    """Links, one below the other. A room has no address here; whoever can ask Slack for it has done so before."""
    found = [{"type": "link", "url": link.url, "text": link.label} for link in reply.links if link.url]
    between = {"type": "text", "text": "\n"}
    return section([part for link in found for part in (between, link)][1:], LINKS)


def text_board(reply: Reply) -> list[Block]:
    return [preformatted(reply.drawing.text, BOARD)] if reply.drawing else []


@in_its_language
def picture_board(reply: Reply, file: str) -> list[Block]:
    """The board as a picture, by the id of its uploaded file."""
    alt = alt_with_pin(reply, ALT_LIMIT)
    return [{"type": "image", "block_id": BOARD, "slack_file": {"id": file}, "alt_text": alt}]


def small_print(reply: Reply, now: float, block_id: str = CLOCK) -> list[Block]:
    """The clocks."""
    parts = [{"type": "mrkdwn", "text": _clock(reply.until, now)}] if reply.until is not None else []
    if reply.exercise is not None:
        parts.append({"type": "mrkdwn", "text": ui_texts.clock_of_all_teams(_clock(reply.exercise, now))})
    return [{"type": "context", "block_id": block_id, "elements": parts}] if parts else []


def _note(reply: Reply) -> list[Block]:
    if not reply.note:
        return []
    text = {"type": "plain_text", "text": shortened(plain_text(reply.note, reply.names), TEXT_LIMIT)}
    return [{"type": "context", "block_id": LATER, "elements": [text]}]


def _clock(until: float, now: float) -> str:
    due, left = math.ceil(until), until - now
    shown, written = sheets.time_formats(due, left)
    return ui_texts.clock(left, f"<!date^{due}^{shown}|{written}>")


# --- parsing messages that Slack sends back ------------------------------------------------------------------------


def parse_posted(text: str, blocks: Iterable[Block]) -> Message:
    """Parse the message of a pressed button, without its buttons; it may be older than this process."""
    parts: dict[str, list[Block]] = {TOLD: [], BOARD: [], NEXT: []}
    for block in blocks:
        name = str(block.get("block_id", "")).partition(":")[0]
        if name == BOARD:
            parts[BOARD].append(_as_sent(block))
        elif name in {NEXT, CALL, LINKS, CLOCK, CARD, NOTE}:
            parts[NEXT].append(block)
        elif name != DO and (name == STEPS or block["type"] in {"rich_text", "header"}):
            parts[TOLD].append(block)
    return Message(text, tuple(parts[TOLD]), tuple(parts[BOARD]), tuple(parts[NEXT]))


def _as_sent(block: Block) -> Block:
    """Remove the fields that Slack adds to an image and doesn't accept back."""
    if block["type"] != "image":
        return block
    kept = {name: block[name] for name in ("type", "block_id", "alt_text")}
    return {**kept, "slack_file": {"id": block["slack_file"]["id"]}}
