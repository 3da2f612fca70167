"""The picture of the board: with days and players beside it for chat, alone for a page that shows those itself."""

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import partial

from games.graphics.fitting import fitted, in_lines
from games.graphics.svg import (
    Element,
    Point,
    add,
    area,
    document,
    drawable,
    finish,
    group,
    initials,
    names_card,
    path,
    piece,
    reuse,
    shorten,
    shown_names,
    spot,
    token,
    warning,
    width_of,
    wrap,
    write,
)
from games.graphics.theme import GREEN, ORANGE, PURPLE, SKY, VERMILION, YELLOW, Theme
from games.language import t
from games.sprint.board import REVIEW, START, Board, Deck, Space, card, load_board
from games.sprint.landing import as_improved
from games.sprint.model import (
    Ballot,
    CardDrawn,
    Discussion,
    Fork,
    Freed,
    Over,
    Planning,
    Player,
    Reflecting,
    Reported,
    Rolled,
    State,
)
from games.sprint.pictures import track
from games.sprint.pictures import track as status
from games.sprint.pictures.layout import Box, Layout, layout, stand
from games.sprint.pictures.track import die, icon, medal
from games.values import replace, value

# --- legend ----------------------------------------------------------------------------------------------------------

_NAME, _LINE = 17.5, 15.5  # font sizes
_INDENT = 41.0  # where the texts begin, right of the token
_ONE_COLUMN = 6  # players beside the board
_MAX_HEIGHT = 66.0  # of a player beside the board
_MIN_ROW = 120.0  # width below which tools go below the name
_MIN_NAME = 70.0
_TALL = 58.0
_TOOL = Space("", "tool", ())


@value
class _Cell:
    seat: int
    name: str
    mark: str
    player: Player
    turn: bool

    def draw(self, at: Element, wide: float, high: float, theme: Theme) -> None:
        self._frame(at, wide, high, theme)
        narrow = wide < _MIN_ROW
        person, left = spot(group(at), f"seat:{self.seat}"), 34.0 if narrow else _INDENT
        area(person, 0, 0, wide, high)
        token(group(person, 16 if narrow else 20, high / 2), self.seat, self.mark, 12, theme, least=_LINE)
        below = self._lines(wide, high, theme)
        top = high / 2 - 9.5 * len(below)
        taken = self._tools(at, wide, top + 19 if narrow else top, theme)
        self._name(person, (left, top + 6), wide - left - 4 - (0 if narrow else taken), theme)
        self._impediment(person, (left + 8, top + 20), below, theme)

    def _lines(self, wide: float, high: float, theme: Theme) -> list[str]:
        """The lines below the name: none, or the title of the impediment as far as there is room."""
        if wide < _MIN_ROW:
            return [""] if self.player.impediment is not None or self.player.tools else []
        if self.player.impediment is None:
            return []
        return wrap(_text(self.player.impediment, theme), wide - _INDENT - 24, _LINE, 2 if high > _TALL else 1)

    def _tools(self, at: Element, wide: float, y: float, theme: Theme) -> float:
        """Draw the number of tools at the end of a line, with a part to click per tool; returns the width."""
        tools = self.player.tools
        if not tools:
            return 0
        ink, count = self._ink(theme, theme.ink), f"{'' if wide < _MIN_ROW else '×'}{len(tools)}"
        room = width_of(count, _LINE) + 20
        icon(group(at, wide - room + 4, y, scale=0.68), _TOOL, ink, ink)
        write(at, (wide - 6, y + 5.5), count, _LINE, ink, anchor="end")
        for index, tool in enumerate(tools):
            x = wide - room - 4 + index * room / len(tools)
            place = spot(group(at, x, y - 10, title=_text(tool, theme)), f"tool:{tool}")
            area(names_card(piece(place, f"tool:{tool}"), str(card(tool).title)), 0, 0, room / len(tools), 20)
        return room + 8

    def _frame(self, at: Element, wide: float, high: float, theme: Theme) -> None:
        fill, stroke = (theme.ink, theme.ink) if self.turn else (theme.panel, theme.line)
        add(at, "rect", width=wide, height=high, rx=9, fill=fill, stroke=stroke, stroke_width=1.5)

    def _ink(self, theme: Theme, ink: str) -> str:
        """The colour of a text, which changes with the background of whose turn it is."""
        return theme.paper if self.turn else ink

    def _name(self, at: Element, base: Point, room: float, theme: Theme) -> None:
        size = _NAME if room > _MIN_NAME else _LINE
        shown = shorten(self.name, room, size, bold=self.turn)
        write(at, base, shown, size, self._ink(theme, theme.ink), anchor="start", bold=self.turn)

    def _impediment(self, at: Element, badge: Point, lines: Sequence[str], theme: Theme) -> None:
        if self.player.impediment is None:
            return
        at = names_card(group(at), str(card(self.player.impediment).title))
        area(at, badge[0] - 9, badge[1] - 9, 18, 18 * max(1, len(lines)))
        warning(at, *badge, 8.5, theme)
        left, ink = max(badge[0] + 13, _INDENT), self._ink(theme, theme.alarm)
        for row, words in enumerate(lines):
            write(at, (left, badge[1] + 5.5 + 18 * row), words, _LINE, ink, anchor="start")


