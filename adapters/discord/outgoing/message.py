"""Replies as Discord messages: what they say and show, what is attached, whom they mention."""

import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from io import BytesIO
from typing import Any

import discord

from adapters.discord.commands import CommandNames
from adapters.discord.outgoing import markup
from adapters.discord.outgoing.emoji import NO_EMOJI, Emoji
from adapters.discord.outgoing.layout import Parts, ShownBoard, board_in, shown_places, view_of
from adapters.discord.outgoing.sheets import NO_SHEET, Elsewhere, private_sheet, room_sheet
from adapters.layout import in_its_language
from adapters.pictures import Board, alt_with_pin, board_file
from adapters.wording import without_cards
from bot.kernel.messages import Overview, Reply
from bot.kernel.ports import Overtaken
from games import values
from games.graphics.drawing import Drawing
from games.graphics.theme import SEATS
from games.language import lazy, speaking
from games.text import name_of, shortened, spell

NOT_ATTACHED = lazy("I can't attach files in this channel. Give me the “Attach Files” permission and try again.")
_ROOM_FOR_BOARD = 1700  # characters kept free for a board in words, which may turn out to be needed later
_MIN_PAGE = 1000


@dataclass(frozen=True, slots=True)
class _KeptAttachment:
    """An attachment that an edit keeps: only its id. The library's own class sends more."""

    id: int

    def to_dict(self) -> dict[str, str]:
        return {"id": str(self.id)}


@dataclass(frozen=True, slots=True)
class OutgoingMessage:
    """One Discord message to send, replace or edit."""

    parts: Parts
    mentions: tuple[int, ...] = ()
    call: str = ""  # what a phone shows of a message that calls somebody: of a layout it would show nothing
    files: tuple[tuple[str, bytes], ...] = ()  # by name

    def for_sending(self) -> dict[str, Any]:
        """Arguments for sending a new message; one that calls nobody makes no sound."""
        fields: dict[str, Any] = {"view": view_of(self.parts), "allowed_mentions": self.allowed}
        if not self.mentions and not self.parts.private:
            fields["silent"] = True
        if self.has_attachments:
            fields["files"] = self._attached()
        return fields

    def for_calling(self) -> dict[str, Any]:
        """Arguments for sending its call, which then becomes the message itself."""
        return {"content": self.call, "allowed_mentions": self.allowed}

    def for_laying_out(self) -> dict[str, Any]:
        """Arguments for the edit that turns the call into the message: a layout has no content."""
        return {"content": None, **self.for_editing()}

    def for_editing(self) -> dict[str, Any]:
        """Arguments for an edit that replaces everything, but keeps a picture that is attached already."""
        fields: dict[str, Any] = {"view": view_of(self.parts), "allowed_mentions": self.allowed}
        if not self._keeps_picture:
            return {**fields, "attachments": self._attached()}
        return {**fields, "attachments": [_KeptAttachment(self._kept)]} if self._kept else fields

    @property
    def _keeps_picture(self) -> bool:
        """True if an edit leaves the picture that is attached already."""
        board = self.parts.board
        return board is not None and not board.text and board.png is None

    @property
    def can_be_response(self) -> bool:
        """True if it may edit the message whose button was pressed as the response to the press.

        Discord keeps attachments that an edit doesn't mention, but not always in such a response.
        """
        return not self._keeps_picture or bool(self._kept)

    def as_shown(self, message: object) -> "OutgoingMessage":
        """The message after it was sent or edited: its picture has an id now, if Discord returned the message."""
        found = board_in(message) if isinstance(message, discord.Message) else None
        board = self.parts.board
        if found is None or board is None or board.text:
            return self
        return self.with_board(replace(board, png=None, attachment=found.attachment))

    def without_attachments(self, board_text: str) -> "OutgoingMessage":
        """The message for a channel where the bot may write but not attach files."""
        with speaking(self.parts.language):
            note = str(NOT_ATTACHED) if self.files else ""
        situation = "\n".join(filter(None, (self.parts.situation, note)))
        board = ShownBoard(text=board_text) if board_text else None
        parts = replace(self.parts, situation=situation, board=board, files=(), media="")
        return replace(self, parts=parts, files=())

    def with_board(self, board: ShownBoard | None) -> "OutgoingMessage":
        return replace(self, parts=replace(self.parts, board=board))

    def with_late_board(self, board: ShownBoard, shown: "OutgoingMessage") -> "OutgoingMessage":
        """With a board in place of the one that is `shown`, or below the controls that are: they don't move."""
        known = shown.parts.board
        return self.with_board(replace(board, below=known.below if known else shown.parts.has_controls))

    def after(self, shown: "OutgoingMessage", *, goes_on: bool) -> "OutgoingMessage":
        """As an edit of a message that is shown: its controls stay where they are.

        `goes_on`: its story begins with the one that is shown.
        """
        now, before = self.parts, shown.parts
        if now.sheet is not None:
            return replace(self, parts=replace(now, texts=now.texts.after(before.texts)))
        now = replace(now, places=shown_places(before))
        if goes_on:
            later = tuple(card for card in now.cards if card not in before.cards)
            kept = replace(now, story=before.story, cards=before.cards, later_cards=later)
            now = kept if kept.length + _ROOM_FOR_BOARD <= markup.TEXT_LIMIT else now
        return replace(self, parts=now)

    def calling_nobody(self) -> "OutgoingMessage":
        return replace(self, mentions=(), call="")

    def as_panel(self, page: int) -> "OutgoingMessage":
        """A page of the private panel that **More…** opens."""
        return replace(self, parts=replace(self.parts, page=page))

    def as_playable(self) -> "OutgoingMessage":
        """With the button that opens the web table inside Discord."""
        return replace(self, parts=replace(self.parts, playable=True))

    def with_form(self, label: str, custom_id: str) -> "OutgoingMessage":
        """With a button that goes on with a form."""
        return replace(self, parts=replace(self.parts, form=(label, custom_id)))

    def asking(self, custom_id: str) -> "OutgoingMessage":
        """With its lines as entries of a menu that opens a form."""
        return replace(self, parts=replace(self.parts, asks=custom_id))

    def without_buttons(self) -> "OutgoingMessage":
        return replace(
            self, parts=replace(self.parts, acts=(), lines=(), menu=None, cards=(), topic="", links=(), sheet=None)
        )

    @property
    def is_panel(self) -> bool:
        return self.parts.is_panel

    @property
    def allowed(self) -> discord.AllowedMentions:
        users = [discord.Object(user) for user in self.mentions]
        return discord.AllowedMentions(everyone=False, roles=False, replied_user=False, users=users or False)

    @property
    def _kept(self) -> int:
        return self.parts.board.attachment if self.parts.board else 0

    @property
    def _png(self) -> bytes | None:
        return self.parts.board.png if self.parts.board else None

    @property
    def has_attachments(self) -> bool:
        return bool(self._png or self.files)

    def _attached(self) -> list[discord.File]:
        shown = self.parts.board
        board = [discord.File(BytesIO(shown.png), shown.file)] if shown and shown.png else []
        return [*board, *(discord.File(BytesIO(content), name) for name, content in self.files)]


