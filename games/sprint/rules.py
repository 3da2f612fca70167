"""The rules of The Scrum Game: which moves are legal, and what happens when one is made."""

from collections.abc import Mapping, Sequence
from typing import Any, assert_never

from games.chance import Chance
from games.contract import Options, Result
from games.memories import read_asked, read_cards, read_counts
from games.parts import Deadline
from games.sprint import refusals
from games.sprint.board import EDITION, IT_FITS, REVIEW, card, decks_for, load_board, planned, with_team_cards
from games.sprint.folding import without
from games.sprint.landing import (
    WORTH_OF_TOOL,
    Recorder,
    is_review_open,
    land,
    settle_when_done,
    take_die,
)
from games.sprint.model import (
    MOVEMENT,
    SCRUM,
    Ballot,
    CallTime,
    Discussion,
    DiscussionClosed,
    Done,
    Event,
    Fork,
    ForkReached,
    Freed,
    Go,
    Improve,
    ImprovementChosen,
    Move,
    Moved,
    Over,
    Plan,
    Planning,
    PlayTool,
    Reflecting,
    Roll,
    Rolled,
    SprintPlanned,
    Started,
    State,
    Stayed,
    ToolAccepted,
    ToolOffered,
    ToolRefused,
    Turn,
    TurnBegan,
    TurnPassed,
    View,
    Vote,
    Voted,
    VotedFor,
    VoteRecord,
)
from games.sprint.release import (
    DAYS,
    GOAL,
    IMPROVEMENTS,
    MINUTES,
    PLANNING_SECONDS,
    REFLECTION_SECONDS,
    SPRINTS,
    counted,
    most,
)
from games.values import replace


def start(seats: int, options: Options, chance: Chance) -> list[Event]:
    release = options.get("sprints") == str(SPRINTS)
    board = load_board("standard" if release else str(options["board"]))  # the long one has too long a way for 4 days
    asked = read_asked(options.get("asked", ""))
    edition = EDITION if "review" in options else 1  # tables that are older than that option have older cards
    plan = planned(board.key, seats, options)
    started = Started(
        seats=seats,
        board=board.key,
        hours=GOAL if release else plan.hours,
        days=DAYS if release else plan.days,
        minutes=MINUTES if release else int(options["minutes"]),
        costly=release or options["impediments"] == "costly",
        decks=with_team_cards(decks_for(board, asked, edition), read_cards(options.get("cards", ""))),
        asked=asked,
        helpful=release or options.get("tools") == "helpful",
        votes=_vote_record(options.get("votes", "")),
        release=release,
        late=not release and options.get("review") == "late",
        unadvised=options.get("hints") == "off",
        known=read_asked(options.get("known", "")),
    )
    del chance  # nothing is random before the first roll
    return [started] if release else [started, TurnBegan(0)]


def _vote_record(text: object) -> VoteRecord:
    """The record of votes in this room's last games; none if what is stored makes no sense."""
    counts = read_counts(text, 4)
    discussions, agreed, tools, accepted = counts or (0, 0, 0, 0)
    possible = agreed <= discussions and accepted <= tools
    return VoteRecord(discussions, agreed, tools, accepted) if possible else VoteRecord()


# --- legal moves -----------------------------------------------------------------------------------------------------


def moves(state: State, seat: int) -> list[Move]:
    phase = state.phase
    on_turn = seat == state.turn
    if isinstance(phase, Turn) and on_turn:
        usual: Move = Done() if state.players[seat].space == REVIEW else Roll()
        return [usual, *_tool_plays(state, seat)]
    if isinstance(phase, Fork) and on_turn:
        stay: list[Move] = [Go(None)] if phase.may_stay else []
        return [*(Go(landing.space) for landing in phase.landings), *stay]
    if isinstance(phase, Ballot | Discussion) and seat in range(len(state.players)):
        votes: list[Move] = [Vote(yes=True), Vote(yes=False)] if seat in missing(state, phase) else []
        closing: list[Move] = [Done()] if isinstance(phase, Discussion) and not missing(state, phase) else []
        return votes + closing
    if isinstance(phase, Planning | Reflecting) and seat in missing(state, phase):
        return [*_choices(state, phase)]
    return []


def _choices(state: State, phase: Planning | Reflecting) -> Sequence[Plan | Improve]:
    assert state.release is not None
    if isinstance(phase, Planning):
        return [Plan(hours) for hours in state.release.forecasts]
    return [Improve(improvement) for improvement in state.release.open_improvements]


def _choice(move: Plan | Improve) -> str:
    return str(move.hours) if isinstance(move, Plan) else move.improvement


