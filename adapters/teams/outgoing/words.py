"""Words as elements of an Adaptive Card.

Almost all of them are runs of a RichTextBlock, in which nothing is markup: what people type is shown as they typed it.
Only a line that mentions somebody is a TextBlock, with Markdown escaped.
"""

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime

from adapters.teams.identifiers import Payload
from adapters.wording import PREFIX, as_typed_here, called
from bot.kernel.table.texts import TODAY
from games.language import Text, t
from games.sheets import Line, plain
from games.text import name_of, shortened, spell, who

Element = Payload
Called = tuple[str, str]  # somebody's object id, and name

# gaps and sizes, as cards have them
NONE, SMALL, DEFAULT, MEDIUM = "None", "Small", "Default", "Medium"  # not prose
ITEM = "- "  # begins a line of a list
TEXT_LIMIT = 3000  # characters of a line
_CODE = re.compile(r"`([^`\n]+)`")
# Teams looks for mentions in every text of a card, and replaces times in double braces.
_MENTION = re.compile(r"<(?=/?at\b)", re.IGNORECASE)
_MARKDOWN = re.compile(r"([\\*_`\[\]])")
_LIST = re.compile(r"^(\s*)([-+#]|\d+\.)(?=\s)")
_APART = "\u200b"


def safe(text: str) -> str:
    """A text that is shown as it is: no mention, no time, and no space at its ends that a client would drop."""
    return _MENTION.sub(f"<{_APART}", text).replace("{{", f"{{{_APART}{{")


def run(text: str, *, bold: bool = False, quiet: bool = False, code: bool = False, size: str = "") -> Payload:
    found: Payload = {"type": "TextRun", "text": safe(text)}
    if bold:
        found |= {"weight": "Bolder"}
    if quiet:
        found |= {"isSubtle": True}
    if code:
        found |= {"fontType": "Monospace"}
    if size:
        found |= {"size": size}
    return found


def block(runs: Sequence[Payload], spacing: str = DEFAULT) -> list[Element]:
    """A line of runs; empty if there is nothing to read."""
    if not any(str(each["text"]).strip() for each in runs):
        return []
    return [{"type": "RichTextBlock", "inlines": list(runs), "spacing": spacing}]


def heading(text: str) -> list[Element]:
    return block([run(shortened(text, TEXT_LIMIT), bold=True, size=MEDIUM)])


def small(text: str) -> list[Element]:
    """Small print."""
    return block([run(shortened(text, TEXT_LIMIT), quiet=True, size=SMALL)], SMALL)


