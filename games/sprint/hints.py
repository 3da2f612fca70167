"""A hint, with its reason: the worth of each choice as the automatic player sees it."""

from collections.abc import Mapping

from games.chance import Chance
from games.language import Lazy, lazy, t
from games.parts import Answer
from games.sprint.board import Space, load_board
from games.sprint.commands import phrase
from games.sprint.landing import as_improved
from games.sprint.model import Fork, Move, PlayTool, State, Turn
from games.sprint.player import PER_DIE, suggest, worth
from games.sprint.words.terms import hours, quoted, space_name
from games.text import who

NO_HINTS = lazy("Hints are switched off at this table.")
_VOTING = lazy("The team is voting, and everybody decides for themselves. Ask again when it’s your turn.")


def hint(state: State, seat: int | None) -> Answer:
    if not isinstance(state.phase, Turn | Fork):
        return Answer(str(_VOTING))
    if seat != state.turn:
        return Answer(t("It’s {who}’s turn. Ask again when it’s yours.", who=who(state.turn)))
    move = suggest(state, seat, Chance(bytes(32)))
    text = _fork(state, seat, state.phase) if isinstance(state.phase, Fork) else _turn(state, seat, move)
    return Answer(text, spots=phrase(state, seat, move).spots)


def _turn(state: State, seat: int, move: Move) -> str:
    if isinstance(move, PlayTool):
        text = _tool(state, seat, move)
        return f"{text} {t('It also burns 10 hours.')}" if state.helpful else text
    if state.players[seat].impediment is not None:
        return t("Roll for a scrum: about 3 rolls in 10 have one.")  # 11 of 36
    return t("Roll: there’s nothing to decide before you see the dice.")


def _tool(state: State, seat: int, move: PlayTool) -> str:
    tool, impediment = quoted(move.card), quoted(state.players[move.target].impediment or "")
    if move.target == seat:
        return t(
            "Play {tool} against your own {impediment}: they fit, so the others may agree.",
            tool=tool,
            impediment=impediment,
        )
    return t(
        "Play {tool} against {who}’s {impediment}: they fit, so the others may agree.",
        tool=tool,
        who=who(move.target),
        impediment=impediment,
    )


def _fork(state: State, seat: int, fork: Fork) -> str:
    """The best space first, then the others, each with what it brings."""
    values, spaces = worth(state, seat), load_board(state.board).spaces
    ranked = sorted(fork.landings, key=lambda landing: -values[landing.space])
    best, *others = [as_improved(spaces[landing.space], state) for landing in ranked]
    sentences = [_said(_BEST, state, best, values[best.id])]
    sentences += [_said(_OTHER, state, space, values[space.id]) for space in others]
    if not others:
        sentences.append(t("Staying would only cost you the roll."))
    return " ".join(sentences)


# by what a piece that lands there does
_BEST = {
    "early": lazy("{space} looks best: it has no way back, and the others have to finish the work."),
    "review": lazy("{space} looks best: it is where everybody has to be."),
    "day": lazy("{space} looks best: it ends day {day}, which costs about {hours}."),
    "late day": lazy("{space} looks best: it ends day {day}, and there are few left."),
    "nothing": lazy("{space} looks best: it does nothing now, but is on the way."),
    "rework": lazy("{space} looks best: it adds about {hours} of new work."),
    "report": lazy("{space} looks best: it gets about {hours} done."),
    "impediment": lazy("{space} looks best: it holds you up until you roll a scrum."),
    "opportunity": lazy("{space} looks best: it has a card that is worth about {hours} on average."),
    "tool": lazy("{space} looks best: it gives you a tool for somebody who is stuck."),
    "die": lazy("{space} looks best: it gives the team a die, worth about {hours}."),
    "hours": lazy("{space} looks best: it changes the plan."),
}
_OTHER = {
    "early": lazy("{space} has no way back, and the others have to finish the work."),
    "review": lazy("{space} is where everybody has to be."),
    "day": lazy("{space} ends day {day}, which costs about {hours}."),
    "late day": lazy("{space} ends day {day}, and there are few left."),
    "nothing": lazy("{space} does nothing now, but is on the way."),
    "rework": lazy("{space} adds about {hours} of new work."),
    "report": lazy("{space} gets about {hours} done."),
    "impediment": lazy("{space} holds you up until you roll a scrum."),
    "opportunity": lazy("{space} has a card that is worth about {hours} on average."),
    "tool": lazy("{space} gives you a tool for somebody who is stuck."),
    "die": lazy("{space} gives the team a die, worth about {hours}."),
    "hours": lazy("{space} changes the plan."),
}


def _said(sentences: Mapping[str, Lazy], state: State, space: Space, value: float) -> str:
    does, amount = _does(state, space, value)
    name = space_name(space) if space.kind == "review" else space.id
    return t(sentences[does], space=name, day=state.day + 1, hours=hours(amount))


def _does(state: State, space: Space, value: float) -> tuple[str, int]:
    """What a piece that lands there does, and the hours that this is about."""
    report = round(PER_DIE * state.dice) * abs(space.amount)
    match space.kind:
        case "review":
            return "early" if state.hours else "review", 0
        case "day":
            return "day" if state.hours else "late day", round(-value)  # not prose
        case _ if not state.hours:
            return "nothing", 0
        case "report" if space.amount < 0:
            return "rework", report
        case "report":
            return "report", min(report, state.hours)
        case kind:
            return kind, round(value)