def _tool_plays(state: State, seat: int) -> list[Move]:
    """A player's tools against any impediment, except on the first turn and except pairs voted down this turn."""
    player = state.players[seat]
    assert isinstance(state.phase, Turn)
    if not player.turns:
        return []
    return [
        PlayTool(tool, target, (card(tool).because or IT_FITS).text)
        for tool in player.tools
        for target, other in enumerate(state.players)
        if other.impediment is not None and (tool, target) not in state.phase.refused
    ]


_Voting = Ballot | Discussion | Planning | Reflecting


def missing(state: State, phase: _Voting) -> tuple[int, ...]:
    """The seats yet to vote: everybody votes, but on a tool everybody except the player who offers it."""
    excluded = state.turn if isinstance(phase, Ballot) else None
    return tuple(seat for seat in range(len(state.players)) if seat != excluded and seat not in phase.votes)


def awaits(state: State) -> tuple[int, ...]:
    match state.phase:
        case Turn() | Fork():
            return (state.turn,)
        case Ballot() | Discussion() as phase:
            return missing(state, phase) or (state.turn,)
        case Planning() | Reflecting() as phase:
            return missing(state, phase)
        case Over():
            return ()


# --- making a move ---------------------------------------------------------------------------------------------------


def decide(state: State, seat: int | None, move: Move, chance: Chance) -> list[Event]:
    recorder = Recorder(state, chance)
    if isinstance(state.phase, Over):
        raise refusals.game_is_over()
    if isinstance(move, CallTime):
        _call_time(recorder, seat, move)
        return recorder.events
    if seat is None or seat not in range(len(state.players)):
        raise refusals.no_seat()
    match move:
        case Roll():
            _roll(recorder, seat)
        case Go():
            _go(recorder, seat, move)
        case PlayTool():
            _offer_tool(recorder, seat, move)
        case Vote():
            _vote(recorder, seat, move)
        case Done():
            _done(recorder, seat)
        case Plan() | Improve():
            _choose(recorder, seat, move)
        case _:
            assert_never(move)
    return recorder.events


def _my_turn(recorder: Recorder, seat: int) -> Turn:
    """Check that it is this seat's turn and that no vote, discussion or fork comes first."""
    phase = recorder.state.phase
    if isinstance(phase, Discussion):
        raise refusals.in_discussion()
    if isinstance(phase, Ballot):
        raise refusals.in_vote()
    if isinstance(phase, Planning):
        raise refusals.in_planning()
    if isinstance(phase, Reflecting):
        raise refusals.in_reflection()
    if seat != recorder.state.turn:
        raise refusals.not_your_turn(recorder.state.turn)
    if isinstance(phase, Fork):
        raise refusals.choose_first()
    assert isinstance(phase, Turn)
    return phase


def _roll(recorder: Recorder, seat: int) -> None:
    _my_turn(recorder, seat)
    player = recorder.state.players[seat]
    if player.space == REVIEW:
        raise refusals.stays_in_review()
    dice = recorder.chance.dice(2 if player.turns else 1, purpose=MOVEMENT)
    impediment = player.impediment
    recorder.record(Rolled(seat, dice, impediment is not None))
    if impediment is not None:
        if SCRUM not in dice:
            return _end_turn(recorder)
        recorder.record(Freed(seat, impediment, "scrum"))
    steps = sum(face for face in dice if face != SCRUM)
    if not steps:
        return _end_turn(recorder)
    landings = recorder.board.landings(
        player.space, steps, circled=player.circled, sent=player.sent, review=is_review_open(recorder.state)
    )
    freed = impediment is not None
    if len(landings) > 1 or freed:
        return recorder.record(ForkReached(seat, landings, may_stay=freed))
    landing = landings[0]
    recorder.record(Moved(seat, landing.space, landing.path, landing.circled))
    return _arrive(recorder, seat)


def _go(recorder: Recorder, seat: int, move: Go) -> None:
    phase = recorder.state.phase
    if not isinstance(phase, Fork):
        _my_turn(recorder, seat)
        raise refusals.no_fork()
    if seat != recorder.state.turn:
        raise refusals.not_your_fork(recorder.state.turn)
    if move.space is None and phase.may_stay:
        recorder.record(Stayed(seat))
        return _end_turn(recorder)
    for landing in phase.landings:
        if landing.space == move.space:
            recorder.record(Moved(seat, landing.space, landing.path, landing.circled))
            return _arrive(recorder, seat)
    reachable = [landing.space for landing in phase.landings] + ["stay"] * phase.may_stay
    raise refusals.out_of_reach(reachable)


