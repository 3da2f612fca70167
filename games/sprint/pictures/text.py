"""The board and the burndown chart as text and alt text; `picture` draws the board."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache, partial

from games.graphics.chart import Burndown, burndown
from games.graphics.drawing import ALT_LIMIT, WIDTH, Drawing, bar, fit
from games.parts import Motion
from games.sprint.board import REVIEW, START, Board, Space, card, load_board
from games.sprint.model import (
    Ballot,
    CardDrawn,
    Discussion,
    Event,
    Fork,
    Moved,
    Over,
    Player,
    State,
    ToolAccepted,
    Turn,
    View,
)
from games.sprint.pictures.board import picture
from games.sprint.words import quoted, space_name
from games.text import listing, shortened
from games.values import value

TOKENS = "ABCDEFGHIJKL"
_MAX_TOKENS = 3  # in one cell; for more, only their number is shown
_ACROSS = 3  # cells per line
_CELL = WIDTH // _ACROSS

_SHORT = {"impediment": "Imp", "opportunity": "Opp", "tool": "Tool", "day": "Day", "die": "+die"}


def board(view: View, names: Sequence[str]) -> Drawing:
    state = view.state
    return Drawing(partial(_text, state, names), partial(_alt, state, names), partial(picture, state, names))


def chart(view: View, names: Sequence[str]) -> Drawing:
    del names
    return burndown(series(view.state))


def series(state: State) -> Burndown:
    return Burndown(
        "Sprint burndown, hours per day", state.planned, state.days, state.burndown, state.hours, state.opening
    )


# --- the text board --------------------------------------------------------------------------------------------------


def _text(state: State, names: Sequence[str]) -> str:
    lines = [
        f"{_day(state)} · {state.hours} h left · {state.dice} dice",
        bar(state.day, state.days)[:WIDTH],
        "",
        *_sections(state),
        "",
        *(line for seat, player in enumerate(state.players) for line in _player(state, seat, player, names[seat])),
    ]
    return "\n".join(lines)


def _day(state: State) -> str:
    return f"Day {min(state.day + 1, state.days)} of {state.days}"


def _sections(state: State) -> Iterable[str]:
    """The spaces, three per line. Empty cells keep their places; only cells with pieces or choices are put in."""
    tokens, reachable = _tokens(state), _reachable(state)
    changed = {
        space: _cell(state.board, space, tokens.get(space, ""), marked=space in reachable)
        for space in {*tokens, *reachable}
    }
    for row in _layout(state.board):
        if row.cells.keys().isdisjoint(changed):
            yield row.text
        else:
            yield "".join([changed.get(space, cell) for space, cell in row.cells.items()]).rstrip()


@lru_cache(maxsize=4096)
def _cell(board: str, space: str, tokens: str, *, marked: bool) -> str:
    return fit(f"{'›' if marked else ''}{_label(load_board(board).spaces[space])}{tokens}", _CELL)


@value
class _Row:
    """A line of the board, or a title, which has no cells."""

    text: str  # while nobody is there
    cells: Mapping[str, str]  # by space: its empty cell


@cache
def _layout(board: str) -> tuple[_Row, ...]:
    spaces = list(load_board(board).spaces)
    numbered = {kind: [space for space in spaces if space[0] == kind and space[1:].isdigit()] for kind in "PSD"}
    parts = {
        "Sprint Planning": [START, *numbered["P"]],
        "Sprint": [*numbered["S"], REVIEW],
        "Daily Scrum circle": numbered["D"],
    }
    titled = [[_Row(f"─ {title} ".ljust(WIDTH - 1, "─"), {}), *_rows(board, ids)] for title, ids in parts.items()]
    return tuple(row for rows in titled for row in rows)


def _rows(board: str, ids: Sequence[str]) -> Iterator[_Row]:
    for start in range(0, len(ids), _ACROSS):
        cells = {space: _cell(board, space, "", marked=False) for space in ids[start : start + _ACROSS]}
        yield _Row("".join(cells.values()).rstrip(), cells)


def _tokens(state: State) -> dict[str, str]:
    """The players on each space: ` [AC]`, or how many if they don't fit in a cell."""
    standing: dict[str, str] = {}
    for token, player in zip(TOKENS, state.players, strict=False):
        standing[player.space] = standing.get(player.space, "") + token
    return {space: _marks(tokens) for space, tokens in standing.items()}


