"""The middle of the big circle: what just happened, the card in play, or how the sprint ended."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from games.graphics.svg import Element, Point, drawable, group, initials, path, token, wrap, write
from games.graphics.theme import GREEN, ORANGE, PURPLE, SKY, VERMILION, YELLOW, Theme
from games.sprint.board import Space
from games.sprint.cards import Deck, card
from games.sprint.icons import die, icon, medal
from games.sprint.model import Ballot, CardDrawn, Discussion, Fork, Freed, Over, Reported, Rolled, State
from games.values import value

_TITLE = 16.5  # font size of a card
_LINE = 19.0
_GAP = 7.0
_DIE = 30.0
_SMALL_DIE = 21.0
_ACROSS = 5  # progress dice in a row
_CARDS: dict[Deck, tuple[Space, str]] = {
    "tools": (Space("", "tool", ()), SKY),
    "impediments": (Space("", "impediment", ()), VERMILION),
    "opportunities": (Space("", "opportunity", ()), YELLOW),
}


@value
class Block:
    """Something that draws itself around the middle of its top edge."""

    height: float
    draw: Callable[[Element], None]


def stack(root: Element, centre: Point, blocks: Sequence[Block]) -> None:
    """Draw the blocks below each other, around the centre."""
    top = -(sum(block.height for block in blocks) + _GAP * (len(blocks) - 1)) / 2
    for block in blocks:
        block.draw(group(root, centre[0], centre[1] + top))
        top += block.height + _GAP


def news(state: State, names: Sequence[str], room: float, theme: Theme) -> Iterator[Block]:
    match state.phase:
        case Over(won=won):
            yield from _ending(theme, won=won)
        case Ballot() as ballot:
            yield from _ballot(state, ballot, names, room, theme)
        case Discussion() as discussion:
            yield _words("Discussion", theme.accent)
            yield from _card("opportunities", discussion.card, room, theme, lines=3)
        case Fork():
            yield _words("Pick a space", theme.accent)
            yield from _rolled(state, theme)
        case _:
            yield from _rolled(state, theme)
            yield from _outcome(state, room, theme)


def title(theme: Theme) -> Block:
    """The name of the game, for a middle that is still empty."""
    return _heading(("The", "Scrum", "Game"), theme.faint)


def _words(words: str, ink: str, size: float = 17) -> Block:
    return Block(size * 0.8, lambda at: write(at, (0, size * 0.78), words, size, ink, bold=True))


def _heading(lines: Sequence[str], ink: str) -> Block:
    def draw(at: Element) -> None:
        for row, words in enumerate(lines):
            write(at, (0, 24 + 31 * row), words, 30, ink, bold=True)

    return Block(31 * len(lines) - 5, draw)


def _ending(theme: Theme, *, won: bool) -> Iterator[Block]:
    ink = theme.tint(GREEN if won else ORANGE).line
    yield _heading(("Sprint", "won!" if won else "lost"), ink)
    if won:
        yield Block(36, lambda at: medal(group(at, 0, 20, scale=1.6), ink))


# --- dice ----------------------------------------------------------------------------------------------------------


def _rolled(state: State, theme: Theme) -> Iterator[Block]:
    for event in state.latest:
        if isinstance(event, Rolled):
            yield Block(_DIE, partial(_dice, faces=event.dice, size=_DIE, theme=theme))


def _dice(at: Element, faces: Sequence[int], size: float, theme: Theme) -> None:
    pitch = size + 4
    for index, face in enumerate(faces):
        row, column = divmod(index, _ACROSS)
        in_row = min(_ACROSS, len(faces) - row * _ACROSS)
        x = (column - (in_row - 1) / 2) * pitch
        die(group(at, x, size / 2 + row * pitch, scale=size / 20.4), theme.ink, theme.panel, face)


def _outcome(state: State, room: float, theme: Theme) -> Iterator[Block]:
    """The last thing that the roll led to: progress dice, a card, or an impediment removed."""
    match state.latest[-1:]:
        case (Reported() as report,):
            rows = -(-len(report.dice) // _ACROSS)
            yield Block(
                rows * (_SMALL_DIE + 4) - 4, partial(_dice, faces=report.dice, size=_SMALL_DIE, theme=theme)
            )  # fmt: skip
            burned = report.times > 0
            words = f"{'−' if burned else '+'}{report.amount} h"
            yield _words(words, theme.tint(GREEN if burned else PURPLE).line, 22)
        case (CardDrawn() as drawn,):
            yield from _card(drawn.deck, drawn.card, room, theme, lines=2)
        case (Freed() as freed,):
            ink = theme.tint(GREEN).line
            yield Block(22, lambda at: medal(group(at, 0, 11), ink))
            yield _title(freed.card, room, ink, 2, theme)


# --- cards ---------------------------------------------------------------------------------------------------------


def _card(deck: Deck, key: str, room: float, theme: Theme, *, lines: int) -> Iterator[Block]:
    space, colour = _CARDS[deck]
    tint = theme.tint(colour)
    yield Block(22, lambda at: icon(group(at, 0, 11), space, tint.line, tint.fill))
    yield _title(key, room, tint.line, lines, theme)


def _title(key: str, room: float, ink: str, lines: int, theme: Theme) -> Block:
    rows = wrap(drawable(card(key).title, theme, "A card"), room / 1.03, _TITLE, lines)

    def draw(at: Element) -> None:
        for row, words in enumerate(rows):
            write(at, (0, 13 + _LINE * row), words, _TITLE, ink, bold=True)

    return Block(_LINE * len(rows) - 3, draw)


def _ballot(state: State, ballot: Ballot, names: Sequence[str], room: float, theme: Theme) -> Iterator[Block]:
    """Who offers which tool to whom, and what it is to solve."""
    marks = initials(names, theme)

    def draw(at: Element) -> None:
        if state.turn != ballot.target:
            token(group(at, -28, 13), state.turn, marks[state.turn], 12, theme, least=_TITLE - 1)
            path(at, "M-10 13H9M4 8L9 13L4 18", theme.ink, 3)
        x = 0 if state.turn == ballot.target else 28
        token(group(at, x, 13), ballot.target, marks[ballot.target], 12, theme, least=_TITLE - 1)

    yield Block(26, draw)
    yield _title(ballot.card, room, theme.tint(SKY).line, 2, theme)
    impediment = state.players[ballot.target].impediment
    if impediment is not None:
        yield _title(impediment, room, theme.alarm, 2, theme)
