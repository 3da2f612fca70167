"""What is worth telling of a sprint, and the dice that were thrown in it."""

from collections import Counter

from games.api import Die, defaults
from games.sprint.model import (
    CardDrawn,
    DayEnded,
    Event,
    Finished,
    Freed,
    Reported,
    Rolled,
    Started,
    TurnBegan,
)
from tests.contract.play import play
from tests.games.sprint.build import GAME, IMPEDIMENT, OTHER_IMPEDIMENT, SCRUM

STARTED = Started(2, "standard", 300, 10, 5, costly=False, decks={})
DICE_FACES = 6


def told(*events: Event) -> dict[str, str]:
    return {record.name: record.text for record in GAME.records([STARTED, *events])}


def score(name: str, *events: Event) -> float:
    return next(record.score for record in GAME.records([STARTED, *events]) if record.name == name)


def finished(*, won: bool, day: int, hours: int = 0) -> Finished:
    return Finished(won, "review" if won else "days", hours, day)


def test_best_sprint() -> None:
    """The more days to spare the better; any won sprint is better than a lost one, a near miss than a far one."""
    early, late = finished(won=True, day=5), finished(won=True, day=9)
    near, far = finished(won=False, day=10, hours=1), finished(won=False, day=10, hours=120)
    assert told(early)["Best sprint"] == "won on day 6 of 10, with 4 days to spare"
    assert told(late)["Best sprint"] == "won on day 10 of 10, in the nick of time"
    assert told(near)["Best sprint"] == "lost with 1 hour of work left"
    assert told(finished(won=False, day=10))["Best sprint"] == "lost on the way to Sprint Review"
    scores = [score("Best sprint", event) for event in (early, late, near, far)]
    assert scores == sorted(scores, reverse=True)


def test_most_stubborn_impediment() -> None:
    """The card that held somebody up for the most turns, with the days that went by; freed ones are over."""
    short: list[Event] = [CardDrawn(0, "impediments", OTHER_IMPEDIMENT), Rolled(0, (1, 2), impeded=True)]
    out: list[Event] = [Rolled(0, (1, SCRUM), impeded=True), Freed(0, OTHER_IMPEDIMENT, "scrum")]
    long: list[Event] = [CardDrawn(1, "impediments", IMPEDIMENT), *[Rolled(1, (1, 2), impeded=True)] * 3]
    days = [DayEnded(1, 10, 280), DayEnded(2, 10, 260)]
    found = told(*short, *out, *long, *days, finished(won=False, day=10, hours=200))
    assert found["Most stubborn impediment"].endswith("held somebody up for 3 turns and past 2 Ends of Day")
    assert found["Quickest scrum"].endswith("was gone after 1 roll in vain")


def test_quickest_scrum() -> None:
    """Out with the first roll is as quick as it gets; a tool is no scrum."""
    drawn = CardDrawn(0, "impediments", IMPEDIMENT)
    by_scrum = told(drawn, Rolled(0, (SCRUM, 2), impeded=True), Freed(0, IMPEDIMENT, "scrum"))
    assert by_scrum["Quickest scrum"].endswith("was gone with the first roll")
    assert "Quickest scrum" not in told(drawn, Freed(0, IMPEDIMENT, "tool"))
    assert "Most stubborn impediment" not in told(drawn, Freed(0, IMPEDIMENT, "tool"))


def test_best_report() -> None:
    """The most hours burned at once; hours that were added are none."""
    burned = [Reported(0, (5, 4), 2, 18, 282), Reported(1, (1, 2), 1, 3, 279), Reported(1, (5, 5), -1, 40, 319)]
    assert told(*burned)["Best report"] == "18 hours of work done at once"
    assert "Best report" not in told(burned[-1])


def test_records_of_real_games() -> None:
    """Every game has something to tell, in words that fit behind a colon, without a name."""
    for number in range(4):
        found = GAME.records(play(GAME, number, 4, defaults(GAME), sense=0.9).events)
        assert {"Best sprint", "Best report"} <= {record.name for record in found}
        assert all(record.text.isprintable() and not record.text.endswith(".") for record in found)


def test_dice() -> None:
    """Every die that somebody threw, for moving and for progress, counts for who threw it; nothing else does."""
    assert GAME.dice(Rolled(1, (3, SCRUM))) == (Die(1, 6, 3), Die(1, 6, 6))
    assert GAME.dice(Reported(2, (1, 4, 5), 2, 28, 100)) == (Die(2, 6, 1), Die(2, 6, 4), Die(2, 6, 5))
    assert GAME.dice(TurnBegan(0)) == ()


def test_dice_are_all_the_draws_but_the_cards() -> None:
    """In a whole game the dice and the cards drawn are all that chance was asked for."""
    played = play(GAME, 3, 4, defaults(GAME), sense=0.9)
    dice = [die for event in played.events for die in GAME.dice(event)]
    cards = sum(isinstance(event, CardDrawn) for event in played.events)
    assert len(dice) + cards == len(played.draws)
    assert set(Counter(die.shown for die in dice)) == set(range(1, DICE_FACES + 1))