def _arrive(recorder: Recorder, seat: int) -> None:
    land(recorder, seat, recorder.board.spaces[recorder.state.players[seat].space])
    if not isinstance(recorder.state.phase, Discussion):
        _end_turn(recorder)


def _end_turn(recorder: Recorder) -> None:
    """Pass the turn to the next seat that can act; a player in Sprint Review only can with a tool that may help."""
    if recorder.over or isinstance(recorder.state.phase, Reflecting):
        return None
    state = recorder.state
    count = len(state.players)
    for seat in ((state.turn + step) % count for step in range(1, count + 1)):
        following = replace(state, turn=seat, phase=Turn())
        if state.players[seat].space != REVIEW or _tool_plays(following, seat):
            return recorder.record(TurnBegan(seat))
    raise AssertionError("while the game runs, somebody is still outside Sprint Review")


def _offer_tool(recorder: Recorder, seat: int, move: PlayTool) -> None:
    turn = _my_turn(recorder, seat)
    state = recorder.state
    player = state.players[seat]
    if not player.turns:
        raise refusals.first_turn_rolls()
    if move.card not in player.tools:
        raise refusals.tool_not_held()
    impediment = state.players[move.target].impediment if move.target in range(len(state.players)) else None
    if impediment is None:
        raise refusals.not_impeded()
    if (move.card, move.target) in turn.refused:
        raise refusals.just_refused()
    reason = move.reason.strip()
    if not reason:
        raise refusals.reason_missing()
    if len(reason) > refusals.REASON_LIMIT:
        raise refusals.reason_too_long()
    recorder.record(ToolOffered(seat, move.card, move.target, reason, impediment))


def _vote(recorder: Recorder, seat: int, move: Vote) -> None:
    phase = recorder.state.phase
    if not isinstance(phase, Ballot | Discussion):
        raise refusals.nothing_to_vote_on()
    if isinstance(phase, Ballot) and seat == recorder.state.turn:
        raise refusals.others_decide()
    if seat in phase.votes:
        raise refusals.already_voted()
    recorder.record(Voted(seat, move.yes, "" if move.yes else move.reason))
    after = recorder.state.phase
    assert isinstance(after, Ballot | Discussion)
    if isinstance(after, Ballot) and not missing(recorder.state, after):
        _count_ballot(recorder, after)


def _count_ballot(recorder: Recorder, ballot: Ballot) -> None:
    seat, votes = recorder.state.turn, list(ballot.votes.values())
    if not all(votes):
        yes, reasons = votes.count(True), tuple(dict.fromkeys(ballot.reasons))
        recorder.record(ToolRefused(seat, ballot.card, ballot.target, yes, len(votes) - yes, reasons))
        return
    impediment = recorder.state.players[ballot.target].impediment
    assert impediment is not None
    burned = min(WORTH_OF_TOOL, recorder.state.hours) if recorder.state.helpful else 0
    recorder.record(ToolAccepted(seat, ballot.card, ballot.target, burned))
    recorder.record(Freed(ballot.target, impediment, "tool"))
    settle_when_done(recorder)
    _end_turn(recorder)


def _done(recorder: Recorder, seat: int) -> None:
    state = recorder.state
    if isinstance(state.phase, Discussion):
        if waiting := missing(state, state.phase):
            raise refusals.votes_missing(waiting)
        return _close_discussion(recorder)
    _my_turn(recorder, seat)
    if state.players[seat].space != REVIEW:
        raise refusals.nothing_to_close()
    recorder.record(TurnPassed(seat))
    return _end_turn(recorder)


def _call_time(recorder: Recorder, seat: int | None, move: CallTime) -> None:
    phase = recorder.state.phase
    if seat is not None:
        raise refusals.only_the_clock()
    running = deadline(recorder.state)
    if running is None or running.move != move:
        raise refusals.time_has_passed() if move.of else refusals.discussion_over()
    match phase:
        case Planning():
            _count_forecasts(recorder, phase)
        case Reflecting():
            _count_improvements(recorder, phase)
        case _:
            _close_discussion(recorder)


def _close_discussion(recorder: Recorder) -> None:
    phase = recorder.state.phase
    assert isinstance(phase, Discussion)
    votes = list(phase.votes.values())
    not_cast = len(recorder.state.players) - len(votes)
    recorder.record(DiscussionClosed(phase.card, votes.count(True), votes.count(False), not_cast))
    if all(votes) and not not_cast:
        take_die(recorder)
    _end_turn(recorder)