def _marks(tokens: str) -> str:
    if len(tokens) > _MAX_TOKENS:
        return f" [{len(tokens)}×]"
    return f"[{tokens}]" if len(tokens) == _MAX_TOKENS else f" [{tokens}]"


def _reachable(state: State) -> frozenset[str]:
    return (
        frozenset(landing.space for landing in state.phase.landings) if isinstance(state.phase, Fork) else frozenset()
    )


def _label(space: Space) -> str:
    match space.kind:
        case "start" | "review":
            return space.kind.capitalize()
        case "hours":
            return f"{space.id} {space.amount:+d}h"
        case "report":
            return f"{space.id} UP" if space.amount < 0 else f"{space.id} x{space.amount}"
        case kind:
            return f"{space.id} {_SHORT[kind]}"


def _player(state: State, seat: int, player: Player, name: str) -> Iterable[str]:
    turn = seat == state.turn and not isinstance(state.phase, Over)
    where = _where(player)
    yield fit(f"{'▶' if turn else ' '}{TOKENS[seat]} {name}", WIDTH - 1 - len(where)) + " " + where
    if player.impediment is not None:
        yield fit(f"   ! {card(player.impediment).title}", WIDTH).rstrip()
    for number, tool in enumerate(player.tools, start=1):
        yield fit(f"   {number} {card(tool).title}", WIDTH).rstrip()


def _where(player: Player) -> str:
    return {START: "Start", REVIEW: "Review"}.get(player.space, player.space)


# --- alt text --------------------------------------------------------------------------------------------------------


def _alt(state: State, names: Sequence[str]) -> str:
    """An alt text to play by. Names are shortened and tools come last, so hours, turn and places always fit."""
    board = load_board(state.board)
    short = [fit(name, 16).rstrip() for name in names]
    head = f"{_day(state)}, {state.hours} hours left, {state.dice} progress dice. {_situation(state, short)}"
    places = " ".join(f"{short[seat]} is on {_place(board, player)}." for seat, player in enumerate(state.players))
    return shortened(f"{head} {places}{_holdings(state, short)}", ALT_LIMIT)


def _situation(state: State, names: Sequence[str]) -> str:
    name = names[state.turn]
    match state.phase:
        case Fork() as fork:
            ways = [landing.space for landing in fork.landings] + ["stay"] * fork.may_stay
            return f"{name} chooses between {listing(ways)}."
        case Ballot() as ballot:
            return f"{name} offers {quoted(ballot.card)} for {names[ballot.target]}; the others vote."
        case Discussion() as discussion:
            return f"The team discusses {quoted(discussion.card)}."
        case Over() as over:
            return "The sprint is won." if over.won else "The sprint is lost."
        case Turn():
            return f"It’s {name}’s turn."


def _place(board: Board, player: Player) -> str:
    name = space_name(board.spaces[player.space])
    place = name if player.space in {START, REVIEW} else f"{player.space} {name}"
    return f"{place}, impeded by {quoted(player.impediment)}" if player.impediment else place


def _holdings(state: State, names: Sequence[str]) -> str:
    held = [
        f"{names[seat]} holds {listing([card(tool).title for tool in player.tools])}."
        for seat, player in enumerate(state.players)
        if player.tools
    ]
    return "".join(f" {line}" for line in held)


# --- motions ---------------------------------------------------------------------------------------------------------


def motions(state: State | None, event: Event) -> tuple[Motion, ...]:
    del state
    match event:
        case Moved():
            return (Motion(f"seat:{event.seat}", event.path or (event.space,)),)
        case CardDrawn(deck="tools"):
            return (Motion(f"tool:{event.card}", (f"seat:{event.seat}",)),)
        case ToolAccepted():
            return (Motion(f"tool:{event.card}", (f"seat:{event.target}",)),)
        case _:
            return ()
