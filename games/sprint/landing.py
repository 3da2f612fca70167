"""What happens where a piece lands: the effect of each space, event by event."""

from games import recorder as base
from games.chance import Chance
from games.sprint.board import REVIEW, Board, Space, load_board
from games.sprint.cards import Deck, card
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
    State,
)

MAX_DICE = 10
COST_OF_IMPEDIMENT = 5  # hours per day and impeded player, with impediments=costly
WORTH_OF_TOOL = 10  # hours that an accepted tool burns, with tools=helpful


class Recorder(base.Recorder[State, Event]):
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
    match space.kind:
        case "day":
            end_day(recorder)
        case "review":
            review(recorder)
        case _ if recorder.state.hours == 0:
            pass
        case "hours":
            hours = max(0, recorder.state.hours + space.amount)
            recorder.record(PlanChanged(seat, space.amount, hours))
            free_everybody_when_done(recorder)
        case "die":
            take_die(recorder)
        case "report":
            report(recorder, seat, space.amount)
        case "tool":
            draw_card(recorder, seat, "tools")
        case "impediment":
            draw_card(recorder, seat, "impediments")
        case "opportunity":
            opportunity(recorder, seat)


def end_day(recorder: Recorder) -> None:
    state = recorder.state
    impeded = sum(player.impediment is not None for player in state.players)
    added = impeded * COST_OF_IMPEDIMENT if state.costly else 0
    recorder.record(DayEnded(state.day + 1, state.days, state.hours + added, added))
    if recorder.state.day >= state.days:
        recorder.record(Finished(won=False, reason="days", hours=recorder.state.hours, day=recorder.state.day))


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
    free_everybody_when_done(recorder)


def free_everybody_when_done(recorder: Recorder) -> None:
    if recorder.state.hours == 0:
        for seat, player in enumerate(recorder.state.players):
            if player.impediment is not None:
                recorder.record(Freed(seat, player.impediment, "work_done"))


def take_die(recorder: Recorder) -> None:
    if recorder.state.dice < MAX_DICE:
        recorder.record(DieTaken(recorder.state.dice + 1))


def draw_card(recorder: Recorder, seat: int, deck: Deck) -> str | None:
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


def opportunity(recorder: Recorder, seat: int) -> None:
    drawn = draw_card(recorder, seat, "opportunities")
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
