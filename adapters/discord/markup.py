"""Replies as Discord text: what people typed is never markup, a board stays in its block, pages fit."""

import re
from collections.abc import Iterator, Mapping

from adapters.discord.commands import typed
from bot.messages import Reply
from games.text import name_of, shortened, spell

CONTENT_LIMIT = 2000
BOARD_LIMIT = 4000  # an embed's description takes 4096, the fence included
ALT_LIMIT = 1024

# Whatever Discord's Markdown gives a meaning. escape_markdown leaves out links, mentions, timestamps and lists.
_SPECIAL = re.compile(r"[\\*_~|`<>\[\]()#]|(?m:^\s*[-+])|(?<=\d)\.(?=\s)|:(?=//)|(?<=\w)\.(?=\w)")
# words to type or to compare: a whole command, a hash, or a few words in which nothing could have a meaning
_CODE = re.compile(r"`(/scrum [^`\n]{1,200}|[A-Za-z0-9][A-Za-z0-9 =-]{0,63})`")
_LISTED = re.compile(r"^\\- (?=`/)", re.MULTILINE)  # commands in a list, as the help has them
_COMMAND = "/scrum "
_HERE = "discord:"
_NO_PING = "@\u200b"


def escape(text: str) -> str:
    """Plain text, to be read exactly as it is."""
    return _SPECIAL.sub(lambda found: f"{found[0][:-1]}\\{found[0][-1]}", text).replace("@", _NO_PING)


def prose(text: str) -> str:
    """A sentence of ours: escaped, except that words to type are code, commands with their group here and in lists."""
    parts = _CODE.split(text)
    shown = "".join(f"`{_typed(part)}`" if index % 2 else escape(part) for index, part in enumerate(parts))
    return _LISTED.sub("- ", shown)


def _typed(words: str) -> str:
    return typed(words.removeprefix(_COMMAND)) if words.startswith(_COMMAND) else words


def spelled(text: str, names: tuple[str, ...], called: Mapping[int, int] | None = None) -> str:
    """A text with names in it; those who are called by their first mark, or behind it all where they have none."""
    found: list[str] = []
    marks: dict[int, int] = {}  # seat: where it was named first

    def name(seat: int) -> str:
        marks.setdefault(seat, len(found))
        found.append(f"**{escape(name_of(names, seat))}**")
        return ""

    def words(part: str) -> str:
        found.append(prose(part))
        return ""

    spell(text, name, words)
    for seat, user in (called or {}).items():
        if seat in marks:
            found[marks[seat]] = f"<@{user}>"
        else:
            found.append(f" <@{user}>")
    return "".join(found)


def label(text: str, names: tuple[str, ...], limit: int) -> str:
    """For a button or a menu, where nothing is markup."""
    return shortened(spell(text, lambda seat: name_of(names, seat)), limit) or "…"


def called_users(reply: Reply) -> tuple[int, ...]:
    """The people awaited who are on Discord; a table may be shown elsewhere too."""
    return tuple(_called(reply).values())


def _called(reply: Reply) -> dict[int, int]:
    """Whom to call, by seat."""
    seats = {name: seat for seat, name in enumerate(reply.names)}
    here = [person for person in reply.pings if person.id.startswith(_HERE)]
    return {seats.get(person.name, -1 - at): int(person.id.removeprefix(_HERE)) for at, person in enumerate(here)}


def content(reply: Reply) -> str:
    """The whole text: what happened, and what comes next, in which those who are awaited are called by name."""
    told, gap, situation = reply.text.rpartition("\n\n")
    text = f"{spelled(told, reply.names)}{gap}{spelled(situation, reply.names, _called(reply))}"
    return "\n".join(part for part in (text, _clock(reply)) if part)


def _clock(reply: Reply) -> str:
    """Discord counts it down, and shows the time of day where the reader is."""
    if reply.until is None:
        return ""
    due = round(reply.until)
    return f"⏳ <t:{due}:R> (<t:{due}:t>)"


def amended(before: str, after: str) -> str:
    """The message before, with what was added to the story and with the situation of now.

    The situation is what follows the last empty line.
    """
    story = before.rpartition("\n\n")[0]
    news, _, situation = after.rpartition("\n\n")
    told = "\n".join(part for part in (story, news) if part)
    return "\n\n".join(part for part in (told, situation) if part)


def board_block(text: str) -> str:
    """The text board in a block that no name in it can end."""
    inside = shortened(text.replace("`", "ˋ"), BOARD_LIMIT)
    return f"```\n{inside}\n```"


def pages(text: str, limit: int = CONTENT_LIMIT) -> list[str]:
    """A text in as many messages as it needs, broken between lines where it can be."""
    found: list[str] = [""]
    for line in _lines(text, limit):
        if len(found[-1]) + len(line) + 1 > limit:
            found.append(line)
        else:
            found[-1] = f"{found[-1]}\n{line}" if found[-1] else line
    return [page for page in found if page.strip()] or ["…"]


def _lines(text: str, limit: int) -> Iterator[str]:
    """Lines that fit; one that does not is broken at a space, and never between a backslash and what it escapes."""
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
