"""A hint, with its reason: the worth of each choice as the automatic player sees it."""

from games.chance import Chance
from games.language import lazy, t
from games.parts import Answer
from games.sprint.board import Space, load_board
from games.sprint.commands import phrase
from games.sprint.landing import as_improved
from games.sprint.model import Fork, Move, PlayTool, State, Turn
from games.sprint.player import PER_DIE, suggest, worth
from games.sprint.words import hours, quoted, space_name
from games.text import who

NO_HINTS = lazy("Hints are switched off at this table.")
_VOTING = lazy("The team is voting, and everybody decides for themselves. Ask again when it’s your turn.")
_ONE_SCRUM = lazy("about 3 rolls in 10 have one")  # 11 of 36


def hint(state: State, seat: int | None) -> Answer:
    if not isinstance(state.phase, Turn | Fork):
        return Answer(str(_VOTING))
    if seat != state.turn:
        return Answer(t("It’s {who}’s turn. Ask again when it’s yours.", who=who(state.turn)))
    move = suggest(state, seat, Chance(bytes(32)))
    text = _fork(state, seat, state.phase) if isinstance(state.phase, Fork) else _turn(state, seat, move)
    return Answer(text, spots=phrase(state, seat, move).spots)


def _turn(state: State, seat: int, move: Move) -> str:
    impediment = state.players[seat].impediment
    if isinstance(move, PlayTool):
        solved = state.players[move.target].impediment or ""
        whose = t("your own") if move.target == seat else f"{who(move.target)}’s"
        saves = t(" It also burns 10 hours.") if state.helpful else ""
        return t(
            "Play {card} against {whose} {solved}: they fit, so the others may agree.{saves}",
            card=quoted(move.card),
            whose=whose,
            solved=quoted(solved),
            saves=saves,
        )
    if impediment is not None:
        return t("Roll for a scrum: {one_scrum}.", one_scrum=_ONE_SCRUM)
    return t("Roll: there’s nothing to decide before you see the dice.")


def _fork(state: State, seat: int, fork: Fork) -> str:
    """The best space first, then the others, each with what it brings."""
    values, spaces = worth(state, seat), load_board(state.board).spaces
    ranked = sorted(fork.landings, key=lambda landing: -values[landing.space])
    best, *others = [as_improved(spaces[landing.space], state) for landing in ranked]
    lines = [t("{best} looks best: it {state}.", best=_name(best), state=_brings(state, best, values[best.id]))]
    lines += [f"{_name(space)} {_brings(state, space, values[space.id])}." for space in others]
    if not others:
        lines.append(t("Staying would only cost you the roll."))
    return " ".join(lines)


def _name(space: Space) -> str:
    return space_name(space) if space.kind == "review" else space.id


_BRINGS = {
    "impediment": lazy("holds you up until you roll a scrum"),
    "opportunity": lazy("has a card that is worth about {worth} on average"),
    "tool": lazy("gives you a tool for somebody who is stuck"),
    "die": lazy("gives the team a die, worth about {worth}"),
    "hours": lazy("changes the plan"),
}


def _brings(state: State, space: Space, value: float) -> str:
    """What a piece that lands there does, as the rest of a sentence about the space."""
    report = round(PER_DIE * state.dice) * abs(space.amount)
    match space.kind:
        case "review" if state.hours:
            return t("has no way back, and the others have to finish the work")
        case "review":
            return t("is where everybody has to be")
        case "day":
            cost = (
                t(", which costs about {hours}", hours=hours(round(-value)))
                if state.hours
                else t(", and there are few left")
            )
            return t("ends day {day}{cost}", day=state.day + 1, cost=cost)
        case _ if not state.hours:
            return t("does nothing now, but is on the way")
        case "report" if space.amount < 0:
            return t("adds about {hours} of new work", hours=hours(report))
        case "report":
            return t("gets about {hours} done", hours=hours(min(report, state.hours)))
        case kind:
            return str(_BRINGS[kind]).format(worth=hours(round(value)))
