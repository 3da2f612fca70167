"""The table as a picture: the sprint, the action card, and each player's backlog, velocity and game."""

from collections.abc import Sequence

from games.graphics.fitting import fitted
from games.graphics.svg import (
    LANDSCAPE,
    MIN_TEXT,
    WIDTH,
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
    width_of,
    wrap,
    write,
)
from games.graphics.theme import BLUE, ORANGE, VERMILION, Shape, Theme
from games.language import n, t
from games.scrumkin.deck import TEXT_LIMIT, ActionCard, art_of
from games.scrumkin.model import TRACK, Laid, Over, Player, State, Turn, Window, card_value, velocity
from games.scrumkin.pictures import artwork
from games.scrumkin.pictures.artwork import SIZE
from games.scrumkin.pictures.cards import (
    Box,
    Inside,
    LaidCards,
    Layout,
    art,
    badge,
    badge_width,
    layout,
    shield,
    shown_value,
    title_lines,
    tone,
    values,
    values_of,
)
from games.scrumkin.words import signed, stack_in_words
from games.text import listing
from games.values import value

# --- panel -----------------------------------------------------------------------------------------------------------

_NAME, _BADGE = 18.0, 17.0  # font sizes
_GAUGE = 28.0  # before this sprint's velocity
_ARROW = 22.0  # from this sprint's velocity to the next
_MIN_CROSS = 12.0  # width of a box that has room for a cross


@value
class _Panel:
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
        if self.theme.shape == "portrait":
            cards.as_faces(place)
        else:
            cards.as_lines(place, (self.size[0] - 2 * left, self.size[1] - top - 5))

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
        """Draw this sprint's velocity and, fainter, the next sprint's; returns where it begins."""
        now, small = velocity(self.state, self.seat), self.inside.small
        after = sum(card_value(self.state, self.seat, laid, ahead=1) for laid in self._player.game) - self._player.taken
        wide = _GAUGE + badge_width(shown_value(now), _BADGE) + _ARROW + width_of(shown_value(after), small)
        left = self.size[0] - 8 - wide
        place = group(at, left, 9)
        _gauge(group(place, 12, 17), self.theme)
        label = group(place, _GAUGE, -1)
        end = badge(label, shown_value(now), tone(now), self.theme, now=True, size=_BADGE)
        path(label, f"M{end + 6:.1f} 10.5h11m-4 -4l4 4l-4 4", self.theme.faint, 2)
        write(label, (end + _ARROW, 16.2), shown_value(after), small, self.theme.faint, anchor="start")
        return left

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
        count = piece(group(at), f"backlog:{self.seat}")
        words, size = self._to_do()
        write(count, self.inside.to_do, words, size, self.theme.ink, anchor="start", bold=True)

    def _to_do(self) -> tuple[str, float]:
        """The items left in words, and their size; without room for all of them only the number, beside the boxes."""
        left = self._player.backlog
        words = t("{left} to do", left=left)
        room = self.size[0] - self.inside.hand - 8 - self.inside.to_do[0]
        shown, size = fitted(words, room, 17, bold=True)
        return (shown, size) if shown == words else (str(left), 17)

    def _hand(self, at: Element) -> None:
        cards, step = len(self._player.hand), 4
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


# --- a hand ----------------------------------------------------------------------------------------------------------

_HAND_LEFT = 14.0
_GAP = 9.0
_ACROSS = 3
_FULL = 4  # seats of a full table
_TEXT_TOP = 91.0  # the first baseline of a card's text, below the artwork


@value
class _Sizes:
    width: float  # of the picture
    height: float | None  # None: as high as the longest text needs
    top: float
    text: float
    line: float
    effect: float  # height of a line with what a card would do
    token: float  # radius
    band: float  # height of the part with the artwork, at a full table


