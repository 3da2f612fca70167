"""The board, the chart and a hand as text and alt text."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial, reduce
from itertools import pairwise

from games.graphics.chart import Plot
from games.graphics.drawing import ALT_LIMIT, Drawing, bar, fit, in_rows
from games.graphics.drawing import WIDTH as COLUMNS
from games.graphics.fitting import fitted
from games.graphics.svg import (
    LANDSCAPE,
    MIN_TEXT,
    WIDTH,
    Element,
    Point,
    document,
    finish,
    group,
    initials,
    path,
    shorten,
    shown_names,
    token,
    width_of,
    write,
)
from games.graphics.theme import SEATS, Shape, Theme
from games.language import n, p, t
from games.parts import Answer, HandCard, Motion
from games.scrumkin import refusals
from games.scrumkin.deck import Effect, SprintCard
from games.scrumkin.hints import hint
from games.scrumkin.model import (
    FACE_DOWN,
    TRACK,
    Countered,
    Dropped,
    Event,
    HandsFilled,
    Laid,
    Over,
    Played,
    Player,
    SprintEnded,
    State,
    TookOver,
    Turn,
    View,
    Window,
    card_value,
    scrums_of_others,
    velocity,
)
from games.scrumkin.pictures.board import hand_picture, picture
from games.scrumkin.pictures.cards import values_of
from games.scrumkin.words import change, quoted, signed, stack_in_words
from games.text import listing, shortened
from games.values import replace, value

# --- chart picture ---------------------------------------------------------------------------------------------------

_DASHES = ("", "9 6", "2 6", "12 5 2 5")  # distinguish lines by pattern as well as colour


@value
class _Layout:
    size: Point  # without the legend's rows
    backlog: tuple[float, float, float, float]  # left, top, right and bottom of a plot; its title is above
    velocity: tuple[float, float, float, float]
    labels: int  # the most sprints that are labelled
    token: float  # radius
    least: float  # font size


_LAYOUTS: dict[Shape, _Layout] = {
    "landscape": _Layout((LANDSCAPE[0], 346), (42, 52, 262, 302), (342, 52, 562, 302), 7, 12, MIN_TEXT),
    "portrait": _Layout((WIDTH, 500), (48, 50, WIDTH - 46, 256), (48, 330, WIDTH - 46, 456), 14, 10, 0),
}
_LAYOUTS["wide"] = _LAYOUTS["landscape"]


def chart_picture(state: State, names: Sequence[str], theme: Theme) -> str:
    plan = _LAYOUTS[theme.shape]
    sprints = max(4, len(state.players[0].velocities), state.limit)
    root = document(plan.size[0], plan.size[1] + 28 * -(-len(names) // 2), theme, t("Backlog and velocity"))
    every = -(-sprints // plan.labels)
    labels = [(sprint, str(sprint)) for sprint in range(0, sprints + 1, every)]
    speeds = [speed for player in state.players for speed in player.velocities]
    reach = max([4, *(abs(speed) for speed in speeds)])
    backlog, velocity = Plot(*plan.backlog, sprints, TRACK), Plot(*plan.velocity, sprints, reach, -reach)
    beside = velocity.left - 28 if velocity.top == backlog.top else plan.size[0]
    for plot, title, end, steps in (
        (backlog, t("Backlog after each sprint"), beside, (0, 5, 10, 15, 20)),
        (velocity, t("Velocity"), plan.size[0], (-reach, -(reach // 2), 0, reach // 2, reach)),
    ):
        words, size = fitted(title, end - plot.left + 28 - 10, 19, bold=True)
        write(root, (plot.left - 28, plot.top - 20), words, size, theme.ink, anchor="start", bold=True)
        plot.axes(root, steps, labels, theme)
    marks = initials(names, theme)
    _lines(root, backlog, [list(enumerate(player.backlogs)) for player in state.players], marks, theme)
    if speeds:
        _lines(root, velocity, [list(enumerate(player.velocities, start=1)) for player in state.players], marks, theme)
    _legend(group(root, 34, plan.size[1] - 6), (plan.size[0] - 28) / 2, (names, marks), theme)
    return finish(root)


def _lines(
    root: Element, plot: Plot, lines: Sequence[Sequence[tuple[float, float]]], marks: Sequence[str], theme: Theme
) -> None:
    """Draw the lines slightly apart, so that equal ones don't hide each other, each ending in its player's token."""
    for seat, points in enumerate(lines):
        line = path(group(root, 0, (seat - 1.5) * 3), plot.line(points), _ink(seat, theme), 3)
        if _DASHES[seat % len(_DASHES)]:
            line.set("stroke-dasharray", _DASHES[seat % len(_DASHES)])
    ends = [plot.at(*points[-1]) for points in lines]
    order = sorted(range(len(lines)), key=lambda seat: (ends[seat][1], seat))
    plan = _LAYOUTS[theme.shape]
    for seat, y in zip(order, _apart([ends[seat][1] for seat in order], plot, 2 * plan.token + 2), strict=True):
        token(group(root, ends[seat][0] + 16, y), seat, marks[seat], plan.token, theme, least=plan.least)


def _apart(heights: list[float], plot: Plot, distance: float) -> list[float]:
    """The heights, in order, moved apart without leaving the plot."""
    for _ in range(20):
        for above, below in pairwise(range(len(heights))):
            missing = distance - (heights[below] - heights[above])
            if missing > 0:
                heights[above] -= missing / 2
                heights[below] += missing / 2
    shift = min(0.0, plot.bottom - heights[-1]) or max(0.0, plot.top - heights[0])
    return [y + shift for y in heights]


def _ink(seat: int, theme: Theme) -> str:
    return theme.tint(SEATS[seat % len(SEATS)]).line


def _legend(at: Element, wide: float, who: tuple[Sequence[str], Sequence[str]], theme: Theme) -> None:
    names, marks = who
    plan = _LAYOUTS[theme.shape]
    for seat, name in enumerate(shown_names(names, theme)):
        row, column = divmod(seat, 2)
        place = group(at, column * wide, 28 * row, title=names[seat])
        token(place, seat, marks[seat], plan.token - 1, theme, least=plan.least)
        shown = shorten(name, wide - 100, 16)
        write(place, (18, 5.5), shown, 16, theme.ink, anchor="start")
        line = path(place, f"M{26 + width_of(shown, 16):.1f} 0h34", _ink(seat, theme), 3)
        if _DASHES[seat % len(_DASHES)]:
            line.set("stroke-dasharray", _DASHES[seat % len(_DASHES)])


# --- motions ---------------------------------------------------------------------------------------------------------

_STACK = "stack"


def motions(state: State | None, event: Event) -> tuple[Motion, ...]:
    """The motions of cards. Cards that nobody may see have names of their own, which are in no picture."""
    del state
    match event:
        case HandsFilled():
            return tuple(
                Motion(f"drawn:{seat}:{count}", (_STACK, _from_hand(seat)))
                for seat, cards in enumerate(event.cards)
                for count in range(len(cards))
            )
        case Played():
            return (Motion(_card(event.card.number), (_from_hand(event.seat),)),)
        case Dropped():
            return (Motion("dropped", (_from_hand(event.seat), _STACK)),)
        case Countered():
            countered = _card(event.card.number)
            return (
                Motion(_card(event.shield.number), (_from_hand(event.seat), countered, _STACK)),
                Motion(countered, (_STACK,)),
            )
        case TookOver():
            return (Motion("taken", (f"backlog:{event.target}", f"backlog:{event.seat}")),)
        case SprintEnded():
            return tuple(Motion(_card(number), (_STACK,)) for number in event.gone)
        case _:
            return ()


def _from_hand(seat: int) -> str:
    return f"hand:{seat}"


def _card(number: int) -> str:
    return f"card:{number}"


# --- drawing ---------------------------------------------------------------------------------------------------------

_TOKENS = "ABCD"
_SHIELD = "◈"
_REACH = 6  # of the velocity meter, to either side
_SHOWN = 8  # sprints in the chart
_WORD = 4  # columns of a value at the end of a row, or of the word above it
_CELL = 4  # columns per sprint: the letters of up to three players


def board(view: View, names: Sequence[str]) -> Drawing:
    state = _face_down(view.state)
    return Drawing(partial(_text, state, names), partial(_alt, state, names), partial(picture, state, names))


def _face_down(state: State) -> State:
    """The view as the board shows it: the same for every seat, so that all of them share one drawing."""
    players = tuple(replace(player, hand=(FACE_DOWN,) * len(player.hand)) for player in state.players)
    return replace(state, players=players, under=tuple((FACE_DOWN, by) for _, by in state.under))


# --- the text board --------------------------------------------------------------------------------------------------


def _text(state: State, names: Sequence[str]) -> str:
    lines = [_head(state), _action(state), stack_in_words(state)]
    for seat, player in enumerate(state.players):
        lines += ["", *_player(state, seat, player, names[seat])]
    return "\n".join(fit(line, COLUMNS).rstrip() for line in lines)


def _head(state: State) -> str:
    leader = _TOKENS[state.leader]
    if state.limit:
        return t("Sprint {sprint} of {limit} · {leader} leads", sprint=state.sprint, limit=state.limit, leader=leader)
    return t("Sprint {sprint} · {leader} leads", sprint=state.sprint, leader=leader)


def _action(state: State) -> str:
    if state.action is None:
        return t("No action card")
    card = state.deck.action_card(state.action)
    if card.bugs:
        return n(
            "{count} bug for {leader}: {card}",
            "{count} bugs for {leader}: {card}",
            card.bugs,
            leader=_TOKENS[state.leader],
            card=t(card.title),
        )
    return t("{boost} for everybody: {card}", boost=signed(card.boost), card=t(card.title))


def _player(state: State, seat: int, player: Player, name: str) -> Iterator[str]:
    turn = isinstance(state.phase, Turn) and state.phase.seat == seat
    heads = [fit(word, _WORD).strip() for word in (p("head of a column", "now"), p("head of a column", "next"))]
    yield _row(f"{'▶' if turn else ' '}{_TOKENS[seat]} {name}", *heads)
    track, hand = bar(player.backlog, TRACK, empty="·"), len(player.hand)
    yield _indented(t("{track} {left} to do · hand {hand}", track=track, left=player.backlog, hand=hand))
    now, then = velocity(state, seat), _next(state, seat)
    yield _row(_indented(t("{meter} velocity", meter=_meter(now))), signed(now), signed(then))
    for laid in player.game:
        card = state.card(laid.card)
        title = f"  {laid.card:>3} {_SHIELD + ' ' if card.shield else ''}{t(card.title)}"
        yield _row(title, signed(card_value(state, seat, laid)), _value_next(state, seat, laid))
    if player.taken:
        taken = _indented(t("{count} taken over", count=player.taken), 6)
        yield _row(taken, signed(-player.taken), signed(-player.taken))


def _indented(text: str, columns: int = 2) -> str:
    return " " * columns + text


def _row(text: str, now: str, then: str) -> str:
    return fit(text, COLUMNS - 10) + f"{now:>{_WORD + 1}}{then:>{_WORD + 1}}"


def _meter(speed: int) -> str:
    """Draw a meter, `······┼■■····`: negative velocity to the left, positive to the right."""
    left = bar(min(_REACH, max(0, -speed)), _REACH, empty="·")[::-1]
    return f"{left}┼{bar(min(_REACH, max(0, speed)), _REACH, empty='·')}"


def _next(state: State, seat: int) -> int:
    """The velocity of the next sprint if nothing else happens, without its booster, which nobody knows yet."""
    player = state.players[seat]
    return sum(card_value(state, seat, laid, ahead=1) for laid in player.game) - player.taken


def _value_next(state: State, seat: int, laid: Laid) -> str:
    stays = state.effect(laid.card).stays(laid.age + 1)
    return signed(card_value(state, seat, laid, ahead=1)) if stays else "–"


# --- alt text --------------------------------------------------------------------------------------------------------


def _alt(state: State, names: Sequence[str]) -> str:
    """An alt text to play by. If too many cards are on the table, the last ones in each game are only counted."""
    short = [fit(name, 16).rstrip() for name in names]
    sprint = (
        t("Sprint {sprint} of {limit}.", sprint=state.sprint, limit=state.limit)
        if state.limit
        else t("Sprint {sprint}.", sprint=state.sprint)
    )
    head = f"{sprint} {_action(state)}. {_situation(state, short)}"
    players = [_in_words(state, seat, short[seat]) for seat in range(len(state.players))]
    room = (ALT_LIMIT - len(head) - sum(len(words) + 1 for words in players)) // len(players)
    with_games = [_with_game(words, state, seat, room) for seat, words in enumerate(players)]
    return shortened(" ".join([head, *with_games]), ALT_LIMIT)


def _situation(state: State, names: Sequence[str]) -> str:
    match state.phase:
        case Turn(seat=seat):
            return t("{who}’s turn.", who=names[seat])
        case Window():
            return t("The closing window is open.")
        case Over(winners=winners):
            return t("Won by {winners}.", winners=listing([names[seat] for seat in winners])) if winners else t("Lost.")


def _in_words(state: State, seat: int, name: str) -> str:
    player = state.players[seat]
    hand, speed = len(player.hand), signed(velocity(state, seat))
    if player.taken:
        return n(
            "{who}: {left} to do ({taken} taken over), velocity {velocity}, {count} card in hand",
            "{who}: {left} to do ({taken} taken over), velocity {velocity}, {count} cards in hand",
            hand,
            who=name,
            left=player.backlog,
            taken=player.taken,
            velocity=speed,
        )
    return n(
        "{who}: {left} to do, velocity {velocity}, {count} card in hand",
        "{who}: {left} to do, velocity {velocity}, {count} cards in hand",
        hand,
        who=name,
        left=player.backlog,
        velocity=speed,
    )


def _with_game(player: str, state: State, seat: int, room: int) -> str:
    """What is said about a player, with as many of their cards as this room has letters for."""
    game = state.players[seat].game
    cards = [f"{laid.card} {t(state.card(laid.card).title)} {signed(card_value(state, seat, laid))}" for laid in game]
    for shown in range(len(cards), -1, -1):
        more = [t("{count} more", count=len(cards) - shown)] if shown < len(cards) else []
        listed = listing([*cards[:shown], *more])
        text = t("{player}; in play: {cards}.", player=player, cards=listed) if cards else f"{player}."
        if len(text) <= len(player) + room:
            return text
    return f"{player}."


# --- the hand --------------------------------------------------------------------------------------------------------


def answer(view: View, command: str, arguments: Mapping[str, str], names: Sequence[str]) -> Answer:
    """The answer to `hand`, or to `hint`."""
    del arguments
    seat = view.seat
    if seat is None:
        raise refusals.no_seat()
    state = view.state
    if command == "hint":
        return hint(state, seat)
    held = [state.card(card) for card in state.players[seat].hand]
    if not held:
        return Answer(t("Your hand is empty; you’ll draw new cards at the end of the sprint."))
    text = t("Your hand, for your eyes only: {cards}.", cards=listing([_named(card) for card in held]))
    drawing = Drawing(
        partial(_hand, state, seat, names),
        partial(_hand_in_words, state, seat),
        partial(hand_picture, state, seat, names),
    )
    return Answer(text, drawing, tuple(_held(state, seat, card) for card in held))


def _named(card: SprintCard) -> str:
    name = f"{card.number} {quoted(card)}"
    return t("{card} ({effect}, shield)", card=name, effect=card.effect) if card.shield else f"{name} ({card.effect})"


def _held(state: State, seat: int, card: SprintCard) -> HandCard:
    now = card_value(state, seat, Laid(card.number))
    others = (other for other in range(len(state.players)) if other != seat)
    return HandCard(
        name=f"{card.number} {t(card.title)}",
        text=f"{_SHIELD} {t('Shield.')} {t(card.text)}" if card.shield else t(card.text),
        told=in_words(state, seat, card.number),
        worth=" ".join(each.words for each in values_of(state, seat, Laid(card.number))),
        good=now > 0 if now else None,
        effects=tuple((target, change(state, target, card.number)) for target in (seat, *others)),
        spot=_card(card.number),
    )


def _hand(state: State, seat: int, names: Sequence[str]) -> str:
    lines: list[str] = []
    for number in state.players[seat].hand:
        card = state.card(number)
        mark = f" {_SHIELD} {t('shield')}" if card.shield else ""
        lines += [
            "" if lines else t("Your hand"),
            fit(f"{number:>3} {t(card.title)}", COLUMNS - len(mark)).rstrip() + mark,
        ]
        lines += [f"    {line}" for line in in_rows(in_words(state, seat, number), COLUMNS - 4)]
        for target in (seat, *(other for other in range(len(state.players)) if other != seat)):
            where = t("for you") if target == seat else t("on {who}", who=names[target])
            lines.append(f"    {_would(state, target, number, where)}")
        lines += [f"    {line}" for line in in_rows(t(card.text), COLUMNS - 4)]
    return "\n".join(fit(line, COLUMNS).rstrip() for line in lines)


def _hand_in_words(state: State, seat: int) -> str:
    hand = state.players[seat].hand
    cards = [f"{number} {t(state.card(number).title)}: {in_words(state, seat, number)}." for number in hand]
    return shortened(" ".join([t("Your hand."), *cards]), ALT_LIMIT)


def in_words(state: State, seat: int, number: int) -> str:
    """A card's effect: `-2, then -1, then 0, then +1 for good`."""
    effect: Effect = state.effect(number)
    if effect.scrum:
        others = scrums_of_others(state, seat)
        return t("+1 for each other player who has one in play: right now +{others} for you", others=others)
    *earlier, last = map(signed, effect.values)
    steps = [*earlier, t("{value} for good", value=last)] if effect.lasting else [*earlier, last, p("card", "gone")]
    return reduce(lambda first, next_one: t("{first}, then {next}", first=first, next=next_one), steps)


