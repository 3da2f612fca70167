"""The Scrum Game in sentences: what comes next."""

from collections.abc import Sequence

from games.language import n, t
from games.sprint.board import REVIEW
from games.sprint.model import Ballot, Discussion, Fork, Over, Planning, Reflecting, State, Turn, View
from games.sprint.words.terms import days_left, hours, improvement_gist, improvement_title, quoted, verdict
from games.text import listing, who


def prompt(view: View, asked: Sequence[int] | None = None) -> str:
    """The next thing to do. `asked`: the seats that are asked to vote; None: all that haven't."""
    state = view.state
    match state.phase:
        case Turn():
            return _turn(state)
        case Fork():
            return t("{who}, choose where to go.", who=who(state.turn))
        case Ballot() as ballot:
            voters = _waiting(state, ballot, asked, but=state.turn)
            return n(
                "Does {card} solve it? {people}, vote yes or no.",
                "Does {card} solve it? {people}, vote yes or no.",
                len(voters),
                card=quoted(ballot.card),
                people=listing(voters),
            )
        case Discussion() as discussion:
            return _discussion(state, discussion, asked)
        case Planning() | Reflecting() as phase:
            return _release_vote(state, phase, asked)
        case Over(won=won, reason=reason):
            left = state.release.left if state.release else state.hours
            return verdict(won=won, reason=reason, hours_left=left, day=state.day)


def _release_vote(state: State, phase: Planning | Reflecting, asked: Sequence[int] | None) -> str:
    release, voters = state.release, _waiting(state, phase, asked)
    assert release is not None
    if isinstance(phase, Planning):
        return n(
            "How much will you deliver in sprint {sprint}? {hours} are left, and all of your "
            "forecast counts, or nothing. {people}, vote for a forecast.",
            "How much will you deliver in sprint {sprint}? {hours} are left, and all of your "
            "forecast counts, or nothing. {people}, vote for a forecast.",
            len(voters),
            sprint=release.sprint,
            hours=hours(release.left),
            people=listing(voters),
        )
    offered = [f"{improvement_title(each)} ({improvement_gist(each)})" for each in release.open_improvements]
    return n(
        "What will you do differently in the next sprint? Talk about it, then choose one thing that stays: "
        "{improvements}. {people}, vote for an improvement.",
        "What will you do differently in the next sprint? Talk about it, then choose one thing that stays: "
        "{improvements}. {people}, vote for an improvement.",
        len(voters),
        improvements=listing(offered, "or"),
        people=listing(voters),
    )


def gist(view: View) -> str:
    state = view.state
    if not all(player.turns for player in state.players):
        return t("Sprint Planning, {hours} h", hours=state.hours)
    return t("day {day}, {hours} h left", day=min(state.day + 1, state.days), hours=state.hours)


def _turn(state: State) -> str:
    seat = state.turn
    player = state.players[seat]
    if player.space == REVIEW:
        return t("{who}, you’re in Sprint Review: play a tool for a teammate, or pass.", who=who(seat))
    if player.impediment is not None:
        impediment = quoted(player.impediment)
        if player.tools:
            return t(
                "{who}, you’re impeded by {impediment}: roll for a scrum, or play a tool.",
                who=who(seat),
                impediment=impediment,
            )
        return t("{who}, you’re impeded by {impediment}: roll for a scrum.", who=who(seat), impediment=impediment)
    if not player.turns and state.release:
        return t("{who}, roll one die to get going.", who=who(seat))
    if not player.turns:
        return t("{who}, roll one die to plan the sprint.", who=who(seat))
    if not state.hours:
        return t("{who}, roll on to Sprint Review: {days_left}.", who=who(seat), days_left=days_left(state))
    return t("{who}, it’s your turn to roll.", who=who(seat))


def _discussion(state: State, discussion: Discussion, asked: Sequence[int] | None) -> str:
    voters = _waiting(state, discussion, asked)
    if voters:
        return n(
            "Has the team dealt with {card}? {people}, vote yes or no.",
            "Has the team dealt with {card}? {people}, vote yes or no.",
            len(voters),
            card=quoted(discussion.card),
            people=listing(voters),
        )
    return t(
        "Everybody has voted. {who}, close the discussion, or keep talking until the time is up.", who=who(state.turn)
    )


def _waiting(
    state: State,
    phase: Ballot | Discussion | Planning | Reflecting,
    asked: Sequence[int] | None,
    *,
    but: int | None = None,
) -> list[str]:
    """Those who have to vote."""
    voters = range(len(state.players)) if asked is None else asked
    return [who(seat) for seat in voters if seat not in phase.votes and seat != but]
