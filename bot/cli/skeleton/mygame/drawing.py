"""The board: as text, in words for screen readers, and as a picture."""

from collections.abc import Sequence
from functools import partial

from bot.cli.skeleton.mygame.model import State, View
from games.graphics import svg
from games.graphics.drawing import WIDTH, Drawing, fit
from games.graphics.theme import BLUE, Theme
from games.language import n, t

ROW = 10  # stones in a row of the picture


def board(view: View, names: Sequence[str]) -> Drawing:
    state = view.state
    return Drawing(partial(_text, state, names), partial(_alt, state, names), partial(_picture, state, names))


def _mark(state: State, seat: int) -> str:
    if state.winner is not None:
        return "★" if seat == state.winner else " "
    return "▸" if seat == state.turn else " "


def _text(state: State, names: Sequence[str]) -> str:
    """The text board: at most 40 columns wide, so that it fits a phone."""
    players = [fit(f"{_mark(state, seat)} {name}", WIDTH).rstrip() or "-" for seat, name in enumerate(names)]
    return "\n".join(["●" * state.stones or t("(no stones)"), *players])


def _alt(state: State, names: Sequence[str]) -> str:
    """The alt text: short, because names can be long."""
    if state.winner is not None:
        return t("{player} has won.", player=fit(names[state.winner], 30).rstrip())
    heap = n("{count} stone in the heap.", "{count} stones in the heap.", state.stones)
    return f"{heap} {t('{player} is next.', player=fit(names[state.turn], 30).rstrip())}"


def _picture(state: State, names: Sequence[str], theme: Theme) -> str:
    """The picture: the theme has its light and dark colours; svg escapes whatever people are called."""
    root = svg.document(svg.WIDTH, 200 + 40 * len(names), theme, t("My Game"))
    for number in range(1, state.stones + 1):
        row, column = divmod(number - 1, ROW)
        stone = svg.spot(svg.group(root, 45 + 54 * column, 40 + 54 * row), f"stone:{number}")
        svg.add(stone, "circle", r=22, fill=theme.tint(BLUE).fill, stroke=theme.tint(BLUE).line, stroke_width=2)
        svg.write(stone, (0, 6), str(number), 16, theme.ink)
    shown, marks = svg.shown_names(names, theme), svg.initials(names, theme)
    for seat, name in enumerate(names):
        player = svg.group(root, 40, 215 + 40 * seat, title=name)
        svg.token(player, seat, marks[seat], 14, theme, turn=seat in (state.turn, state.winner))
        svg.write(player, (28, 6), svg.shorten(shown[seat], 450, 18), 18, theme.ink, anchor="start")
    return svg.finish(root)