def _would(state: State, target: int, number: int, where: str) -> str:
    """This sprint's velocity before and after playing the card."""
    figures = change(state, target, number)
    return f"{fit(where, COLUMNS - 5 - len(figures))} {figures}"


# --- the chart -------------------------------------------------------------------------------------------------------


def chart(view: View, names: Sequence[str]) -> Drawing:
    state = _past(view.state)
    return Drawing(
        partial(_chart, state, names), partial(_chart_in_words, state, names), partial(chart_picture, state, names)
    )


def _past(state: State) -> State:
    """The state reduced to what a chart shows, so that one drawing serves everybody for a whole sprint."""
    players = tuple(Player(velocities=each.velocities, backlogs=each.backlogs) for each in state.players)
    return State(state.mode, 0, state.deck, players, 0, Window(), (), (), limit=state.limit)


def _chart(state: State, names: Sequence[str]) -> str:
    """Backlogs as a plot with a letter per player, velocities as figures below it, for the last few sprints."""
    sprints = len(state.players[0].backlogs) - 1
    first = max(0, sprints - _SHOWN)
    cells = [[""] * (sprints - first + 1) for _ in range(TRACK // 2 + 1)]
    everybody = fit(p("all players", "all"), _CELL - 1)
    for seat, player in enumerate(state.players):
        for column, left in enumerate(player.backlogs[first:]):
            row = (TRACK - left) // 2
            here = cells[row][column] + _TOKENS[seat]
            cells[row][column] = here if len(here) < _CELL else everybody
    labels = {0: TRACK, TRACK // 4: TRACK // 2, TRACK // 2: 0}
    lines = [t("Backlog after each sprint")]
    for row, line in enumerate(cells):
        marks = "".join(f"{cell:<{_CELL}}" for cell in line)
        lines.append(f"{labels.get(row, ''):>2} {'┤' if row in labels else '│'}{marks}")
    numbers = "".join(f"{sprint:<{_CELL}}" for sprint in range(first, sprints + 1))
    lines += [f"   └{'─' * _CELL * (sprints - first + 1)}", f"    {numbers}", "", t("Velocity")]
    for seat, player in enumerate(state.players):
        speeds = "".join(f"{signed(speed):>{_CELL}}" for speed in player.velocities[first:])
        lines.append(fit(f"{_TOKENS[seat]} {names[seat]}", COLUMNS - _CELL * _SHOWN) + speeds)
    return "\n".join(line.rstrip() for line in lines)


def _chart_in_words(state: State, names: Sequence[str]) -> str:
    rows = []
    for name, player in zip(names, state.players, strict=True):
        backlogs = ", ".join(map(str, player.backlogs[-_SHOWN - 1 :]))
        speeds = ", ".join(signed(speed) for speed in player.velocities[-_SHOWN:]) or t("none yet")
        rows.append(
            t(
                "{who}: backlog {backlogs}; velocity {speeds}.",
                who=fit(name, 16).rstrip(),
                backlogs=backlogs,
                speeds=speeds,
            )
        )
    return " ".join([t("Backlog and velocity after each sprint."), *rows])
