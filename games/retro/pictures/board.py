"""The board as a picture: the phase, the people, and what this phase needs, arranged for chat or for the web table."""

from collections.abc import Iterator, Sequence
from math import ceil

from games.graphics.svg import LANDSCAPE, WIDTH, document, finish, group
from games.graphics.theme import Theme
from games.retro.model import View
from games.retro.pictures.health import Ballot, DotChart, HealthList, Radar
from games.retro.pictures.notes import Columns, EmptyColumns
from games.retro.pictures.panels import (
    HEAD,
    CheckIn,
    FaceDown,
    Head,
    Histogram,
    Rating,
    Topic,
    actions,
    agreement,
    earlier,
    poll,
    questions,
    topics,
)
from games.retro.pictures.parts import GAP, Board, Part
from games.values import value

_LEFT = 14.0
_ASIDE = 218.0  # width of the right side of a landscape picture
_LEAST = 116.0  # height of questions
_BELOW = 136.0  # height of what stands below the main part


def picture(view: View, names: Sequence[str], theme: Theme) -> str:
    board = Board(view, names, theme)
    if theme.shape == "portrait":
        return _portrait(board)
    wide, high = LANDSCAPE
    root = document(wide, high, theme, "Retrospective")
    Head(board).draw(group(root, _LEFT, 0), wide - 2 * _LEFT)
    for part, box in _landscape(board, _Box(_LEFT, HEAD + 4, wide - 2 * _LEFT, high - HEAD - 14)):
        part.draw(group(root, box.left, box.top), box.wide, box.high)
    return finish(root)


# --- portrait --------------------------------------------------------------------------------------------------------


def _portrait(board: Board) -> str:
    """All parts one below the other, each as high as it needs to be."""
    wide = WIDTH - 2 * _LEFT
    parts = [(part, part.height(wide)) for part in _stack(board)]
    height = ceil(HEAD + 4 + sum(tall + GAP for _, tall in parts) + 4)
    root = document(WIDTH, height, board.theme, "Retrospective")
    Head(board).draw(group(root, _LEFT, 0), wide)
    top = HEAD + 4
    for part, tall in parts:
        part.draw(group(root, _LEFT, top), wide, tall)
        top += tall + GAP
    return finish(root)


def _stack(board: Board) -> Iterator[Part]:
    state = board.state
    if state.phase == "stage":
        yield CheckIn(board)
        yield from _stage_lists(board)
    elif state.phase == "reflect":
        if state.questions:
            yield questions(board)
        if _rates(board):
            yield Ballot(board)
        yield EmptyColumns(board)
        if _counts(board):
            yield FaceDown(board)
    else:
        yield from _agreed(board)
        if state.profile:
            yield Radar(board)
            yield HealthList(board)
        yield Columns(board) if state.shown else EmptyColumns(board)


def _agreed(board: Board) -> Iterator[Part]:
    state = board.state
    if state.phase == "close":
        yield Rating(board)
    if state.current_topic is not None:
        yield Topic(board, state.current_topic)
    if state.actions:
        yield actions(board)
    if any(state.poll):
        yield poll(board)


def _rates(board: Board) -> bool:
    """True while a health check is waiting for answers."""
    return bool(board.state.health) and not board.state.profile


def _counts(board: Board) -> bool:
    """True if the viewer sees how many notes there are."""
    return board.view.seat is not None and bool(board.state.waiting)


# --- landscape -------------------------------------------------------------------------------------------------------


@value
class _Box:
    left: float
    top: float
    wide: float
    high: float

    def above(self, high: float) -> tuple["_Box", "_Box"]:
        """The upper part of a box, of this height, and the rest below a gap."""
        rest = high + GAP
        return (
            _Box(self.left, self.top, self.wide, high),
            _Box(self.left, self.top + rest, self.wide, self.high - rest),
        )

    def beside(self, aside: float) -> tuple["_Box", "_Box"]:
        """The left part of a box, and a right part of this width."""
        wide = self.wide - aside - GAP
        return (
            _Box(self.left, self.top, wide, self.high),
            _Box(self.left + wide + GAP, self.top, aside, self.high),
        )


