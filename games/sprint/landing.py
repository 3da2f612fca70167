"""What happens where a piece lands, and once all the work is done."""

from games import contract
from games.chance import Chance
from games.sprint.board import REVIEW, Board, Deck, Space, card, load_board
from games.sprint.folding import evolve
from games.sprint.model import (
    PROGRESS,
    SCRUM,
    CardDrawn,
    DayEnded,
    DeckRenewed,
    DeckWasEmpty,
    DieTaken,
    DiscussionOpened,
    Event,
    Finished,
    Freed,
    Moved,
    Over,
    PlanChanged,
    Reported,
    SprintClosed,
    State,
)
from games.values import replace

MAX_DICE = 10
LATE_HOURS = 50  # at which Sprint Review opens, with review=late
COST_OF_IMPEDIMENT = 5  # hours per day and impeded player, with impediments=costly
WORTH_OF_TOOL = 10  # hours that an accepted tool burns, with tools=helpful


class Recorder(contract.Recorder[State, Event]):
    def __init__(self, state: State, chance: Chance) -> None:
        super().__init__(evolve, state, chance)

    @property
    def board(self) -> Board:
        return load_board(self.state.board)

    @property
    def over(self) -> bool:
        return isinstance(self.state.phase, Over)


def progress(dice: tuple[int, ...]) -> int:
    """The hours that progress dice are worth: each scrum doubles the largest number not doubled yet."""
    numbers = sorted((face for face in dice if face != SCRUM), reverse=True)
    return sum(numbers) + sum(numbers[: dice.count(SCRUM)])


def land(recorder: Recorder, seat: int, space: Space) -> None:
    """Apply the effect of a space; once all the work is done, only End of Day and Sprint Review have one."""
    space = as_improved(space, recorder.state)
    match space.kind:
        case "day":
            _end_day(recorder)
        case "review":
            review(recorder)
        case _ if recorder.state.hours == 0:
            pass
        case "hours":
            hours = max(0, recorder.state.hours + space.amount)
            recorder.record(PlanChanged(seat, space.amount, hours))
            settle_when_done(recorder)
        case "die":
            take_die(recorder)
        case "report":
            report(recorder, seat, space.amount)
        case "tool":
            _draw_card(recorder, seat, "tools")
        case "impediment":
            _draw_card(recorder, seat, "impediments")
        case "opportunity":
            _opportunity(recorder, seat)


def _end_day(recorder: Recorder) -> None:
    state = recorder.state
    impeded = sum(player.impediment is not None for player in state.players)
    added = impeded * COST_OF_IMPEDIMENT if state.costly else 0
    recorder.record(DayEnded(state.day + 1, state.days, state.hours + added, added))
    if recorder.state.day < state.days:
        return
    if state.release is not None:
        _close_sprint(recorder)
    else:
        recorder.record(Finished(won=False, reason="days", hours=recorder.state.hours, day=recorder.state.day))


def _close_sprint(recorder: Recorder) -> None:
    """Hold the Sprint Review of a release: all of the forecast is delivered, or nothing."""
    state, release = recorder.state, recorder.state.release
    assert release is not None
    delivered = 0 if state.hours else release.forecast
    total = release.delivered + delivered
    number = len(release.past) + 1
    recorder.record(SprintClosed(number, release.forecast, delivered, state.hours, state.day, total))
    after = recorder.state.release
    if after is not None and after.over:
        recorder.record(Finished(won=not after.left, reason="release", hours=after.left, day=state.day))


def review(recorder: Recorder) -> None:
    state = recorder.state
    if all(player.space == REVIEW for player in state.players):
        won = state.hours == 0
        recorder.record(Finished(won, "review" if won else "unfinished", state.hours, state.day))


def report(recorder: Recorder, seat: int, times: int) -> None:
    dice = recorder.chance.dice(recorder.state.dice, purpose=PROGRESS)
    amount = progress(dice) * abs(times)
    hours = recorder.state.hours + amount if times < 0 else max(0, recorder.state.hours - amount)
    recorder.record(Reported(seat, dice, times, amount, hours))
    settle_when_done(recorder)


def settle_when_done(recorder: Recorder) -> None:
    """Once all the work is done, everybody is free; in a release, the Sprint Review is held at once."""
    if recorder.state.hours:
        return
    for seat, player in enumerate(recorder.state.players):
        if player.impediment is not None:
            recorder.record(Freed(seat, player.impediment, "work_done"))
    if recorder.state.release is not None:
        _close_sprint(recorder)


def as_improved(space: Space, state: State) -> Space:
    """The space as it counts in a release, after what the team has improved."""
    if state.release is None:
        return space
    if space.kind == "impediment" and "topics" in state.release.improvements:
        return replace(space, kind="opportunity")
    if space.kind == "report" and "done" in state.release.improvements:
        return replace(space, amount=abs(space.amount))
    return space


def is_review_open(state: State) -> bool:
    """In a release nobody walks there; with `review=late` it opens when little work is left."""
    return state.release is None and (not state.late or state.hours <= LATE_HOURS)


def take_die(recorder: Recorder) -> None:
    if recorder.state.dice < MAX_DICE:
        recorder.record(DieTaken(recorder.state.dice + 1))


def _draw_card(recorder: Recorder, seat: int, deck: Deck) -> str | None:
    """Draw a random card from what is left of a deck, which is the same as drawing the top of a shuffled one."""
    state = recorder.state
    if not state.decks[deck] and state.discards[deck] and deck != "opportunities":
        recorder.record(DeckRenewed(deck))
    left = recorder.state.decks[deck]
    if not left:
        recorder.record(DeckWasEmpty(seat, deck))
        return None
    drawn = recorder.chance.choice(left, deck)
    recorder.record(CardDrawn(seat, deck, drawn))
    return drawn


def _opportunity(recorder: Recorder, seat: int) -> None:
    drawn = _draw_card(recorder, seat, "opportunities")
    if drawn is None:
        return
    match card(drawn).action:
        case "discuss":
            recorder.record(DiscussionOpened(drawn, recorder.state.discussions + 1, recorder.state.minutes))
        case "daily_scrum":
            send(recorder, seat, recorder.board.daily_scrum, sent=True)
        case "end_of_day":
            send(recorder, seat, recorder.board.end_of_day, sent=False)


def send(recorder: Recorder, seat: int, space: str, *, sent: bool) -> None:
    recorder.record(Moved(seat, space, (), circled=False, sent=sent))
    land(recorder, seat, recorder.board.spaces[space])
