"""Commands and titles inside texts, and what is said of lines that don't fit.

Every text writes commands in one form, `/scrum roll` in backticks; each place shows them as people type them there:
`/scrum roll`, `/retro note`, `@Scrum Table roll`, or only `roll`.
"""

import re
from collections.abc import Callable, Iterable

from games.language import n

PREFIX = "/scrum"
_QUOTES = '“„«‘‚‹"'  # before a title, in one language or another
_MARKED = re.compile(rf"`{PREFIX}(?: (?P<words>[^`\n]{{1,200}}))?`")


def as_typed_here(text: str, write: Callable[[str], str]) -> str:
    """The text with every command written by `write`, which gets the words after the prefix, perhaps none."""
    return _MARKED.sub(lambda found: write(found["words"] or ""), text)


def called(name: str, words: str) -> str:
    """A command with the name that people type before it; without words, the name alone."""
    return " ".join(filter(None, (name, words)))


def quotes(text: str, title: str) -> bool:
    """True if a text has this title in quotation marks, whatever its language."""
    return re.search(rf"[{_QUOTES}]\s?{re.escape(title)}", text) is not None


def without_cards(story: str, texts: Iterable[str]) -> str:
    """A story without the texts of cards that are shown below it. (French has a space before the colon, too.)"""
    for text in texts:
        story = re.sub(rf"\s*[:.]\s{re.escape(text)}", ".", story)
    return story


def and_more(count: int, *, on_board: bool) -> str:
    """What a message has no room for; empty if it has all of it."""
    if not count:
        return ""
    if on_board:
        return n("and {count} more on the board", "and {count} more on the board", count)
    return n("and {count} more", "and {count} more", count)
