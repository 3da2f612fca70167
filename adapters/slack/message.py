"""Turns a reply into a Block Kit message in replaceable parts: narration and board, what comes next, buttons."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

from adapters.slack import ui_texts
from adapters.slack.choices import actions
from adapters.slack.identifiers import SlackRoom, user_of
from adapters.slack.rich_text import TEXT_LIMIT, Block, elements, escape, plain_text, preformatted, section
from bot.messages import Reply
from games.text import shortened

ALT_LIMIT = 2000
MAX_BLOCKS = 50

# block_ids, by which a message that comes back with a pressed button is parsed
TOLD, BOARD, NEXT, CLOCK, DO = "told", "board", "next", "clock", "do"


@dataclass(frozen=True, slots=True)
class Message:
    text: str  # for notifications and screen readers
    told: tuple[Block, ...] = ()  # narration and board, kept by an amendment
    next: tuple[Block, ...] = ()  # what comes next, replaced by an amendment
    buttons: tuple[Block, ...] = ()

    @property
    def content(self) -> dict[str, Any]:
        """Arguments for chat.postMessage and chat.update."""
        blocks = [*self.told, *self.next, *self.buttons][:MAX_BLOCKS]
        return {"text": self.text, "blocks": blocks}

    def without_buttons(self) -> "Message":
        return replace(self, buttons=())

    def with_board(self, board: Sequence[Block]) -> "Message":
        return replace(self, told=(*self.told, *board))

    def amended(self, later: "Message") -> "Message":
        """This message's narration and board, with the later message's news, situation and buttons."""
        count = ({**block, "block_id": f"{NEXT}:{at}"} for at, block in enumerate(later.told))
        return replace(later, told=self.told, next=(*count, *later.next))


def public(reply: Reply, slack_room: SlackRoom, now: float, board: Sequence[Block] = ()) -> Message:
    """A message for the room; without a board, that comes later."""
    told, _, after = reply.text.rpartition("\n\n")
    mentions = _mentions(reply, slack_room.team)
    # a phone shows a line or two: whose turn it is, or what happened if nobody is awaited
    first = "\n".join(part for part in ((after, told) if reply.pings else (told, after)) if part)
    return Message(
        text=shortened(escape(plain_text(first, reply.names)), TEXT_LIMIT),
        told=(*section(elements(told, reply.names), TOLD), *board),
        next=(*section(elements(after, reply.names, mentions), NEXT), *small_print(reply, now)),
        buttons=tuple(actions(reply, typing=bool(slack_room.thread), prefix=DO)),
    )


def private(reply: Reply, now: float) -> Message:
    """A message for one person. No picture: private hands are never uploaded."""
    return Message(
        text=shortened(escape(plain_text(reply.text, reply.names)), TEXT_LIMIT),
        told=(*section(elements(reply.text, reply.names), TOLD), *text_board(reply)),
        next=tuple(small_print(reply, now)),
        buttons=tuple(actions(reply, prefix=DO)),
    )


def private_part(reply: Reply, block_id: str) -> list[Block]:
    """A private reply, such as a hand, as a part of the person's App Home or form."""
    board = [preformatted(reply.drawing.text, f"{block_id}:board")] if reply.drawing else []
    return [*section(elements(reply.text, reply.names), block_id), *board]


def _mentions(reply: Reply, team: str) -> dict[int, str]:
    """Users to mention, by seat: the awaited people in this workspace, and nobody else."""
    seats = {name: seat for seat, name in enumerate(reply.names)}
    users = {seats.get(person.name, -1 - at): user_of(person, team) for at, person in enumerate(reply.pings)}
    return {seat: user for seat, user in users.items() if user}


def text_board(reply: Reply) -> list[Block]:
    return [preformatted(reply.drawing.text, BOARD)] if reply.drawing else []


def picture_board(reply: Reply, file: str) -> list[Block]:
    """The board as a picture, by the id of its uploaded file."""
    alt = shortened(reply.drawing.alt, ALT_LIMIT) if reply.drawing else ""
    return [{"type": "image", "block_id": BOARD, "slack_file": {"id": file}, "alt_text": alt}]


def small_print(reply: Reply, now: float, block_id: str = CLOCK) -> list[Block]:
    """The clock and the pin."""
    parts = [{"type": "mrkdwn", "text": _clock(reply.until, now)}] if reply.until is not None else []
    parts += [{"type": "plain_text", "text": ui_texts.pin(reply.pin)}] if reply.pin else []
    return [{"type": "context", "block_id": block_id, "elements": parts}] if parts else []


def _clock(until: float, now: float) -> str:
    due = math.ceil(until)
    fallback = datetime.fromtimestamp(due, UTC).strftime("%H:%M UTC")
    return ui_texts.clock(max(1, math.ceil((due - now) / 60)), f"<!date^{due}^{{time}}|{fallback}>")


# --- parsing messages that Slack sends back ------------------------------------------------------------------------


def parse_posted(text: str, blocks: Iterable[Block]) -> Message:
    """Parse the message of a pressed button; it may have been posted before this process started."""
    parts: dict[str, list[Block]] = {TOLD: [], NEXT: [], DO: []}
    for block in blocks:
        name = str(block.get("block_id", "")).partition(":")[0]
        if name in {NEXT, CLOCK}:
            parts[NEXT].append(_as_sent(block))
        elif name != DO and block["type"] in {"rich_text", "image"}:
            parts[TOLD].append(_as_sent(block))
    return Message(text, tuple(parts[TOLD]), tuple(parts[NEXT]))


def _as_sent(block: Block) -> Block:
    """Remove the fields that Slack adds to an image and doesn't accept back."""
    if block["type"] != "image":
        return block
    kept = {name: block[name] for name in ("type", "block_id", "alt_text")}
    return {**kept, "slack_file": {"id": block["slack_file"]["id"]}}