_SIZES: dict[Shape, _Sizes] = {
    "landscape": _Sizes(LANDSCAPE[0], LANDSCAPE[1], 40, MIN_TEXT, 18.5, 25.5, 10.5, 52),
    "portrait": _Sizes(WIDTH, None, 50, MIN_TEXT, 18.5, 26, 10.5, 50),
}
_SIZES["wide"] = _SIZES["landscape"]


def hand_picture(state: State, seat: int, names: Sequence[str], theme: Theme) -> str:
    sizes, hand = _SIZES[theme.shape], state.players[seat].hand
    across, rows = min(_ACROSS, max(2, len(hand))), -(-len(hand) // _ACROSS)
    wide = (sizes.width - 2 * _HAND_LEFT - (across - 1) * _GAP) / across
    left = (sizes.width - wide) / 2 if len(hand) == 1 else _HAND_LEFT
    held = _Held(state, seat, names, theme, wide)
    height = held.height
    root = document(sizes.width, sizes.top + rows * (height + _GAP) + 4, theme, t("Your hand"))
    write(root, (left + 2, sizes.top - 13), t("Your hand"), 22, theme.ink, anchor="start", bold=True)
    for index, number in enumerate(hand):
        row, column = divmod(index, _ACROSS)
        place = group(root, left + column * (wide + _GAP), sizes.top + row * (height + _GAP))
        held.card(piece(spot(place, f"card:{number}"), f"card:{number}"), number, (wide, height))
        held.effects(group(place, 0, height - sizes.effect * len(state.players) - 4), number, wide)
    return finish(root)


@value
class _Held:
    state: State
    seat: int
    names: Sequence[str]
    theme: Theme
    wide: float

    @property
    def _sizes(self) -> _Sizes:
        return _SIZES[self.theme.shape]

    @property
    def _band(self) -> float:
        """The height of a card's artwork: every empty seat leaves more room for it."""
        return self._sizes.band + self._sizes.effect * (_FULL - len(self.state.players))

    @property
    def _text_top(self) -> float:
        return self._band + _TEXT_TOP

    @property
    def _lines(self) -> int:
        """The lines of text that each card has room for."""
        sizes, hand = self._sizes, self.state.players[self.seat].hand
        if sizes.height is None:
            return max(len(self._text(number, 20)) for number in hand)
        high = sizes.height - sizes.top - _GAP - 4
        return int((high - self._text_top - 6 - sizes.effect * len(self.state.players)) / sizes.line) + 1

    @property
    def height(self) -> float:
        sizes = self._sizes
        if sizes.height is not None:
            return sizes.height - sizes.top - _GAP - 4
        return self._text_top + 12 + sizes.line * self._lines + sizes.effect * len(self.state.players)

    def _text(self, number: int, lines: int) -> list[str]:
        text = drawable(t(self.state.card(number).text), self.theme, limit=TEXT_LIMIT)
        return wrap(text, self.wide - 22, self._sizes.text, lines)

    def card(self, at: Element, number: int, size: Point) -> None:
        state, theme, (wide, high) = self.state, self.theme, size
        card, band = state.card(number), self._band
        colour = tone(card_value(state, self.seat, Laid(number)))
        tint = theme.tint(colour)
        top = f"M0 12A12 12 0 0 1 12 0H{wide - 12:.1f}A12 12 0 0 1 {wide:.1f} 12V{band:.1f}H0Z"
        add(at, "rect", width=wide, height=high, rx=12, fill=theme.panel)
        add(at, "path", d=top, fill=tint.fill)
        add(at, "rect", width=wide, height=high, rx=12, fill="none", stroke=tint.line, stroke_width=2)
        write(at, (12, 24), str(number), 19, tint.line, anchor="start", bold=True)
        art(group(at, wide / 2, band / 2, scale=(band - 7) / SIZE), card, colour, theme)
        if card.shield:
            shield(group(at, wide - 21, 18, scale=1.2), theme)
        title = title_lines(card, theme, wide - 22, 17.5, 2)
        for line, words in enumerate(title):
            write(at, (11, band + 20 + 20 * line), words, 17, theme.ink, anchor="start", bold=True)
        values(group(at, 11, band + 49), list(values_of(state, self.seat, Laid(number))), 17, theme)
        for line, words in enumerate(self._text(number, self._lines)):
            write(
                at, (11, self._text_top + self._sizes.line * line), words, self._sizes.text, theme.faint, anchor="start"
            )

    def effects(self, at: Element, number: int, wide: float) -> None:
        """Draw what the card would do to each player's velocity this sprint, the owner's first."""
        others = [other for other in range(len(self.state.players)) if other != self.seat]
        for line, target in enumerate((self.seat, *others)):
            row = group(at, 0, self._sizes.effect * line, title=self.names[target])
            add(row, "path", d=f"M11 0H{wide - 11:.1f}", stroke=self.theme.line)
            self._effect(row, number, target, wide)

    def _effect(self, row: Element, number: int, target: int, wide: float) -> None:
        theme, sizes = self.theme, self._sizes
        middle = sizes.effect / 2
        token(group(row, 23, middle), target, initials(self.names, theme)[target], sizes.token, theme, least=sizes.text)
        now, adds = velocity(self.state, target), card_value(self.state, target, Laid(number))
        words = t("{before} to {after}", before=shown_value(now), after=shown_value(now + adds))
        ink = theme.tint(tone(adds))
        write(row, (wide - 12, middle + 5.5), words, 16, ink.line, anchor="end", bold=True)
        room = wide - 12 - width_of(words, 16, bold=True) - 46
        name = t("you") if target == self.seat else shown_names(self.names, theme)[target]
        write(row, (39, middle + 5), shorten(name, room, sizes.text), sizes.text, theme.faint, anchor="start")


# --- the whole picture -----------------------------------------------------------------------------------------------

_LEFT = 16.0
_TALL = 100.0  # an action card of this height shows its text too
_TWO_LINES = 60.0  # and of this height, a title on two lines
_TOUCHED = 50.0  # height of what a finger taps on a phone
_LINE = 20.0


def picture(state: State, names: Sequence[str], theme: Theme) -> str:
    plan = layout(theme.shape, [len(player.game) for player in state.players])
    root = document(*plan.size, theme, t("Scrumkin"))
    shown, marks = shown_names(names, theme), initials(names, theme)
    _head(root, state, shown, plan, theme)
    _stack(root, state, plan, theme)
    _action(root, state, marks, plan.action, theme)
    for seat, box in enumerate(plan.panels):
        at = spot(group(root, box[0], box[1], title=names[seat]), f"team:{seat}")
        _Panel(state, seat, (shown[seat], marks[seat]), box[2:], plan.inside, theme).draw(at)
    return finish(root)


# --- the head --------------------------------------------------------------------------------------------------------


def _head(root: Element, state: State, names: Sequence[str], plan: Layout, theme: Theme) -> None:
    narrow = theme.shape != "portrait"
    sprint = (
        t("Sprint {sprint} of {limit}", sprint=state.sprint, limit=state.limit)
        if state.limit
        else t("Sprint {sprint}", sprint=state.sprint)
    )
    size, first, second = (22, 26, 47) if narrow else (24, 31, 54)
    room = (plan.stack if narrow else plan.action)[0] - _LEFT - 8
    sprint, shrunk = fitted(sprint, room, size, bold=True)
    write(root, (_LEFT, first), sprint, shrunk, theme.ink, anchor="start", bold=True)
    bold = isinstance(state.phase, Window | Over)
    beside = plan.stack if narrow and len(plan.panels) % 2 else plan.action
    room = beside[0] - _LEFT - 8
    note = shorten(_note(state, names, room - 60), room, 16, bold=bold)
    write(root, (_LEFT, second), note, 16, theme.accent if bold else theme.faint, anchor="start", bold=bold)


def _note(state: State, names: Sequence[str], room: float) -> str:
    match state.phase:
        case Turn(seat=seat):
            return t("{who}’s turn", who=shorten(names[seat], room, 16))
        case Window():
            return t("Last chance to counter")
        case Over(winners=winners):
            if len(winners) == len(names):
                return t("You all win!")
            return t("Won by {winners}", winners=listing([names[seat] for seat in winners])) if winners else t("Lost")


def _stack(root: Element, state: State, plan: Layout, theme: Theme) -> None:
    """Draw how many cards are left to draw, and where there is room, how many are discarded."""
    left, top, wide, high = plan.stack
    size = plan.inside.small
    full, short = stack_in_words(state), _stack_in_brief(state)
    words = full if width_of(full, size) <= wide else shorten(short, wide, size)
    pile = spot(group(root), "stack")
    if theme.shape == "portrait":
        touched = max(high, _TOUCHED)
        area(pile, left - 2, top + high - touched, wide + 4, touched)
        write(pile, (left, top + 16), words, size, theme.faint, anchor="start")
    else:
        area(pile, left - 2, top, wide + 4, high)
        write(pile, (left + wide, top + 17), words, size, theme.faint, anchor="end")


def _stack_in_brief(state: State) -> str:
    stack, under = len(state.stack), len(state.under)
    return t("Stack {stack} + {dropped}", stack=stack, dropped=under) if under else t("Stack {stack}", stack=stack)


# --- the action card -------------------------------------------------------------------------------------------------


def _action(root: Element, state: State, marks: Sequence[str], box: Box, theme: Theme) -> None:
    """Draw this sprint's action card, with its text if there is room."""
    if state.action is None:
        return
    card, (left, top, wide, high) = state.deck.action_card(state.action), box
    tint = theme.tint(VERMILION if card.bugs else ORANGE)
    at = names_card(piece(group(root, left, top), f"action:{state.action}"), t(card.title))
    add(at, "rect", width=wide, height=high, rx=10, fill=tint.fill, stroke=tint.line, stroke_width=2)
    title, tall = drawable(t(card.title), theme, t("Action")), high > _TALL
    room, size = (wide - 84, 20) if tall else (wide - 70, 16)
    bold = wrap(title, room / 1.03, size, 2 if high > _TWO_LINES else 1)
    what = shorten(_effect(card, marks[state.leader]), room, MIN_TEXT)
    if tall:
        _lines(group(at, 74, 30), bold, size, tint.line, bold=True)
        _lines(group(at, 74, 30 + _LINE * len(bold)), [what], MIN_TEXT, tint.line)
        text = wrap(drawable(t(card.text), theme, limit=TEXT_LIMIT), wide - 28, MIN_TEXT, 4)
        _lines(group(at, 14, 40 + _LINE * (len(bold) + 1)), text, MIN_TEXT, tint.line)
        artwork.draw(group(at, 42, 38, scale=1.2), art_of(card), tint.line, theme)
    else:
        first = high / 2 + 5 - _LINE * len(bold) / 2
        _lines(group(at, 62, first), bold, size, tint.line, bold=True)
        _lines(group(at, 62, first + _LINE * len(bold)), [what], MIN_TEXT, tint.line)
        artwork.draw(group(at, 32, high / 2, scale=min(1.1, high / 48)), art_of(card), tint.line, theme)


def _effect(card: ActionCard, leader: str) -> str:
    if card.bugs:
        return n(
            "{count} bug for the leader, {leader}", "{count} bugs for the leader, {leader}", card.bugs, leader=leader
        )
    return t("{boost} for everybody", boost=signed(card.boost))


def _lines(at: Element, lines: Sequence[str], size: float, ink: str, *, bold: bool = False) -> None:
    for row, words in enumerate(lines):
        write(at, (0, _LINE * row), words, size, ink, anchor="start", bold=bold)
