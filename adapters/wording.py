"""Commands and titles inside texts.

Every text writes them in one form, `/scrum roll` in backticks; each place shows them as people type them there:
`/scrum roll`, `/retro note`, `@Scrum Table roll`, or only `roll`.
"""

import re
from collections.abc import Callable, Iterable

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
