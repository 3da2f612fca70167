"""Sheets as elements of a card: a title, the steps of a meeting, passages, lines with their own acts, progress."""

from collections.abc import Iterator, Sequence

from adapters.layout import Control, Listed, laid_out
from adapters.menus import more_of
from adapters.teams import texts as ui_texts
from adapters.teams.outgoing.controls import HINT_LIMIT, LIMITS, Pen, rows
from adapters.teams.outgoing.words import (
    DEFAULT,
    MEDIUM,
    NONE,
    SMALL,
    Element,
    all_of,
    block,
    clock,
    heading,
    run,
    small,
)
from adapters.wording import and_more
from bot.kernel.messages import Act, Reply
from games.parts import HandCard
from games.sheets import Line, Passage, Sheet, Step, plain

_LINES = 6  # with buttons beside each; more of them share a menu
# bytes of all passages, and of all lines with acts: with what surrounds them, a card stays below 30 kB
_BODY_LIMIT, _LIST_LIMIT = 9_000, 5_000
_AROUND = 110  # bytes that a line takes besides its text


def room_sheet(sheet: Sheet, reply: Reply, pen: Pen, now: float) -> Iterator[Element]:
    """The sheet of a room's message, without its note, which stands below the buttons."""
    yield from heading(pen.words.plain(sheet.title))
    yield from _steps(sheet.steps)
    yield from _passages(sheet.passages, pen, on_board=any(link.url for link in reply.links))
    yield from _listed(sheet, reply.acts, pen)
    yield from _progress(sheet, reply, pen, now)


def own_sheet(sheet: Sheet, reply: Reply, pen: Pen) -> Iterator[Element]:
    """What only one person reads, smaller."""
    yield from block([run(pen.words.plain(sheet.title), bold=True)])
    yield from _steps(sheet.steps)
    yield from _passages(sheet.passages, pen)
    yield from _listed(sheet, reply.acts, pen, private=True)
    yield from block(pen.words.line(sheet.progress))
    yield from small(pen.words.plain(sheet.note))


def leading(sheet: Sheet, reply: Reply, pen: Pen, now: float) -> Iterator[Element]:
    """What only whoever leads reads."""
    yield from block([run(pen.words.plain(sheet.title) or str(ui_texts.YOU_FACILITATE), bold=True)])
    yield from _passages(sheet.passages, pen)
    yield from _progress(sheet, reply, pen, now)
    yield from small(pen.words.plain(sheet.note))


def hand(cards: Sequence[HandCard], pen: Pen) -> list[Element]:
    """What somebody holds, one below the other."""
    found = block([run(str(ui_texts.YOUR_HAND), bold=True, size=MEDIUM)])
    for card in cards:
        about = [*block([run(card.name, bold=True)]), *block(pen.words.runs(card.told), NONE)]
        about += small(pen.words.plain(card.text))
        found.append({"type": "Container", "style": "emphasis", "items": about, "spacing": SMALL})
    return found


def _steps(steps: Sequence[Step]) -> list[Element]:
    """The steps of a meeting; the one that it is at stands out."""
    parts = []
    for at, step in enumerate(steps):
        now = step.state == "now"
        mark = "✓ " if step.state == "done" else ""
        parts += [run(" › ", quiet=True, size=SMALL)] if at else []
        parts.append(run(f"{mark}{step.title}", bold=now, quiet=not now, size=SMALL))
    return block(parts, SMALL)


def _passages(passages: Sequence[Passage], pen: Pen, *, on_board: bool = False) -> list[Element]:
    """All passages, cut to what a card has room for: the one with the most lines gives way first."""
    kept = [list(passage.lines) for passage in passages]
    left = _BODY_LIMIT - sum(_size(line) for lines in kept for line in lines)
    while left < 0:
        left += _size(max(kept, key=len).pop())
    return all_of(
        _passage(passage, lines, pen, on_board=on_board) for passage, lines in zip(passages, kept, strict=True)
    )


def _size(line: Line) -> int:
    return len(plain(line).encode()) + _AROUND


def _passage(passage: Passage, lines: Sequence[Line], pen: Pen, *, on_board: bool) -> list[Element]:
    title = block([run(pen.words.plain(passage.title), bold=True)]) if passage.title else []
    found = [*title]
    for number, line in enumerate(lines, start=1):
        mark = {"text": "", "bullets": "• ", "numbers": f"{number}. "}[passage.style]
        found += pen.words.lined(line, mark, SMALL if found else DEFAULT)
    if left := len(passage.lines) - len(lines):
        found += small(and_more(left, on_board=on_board))
    return found


def _progress(sheet: Sheet, reply: Reply, pen: Pen, now: float) -> Iterator[Element]:
    yield from block(pen.words.line(sheet.progress))
    if reply.until is not None:
        yield clock(ui_texts.UNTIL, reply.until, now)


# --- lines with acts -------------------------------------------------------------------------------------------------


def _listed(sheet: Sheet, acts: Sequence[Act], pen: Pen, *, private: bool = False) -> Iterator[Element]:
    """A line for each thing, with its buttons; many of them as a list with a menu."""
    lines = laid_out(acts, LIMITS, private=private, sheet=sheet).lists
    if not lines:  # nobody can do anything with them now
        lines = tuple(Listed(thing, ()) for thing in sheet.things)
    many = len(lines) > _LINES
    left = _LIST_LIMIT
    for at, line in enumerate(lines):
        left -= _size(line.thing.text)
        if left < 0:
            yield from small(and_more(len(lines) - at, on_board=False))
            break
        yield from pen.words.lined(line.thing.text, spacing=DEFAULT if line.acts and not many else SMALL)
        if line.acts and not many:
            yield from rows([_beside(act, pen) for act in line.acts], SMALL)
    acting = [line for line in lines if line.acts]
    if many and acting:
        title = more_of(acting, HINT_LIMIT) if len({act.label for line in acting for act in line.acts}) > 3 else ""
        yield from rows([pen.of_list(acting, "list", title)])


def _beside(act: Act, pen: Pen) -> Element:
    return pen.button(Control((act,)), thing=True)
