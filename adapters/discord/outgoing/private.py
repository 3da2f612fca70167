"""Private messages: what only the person who asked gets to see.

Discord shows them only as an answer to a press or a command, and lets the bot change them for 15 minutes after that.
Each person has one panel in a room, which is replaced instead of repeated.
"""

import logging
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Sequence
from time import monotonic
from typing import Any

import discord

from adapters.discord.gateway import FAILURES
from adapters.discord.identifiers import room_of
from adapters.discord.outgoing.message import board_of
from adapters.discord.outgoing.posting import Answer
from adapters.discord.outgoing.responses import Edit, OpenPanel, PendingInteraction
from adapters.pictures import Board

log = logging.getLogger(__name__)

_MAX_REMEMBERED = 5000


class Panels:
    """The panels that people have open, by person and room."""

    def __init__(self) -> None:
        self._open: OrderedDict[tuple[int, str], OpenPanel] = OrderedDict()

    def at(self, person: int, room: str, newest: int) -> OpenPanel | None:
        """The panel to change; None if there is none, or if a newer message of the room stands below it."""
        found = self._open.get((person, room))
        return found if found and monotonic() < found.expires and found.message > newest else None

    def replaced(self, person: int, room: str, panel: OpenPanel) -> OpenPanel | None:
        """Remember the panel; returns the one before, if that is another message that can still be removed."""
        before = self._open.pop((person, room), None)
        self._open[person, room] = panel
        if len(self._open) > _MAX_REMEMBERED:
            self._open.popitem(last=False)
        stale = before is None or before.message == panel.message or monotonic() >= before.expires
        return None if stale else before


class PrivateMessages:
    """`newest`: the number of a room's last message. `run`: runs something in the background."""

    def __init__(self, newest: Callable[[str], int], run: Callable[[Coroutine[Any, Any, None]], object]) -> None:
        self._newest = newest
        self._run = run
        self._panels = Panels()
        self._late: dict[int, Board[bytes]] = {}  # boards that messages wait for

    async def show(
        self, interaction: discord.Interaction[Any], pending: PendingInteraction, answers: Sequence[Answer]
    ) -> None:
        """End the interaction with these messages, if any; a panel replaces the one that the person has open.

        Where a message of the room stands below it, the new one is sent below that, and the old one removed.
        """
        if pending.from_private and pending.source is not None:
            self._late.pop(pending.source, None)
        messages = [message for answer in answers for message in answer.messages]
        person, room = interaction.user.id, room_of(interaction)
        is_panel = len(messages) == 1 and messages[0].is_panel
        newest = self._newest(room)
        known = self._panels.at(person, room, newest) if is_panel and pending.pressed else None
        edits = await pending.finish(messages, known, anew=is_panel and (pending.source or 0) < newest)
        if pending.panel is not None and is_panel:
            before = self._panels.replaced(person, room, pending.panel)
            if before is not None:
                self._run(_removed(before))
        for at, answer in enumerate(answers):
            mine, edits = edits[: len(answer.messages)], edits[len(answer.messages) :]
            if answer.later is not None and mine:
                # its message, if that can be known: what a later press on it shows must not be undone
                key = pending.panel.message if pending.panel and at == 0 else interaction.id + at
                self._late[key] = answer.later
                self._run(self._add_board(key, mine[-1], answer, answer.later))

    async def _add_board(self, key: int, edit: Edit, answer: Answer, board: Board[bytes]) -> None:
        """Add a board that was not ready in time, unless the message shows something else by now."""
        found, message = await board_of(answer.reply, board), answer.messages[-1]
        if self._late.get(key) is not board:
            return
        del self._late[key]
        try:
            if found is not None:
                await edit(**message.with_late_board(found, message).for_editing())
        except FAILURES as error:  # people can ask for the board
            log.info("could not add the board to a message: %s", error)


async def _removed(panel: OpenPanel) -> None:
    """Remove a panel that another one has replaced."""
    try:
        await panel.delete()
    except FAILURES as error:  # the person has dismissed it
        log.info("could not remove a private message: %s", error)
