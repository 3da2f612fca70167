"""The picture of the board: the same parts beside each other for chat, below each other for the web table."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence

from games.graphics.svg import Element, Point, document, finish, group, write
from games.graphics.theme import Theme
from games.sprint import status, track
from games.sprint.board import REVIEW, START, load_board
from games.sprint.crowd import stand
from games.sprint.layout import Layout, layout
from games.sprint.legend import legend
from games.sprint.middle import Block, news, stack, title
from games.sprint.model import Fork, State

_FEW = 6  # players whose pieces are drawn large


def picture(state: State, names: Sequence[str], theme: Theme) -> str:
    plan, players = layout(state.board, theme.shape), legend(state, names, theme)
    on = {seat: player.space for seat, player in enumerate(state.players) if player.space not in {START, REVIEW}}
    points = stand(plan, on, piece_radius(plan, len(state.players)))
    (wide, high), beside = plan.geometry.size, plan.geometry.players
    if beside is None:
        bottom = max([high, *(y + plan.geometry.piece + 12 for _, y in points.values())])
        root = document(wide, bottom + players.height + 10, theme, "The Scrum Game")
        players.below(root, 14, bottom, wide - 28)
    else:
        root = document(wide, high, theme, "The Scrum Game")
        players.beside(root, beside)
    _board(root, state, plan, (on, points), theme)
    track.pieces(root, state, names, _circles(state, plan, points), theme)
    track.choices(root, plan, _reachable(state), theme)
    _middle(root, state, names, plan, theme)
    status.days(root, plan.geometry.days, state, theme)
    return finish(root)


def _circles(state: State, plan: Layout, points: Mapping[int, Point]) -> dict[int, track.Circle]:
    """Where each piece is and how large."""
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
    board, reachable = load_board(state.board), _reachable(state)
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
    track.spaces(root, board, {space: box for space, box in labels.items() if space not in reachable}, theme)
    track.boxes(root, plan, Counter(player.space for player in state.players), reachable, theme)


def _daily_scrum(root: Element, plan: Layout, theme: Theme) -> None:
    """The name of the small circle, while nobody is in it."""
    (x, y), away = plan.small_centre, plan.places[plan.circle[0]].inward
    x, y = x - 5 * away[0], y - 5 * away[1]
    for row, word in enumerate(("Daily", "Scrum")):
        write(root, (x, y - 2 + 18 * row), word, 16, theme.faint)


def _middle(root: Element, state: State, names: Sequence[str], plan: Layout, theme: Theme) -> None:
    """What just happened; the hours too, unless they have their own box."""
    geometry = plan.geometry
    blocks = list(news(state, names, 1.87 * geometry.middle, theme))
    if geometry.hours is None:
        blocks.insert(0, Block(status.HOURS_HEIGHT, lambda at: status.hours(at, state, theme)))
    else:
        left, top, wide, _ = geometry.hours
        status.hours(group(root, left + wide / 2, top), state, theme)
        blocks = blocks or [title(theme)]
    stack(root, geometry.centre, blocks)
