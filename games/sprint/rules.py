"""The rules of The Scrum Game: which moves are legal, and what happens when one is made."""

from typing import assert_never

from games.chance import Chance
from games.contract import Option, Options, Result
from games.memories import read_asked, read_cards, read_counts
from games.parts import Deadline
from games.sprint import words as refusals
from games.sprint.board import BOARDS, DOCUMENT, LEVELS, REVIEW, card, decks_for, load_board, planned, with_team_cards
from games.sprint.folding import WORTH_OF_TOOL, Recorder, free_everybody_when_done, land, take_die
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
    Move,
    Moved,
    Over,
    PlayTool,
    Roll,
    Rolled,
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
    VoteRecord,
)
from games.values import replace

AS_PUBLISHED, BY_DIFFICULTY = "As published", "as the difficulty says"
OPTIONS: tuple[Option, ...] = (
    Option(
        "difficulty",
        "How often a sensible team makes it: hours and days as published, or such that they suit a team of your size",
        DOCUMENT,
        choices=LEVELS,
        titles=(AS_PUBLISHED, "Relaxed", "Standard", "Demanding"),
        notes=(  # measured: docs/balance.md
            "300 hours in 10 days: two players win about 80%, six about 64%",
            "A sensible team of any size wins about 80%",
            "A sensible team of any size wins about 65%",
            "A sensible team of any size wins about 45%",
        ),
        main=True,
    ),
    Option("hours", "Hours of work at the start", 0, minimum=50, maximum=1000, unset=BY_DIFFICULTY),
    Option("days", "Days in the sprint", 0, minimum=3, maximum=30, unset=BY_DIFFICULTY),
    Option("minutes", "Minutes for each discussion", 5, minimum=1, maximum=60),
    Option(
        "board",
        "The board: standard, or long for a longer and harder sprint",
        "standard",
        choices=BOARDS,
        titles=tuple(load_board(board).title for board in BOARDS),
        notes=("The board of the published game", "More spaces on both circles: a longer and harder sprint"),
        main=True,
    ),
    Option(
        "impediments",
        "costly: each End of Day adds 5 hours for every impeded player",
        "standard",
        choices=("standard", "costly"),
        titles=(AS_PUBLISHED, "Costly"),
        notes=("Being impeded costs turns, but no hours", "Each End of Day adds 5 hours for every impeded player"),
    ),
    Option(
        "tools",
        "helpful: a tool that the team accepts also burns 10 hours",
        "standard",
        choices=("standard", "helpful"),
        titles=(AS_PUBLISHED, "Helpful"),
        notes=(
            "A tool frees an impeded player and costs a roll",
            "It also burns 10 hours: four players win about 77%, not 69%",
        ),
        main=True,
    ),
)


def start(seats: int, options: Options, chance: Chance) -> list[Event]:
    board = load_board(str(options["board"]))
    asked = read_asked(options.get("asked", ""))
    plan = planned(board.key, seats, options)
    started = Started(
        seats=seats,
        board=board.key,
        hours=plan.hours,
        days=plan.days,
        minutes=int(options["minutes"]),
        costly=options["impediments"] == "costly",
        decks=with_team_cards(decks_for(board, asked), read_cards(options.get("cards", ""))),
        asked=asked,
        helpful=options.get("tools") == "helpful",
        votes=_vote_record(options.get("votes", "")),
    )
    del chance  # nothing is random before the first roll
    return [started, TurnBegan(0)]


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
        votes: list[Move] = [Vote(yes=True), Vote(yes=False)] if seat in _missing(state, phase) else []
        closing: list[Move] = [Done()] if isinstance(phase, Discussion) and not _missing(state, phase) else []
        return votes + closing
    return []


def _tool_plays(state: State, seat: int) -> list[Move]:
    """A player's tools against any impediment, except on the first turn and except pairs voted down this turn."""
    player = state.players[seat]
    assert isinstance(state.phase, Turn)
    if not player.turns:
        return []
    return [
        PlayTool(tool, target, card(tool).because or "It fits.")
        for tool in player.tools
        for target, other in enumerate(state.players)
        if other.impediment is not None and (tool, target) not in state.phase.refused
    ]


def _missing(state: State, phase: Ballot | Discussion) -> tuple[int, ...]:
    """The seats yet to vote: on a discussion everybody votes, on a tool everybody except the player who offers it."""
    excluded = state.turn if isinstance(phase, Ballot) else None
    return tuple(seat for seat in range(len(state.players)) if seat != excluded and seat not in phase.votes)


def awaits(state: State) -> tuple[int, ...]:
    match state.phase:
        case Turn() | Fork():
            return (state.turn,)
        case Ballot() | Discussion() as phase:
            return _missing(state, phase) or (state.turn,)
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
    landings = recorder.board.landings(player.space, steps, circled=player.circled, sent=player.sent)
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
    if recorder.over:
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
    recorder.record(Voted(seat, move.yes))
    after = recorder.state.phase
    assert isinstance(after, Ballot | Discussion)
    if isinstance(after, Ballot) and not _missing(recorder.state, after):
        _count_ballot(recorder, after)


def _count_ballot(recorder: Recorder, ballot: Ballot) -> None:
    seat, votes = recorder.state.turn, list(ballot.votes.values())
    if not all(votes):
        recorder.record(ToolRefused(seat, ballot.card, ballot.target, votes.count(True), votes.count(False)))
        return
    impediment = recorder.state.players[ballot.target].impediment
    assert impediment is not None
    burned = min(WORTH_OF_TOOL, recorder.state.hours) if recorder.state.helpful else 0
    recorder.record(ToolAccepted(seat, ballot.card, ballot.target, burned))
    recorder.record(Freed(ballot.target, impediment, "tool"))
    free_everybody_when_done(recorder)
    _end_turn(recorder)


def _done(recorder: Recorder, seat: int) -> None:
    state = recorder.state
    if isinstance(state.phase, Discussion):
        missing = _missing(state, state.phase)
        if missing:
            raise refusals.votes_missing(missing)
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
    if not isinstance(phase, Discussion) or phase.number != move.number:
        raise refusals.discussion_over()
    _close_discussion(recorder)


def _close_discussion(recorder: Recorder) -> None:
    phase = recorder.state.phase
    assert isinstance(phase, Discussion)
    votes = list(phase.votes.values())
    missing = len(recorder.state.players) - len(votes)
    recorder.record(DiscussionClosed(phase.card, votes.count(True), votes.count(False), missing))
    if all(votes) and not missing:
        take_die(recorder)
    _end_turn(recorder)


# --- what a seat sees ------------------------------------------------------------------------------------------------


def view(state: State, seat: int | None) -> View:
    if not isinstance(state.phase, Ballot | Discussion):
        return View(seat, state)
    votes = {voter: yes if voter == seat else None for voter, yes in state.phase.votes.items()}
    return View(seat, replace(state, phase=replace(state.phase, votes=votes)))


def imagine(state: State, seat: int | None, chance: Chance) -> State:
    if not isinstance(state.phase, Ballot | Discussion):
        return state
    votes = {voter: yes if voter == seat else bool(chance.below(2)) for voter, yes in state.phase.votes.items()}
    return replace(state, phase=replace(state.phase, votes=votes))


def result(state: State) -> Result | None:
    if not isinstance(state.phase, Over):
        return None
    return Result(tuple(range(len(state.players))) if state.phase.won else ())


def deadline(state: State) -> Deadline | None:
    if not isinstance(state.phase, Discussion):
        return None
    number = state.phase.number
    return Deadline(f"discussion {number}", 60 * state.minutes, CallTime(number))