class Words:
    """The texts of one message. Everybody who is called is mentioned once: at their first mark, or in `others`."""

    def __init__(
        self, names: Sequence[str], mentions: Mapping[int, Called] | None = None, *, command: str = PREFIX
    ) -> None:
        """Set up the texts. `mentions`: whom to mention, by seat. `command`: what people type before a command."""
        self._names = names
        self._left = dict(mentions or {})
        self._command = command
        self.entities: list[Payload] = []
        self.calls_in_lines = False  # lines of a sheet mention people; else the sentence below it does

    def plain(self, text: str) -> str:
        """The text with names in place of seats, and commands as they are typed here."""
        return self._worded(spell(text, lambda seat: name_of(self._names, seat)))

    def _worded(self, text: str) -> str:
        return as_typed_here(text, lambda words: f"`{called(self._command, words) or 'help'}`")

    def runs(self, text: str, *, bold: bool = False, quiet: bool = False) -> list[Payload]:
        """A sentence: names bold, commands in another font."""
        found: list[Payload] = []

        def name(seat: int) -> str:
            found.append(run(name_of(self._names, seat), bold=True, quiet=quiet))
            return ""

        def words(part: str) -> str:
            for at, piece in enumerate(_CODE.split(self._worded(part))):
                if piece:
                    found.append(run(piece, bold=bold, quiet=quiet, code=bool(at % 2)))
            return ""

        spell(shortened(text, TEXT_LIMIT), name, words)
        return found

    def line(self, line: Line, *, bold: bool = False) -> list[Payload]:
        """A line of a sheet."""
        return [each for part in line for each in self.runs(part.text, bold=bold or part.bold, quiet=part.quiet)]

    def lined(self, line: Line, mark: str = "", spacing: str = SMALL) -> list[Element]:
        """A line of a sheet as a block; one that calls somebody mentions them."""
        if self.calls_in_lines and any(who(seat) in plain(line) for seat in self._left):
            text = "".join(
                _bold(self._mentioning(part.text)) if part.bold else self._mentioning(part.text) for part in line
            )
            return [{**_text_block(f"{mark}{text}"), "spacing": spacing}]
        return block([*([run(mark)] if mark else []), *self.line(line)], spacing)

    def prose(self, text: str) -> list[Element]:
        """Running text: a block a line, with a gap between paragraphs, and real bullets."""
        found: list[Element] = []
        spacing = DEFAULT
        for line in text.split("\n"):
            item = line.startswith(ITEM)
            words = line.removeprefix(ITEM) if item else line
            shown = block([run("• "), *self.runs(words)] if item else self.runs(words), spacing)
            found += shown
            spacing = NONE if shown else SMALL
        return found

    # --- mentions ----------------------------------------------------------------------------------------------------

    def calling(self, text: str) -> list[Element]:
        """A text that mentions whom it is about; those whom it doesn't name are mentioned at its end."""
        lines = text.split("\n")
        written = [self._mentioning(line) for line in lines]
        if rest := " ".join(map(self._mention, tuple(self._left))):
            written[-1] = f"{written[-1]} {rest}".strip()
        found: list[Element] = []
        for line, marked in zip(lines, written, strict=True):
            spacing = NONE if found and line else DEFAULT
            shown = [_text_block(marked)] if "<at>" in marked else self.prose(line)
            found += [{**each, "spacing": spacing} for each in shown]
        return found

    def _mentioning(self, line: str) -> str:
        def name(seat: int) -> str:
            return self._mention(seat) if seat in self._left else _bold(escaped(name_of(self._names, seat)))

        return spell(line, name, lambda part: escaped(self._worded(part)))

    def _mention(self, seat: int) -> str:
        user, name = self._left.pop(seat)
        shown = re.sub(r"[<>&\\*_`\[\]{}\n]", " ", name).strip() or user
        text = f"<at>{shown}</at>"
        self.entities.append({"type": "mention", "text": text, "mentioned": {"id": user, "name": shown}})
        return text

    def others(self) -> list[Element]:
        """Mentions of those who have no mark in the texts so far."""
        return self.calling("") if self._left else []


def escaped(text: str) -> str:
    """A line of a TextBlock, shown as it is."""
    marked = _MARKDOWN.sub(r"\\\1", _LIST.sub(rf"\1{_APART}\2", safe(text)))
    return marked.replace("<", "‹").replace(">", "›")


def _bold(text: str) -> str:
    """Bold text in Markdown, which wants no space inside its marks, and no mention between them."""
    inside = text.strip()
    return text.replace(inside, f"**{inside}**") if inside and "<at>" not in inside else text


def _text_block(text: str) -> Element:
    return {"type": "TextBlock", "text": text, "wrap": True}


# --- times -----------------------------------------------------------------------------------------------------------


def clock(sentence: Text, until: float, now: float) -> Element:
    """A time as each reader's clock shows it, with the day if that isn't today."""
    at = datetime.fromtimestamp(math.ceil(until), UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    day = "" if until - now < TODAY else f"{{{{DATE({at}, SHORT)}}}}, "  # not prose
    return {**_text_block(t(sentence, when=f"{day}{{{{TIME({at})}}}}")), "spacing": SMALL}


def monospaced(text: str, lines: int = 60) -> Element:
    """A text board: a line each, with spaces that no client drops."""
    shown = text.split("\n")[:lines]
    rows = [block([run(line.replace(" ", "\xa0") or "\xa0", code=True)], NONE) for line in shown]
    rows = [row or [_gap()] for row in rows]
    return {"type": "Container", "items": [each for row in rows for each in row], "spacing": DEFAULT}


def _gap() -> Element:
    return {"type": "TextBlock", "text": " ", "spacing": NONE}


def all_of(parts: Iterable[Sequence[Element]]) -> list[Element]:
    return [each for part in parts for each in part]