def text_message(text: str) -> OutgoingMessage:
    return OutgoingMessage(Parts(story=shortened(text, markup.TEXT_LIMIT)))


def to_copy(reply: Reply) -> Reply:
    """A reply whose words can be copied as they are: in a code block, where nothing is markup."""
    words = spell(reply.text, lambda seat: name_of(reply.names, seat))
    return values.replace(reply, story="", situation="", drawing=Drawing(lambda: words, str), pictures=False)


def past_of(reply: Reply, ids: Mapping[str, int], emoji: Emoji = NO_EMOJI) -> OutgoingMessage | None:
    """The part that the message before this reply keeps; None if it keeps nothing, or if its story isn't known."""
    if not reply.past:
        return None
    past = markup.formatted(reply.past, reply.names, commands=CommandNames(ids, reply.game), emoji=emoji)
    return text_message(past + markup.hidden(reply.past_pin))


@in_its_language
def messages_for(
    reply: Reply, ids: Mapping[str, int], told: str = "", emoji: Emoji = NO_EMOJI
) -> list[OutgoingMessage]:
    """Usually one message, without its board; of several, the last gets the board, the buttons and the files.

    `ids` of the registered commands, so that they can be clicked. `told`: the story that is shown already.
    `emoji` of the game.
    """
    parts = _fitting(_parts(reply, ids, told, emoji), room=_ROOM_FOR_BOARD if reply.drawing else 0)
    *first, last = parts
    mentions = markup.mentioned_users(reply)
    call = markup.call(reply, ids) if mentions and not first else ""
    return [*map(OutgoingMessage, first), OutgoingMessage(last, mentions, call, reply.attached)]


