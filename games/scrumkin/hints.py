"""The hint: what the expert would do with this hand, and what that changes; from what one seat can see."""

from collections.abc import Sequence

from games.language import t
from games.parts import Answer
from games.scrumkin.commands import phrase
from games.scrumkin.model import Drop, Laid, Move, Over, Play, RaiseShield, State, TakeOver, Turn
from games.scrumkin.player import NEVER, Prospect, Race, advice, changes
from games.text import who


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
        case TakeOver(count=count, target=target):
            text = t(
                "Take over {count} from {who}: {race}.",
                count=count,
                who=who(target),
                race=_relieved(race, {seat: count, target: -count}),
            )
        case Play() | Drop():
            text = " ".join(_play(race, moves[:at], move) for at, move in enumerate(moves))
        case _ if turn is not None:
            return Answer(
                t("It’s {who}’s turn, and there’s nothing on the table that’s worth a shield of yours.", who=who(turn))
            )
        case _:
            text = t("Nothing on the table is worth a shield of yours: choose Ready.")
    return Answer(text, spots=phrase(state, seat, moves[0]).spots)


def _play(race: Race, before: Sequence[Move], move: Move) -> str:
    """One play, after those before it."""
    if isinstance(move, Drop):
        return t("{card} under the stack: {race}.", card=move.card, race=_dropped(race, move.card))
    assert isinstance(move, Play)
    earlier, later = (race.after(changes(race, moves))[move.target] for moves in (before, (*before, move)))
    if move.target == race.seat:
        return t("{card} into your own game: you {earlier}.", card=move.card, earlier=_finish(earlier, later))
    return t(
        "{card} on {who}{race}: they {earlier}.",
        card=move.card,
        who=who(move.target),
        race=_why(race, move, earlier, later),
        earlier=_finish(earlier, later),
    )


def _why(race: Race, move: Play, earlier: Prospect, later: Prospect) -> str:
    """Why this player, of several."""
    if len(race.others) == 1:
        return ""
    if race.table.collaborative:
        return t(", who can use it") if later.finish < earlier.finish else t(", who can bear it best")
    first = min(race.others, key=lambda other: race.after({})[other].finish)
    return t(", who is first") if move.target == first else ""


def _finish(earlier: Prospect, later: Prospect) -> str:
    if _sprints(earlier) == _sprints(later):
        return t("finish in {later} sprints, as before", later=_sprints(later))
    return t("finish in {later} sprints instead of {earlier}", later=_sprints(later), earlier=_sprints(earlier))


def _sprints(prospect: Prospect) -> str:
    return f"{prospect.finish:.1f}" if prospect.finish < NEVER else t("more than nine")


def _dropped(race: Race, card: int) -> str:
    if race.table.collaborative:
        return t("one bug less for {who}", who=who(race.table.leader))
    cost = -sum(race.card(Laid(card), race.seat))
    return t("it would only slow you down") if cost > 0 else t("you have better ones to play")


def _relieved(race: Race, taken: dict[int, int]) -> str:
    earlier, later = (sum(each.undone for each in race.after({}, items)) for items in (None, taken))
    return t("the team leaves {later:.1f} items at the end, not {earlier:.1f}", later=later, earlier=earlier)


def _shield(race: Race, move: RaiseShield) -> str:
    whose = t("your own") if move.target == race.seat else f"{who(move.target)}’s"
    gone = tuple(-value for value in race.card(_laid(race.table, move), move.target))
    earlier, later = (race.after(each)[move.target] for each in ({}, {move.target: gone}))
    text = t(
        "Counter {whose} {against} “{title}” with {card}",
        whose=whose,
        against=move.against,
        title=race.table.card(move.against).title,
        card=move.card,
    )
    if race.table.collaborative:
        return t("{text}: it costs the team most.", text=text)
    subject = t("you finish") if move.target == race.seat else t("{who} finishes", who=who(move.target))
    return t(
        "{text}: {subject} in {later} sprints instead of {earlier}.",
        text=text,
        subject=subject,
        later=_sprints(later),
        earlier=_sprints(earlier),
    )


def _laid(state: State, move: RaiseShield) -> Laid:
    return next(laid for laid in state.players[move.target].game if laid.card == move.against)