def _text(key: str, theme: Theme) -> str:
    return drawable(str(card(key).title), theme, t("A card"))


def _legend(root: Element, box: Box, state: State, names: Sequence[str], theme: Theme) -> None:
    """Draw the players in a box beside the board; many of them in two columns."""
    shown, marks = shown_names(names, theme), initials(names, theme)
    nobody, players = isinstance(state.phase, Planning | Reflecting | Over), state.players
    columns = 1 if len(players) <= _ONE_COLUMN else 2
    rows = -(-len(players) // columns)
    wide, high = (box[2] + 4) / columns, min(_MAX_HEIGHT, (box[3] + 4) / rows)
    for seat, player in enumerate(players):
        column, row = divmod(seat, rows)
        at = group(root, box[0] + column * wide, box[1] + row * high)
        cell = _Cell(seat, shown[seat], marks[seat], player, seat == state.turn and not nobody)
        reuse(at, _draw, cell, wide - 4, high - 4, theme)


def _draw(at: Element, cell: _Cell, wide: float, high: float, theme: Theme) -> None:
    cell.draw(at, wide, high, theme)


# --- middle ----------------------------------------------------------------------------------------------------------

_TITLE = 16.5  # font size of a card
_TEXT_LINE = 19.0
_BLOCK_GAP = 7.0
_DIE = 30.0
_SMALL_DIE = 21.0
_ACROSS = 5  # progress dice in a row
_CARDS: dict[Deck, tuple[Space, str]] = {
    "tools": (Space("", "tool", ()), SKY),
    "impediments": (Space("", "impediment", ()), VERMILION),
    "opportunities": (Space("", "opportunity", ()), YELLOW),
}


@value
class _Block:
    """Something that draws itself around the middle of its top edge."""

    height: float
    draw: Callable[[Element], None]


def stack(root: Element, centre: Point, blocks: Sequence[_Block]) -> None:
    """Draw the blocks below each other, around the centre."""
    top = -(sum(block.height for block in blocks) + _BLOCK_GAP * (len(blocks) - 1)) / 2
    for block in blocks:
        block.draw(group(root, centre[0], centre[1] + top))
        top += block.height + _BLOCK_GAP


def news(state: State, names: Sequence[str], room: float, theme: Theme) -> Iterator[_Block]:
    match state.phase:
        case Over(won=won):
            yield from _ending(state, room, theme, won=won)
        case Ballot() as ballot:
            yield from _ballot(state, ballot, names, room, theme)
        case Discussion() as discussion:
            yield _words(t("Discussion"), theme.accent, room)
            yield from _card("opportunities", discussion.card, room, theme, lines=3)
        case Planning() | Reflecting() as phase:
            yield from _release(state, phase, room, theme)
        case Fork():
            yield from _lines(t("Pick a space"), room, theme.accent, 17)
            yield from _rolled(state, theme)
        case _:
            yield from _rolled(state, theme)
            yield from _outcome(state, room, theme)


def title(room: float, theme: Theme) -> _Block:
    """The name of the game, for a middle that is still empty."""
    return _heading(t("The Scrum Game"), room, theme.faint)


def _words(words: str, ink: str, room: float, size: float = 17) -> _Block:
    shown, size = fitted(words, room, size, bold=True)
    return _Block(size * 0.8, lambda at: write(at, (0, size * 0.78), shown, size, ink, bold=True))


def _heading(text: str, room: float, ink: str) -> _Block:
    lines, size = in_lines(text, room, 30, 3, bold=True)

    def draw(at: Element) -> None:
        for row, words in enumerate(lines):
            write(at, (0, 0.8 * size + (size + 1) * row), words, size, ink, bold=True)

    return _Block((size + 1) * len(lines) - 5, draw)


def _release(state: State, phase: Planning | Reflecting, room: float, theme: Theme) -> Iterator[_Block]:
    """Blocks for what the team votes on between two sprints."""
    release = state.release
    assert release is not None
    if isinstance(phase, Planning):
        yield _words(t("Sprint {sprint}", sprint=release.sprint), theme.accent, room, 22)
        yield from _lines(t("Which forecast?"), room, theme.ink)
        yield _words(", ".join(map(str, release.forecasts)), theme.accent, room)
        return
    last = release.past[-1]
    ink = theme.tint(GREEN if last.delivered else ORANGE).line
    yield _words(t("Sprint {sprint}", sprint=len(release.past)), ink, room, 22)
    yield from _lines(
        t("{delivered} of {forecast} h delivered", delivered=last.delivered, forecast=last.forecast), room, theme.ink
    )
    yield from _lines(t("What will you improve?"), room, theme.accent)


def _lines(text: str, room: float, ink: str, size: float = _TITLE) -> Iterator[_Block]:
    lines, size = in_lines(text, room, size, 3, bold=True)
    for words in lines:
        yield _words(words, ink, room, size)


def _ending(state: State, room: float, theme: Theme, *, won: bool) -> Iterator[_Block]:
    ink = theme.tint(GREEN if won else ORANGE).line
    if state.release:
        yield _heading(t("Release won!") if won else t("Release lost"), room, ink)
    else:
        yield _heading(t("Sprint won!") if won else t("Sprint lost"), room, ink)
    if won:
        yield _Block(36, lambda at: medal(group(at, 0, 20, scale=1.6), ink))


# --- dice ------------------------------------------------------------------------------------------------------------


def _rolled(state: State, theme: Theme) -> Iterator[_Block]:
    for event in state.latest:
        if isinstance(event, Rolled):
            yield _Block(_DIE, partial(_dice, faces=event.dice, size=_DIE, theme=theme))


def _dice(at: Element, faces: Sequence[int], size: float, theme: Theme) -> None:
    pitch = size + 4
    for index, face in enumerate(faces):
        row, column = divmod(index, _ACROSS)
        in_row = min(_ACROSS, len(faces) - row * _ACROSS)
        x = (column - (in_row - 1) / 2) * pitch
        die(group(at, x, size / 2 + row * pitch, scale=size / 20.4), theme.ink, theme.panel, face)


def _outcome(state: State, room: float, theme: Theme) -> Iterator[_Block]:
    """Blocks for the last thing that the roll led to: progress dice, a card, or an impediment removed."""
    match state.latest[-1:]:
        case (Reported() as report,):
            rows = -(-len(report.dice) // _ACROSS)
            yield _Block(
                rows * (_SMALL_DIE + 4) - 4, partial(_dice, faces=report.dice, size=_SMALL_DIE, theme=theme)
            )  # fmt: skip
            burned = report.times > 0
            words = t("{hours} h", hours=f"{'−' if burned else '+'}{report.amount}")
            yield _words(words, theme.tint(GREEN if burned else PURPLE).line, room, 22)
        case (CardDrawn() as drawn,):
            yield from _card(drawn.deck, drawn.card, room, theme, lines=2)
        case (Freed() as freed,):
            ink = theme.tint(GREEN).line
            yield _Block(22, lambda at: medal(group(at, 0, 11), ink))
            yield _card_title(freed.card, room, ink, 2, theme)


# --- cards -----------------------------------------------------------------------------------------------------------


def _card(deck: Deck, key: str, room: float, theme: Theme, *, lines: int) -> Iterator[_Block]:
    space, colour = _CARDS[deck]
    tint = theme.tint(colour)
    yield _Block(22, lambda at: icon(group(at, 0, 11), space, tint.line, tint.fill))
    yield _card_title(key, room, tint.line, lines, theme)


def _card_title(key: str, room: float, ink: str, lines: int, theme: Theme) -> _Block:
    rows = wrap(_text(key, theme), room / 1.03, _TITLE, lines)

    def draw(at: Element) -> None:
        for row, words in enumerate(rows):
            write(at, (0, 13 + _TEXT_LINE * row), words, _TITLE, ink, bold=True)

    return _Block(_TEXT_LINE * len(rows) - 3, draw)


def _ballot(state: State, ballot: Ballot, names: Sequence[str], room: float, theme: Theme) -> Iterator[_Block]:
    """Blocks for who offers which tool to whom, and what it is to solve."""
    marks = initials(names, theme)

    def draw(at: Element) -> None:
        if state.turn != ballot.target:
            token(group(at, -28, 13), state.turn, marks[state.turn], 12, theme, least=_TITLE - 1)
            path(at, "M-10 13H9M4 8L9 13L4 18", theme.ink, 3)
        x = 0 if state.turn == ballot.target else 28
        token(group(at, x, 13), ballot.target, marks[ballot.target], 12, theme, least=_TITLE - 1)

    yield _Block(26, draw)
    yield _card_title(ballot.card, room, theme.tint(SKY).line, 2, theme)
    impediment = state.players[ballot.target].impediment
    if impediment is not None:
        yield _card_title(impediment, room, theme.alarm, 2, theme)


# --- the whole picture -----------------------------------------------------------------------------------------------

_FEW = 6  # players whose pieces are drawn large
_DAILY_SCRUM = 64.0  # width inside of the small circle


def picture(state: State, names: Sequence[str], theme: Theme) -> str:
    plan = layout(state.board, theme.shape)
    on = {seat: player.space for seat, player in enumerate(state.players) if player.space not in {START, REVIEW}}
    points = stand(plan, on, piece_radius(plan, len(state.players)))
    root = document(*plan.geometry.size, theme, t("The Scrum Game"))
    if plan.geometry.players:
        _legend(root, plan.geometry.players, state, names, theme)
    _board(root, state, plan, (on, points), theme)
    track.pieces(root, state, names, _circles(state, plan, points), theme)
    track.choices(root, plan, _reachable(state), theme)
    _middle(root, state, names, plan, theme)
    left, top, wide, _ = plan.geometry.hours
    status.hours(group(root, left + wide / 2, top), wide, state, theme)
    if plan.geometry.days:
        status.days(root, plan.geometry.days, state, theme)
    return finish(root)


def _circles(state: State, plan: Layout, points: Mapping[int, Point]) -> dict[int, track.Circle]:
    """The place and size of each piece."""
    radius = piece_radius(plan, len(state.players))
    circles = {seat: (*point, radius) for seat, point in points.items()}
    for end, box in ((START, plan.geometry.start), (REVIEW, plan.geometry.review)):
        there = [seat for seat, player in enumerate(state.players) if player.space == end]
        circles |= track.boxed(plan, box, there, radius)
    return circles


def piece_radius(plan: Layout, players: int) -> float:
    return plan.geometry.piece if players <= _FEW else plan.geometry.small_piece


def _reachable(state: State) -> Collection[str]:
    return [landing.space for landing in state.phase.landings] if isinstance(state.phase, Fork) else ()


def _board(
    root: Element, state: State, plan: Layout, standing: tuple[Mapping[int, str], Mapping[int, Point]], theme: Theme
) -> None:
    board, reachable = _in_use(state), _reachable(state)
    on, points = standing
    track.roads(root, board, theme)
    trace = () if isinstance(state.phase, Fork) else state.trace  # at a fork only the choices stand out
    track.last_move(root, board, plan, trace, theme)
    if isinstance(state.phase, Fork):
        track.ways(root, plan, state.players[state.turn].space, state.phase.landings, theme)
    else:
        track.chevrons(root, board, trace, theme)
    if not set(on.values()) & set(plan.circle[1:]):
        _daily_scrum(root, plan, theme)
    track.leaders(root, plan, on, points, theme)
    labels = plan.labels(on.values())
    shown = [as_improved(space, state) for space in board.spaces.values()]
    track.spaces(root, board, shown, {space: box for space, box in labels.items() if space not in reachable}, theme)
    if state.release is None:
        track.boxes(root, plan, Counter(player.space for player in state.players), reachable, theme)


def _in_use(state: State) -> Board:
    """The board; a sprint of a release begins and ends on the big circle, so the ways in and out aren't drawn."""
    board = load_board(state.board)
    if state.release is None:
        return board
    unused = {START, REVIEW, *layout(state.board, "landscape").planning}
    spaces = (space for space in board.spaces.values() if space.id not in unused)
    ways = {space.id: replace(space, next=tuple(way for way in space.next if way not in unused)) for space in spaces}
    return replace(board, spaces=ways)


def _daily_scrum(root: Element, plan: Layout, theme: Theme) -> None:
    """Write the name of the small circle, while nobody is in it."""
    (x, y), away = plan.small_centre, plan.places[plan.circle[0]].inward
    x, y = x - 5 * away[0], y - 5 * away[1]
    lines, size = in_lines(t("Daily Scrum"), _DAILY_SCRUM, 16, 2)
    for row, words in enumerate(lines):
        write(root, (x, y + 16 - 9 * len(lines) + 18 * row), words, size, theme.faint)


def _middle(root: Element, state: State, names: Sequence[str], plan: Layout, theme: Theme) -> None:
    """Draw what just happened."""
    geometry = plan.geometry
    room = 1.87 * geometry.middle
    stack(root, geometry.centre, list(news(state, names, room, theme)) or [title(room, theme)])
