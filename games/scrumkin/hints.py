"""The hint: what the expert would do with this hand, and what that changes; from what one seat can see."""

from collections.abc import Sequence

from games.language import lazy, t
from games.parts import Answer
from games.scrumkin.commands import phrase
from games.scrumkin.model import Drop, Laid, Move, Over, Play, RaiseShield, State, TakeOver, Turn
from games.scrumkin.player import NEVER, Prospect, Race, advice, changes
from games.scrumkin.words import quoted
from games.text import number, who


def hint(state: State, seat: int) -> Answer:
    """`state`: as this seat sees it."""
    if not state.hints:
        return Answer(t("Hints are switched off at this table."))
    if isinstance(state.phase, Over):
        return Answer(t("The game is over; there’s nothing left to suggest."))
    race, moves = advice(state, seat)
    turn = state.phase.seat if isinstance(state.phase, Turn) else None
    match moves[0]:
        case RaiseShield() as move:
            text = _shield(race, move)
        case TakeOver() as move:
            text = _take_over(race, move)
        case Play() | Drop():
            text = " ".join(_play(race, moves[:at], move) for at, move in enumerate(moves))
        case _ if turn is not None:
            return Answer(
                t("It’s {who}’s turn, and there’s nothing on the table that’s worth a shield of yours.", who=who(turn))
            )
        case _:
            text = t("Nothing on the table is worth a shield of yours: choose Ready.")
    return Answer(text, spots=phrase(state, seat, moves[0]).spots)


def _take_over(race: Race, move: TakeOver) -> str:
    taken = {race.seat: move.count, move.target: -move.count}
    earlier, later = (sum(each.undone for each in race.after({}, items)) for items in (None, taken))
    return t(
        "Take over {count} from {who}: the team leaves {later} items at the end, not {earlier}.",
        count=move.count,
        who=who(move.target),
        later=number(later, 1),
        earlier=number(earlier, 1),
    )


def _play(race: Race, before: Sequence[Move], move: Move) -> str:
    """One play, after those before it."""
    if isinstance(move, Drop):
        return _drop(race, move.card)
    assert isinstance(move, Play)
    earlier, later = (race.after(changes(race, moves))[move.target] for moves in (before, (*before, move)))
    same, holes = _sprints(earlier) == _sprints(later), {"later": _sprints(later), "earlier": _sprints(earlier)}
    reason = "own" if move.target == race.seat else _why(race, move, earlier, later)
    said = (_AS_BEFORE if same else _INSTEAD)[reason]
    return t(said, card=move.card, who=who(move.target), **holes)


# what a play changes: into your own game, or on another player and why on this one of several
_INSTEAD = {
    "own": lazy("{card} into your own game: you finish in {later} sprints instead of {earlier}."),
    "": lazy("{card} on {who}: they finish in {later} sprints instead of {earlier}."),
    "uses": lazy("{card} on {who}, who can use it: they finish in {later} sprints instead of {earlier}."),
    "bears": lazy("{card} on {who}, who can bear it best: they finish in {later} sprints instead of {earlier}."),
    "first": lazy("{card} on {who}, who is first: they finish in {later} sprints instead of {earlier}."),
}
_AS_BEFORE = {
    "own": lazy("{card} into your own game: you finish in {later} sprints, as before."),
    "": lazy("{card} on {who}: they finish in {later} sprints, as before."),
    "uses": lazy("{card} on {who}, who can use it: they finish in {later} sprints, as before."),
    "bears": lazy("{card} on {who}, who can bear it best: they finish in {later} sprints, as before."),
    "first": lazy("{card} on {who}, who is first: they finish in {later} sprints, as before."),
}


def _why(race: Race, move: Play, earlier: Prospect, later: Prospect) -> str:
    """Why this player, of several."""
    if len(race.others) == 1:
        return ""
    if race.table.collaborative:
        return "uses" if later.finish < earlier.finish else "bears"
    first = min(race.others, key=lambda other: race.after({})[other].finish)
    return "first" if move.target == first else ""


def _sprints(prospect: Prospect) -> str:
    return number(prospect.finish, 1) if prospect.finish < NEVER else t("more than nine")


def _drop(race: Race, card: int) -> str:
    if race.table.collaborative:
        return t("{card} under the stack: one bug less for {who}.", card=card, who=who(race.table.leader))
    cost = -sum(race.card(Laid(card), race.seat))
    if cost > 0:
        return t("{card} under the stack: it would only slow you down.", card=card)
    return t("{card} under the stack: you have better ones to play.", card=card)


def _shield(race: Race, move: RaiseShield) -> str:
    gone = tuple(-value for value in race.card(_laid(race.table, move), move.target))
    earlier, later = (race.after(each)[move.target] for each in ({}, {move.target: gone}))
    holes = {
        "card": f"{move.against} {quoted(race.table.card(move.against))}",
        "shield": move.card,
        "who": who(move.target),
        "later": _sprints(later),
        "earlier": _sprints(earlier),
    }
    if move.target == race.seat:
        if race.table.collaborative:
            return t("Counter your own {card} with {shield}: it costs the team most.", **holes)
        return t("Counter your own {card} with {shield}: you finish in {later} sprints instead of {earlier}.", **holes)
    if race.table.collaborative:
        return t("Counter {who}’s {card} with {shield}: it costs the team most.", **holes)
    return t("Counter {who}’s {card} with {shield}: {who} finishes in {later} sprints instead of {earlier}.", **holes)


def _laid(state: State, move: RaiseShield) -> Laid:
    return next(laid for laid in state.players[move.target].game if laid.card == move.against)
