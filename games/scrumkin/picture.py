"""The table as a picture: the action card, and each player's backlog, velocity and game."""

from collections.abc import Sequence

from games.graphics.svg import (
    WIDTH,
    Element,
    add,
    area,
    document,
    drawable,
    finish,
    group,
    initials,
    path,
    shorten,
    shown_names,
    spot,
    token,
    width_of,
    wrap,
    write,
)
from games.graphics.theme import BLUE, ORANGE, VERMILION, Theme
from games.scrumkin.faces import CARD, badge, shown_value, small_card, tone
from games.scrumkin.model import SPRINTS, TRACK, Over, Player, State, Turn, Window
from games.scrumkin.narration import count
from games.scrumkin.velocity import value, velocity
from games.text import listing

_LEFT = 14.0
_PANEL = WIDTH - 2 * _LEFT
_HEAD = 96.0  # of the picture
_PLAYER = 68.0  # of a player's panel, above the cards
_GAP = 5.0
_ACROSS = 5
_REACH = 6  # of the velocity meter, to either side


def picture(state: State, names: Sequence[str], theme: Theme) -> str:
    heights = [_height(len(player.game)) for player in state.players]
    root = document(WIDTH, _HEAD + sum(heights) + 8 * len(heights) + 6, theme, "Scrumkin")
    shown, marks = shown_names(names, theme), initials(names, theme)
    _head(root, state, shown, theme)
    _action(group(root, WIDTH - _LEFT - 232, 14), state, marks, theme)
    top = _HEAD
    for seat, height in enumerate(heights):
        panel = spot(group(root, _LEFT, top, title=names[seat]), f"team:{seat}")
        _frame(panel, state, seat, height, theme)
        _player(panel, state, seat, (shown[seat], marks[seat]), theme)
        top += height + 8
    return finish(root)


