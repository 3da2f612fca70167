"""Replies as Discord text: escapes typed text, puts boards in code blocks, splits long texts."""

import re
import time
from collections.abc import Iterator, Mapping

from adapters.discord.commands import CommandNames
from adapters.discord.identifiers import PLATFORM, user_of
from adapters.discord.outgoing.emoji import NO_EMOJI, Emoji, of_seat
from adapters.mentions import mentions_by_seat as called_by_seat
from adapters.wording import PREFIX, quotes
from bot.kernel.messages import Reply
from bot.kernel.table.texts import TODAY
from games.language import t
from games.parts import ShownCard
from games.text import name_of, shortened, spell

TEXT_LIMIT = 4000  # characters in all texts of a message
ALT_LIMIT = 1024
_CARD_LIMIT = 500  # characters of a card's text
_FENCE = "```"

# Everything with a meaning in Discord's Markdown. escape_markdown misses links, mentions, timestamps and lists.
_SPECIAL = re.compile(r"[\\*_~|`<>\[\]()#]|(?m:^\s*[-+])|(?<=\d)\.(?=\s)|:(?=//)|(?<=\w)\.(?=\w)")
# code spans of ours: a whole command, a hash, or a few plain words
_CODE = re.compile(rf"`({PREFIX} [^`\n]{{1,200}}|[A-Za-z0-9][A-Za-z0-9 =_-]{{0,63}})`")
_LISTED = re.compile(r"^\\- (?=`|</)", re.MULTILINE)  # commands or options in a list, as in the help
_COMMAND = f"{PREFIX} "
_HERE = f"{PLATFORM}:"
_IN_CODE = CommandNames()  # where nothing can be clicked
_NO_PING = "@\u200b"


def escape(text: str) -> str:
    """Escape plain text, so that it is displayed exactly as it is."""
    return _SPECIAL.sub(lambda found: f"{found[0][:-1]}\\{found[0][-1]}", text).replace("@", _NO_PING)


def prose(text: str, commands: CommandNames = _IN_CODE) -> str:
    """Format a sentence of ours: escaped, with code spans kept and commands as Discord knows them."""
    parts = _CODE.split(text)
    shown = "".join(_code(part, commands) if index % 2 else escape(part) for index, part in enumerate(parts))
    return _LISTED.sub("- ", shown)


def _code(words: str, commands: CommandNames) -> str:
    return commands.written(words.removeprefix(_COMMAND)) if words.startswith(_COMMAND) else f"`{words}`"


class Words:
    """The texts of one message. Everybody who is called is mentioned once: at their first mark, or in `others`."""

    def __init__(
        self,
        names: tuple[str, ...],
        mentions: Mapping[int, int] | None = None,
        commands: CommandNames = _IN_CODE,
        emoji: Emoji = NO_EMOJI,
    ) -> None:
        self._names = names
        self._left = dict(mentions or {})  # users by seat
        self._commands = commands
        self._emoji = emoji

    def written(self, text: str, *, mark: str = "**", pieces: bool = False) -> str:
        """A text with names in place of seats, between these marks; `pieces`: the piece of each before the name."""

        def name(seat: int) -> str:
            user = self._left.pop(seat, None)
            shown = f"{mark}{escape(name_of(self._names, seat))}{mark}" if user is None else f"<@{user}>"
            return f"{of_seat(seat, self._emoji) if pieces else ''} {shown}".lstrip()

        return spell(text, name, lambda part: prose(part, self._commands), self._badge)

    def _badge(self, name: str) -> str:
        return f"{found} " if (found := self._emoji.get(name)) else ""

    def others(self) -> str:
        """Mentions of those who have no mark in the texts so far."""
        found = "".join(f" <@{user}>" for user in self._left.values())
        self._left.clear()
        return found


def formatted(
    text: str,
    names: tuple[str, ...],
    mentions: Mapping[int, int] | None = None,
    commands: CommandNames = _IN_CODE,
    emoji: Emoji = NO_EMOJI,
) -> str:
    """Replace seat marks by names. Mention people at their first mark, or at the end if they have none."""
    words = Words(names, mentions, commands, emoji)
    return words.written(text) + words.others()


def label(text: str, names: tuple[str, ...], limit: int) -> str:
    """Format a label for a button or a menu, where there is no markup."""
    return shortened(spell(text, lambda seat: name_of(names, seat)), limit) or "…"


