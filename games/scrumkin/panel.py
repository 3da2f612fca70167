"""A player's panel: name, velocity, backlog, hand and the cards of their game."""

from games.graphics.svg import Element, Point, add, group, path, piece, reuse, shorten, spot, token, width_of, write
from games.graphics.theme import BLUE, ORANGE, Theme
from games.scrumkin.faces import badge, badge_width, shown_value, tone
from games.scrumkin.laid_cards import LaidCards
from games.scrumkin.layout import Inside
from games.scrumkin.model import TRACK, Over, Player, State, Turn
from games.scrumkin.velocity import card_value, velocity
from games.values import value

_NAME, _BADGE = 18.0, 17.0  # font sizes
_REACH = 6  # of the velocity meter, to either side
_CELL = 13.0  # of the meter
_ARROW = 22.0  # from this sprint's velocity to the next
_MIN_CROSS = 12.0  # width of a box that has room for a cross


@value
class Panel:
    state: State
    seat: int
    who: tuple[str, str]  # name and mark
    size: Point
    inside: Inside
    theme: Theme

    @property
    def _player(self) -> Player:
        return self.state.players[self.seat]

    @property
    def _turn(self) -> bool:
        return isinstance(self.state.phase, Turn) and self.state.phase.seat == self.seat

    def draw(self, at: Element) -> None:
        self._frame(at)
        self._head(at)
        self._track(at)
        self._hand(at)
        left, top = self.inside.cards
        place, cards = group(at, left, top), LaidCards(self.state, self.seat, self.theme)
        if self.theme.shape == "landscape":
            cards.as_lines(place, (self.size[0] - 2 * left, self.size[1] - top - 5))
        else:
            cards.as_faces(place)

    def _frame(self, at: Element) -> None:
        phase, theme = self.state.phase, self.theme
        won = isinstance(phase, Over) and self.seat in phase.winners
        edge = theme.ink if self._turn else theme.accent if won else theme.line
        wide, high = self.size
        add(
            at, "rect", width=wide, height=high, rx=10, fill=theme.panel, stroke=edge,
            stroke_width=1 if edge == theme.line else 2.5,
        )  # fmt: skip

    # --- name and velocity -------------------------------------------------------------------------------------------

    def _head(self, at: Element) -> None:
        theme, leads = self.theme, self.seat == self.state.leader
        token(group(at, 21, 20), self.seat, self.who[1], 12, theme, least=self.inside.small)
        right = self._velocity(at)
        shown = shorten(self.who[0], right - 42 - (32 if leads else 6), _NAME, bold=self._turn)
        write(at, (40, 26), shown, _NAME, theme.ink, anchor="start", bold=self._turn)
        if leads:
            _crown(group(at, 56 + width_of(shown, _NAME, bold=self._turn), 19), theme)

    def _velocity(self, at: Element) -> float:
        """Draw this sprint's velocity and, fainter, the next sprint's; where it begins."""
        now, small = velocity(self.state, self.seat), self.inside.small
        after = sum(card_value(self.state, self.seat, laid, ahead=1) for laid in self._player.game) - self._player.taken
        meter = (2 * _REACH + 1) * _CELL + 8 if self.inside.meter else 28
        wide = meter + badge_width(shown_value(now), _BADGE) + _ARROW + width_of(shown_value(after), small)
        left, top = self.inside.velocity or (self.size[0] - 8 - wide, 9)
        place = group(at, left, top)
        if self.inside.meter:
            self._meter(place, now)
        else:
            _gauge(group(place, 12, 17), self.theme)
        label = group(place, meter, -1)
        end = badge(label, shown_value(now), tone(now), self.theme, now=True, size=_BADGE)
        path(label, f"M{end + 6:.1f} 10.5h11m-4 -4l4 4l-4 4", self.theme.faint, 2)
        write(label, (end + _ARROW, 16.2), shown_value(after), small, self.theme.faint, anchor="start")
        return left

    def _meter(self, at: Element, now: int) -> None:
        """A cell per point of velocity, with 0 in the middle."""
        colour = self.theme.tint(tone(now))
        for step in range(-_REACH, _REACH + 1):
            filled = 0 < step <= now or now <= step < 0
            x = (step + _REACH) * _CELL
            if step == 0:
                path(at, f"M{x + _CELL / 2 - 1:.1f} -1V21", self.theme.faint, 2)
            else:
                fill = colour.line if filled else self.theme.road
                add(at, "rect", x=x, y=3, width=_CELL - 2, height=14, rx=2.5, fill=fill)

    # --- backlog and hand --------------------------------------------------------------------------------------------

    def _track(self, at: Element) -> None:
        """A box per item left. Clicking the third box means taking three items."""
        player = self._player
        left, top, wide, high = self.inside.track
        place, cell = group(at, left, top), (wide - 3) / TRACK
        gap = cell / 6
        for item in range(TRACK):
            filled = item < player.backlog
            x = item * cell + (3 if item >= TRACK // 2 else 0)
            box = spot(group(place), f"items:{self.seat}:{item + 1}") if filled else place
            taken = filled and item >= player.backlog - player.taken
            reuse(group(box, x, 0), _item, (cell - gap, high), filled, taken, self.theme)
        to_do = f"{player.backlog} to do"
        count = piece(group(at), f"backlog:{self.seat}")
        write(count, self.inside.to_do, to_do, 17, self.theme.ink, anchor="start", bold=True)

    def _hand(self, at: Element) -> None:
        cards, step = len(self._player.hand), 6 if self.inside.meter else 4
        place = piece(group(at, self.size[0] - self.inside.hand, self.inside.to_do[1] - 6), f"hand:{self.seat}")
        for back in range(min(cards, 3)):
            path(place, f"M{back * step} -9h12v18h-12Z", self.theme.faint, 1.5, self.theme.panel)
        write(place, (min(cards, 3) * step + 14, 6), str(cards), 16, self.theme.faint, anchor="start", bold=True)


def _crown(at: Element, theme: Theme) -> None:
    """Mark the leader of this sprint."""
    tint = theme.tint(ORANGE)
    path(at, "M-9 6L-10 -5L-4.5 -0.5L0 -8L4.5 -0.5L10 -5L9 6Z", tint.line, 2, tint.fill)


def _gauge(at: Element, theme: Theme) -> None:
    """A speedometer."""
    path(at, "M-10 0A10 10 0 0 1 10 0M0 -1L5 -6", theme.faint, 2.5)


def _item(at: Element, size: Point, filled: bool, taken: bool, theme: Theme) -> None:  # noqa: FBT001
    """An item that was taken over has a cross, or if it is small, an empty middle."""
    tint, (wide, high) = theme.tint(BLUE), size
    crossed = taken and wide > _MIN_CROSS
    add(at, "rect", width=wide, height=high, rx=wide / 5, fill=tint.line if filled else theme.road)
    if crossed:
        path(at, f"M{wide / 2 - 3.3:.1f} 5l6.6 7m0 -7l-6.6 7", theme.panel, 2)
    elif taken:
        add(at, "rect", x=2, y=2, width=wide - 4, height=high - 4, fill=theme.panel)