def _height(cards: int) -> float:
    rows = -(-cards // _ACROSS)
    return _PLAYER + rows * (CARD[1] + _GAP) + (4 if rows else 0)


# --- the head ------------------------------------------------------------------------------------------------------


def _head(root: Element, state: State, names: Sequence[str], theme: Theme) -> None:
    of = f" of {SPRINTS}" if state.collaborative else ""
    write(root, (_LEFT + 2, 38), f"Sprint {state.sprint}{of}", 26, theme.ink, anchor="start", bold=True)
    note, ink = _note(state, names), theme.faint
    if isinstance(state.phase, Window | Over):
        ink = theme.accent
    write(root, (_LEFT + 2, 61), shorten(note, 300, 16), 16, ink, anchor="start", bold=ink == theme.accent)
    under = f" + {len(state.under)} dropped" if state.under else ""
    stacks = f"Stack {len(state.stack)}{under} · discarded {len(state.discards)}"
    pile = spot(group(root), "stack")
    area(pile, _LEFT, 66, 300, 24)
    write(pile, (_LEFT + 2, 82), stacks, 14, theme.faint, anchor="start")


def _note(state: State, names: Sequence[str]) -> str:
    match state.phase:
        case Turn(seat=seat):
            return f"{shorten(names[seat], 200, 16)}’s turn"
        case Window():
            return "Last chance to counter"
        case Over(winners=winners):
            if len(winners) == len(names):
                return "You all win!"
            return f"Won by {listing([names[seat] for seat in winners])}" if winners else "Lost"


def _action(at: Element, state: State, marks: Sequence[str], theme: Theme) -> None:
    """Draw this sprint's action card."""
    if state.action is None:
        return
    card = state.deck.action_card(state.action)
    tint = theme.tint(VERMILION if card.bugs else ORANGE)
    add(at, "rect", width=232, height=72, rx=10, fill=tint.fill, stroke=tint.line, stroke_width=2)
    title = wrap(drawable(card.title, theme, "Action"), 154, 16, 2)
    for line, words in enumerate(title):
        write(at, (62, (27 if len(title) == 1 else 23) + 18 * line), words, 16, tint.line, anchor="start", bold=True)
    whom = f"for the leader, {marks[state.leader]}" if card.bugs else "for everybody"
    what = f"{count(card.bugs, 'bug')} {whom}" if card.bugs else f"{card.boost:+d} {whom}"
    write(at, (62, 50 if len(title) == 1 else 61), shorten(what, 162, 14), 14, tint.line, anchor="start")
    mark = group(at, 32, 36)
    if card.bugs:
        _bug(mark, tint.line, tint.fill)
    else:
        path(mark, "M0 -20L-14 2H-3L-6 20L14 -6H3Z", tint.line, 2, tint.line)


def _bug(at: Element, ink: str, fill: str) -> None:
    path(at, "M-9 -6L-17 -11M-10 2H-19M-9 9L-16 15M9 -6L17 -11M10 2H19M9 9L16 15M-4 -12L-8 -19M4 -12L8 -19", ink, 2.5)
    add(at, "ellipse", cx=0, cy=3, rx=10, ry=13, fill=fill, stroke=ink, stroke_width=2.5)
    path(at, "M0 -9V15M-8 -5H8", ink, 2)


# --- a player ------------------------------------------------------------------------------------------------------


def _frame(at: Element, state: State, seat: int, height: float, theme: Theme) -> None:
    winner = isinstance(state.phase, Over) and seat in state.phase.winners
    edge = theme.ink if _on_turn(state, seat) else theme.accent if winner else theme.line
    bold = edge != theme.line
    add(
        at, "rect", width=_PANEL, height=height, rx=10, fill=theme.panel, stroke=edge, stroke_width=2.5 if bold else 1
    )  # fmt: skip


def _on_turn(state: State, seat: int) -> bool:
    return isinstance(state.phase, Turn) and state.phase.seat == seat


def _player(at: Element, state: State, seat: int, who: tuple[str, str], theme: Theme) -> None:
    player = state.players[seat]
    turn = _on_turn(state, seat)
    token(group(at, 21, 20), seat, who[1], 12, theme)
    shown = shorten(who[0], 170, 18, bold=turn)
    write(at, (42, 26), shown, 18, theme.ink, anchor="start", bold=turn)
    if seat == state.leader:
        _crown(group(at, 54 + width_of(shown, 18, bold=turn) + 6, 19), theme)
    _velocity(group(at, 246, 10), state, seat, theme)
    _track(group(at, 12, 41), seat, player, theme)
    write(at, (376, 57), f"{player.backlog} to do", 17, theme.ink, anchor="start", bold=True)
    _hand(group(at, _PANEL - 66, 51), len(player.hand), theme)
    for index, laid in enumerate(player.game):
        row, column = divmod(index, _ACROSS)
        place = group(at, 8 + column * (CARD[0] + _GAP - 1.5), _PLAYER + row * (CARD[1] + _GAP))
        small_card(spot(place, f"laid:{laid.card}"), state, seat, laid, theme)


def _crown(at: Element, theme: Theme) -> None:
    """Mark the leader of this sprint."""
    tint = theme.tint(ORANGE)
    path(at, "M-9 6L-10 -5L-4.5 -0.5L0 -8L4.5 -0.5L10 -5L9 6Z", tint.line, 2, tint.fill)


def _velocity(at: Element, state: State, seat: int, theme: Theme) -> None:
    """Draw a meter with 0 in the middle, this sprint's figure and, fainter, the next sprint's."""
    now = velocity(state, seat)
    cell = 13.0
    for step in range(-_REACH, _REACH + 1):
        filled = 0 < step <= now or now <= step < 0
        colour = theme.tint(tone(now))
        x = (step + _REACH) * cell
        if step == 0:
            path(at, f"M{x + cell / 2 - 1:.1f} -1V21", theme.faint, 2)
        else:
            add(
                at, "rect", x=x, y=3, width=cell - 2, height=14, rx=2.5, fill=colour.line if filled else theme.road,
            )  # fmt: skip
    label = group(at, 2 * _REACH * cell + cell + 8, -1)
    wide = badge(label, shown_value(now), tone(now), theme, now=True, size=17)
    player = state.players[seat]
    then = sum(value(state, seat, laid, ahead=1) for laid in player.game) - player.taken
    write(label, (wide + 8, 16.4), f"then {shown_value(then)}", 14, theme.faint, anchor="start")


def _track(at: Element, seat: int, player: Player, theme: Theme) -> None:
    """Draw a box per item left, with a cross if it was taken over. Clicking the third box means taking three items."""
    tint = theme.tint(BLUE)
    cell = 17.6
    for item in range(TRACK):
        filled = item < player.backlog
        x = item * cell + (3 if item >= TRACK // 2 else 0)
        box = spot(group(at), f"items:{seat}:{item + 1}") if filled else at
        add(box, "rect", x=x, width=cell - 3, height=17, rx=3, fill=tint.line if filled else theme.road)
        if filled and item >= player.backlog - player.taken:
            path(box, f"M{x + 4:.1f} 5l6.6 7m0 -7l-6.6 7", theme.panel, 2)


def _hand(at: Element, cards: int, theme: Theme) -> None:
    for back in range(min(cards, 3)):
        path(at, f"M{back * 6} -9h12v18h-12Z", theme.faint, 1.5, theme.panel)
    write(at, (min(cards, 3) * 6 + 14, 6), str(cards), 16, theme.faint, anchor="start", bold=True)
