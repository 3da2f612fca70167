"""The board and the burndown chart as text and alt text; `picture` draws the board."""

from collections.abc import Iterable, Sequence
from functools import partial

from games.graphics.chart import Burndown, burndown
from games.graphics.drawing import ALT_LIMIT, WIDTH, Drawing, bar, columns, fit, in_rows
from games.language import n, t
from games.parts import Motion
from games.sprint.board import REVIEW, START, card, load_board
from games.sprint.landing import as_improved
from games.sprint.model import (
    Ballot,
    CardDrawn,
    Discussion,
    Event,
    Fork,
    Moved,
    Over,
    Planning,
    Player,
    Reflecting,
    State,
    ToolAccepted,
    Turn,
    View,
)
from games.sprint.pictures.board import picture
from games.sprint.pictures.diagram import TOKENS, diagram
from games.sprint.pictures.release import release_chart
from games.sprint.release import GOAL
from games.sprint.words.terms import SHORT_NAMES, quoted, space_name
from games.text import listing, shortened


def board(view: View, names: Sequence[str]) -> Drawing:
    state = view.state
    return Drawing(partial(_text, state, names), partial(_alt, state, names), partial(picture, state, names))


def chart(view: View, names: Sequence[str]) -> Drawing:
    del names
    return release_chart(view.state) if view.state.release else burndown(series(view.state))


def series(state: State) -> Burndown:
    return Burndown(
        t("Sprint burndown, hours per day"), state.planned, state.days, state.burndown, state.hours, state.opening
    )


# --- the text board --------------------------------------------------------------------------------------------------


def _text(state: State, names: Sequence[str]) -> str:
    figures = (
        _day(state),
        t("{hours} h left", hours=state.hours),
        n("{count} die", "{count} dice", state.dice),
    )
    lines = [
        *in_rows(" · ".join(figures), WIDTH),
        *_progress(state),
        "",
        *diagram(state),
        "",
        *(line for seat, player in enumerate(state.players) for line in _player(state, seat, player, names[seat])),
    ]
    return "\n".join(lines)


def _day(state: State) -> str:
    return t("Day {day} of {days}", day=min(state.day + 1, state.days), days=state.days)


def _progress(state: State) -> Iterable[str]:
    """A box for each day, and how far a release is."""
    boxes, release = bar(state.day, state.days)[:WIDTH], state.release
    if release is None:
        return [boxes]
    how_far = t(
        "sprint {sprint}, {delivered} of {goal} h delivered",
        sprint=release.sprint,
        delivered=release.delivered,
        goal=GOAL,
    )
    line = f"{boxes}  {how_far}"
    return [line] if columns(line) <= WIDTH else [boxes, *in_rows(how_far, WIDTH)]


def _player(state: State, seat: int, player: Player, name: str) -> Iterable[str]:
    turn = seat == state.turn and not isinstance(state.phase, Planning | Reflecting | Over)
    where = _where(player)
    yield fit(f"{'▶' if turn else ' '}{TOKENS[seat]} {name}", WIDTH - 1 - columns(where)) + " " + where
    if player.impediment is not None:
        yield fit(f"   ! {card(player.impediment).title}", WIDTH).rstrip()
    for number, tool in enumerate(player.tools, start=1):
        yield fit(f"   {number} {card(tool).title}", WIDTH).rstrip()


def _where(player: Player) -> str:
    return str(SHORT_NAMES.get(player.space, player.space))


# --- alt text --------------------------------------------------------------------------------------------------------


def _alt(state: State, names: Sequence[str]) -> str:
    """An alt text to play by. Names are shortened and tools come last, so hours, turn and places always fit."""
    short = [fit(name, 16).rstrip() for name in names]
    sentences = [_figures(state), _situation(state, short)]
    if state.release is not None:
        sentences.append(
            t(
                "Sprint {sprint}; {delivered} of {goal} hours are delivered.",
                sprint=state.release.sprint,
                delivered=state.release.delivered,
                goal=GOAL,
            )
        )
    sentences += [_place(state, player, short[seat]) for seat, player in enumerate(state.players)]
    return shortened(" ".join([*sentences, *_holdings(state, short)]), ALT_LIMIT)


def _figures(state: State) -> str:
    return n(
        "Day {day} of {days}, {count} hour left, {dice} progress dice.",
        "Day {day} of {days}, {count} hours left, {dice} progress dice.",
        state.hours,
        day=min(state.day + 1, state.days),
        days=state.days,
        dice=state.dice,
    )


def _situation(state: State, names: Sequence[str]) -> str:
    name = names[state.turn]
    match state.phase:
        case Fork() as fork:
            ways = [str(SHORT_NAMES.get(landing.space, landing.space)) for landing in fork.landings]
            ways += [t("Stay")] * fork.may_stay
            return t("{name} chooses between {ways}.", name=name, ways=listing(ways))
        case Ballot() as ballot:
            return t(
                "{name} offers {tool} for {impeded}; the others vote.",
                name=name,
                tool=quoted(ballot.card),
                impeded=names[ballot.target],
            )
        case Discussion() as discussion:
            return t("The team discusses {card}.", card=quoted(discussion.card))
        case Planning():
            return t("The team votes for a forecast.")
        case Reflecting():
            return t("The team votes for an improvement.")
        case Over(won=won) if state.release:
            return t("The release is won.") if won else t("The release is lost.")
        case Over(won=won):
            return t("The sprint is won.") if won else t("The sprint is lost.")
        case Turn():
            return t("It’s {name}’s turn.", name=name)


def _place(state: State, player: Player, name: str) -> str:
    space = space_name(as_improved(load_board(state.board).spaces[player.space], state))
    place = space if player.space in {START, REVIEW} else f"{player.space} {space}"
    if player.impediment is None:
        return t("{name} is on {place}.", name=name, place=place)
    return t(
        "{name} is on {place}, impeded by {impediment}.", name=name, place=place, impediment=quoted(player.impediment)
    )


def _holdings(state: State, names: Sequence[str]) -> list[str]:
    return [
        t("{name} holds {tools}.", name=names[seat], tools=listing([str(card(tool).title) for tool in player.tools]))
        for seat, player in enumerate(state.players)
        if player.tools
    ]


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