_Placed = Iterator[tuple[Part, _Box]]


def _landscape(board: Board, box: _Box) -> _Placed:
    match board.state.phase:
        case "stage":
            yield from _stage(board, box)
        case "reflect":
            yield from _reflect(board, box)
        case "group" | "vote":
            yield from _notes(board, box)
        case _:
            yield from _outcome(board, box)


def _stage(board: Board, box: _Box) -> _Placed:
    people, lists = CheckIn(board), list(_stage_lists(board))
    if not lists:
        yield people, box
        return
    needed = max(part.height(box.wide / len(lists)) for part in lists)
    below = min(needed, max(_BELOW, box.high - people.height(box.wide)), box.high - people.least_height() - GAP)
    upper, lower = box.above(box.high - below - GAP)
    yield people, upper
    wide = (lower.wide + GAP) / len(lists)
    for place, part in enumerate(lists):
        yield part, _Box(lower.left + place * wide, lower.top, wide - GAP, lower.high)


def _stage_lists(board: Board) -> Iterator[Part]:
    """Lists of what the room brought along and of how safe people feel: at most two beside each other."""
    state = board.state
    if any(state.safety_poll):
        yield Histogram(board, "Safe to speak", state.safety_poll)
    if state.earlier:
        yield earlier(board)
    if state.agreement and not (state.earlier and state.safety_poll):
        yield agreement(board)


def _reflect(board: Board, box: _Box) -> _Placed:
    if _rates(board):
        left, right = box.beside(_ASIDE + 16)
        yield Ballot(board), left
        yield EmptyColumns(board), right
        return
    if _counts(board):
        counted = FaceDown(board)
        box, lower = box.above(box.high - counted.height(box.wide) - GAP)
        yield counted, lower
    columns = EmptyColumns(board)
    if board.state.questions:
        asked = questions(board)
        most = max(_LEAST, box.high - columns.height(box.wide) - GAP)
        box, lower = box.above(box.high - min(asked.height(box.wide), most) - GAP)
        yield asked, lower
    yield columns, box


def _notes(board: Board, box: _Box) -> _Placed:
    if board.state.profile and board.state.phase == "group":
        box, right = box.beside(box.wide * 0.62)
        yield Radar(board), box
        box = right
    yield Columns(board), box


def _outcome(board: Board, box: _Box) -> _Placed:
    """The parts from the discussion on: the rating or the poll, and what the meeting is about or came to."""
    state = board.state
    if state.phase == "close":
        rating = Rating(board)
        upper, box = box.above(rating.height(box.wide))
        yield rating, upper
    main = _main(board)
    rated = [poll(board)] if any(state.poll) else []
    aside: list[Part] = [*rated, *([topics(board)] if main and len(state.topics) > 1 else [])]
    if aside:
        box, beside = box.beside(_ASIDE)
        yield from _stacked(aside, beside)
    yield from _stacked(main or [_nothing_yet(board)], box)


def _nothing_yet(board: Board) -> Part:
    return DotChart(board) if board.state.topics else EmptyColumns(board)


def _main(board: Board) -> list[Part]:
    topic = [Topic(board, board.state.current_topic)] if board.state.current_topic else []
    return [*topic, *([actions(board)] if board.state.actions else [])]


def _stacked(parts: Sequence[Part], box: _Box) -> _Placed:
    """One part, or two above each other: the smaller one as high as it needs to be, up to a limit."""
    if len(parts) == 1:
        yield parts[0], box
        return
    first, second = parts
    upper, lower = box.above(
        first.height(box.wide)
        if isinstance(first, Histogram)
        else max(box.high - second.height(box.wide) - GAP, box.high - _BELOW - GAP)
    )
    yield first, upper
    yield second, lower
