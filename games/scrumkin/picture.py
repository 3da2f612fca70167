"""The table as a picture: the sprint, the action card, and each player's backlog, velocity and game."""

from collections.abc import Sequence

from games.graphics.svg import (
    MIN_TEXT,
    Element,
    add,
    area,
    document,
    drawable,
    finish,
    group,
    initials,
    names_card,
    piece,
    shorten,
    shown_names,
    spot,
    width_of,
    wrap,
    write,
)
from games.graphics.theme import ORANGE, VERMILION, Theme
from games.scrumkin import artwork
from games.scrumkin.deck import TEXT_LIMIT, ActionCard, art_of
from games.scrumkin.layout import Box, Layout, layout
from games.scrumkin.model import Over, State, Turn, Window
from games.scrumkin.narration import count
from games.scrumkin.panel import Panel
from games.text import listing

_LEFT = 16.0
_TALL = 100.0  # an action card of this height shows its text too
_TWO_LINES = 60.0  # and of this height, a title on two lines
_TOUCHED = 70.0  # height of what a finger taps: a phone shows a portrait picture at two thirds
_LINE = 20.0


def picture(state: State, names: Sequence[str], theme: Theme) -> str:
    plan = layout(theme.shape, [len(player.game) for player in state.players])
    root = document(*plan.size, theme, "Scrumkin")
    shown, marks = shown_names(names, theme), initials(names, theme)
    _head(root, state, shown, plan, theme)
    _stack(root, state, plan, theme)
    _action(root, state, marks, plan.action, theme)
    for seat, box in enumerate(plan.panels):
        at = spot(group(root, box[0], box[1], title=names[seat]), f"team:{seat}")
        Panel(state, seat, (shown[seat], marks[seat]), box[2:], plan.inside, theme).draw(at)
    return finish(root)


# --- the head ------------------------------------------------------------------------------------------------------


def _head(root: Element, state: State, names: Sequence[str], plan: Layout, theme: Theme) -> None:
    narrow = theme.shape == "landscape"
    sprint = f"Sprint {state.sprint}{f' of {state.limit}' if state.limit else ''}"
    size, first, second = (22, 26, 47) if narrow else (26, 38, 61)
    write(root, (_LEFT, first), sprint, size, theme.ink, anchor="start", bold=True)
    bold = isinstance(state.phase, Window | Over)
    beside = plan.stack if narrow and len(plan.panels) % 2 else plan.action
    room = beside[0] - _LEFT - 8
    note = shorten(_note(state, names, room - 60), room, 16, bold=bold)
    write(root, (_LEFT, second), note, 16, theme.accent if bold else theme.faint, anchor="start", bold=bold)


def _note(state: State, names: Sequence[str], room: float) -> str:
    match state.phase:
        case Turn(seat=seat):
            return f"{shorten(names[seat], room, 16)}’s turn"
        case Window():
            return "Last chance to counter"
        case Over(winners=winners):
            if len(winners) == len(names):
                return "You all win!"
            return f"Won by {listing([names[seat] for seat in winners])}" if winners else "Lost"


def _stack(root: Element, state: State, plan: Layout, theme: Theme) -> None:
    """How many cards are left to draw, and where there is room, how many are discarded."""
    left, top, wide, high = plan.stack
    under, size = len(state.under), plan.inside.small
    short = f"Stack {len(state.stack)}{f' + {under}' if under else ''}"
    full = f"{short}{' dropped' if under else ''} · discarded {len(state.discards)}"
    words = full if width_of(full, size) <= wide else shorten(short, wide, size)
    pile = spot(group(root), "stack")
    touched = high if theme.shape == "landscape" else max(high, _TOUCHED)
    area(pile, left - 2, top + high - touched, wide + 4, touched)
    if theme.shape == "landscape":
        write(pile, (left + wide, top + 17), words, size, theme.faint, anchor="end")
    else:
        write(pile, (left, top + 16), words, size, theme.faint, anchor="start")


# --- the action card -----------------------------------------------------------------------------------------------


def _action(root: Element, state: State, marks: Sequence[str], box: Box, theme: Theme) -> None:
    """Draw this sprint's action card, with its text if there is room."""
    if state.action is None:
        return
    card, (left, top, wide, high) = state.deck.action_card(state.action), box
    tint = theme.tint(VERMILION if card.bugs else ORANGE)
    at = names_card(piece(group(root, left, top), f"action:{state.action}"), card.title)
    add(at, "rect", width=wide, height=high, rx=10, fill=tint.fill, stroke=tint.line, stroke_width=2)
    title, tall = drawable(card.title, theme, "Action"), high > _TALL
    room, size = (wide - 84, 20) if tall else (wide - 70, 16)
    bold = wrap(title, room / 1.03, size, 2 if high > _TWO_LINES else 1)
    what = shorten(_effect(card, marks[state.leader]), room, MIN_TEXT)
    if tall:
        _lines(group(at, 74, 30), bold, size, tint.line, bold=True)
        _lines(group(at, 74, 30 + _LINE * len(bold)), [what], MIN_TEXT, tint.line)
        text = wrap(drawable(card.text, theme, limit=TEXT_LIMIT), wide - 28, MIN_TEXT, 4)
        _lines(group(at, 14, 40 + _LINE * (len(bold) + 1)), text, MIN_TEXT, tint.line)
        artwork.draw(group(at, 42, 38, scale=1.2), art_of(card), tint.line, theme)
    else:
        first = high / 2 + 5 - _LINE * len(bold) / 2
        _lines(group(at, 62, first), bold, size, tint.line, bold=True)
        _lines(group(at, 62, first + _LINE * len(bold)), [what], MIN_TEXT, tint.line)
        artwork.draw(group(at, 32, high / 2, scale=min(1.1, high / 48)), art_of(card), tint.line, theme)


def _effect(card: ActionCard, leader: str) -> str:
    return f"{count(card.bugs, 'bug')} for the leader, {leader}" if card.bugs else f"{card.boost:+d} for everybody"


def _lines(at: Element, lines: Sequence[str], size: float, ink: str, *, bold: bool = False) -> None:
    for row, words in enumerate(lines):
        write(at, (0, _LINE * row), words, size, ink, anchor="start", bold=bold)
