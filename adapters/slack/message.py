"""A reply as a Block Kit message, in parts that can be exchanged: narration and board, what comes next, buttons."""

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

from adapters.slack import words
from adapters.slack.choices import actions
from adapters.slack.names import Place, user_of
from adapters.slack.rich import TEXT_LIMIT, Block, elements, escaped, preformatted, section, spelled
from bot.messages import Reply
from games.text import shortened

ALT_LIMIT = 2000
MAX_BLOCKS = 50

# block_ids: a message that comes back with a pressed button is taken apart by them
TOLD, BOARD, NEXT, CLOCK, DO = "told", "board", "next", "clock", "do"


@dataclass(frozen=True, slots=True)
class Message:
    text: str  # for notifications and screen readers
    told: tuple[Block, ...] = ()  # narration and board: they stay
    next: tuple[Block, ...] = ()  # what comes next: a count that goes on replaces it
    buttons: tuple[Block, ...] = ()

    @property
    def content(self) -> dict[str, Any]:
        """As arguments of chat.postMessage and chat.update."""
        blocks = [*self.told, *self.next, *self.buttons][:MAX_BLOCKS]
        return {"text": self.text, "blocks": blocks}

    def without_buttons(self) -> "Message":
        return replace(self, buttons=())

    def amended(self, later: "Message") -> "Message":
        """The same board, with the later count below it."""
        count = ({**block, "block_id": f"{NEXT}:{at}"} for at, block in enumerate(later.told))
        return replace(later, told=self.told, next=(*count, *later.next))


def public(reply: Reply, place: Place, now: float, picture: str | None) -> Message:
    """`picture` is the file that shows the board; without one the text board does."""
    told, _, after = reply.text.rpartition("\n\n")
    mentions = _mentions(reply, place.team)
    # a phone shows a line or two: whose turn it is, or what happened where nobody is awaited
    first = "\n".join(part for part in ((after, told) if reply.pings else (told, after)) if part)
    return Message(
        text=shortened(escaped(spelled(first, reply.names)), TEXT_LIMIT),
        told=(*section(elements(told, reply.names), TOLD), *_board(reply, picture)),
        next=(*section(elements(after, reply.names, mentions), NEXT), *clock(reply, now)),
        buttons=tuple(actions(reply, typing=bool(place.thread), prefix=DO)),
    )


def private(reply: Reply, now: float) -> Message:
    """For one person alone. No picture: what a person holds is not uploaded anywhere."""
    return Message(
        text=shortened(escaped(spelled(reply.text, reply.names)), TEXT_LIMIT),
        told=(*section(elements(reply.text, reply.names), TOLD), *_board(reply, None)),
        next=tuple(clock(reply, now)),
        buttons=tuple(actions(reply, prefix=DO)),
    )


def aside(reply: Reply, block_id: str) -> list[Block]:
    """What somebody holds, as a part of a page or a form of theirs."""
    board = [preformatted(reply.drawing.text, f"{block_id}:board")] if reply.drawing else []
    return [*section(elements(reply.text, reply.names), block_id), *board]


def _mentions(reply: Reply, team: str) -> dict[int, str]:
    """By seat, whom to call: those awaited who are in this workspace, and nobody else."""
    seats = {name: seat for seat, name in enumerate(reply.names)}
    users = {seats.get(person.name, -1 - at): user_of(person, team) for at, person in enumerate(reply.pings)}
    return {seat: user for seat, user in users.items() if user}


def _board(reply: Reply, picture: str | None) -> list[Block]:
    if reply.drawing is None:
        return []
    if picture is None:
        return [preformatted(reply.drawing.text, BOARD)]
    alt = shortened(reply.drawing.alt, ALT_LIMIT)
    return [{"type": "image", "block_id": BOARD, "slack_file": {"id": picture}, "alt_text": alt}]


def clock(reply: Reply, now: float, block_id: str = CLOCK) -> list[Block]:
    if reply.until is None:
        return []
    due = math.ceil(reply.until)
    fallback = datetime.fromtimestamp(due, UTC).strftime("%H:%M UTC")
    text = words.clock(max(1, math.ceil((due - now) / 60)), f"<!date^{due}^{{time}}|{fallback}>")
    return [{"type": "context", "block_id": block_id, "elements": [{"type": "mrkdwn", "text": text}]}]


# --- messages that Slack sends back --------------------------------------------------------------------------------


def taken_apart(text: str, blocks: Iterable[Block]) -> Message:
    """The message behind a pressed button, for one that was posted before this process began."""
    parts: dict[str, list[Block]] = {TOLD: [], NEXT: [], DO: []}
    for block in blocks:
        name = str(block.get("block_id", "")).partition(":")[0]
        if name in {NEXT, CLOCK}:
            parts[NEXT].append(_ours(block))
        elif name != DO and block["type"] in {"rich_text", "image"}:
            parts[TOLD].append(_ours(block))
    return Message(text, tuple(parts[TOLD]), tuple(parts[NEXT]))


def _ours(block: Block) -> Block:
    """Without what Slack adds to an image, and would not take back."""
    if block["type"] != "image":
        return block
    kept = {name: block[name] for name in ("type", "block_id", "alt_text")}
    return {**kept, "slack_file": {"id": block["slack_file"]["id"]}}
