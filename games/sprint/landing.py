"""What happens where a piece lands: the effects of the spaces, one event after another."""

from games import story
from games.chance import Chance
from games.sprint.board import REVIEW, Board, Space, load_board
from games.sprint.cards import Deck, card
from games.sprint.folding import evolve
from games.sprint.model import (
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

MOST_DICE = 10
COST_OF_IMPEDIMENT = 5  # hours a day and impeded player, where impediments=costly


class Story(story.Story[State, Event]):
    def __init__(self, state: State, chance: Chance) -> None:
        super().__init__(evolve, state, chance)

    @property
    def board(self) -> Board:
        return load_board(self.state.board)

    @property
    def over(self) -> bool:
        return isinstance(self.state.phase, Over)


def progress(dice: tuple[int, ...]) -> int:
    """What progress dice are worth: each scrum doubles the largest number that is not doubled yet."""
    numbers = sorted((face for face in dice if face != SCRUM), reverse=True)
    return sum(numbers) + sum(numbers[: dice.count(SCRUM)])


def land(story: Story, seat: int, space: Space) -> None:
    """The effect of a space; once the work is done only End of Day and Sprint Review have one."""
    match space.kind:
        case "day":
            end_day(story)
        case "review":
            review(story)
        case _ if story.state.hours == 0:
            pass
        case "hours":
            hours = max(0, story.state.hours + space.amount)
            story.tell(PlanChanged(seat, space.amount, hours))
            free_everybody_when_done(story)
        case "die":
            take_die(story)
        case "report":
            report(story, seat, space.amount)
        case "tool":
            draw_card(story, seat, "tools")
        case "impediment":
            draw_card(story, seat, "impediments")
        case "opportunity":
            opportunity(story, seat)


def end_day(story: Story) -> None:
    state = story.state
    impeded = sum(player.impediment is not None for player in state.players)
    added = impeded * COST_OF_IMPEDIMENT if state.costly else 0
    story.tell(DayEnded(state.day + 1, state.days, state.hours + added, added))
    if story.state.day >= state.days:
        story.tell(Finished(won=False, reason="days", hours=story.state.hours, day=story.state.day))


def review(story: Story) -> None:
    state = story.state
    if all(player.space == REVIEW for player in state.players):
        won = state.hours == 0
        story.tell(Finished(won, "review" if won else "unfinished", state.hours, state.day))


def report(story: Story, seat: int, times: int) -> None:
    dice = story.chance.dice(story.state.dice)
    amount = progress(dice) * abs(times)
    hours = story.state.hours + amount if times < 0 else max(0, story.state.hours - amount)
    story.tell(Reported(seat, dice, times, amount, hours))
    free_everybody_when_done(story)


def free_everybody_when_done(story: Story) -> None:
    if story.state.hours == 0:
        for seat, player in enumerate(story.state.players):
            if player.impediment is not None:
                story.tell(Freed(seat, player.impediment, "work_done"))


def take_die(story: Story) -> None:
    if story.state.dice < MOST_DICE:
        story.tell(DieTaken(story.state.dice + 1))


def draw_card(story: Story, seat: int, deck: Deck) -> str | None:
    """The top card of a shuffled deck, which is the same as a random one of those that are left."""
    state = story.state
    if not state.decks[deck] and state.discards[deck] and deck != "opportunities":
        story.tell(DeckRenewed(deck))
    left = story.state.decks[deck]
    if not left:
        story.tell(DeckWasEmpty(seat, deck))
        return None
    drawn = story.chance.choice(left)
    story.tell(CardDrawn(seat, deck, drawn))
    return drawn


def opportunity(story: Story, seat: int) -> None:
    drawn = draw_card(story, seat, "opportunities")
    if drawn is None:
        return
    match card(drawn).action:
        case "discuss":
            story.tell(DiscussionOpened(drawn, story.state.discussions + 1, story.state.minutes))
        case "daily_scrum":
            send(story, seat, story.board.daily_scrum, sent=True)
        case "end_of_day":
            send(story, seat, story.board.end_of_day, sent=False)


def send(story: Story, seat: int, space: str, *, sent: bool) -> None:
    story.tell(Moved(seat, space, (), circled=False, sent=sent))
    land(story, seat, story.board.spaces[space])