def _parts(reply: Reply, ids: Mapping[str, int], told: str, emoji: Emoji) -> Parts:
    overview = reply.overview
    commands = CommandNames(ids, reply.game)
    cards = [card.text for card in reply.cards]
    story, added = (without_cards(text, cards) for text in _told_and_new(reply.story, told))
    parts = Parts(
        heading=markup.escape(reply.heading or (overview.title if overview and not reply.sheet else "")),
        story=markup.formatted(story, reply.names, commands=commands, emoji=emoji),
        added=markup.formatted(added, reply.names, commands=commands, emoji=emoji),
        sheet=reply.sheet,
        cards=tuple(markup.card(card, reply, emoji) for card in reply.cards),
        topic=reply.cards[0].rule if reply.cards else "",
        situation=markup.situation(reply, ids, emoji),
        acts=reply.acts,
        more=reply.more,
        private=reply.private,
        table=reply.table,
        lines=reply.lines,
        menu=reply.menu,
        links=reply.links,
        names=reply.names,
        game=reply.game,
        emoji=emoji,
        proof=reply.proof,
        small_print=markup.small_print(markup.formatted(reply.note, reply.names, commands=commands)),
        files=tuple(name for name, _ in reply.files),
        media=reply.media[0] if reply.media else "",
        accent=_accent(reply),
    )
    return _with_sheets(parts, reply, commands)


def _accent(reply: Reply) -> int | None:
    """The colour of the container. A meeting's is always the same: another one would show who isn't done yet."""
    if reply.overview is None:
        return None
    return _colour_of(reply.overview.game) if reply.sheet else accent_of(reply.overview)


def _with_sheets(parts: Parts, reply: Reply, commands: CommandNames) -> Parts:
    """The parts with the words of the sheets, cut to what the other texts leave."""
    lead = texts = NO_SHEET
    if reply.lead:
        words = markup.Words(reply.names, commands=commands)
        lead = private_sheet(reply.lead, words, reply.until, used=markup.TEXT_LIMIT // 2)
    used = parts.length + lead.length
    if reply.sheet and reply.private:
        texts = private_sheet(reply.sheet, markup.Words(reply.names, commands=commands), used=used)
    elif reply.sheet:
        words = markup.Words(reply.names, {} if reply.situation else markup.mentions_by_seat(reply), commands)
        texts = room_sheet(reply.sheet, words, reply.until, _where_the_rest_is(reply), used)
    return replace(parts, texts=texts, lead=lead)


def _where_the_rest_is(reply: Reply) -> Elsewhere:
    """The place of what a message has no room for."""
    if any(link.url for link in reply.links):
        return "board"
    return "file" if reply.files else ""


def _told_and_new(story: str, told: str) -> tuple[str, str]:
    """What is shown above the controls, and stays there; and what is new since then."""
    if not goes_on(story, told):
        return story, ""
    return told, "\n".join(line for line in story.split("\n") if line not in told)


def goes_on(story: str, told: str) -> bool:
    """True if the story repeats some of what is told already, perhaps without who was ready or has voted."""
    return bool(told) and any(line in told for line in story.split("\n"))


def _fitting(parts: Parts, room: int) -> Sequence[Parts]:
    """As many messages as the texts need; the cards are on the board too, so they give way first."""
    if parts.length + room > markup.TEXT_LIMIT:
        parts = replace(parts, cards=(), topic="")
    if parts.length + room <= markup.TEXT_LIMIT:
        return [parts]
    text = "\n\n".join(part for part in (parts.story, parts.added, parts.situation) if part)
    around = replace(parts, story="", added="", situation="")
    *first, last = markup.split(text, max(markup.TEXT_LIMIT - around.length - room, _MIN_PAGE))
    return [*(Parts(story=page) for page in first), replace(around, story=last)]


def accent_of(overview: Overview) -> int:
    """The colour of the seat whose turn it is, as on the board; if there is no single one, the game's."""
    awaited = [seat for seat, chair in enumerate(overview.chairs) if chair.awaited]
    return _colour(awaited[0]) if len(awaited) == 1 else _colour_of(overview.game)


def _colour_of(game: str) -> int:
    return _colour(zlib.crc32(game.encode()))


def _colour(seat: int) -> int:
    return int(SEATS[seat % len(SEATS)].removeprefix("#"), 16)


async def board_of(reply: Reply, board: Board[bytes]) -> ShownBoard | None:
    """The board once it is ready: as a picture if there is one, else in words. None: the table has moved on."""
    if reply.drawing is None:
        return None
    try:
        png = await board.shown()
    except Overtaken:
        return None
    if png is None:
        return ShownBoard(text=reply.drawing.text)
    with speaking(reply.language):
        return ShownBoard(alt=alt_with_pin(reply, markup.ALT_LIMIT), png=png, file=board_file(reply))