def mentioned_users(reply: Reply) -> tuple[int, ...]:
    """The awaited people who are on Discord; a table may be shown elsewhere too."""
    return tuple(mentions_by_seat(reply).values())


def mentions_by_seat(reply: Reply) -> dict[int, int]:
    """Users to mention, by seat."""
    return called_by_seat(reply, user_of)


def situation(reply: Reply, ids: Mapping[str, int], emoji: Emoji = NO_EMOJI) -> str:
    """The next thing to do, with the awaited people mentioned and the time that is left.

    `ids` of the registered commands, so that they can be clicked. `emoji` of the game: everybody's piece.
    """
    mentions = mentions_by_seat(reply) if reply.situation or not reply.sheet else {}  # else the sheet mentions them
    words = Words(reply.names, mentions, CommandNames(ids, reply.game), emoji)
    text = words.written(reply.situation, pieces=True) + words.others()
    rooms = [f"{escape(link.label)}: <#{link.room.removeprefix(_HERE)}>" for link in reply.links if link.room]
    says_when = reply.sheet or reply.lead or (reply.private and not reply.situation)  # or an answer doesn't need to
    until = None if says_when else reply.until
    clocks = [
        _clock("⏳", until),
        t("⏱ All teams: {clock}", clock=_clock("", reply.exercise)) if reply.exercise else "",
    ]
    return "\n".join(part for part in (text, *rooms, *clocks) if part)


def call(reply: Reply, ids: Mapping[str, int]) -> str:
    """The words that a phone shows of a message, with the people whom it calls."""
    text = reply.call or reply.situation
    return formatted(text, reply.names, mentions_by_seat(reply), CommandNames(ids, reply.game)).strip()


def _clock(mark: str, until: float | None) -> str:
    """A timestamp that Discord displays as a countdown and in the reader's time zone."""
    if until is None:
        return ""
    return f"{mark} <t:{round(until)}:R> ({time_of(until)})".lstrip()


def time_of(moment: float) -> str:
    """A timestamp in the reader's time zone: the time of day, with its date if that isn't today."""
    return f"<t:{round(moment)}:{'t' if moment - time.time() < TODAY else 'f'}>"


def small_print(text: str) -> str:
    return "\n".join(f"-# {line}" for line in text.split("\n") if line)


def hidden(pin: str) -> str:
    """A pin that stays with a message and that nobody sees unless they click it."""
    return f"\n-# ||{pin}||" if pin else ""


def card(shown: ShownCard, reply: Reply, emoji: Emoji = NO_EMOJI) -> str:
    """A card as people read it: its text, what is at stake, and its title unless the story has just named it."""
    text = "\n".join(f"> {line}" for line in prose(shortened(shown.text, _CARD_LIMIT)).split("\n"))
    note = f"-# {formatted(shown.note, reply.names)}" if shown.note else ""
    if quotes(reply.story, shown.title):
        return "\n".join(filter(None, (text, note if shown.decides else "")))
    title = f"{emoji.get(shown.badge, '')} **{escape(shown.title)}** · {escape(str(shown.kind))}".lstrip()
    return "\n".join(filter(None, (title, note, text)))


def board_block(text: str, limit: int = TEXT_LIMIT) -> str:
    """The text board in a code block that no name in it can close."""
    inside = shortened(text.replace("`", "ˋ"), limit - 2 * len(_FENCE) - 2)
    return f"{_FENCE}\n{inside}\n{_FENCE}"


def split(text: str, limit: int = TEXT_LIMIT) -> list[str]:
    """Split a text into as many messages as it needs, between lines where possible."""
    found: list[str] = [""]
    for line in _lines(text, limit):
        if len(found[-1]) + len(line) + 1 > limit:
            found.append(line)
        else:
            found[-1] = f"{found[-1]}\n{line}" if found[-1] else line
    return [page for page in found if page.strip()] or ["…"]


def _lines(text: str, limit: int) -> Iterator[str]:
    """Split into lines that fit, breaking longer ones at a space, but never between a backslash and its character."""
    for line in text.split("\n"):
        rest = line
        while len(rest) > limit:
            end = rest.rfind(" ", limit // 2, limit)
            if end < 0:
                head = rest[: limit - 1]
                end = len(head) - (len(head) - len(head.rstrip("\\"))) % 2
            yield rest[:end]
            rest = rest[end:]
        yield rest