# --- a release -------------------------------------------------------------------------------------------------------


def _choose(recorder: Recorder, seat: int, move: Plan | Improve) -> None:
    """Vote for a forecast or an improvement; the last vote decides."""
    phase, release = recorder.state.phase, recorder.state.release
    if not isinstance(phase, Planning if isinstance(move, Plan) else Reflecting) or release is None:
        raise refusals.nothing_to_plan() if isinstance(move, Plan) else refusals.nothing_to_improve()
    if seat in phase.votes:
        raise refusals.already_voted()
    if isinstance(move, Plan) and move.hours not in release.forecasts:
        raise refusals.no_such_forecast(release.forecasts)
    if isinstance(move, Improve) and move.improvement not in release.open_improvements:
        raise refusals.already_improved()
    recorder.record(VotedFor(seat, _choice(move)))
    after = recorder.state.phase
    assert isinstance(after, Planning | Reflecting)
    if not missing(recorder.state, after):
        (_count_forecasts if isinstance(after, Planning) else _count_improvements)(recorder, after)


def _count_forecasts(recorder: Recorder, phase: Planning | Reflecting) -> None:
    """The most votes; of equals, the smaller forecast."""
    assert recorder.state.release is not None
    counts = counted(phase.votes.values(), [str(hours) for hours in recorder.state.release.forecasts])
    _plan_sprint(recorder, int(most(counts)), counts)


def _count_improvements(recorder: Recorder, phase: Planning | Reflecting) -> None:
    """The most votes; of equals, the one that is listed first. Without a vote, nothing changes."""
    assert recorder.state.release is not None
    counts = counted(phase.votes.values(), recorder.state.release.open_improvements)
    chosen = next((each for each in IMPROVEMENTS if phase.votes and each == most(counts)), None)
    recorder.record(ImprovementChosen(chosen, counts))
    forecasts = recorder.state.release.forecasts
    if len(forecasts) == 1:  # nothing to vote on
        _plan_sprint(recorder, forecasts[0], {})


def _plan_sprint(recorder: Recorder, forecast: int, votes: dict[str, int]) -> None:
    state, release = recorder.state, recorder.state.release
    assert release is not None
    tools: list[str] = []
    if "toolbox" in release.improvements:
        deck = release.decks["tools"]
        for _ in state.players:
            tools.append(recorder.chance.choice(deck, "tools"))
            deck = without(deck, tools[-1])
    recorder.record(SprintPlanned(release.sprint, forecast, votes, tuple(tools)))
    first = (state.turn + 1) % len(state.players) if release.past else 0
    recorder.record(TurnBegan(first))


# --- what a seat sees ------------------------------------------------------------------------------------------------


def view(state: State, seat: int | None) -> View:
    if not isinstance(state.phase, _Voting):
        return View(seat, state)
    votes = {voter: vote if voter == seat else None for voter, vote in state.phase.votes.items()}
    return View(seat, _with_votes(state, state.phase, votes))


def imagine(state: State, seat: int | None, chance: Chance) -> State:
    phase = state.phase
    if not isinstance(phase, _Voting):
        return state
    choices: Sequence[bool | str] = (True, False)
    if isinstance(phase, Planning | Reflecting):
        choices = [_choice(move) for move in _choices(state, phase)]
    votes = {voter: vote if voter == seat else chance.choice(choices) for voter, vote in phase.votes.items()}
    return _with_votes(state, phase, votes)


def _with_votes(state: State, phase: _Voting, votes: Mapping[int, Any]) -> State:
    if isinstance(phase, Ballot):
        return replace(state, phase=replace(phase, votes=votes, reasons=()))
    if isinstance(phase, Discussion):
        return replace(state, phase=replace(phase, votes=votes))
    return replace(state, phase=replace(phase, votes=votes))


def result(state: State) -> Result | None:
    if not isinstance(state.phase, Over):
        return None
    return Result(tuple(range(len(state.players))) if state.phase.won else ())


def deadline(state: State) -> Deadline | None:
    match state.phase:
        case Discussion(number=number):
            return Deadline(f"discussion {number}", 60 * state.minutes, CallTime(number))  # not prose
        case Planning() if state.release is not None:
            number = state.release.sprint
            return Deadline(f"planning {number}", PLANNING_SECONDS, CallTime(number, "planning"))  # not prose
        case Reflecting() if state.release is not None:
            number = state.release.sprint
            return Deadline(f"reflection {number}", REFLECTION_SECONDS, CallTime(number, "reflection"))  # not prose
        case _:
            return None
