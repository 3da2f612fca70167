"""Records of a sprint, and the dice that were rolled in it."""

from collections import Counter

from games.contract import defaults
from games.parts import Die
from games.sprint.model import CardDrawn, DayEnded, Event, Finished, Freed, Reported, Rolled, Started, TurnBegan
from games.testing.play import play
from tests.games.sprint.build import GAME, IMPEDIMENT, OTHER_IMPEDIMENT, SCRUM

STARTED = Started(2, "standard", 300, 10, 5, costly=False, decks={})
DICE_FACES = 6


def records_of(*events: Event) -> dict[str, str]:
    return {record.name: record.text for record in GAME.memories.records([STARTED, *events])}


def score(name: str, *events: Event) -> float:
    return next(record.score for record in GAME.memories.records([STARTED, *events]) if record.name == name)


def finished(*, won: bool, day: int, hours: int = 0) -> Finished:
    return Finished(won, "review" if won else "days", hours, day)


def test_best_sprint() -> None:
    """More days to spare are better, any win beats any loss, and a near miss beats a clear loss."""
    early, late = finished(won=True, day=5), finished(won=True, day=9)
    near, far = finished(won=False, day=10, hours=1), finished(won=False, day=10, hours=120)
    assert records_of(early)["Best sprint"] == "won on day 6 of 10, with 4 days to spare"
    assert records_of(late)["Best sprint"] == "won on day 10 of 10, in the nick of time"
    assert records_of(near)["Best sprint"] == "lost with 1 hour of work left"
    assert records_of(finished(won=False, day=10))["Best sprint"] == "lost on the way to Sprint Review"
    scores = [score("Best sprint", event) for event in (early, late, near, far)]
    assert scores == sorted(scores, reverse=True)


def test_most_stubborn_impediment() -> None:
    """The card that held a player up for the most turns, with the days that went by until it was removed."""
    short: list[Event] = [CardDrawn(0, "impediments", OTHER_IMPEDIMENT), Rolled(0, (1, 2), impeded=True)]
    out: list[Event] = [Rolled(0, (1, SCRUM), impeded=True), Freed(0, OTHER_IMPEDIMENT, "scrum")]
    long: list[Event] = [CardDrawn(1, "impediments", IMPEDIMENT), *[Rolled(1, (1, 2), impeded=True)] * 3]
    days = [DayEnded(1, 10, 280), DayEnded(2, 10, 260)]
    found = records_of(*short, *out, *long, *days, finished(won=False, day=10, hours=200))
    assert found["Most stubborn impediment"].endswith("held somebody up for 3 turns while 2 days went by")
    assert found["Quickest scrum"].endswith("was gone after 1 failed roll")


def test_quickest_scrum() -> None:
    """Free on the first roll is the quickest; a tool does not count as a scrum."""
    drawn = CardDrawn(0, "impediments", IMPEDIMENT)
    by_scrum = records_of(drawn, Rolled(0, (SCRUM, 2), impeded=True), Freed(0, IMPEDIMENT, "scrum"))
    assert by_scrum["Quickest scrum"].endswith("was gone on the first roll")
    assert "Quickest scrum" not in records_of(drawn, Freed(0, IMPEDIMENT, "tool"))
    assert "Most stubborn impediment" not in records_of(drawn, Freed(0, IMPEDIMENT, "tool"))


def test_best_report() -> None:
    """The most hours burned in one report; hours that were added don't count."""
    burned = [Reported(0, (5, 4), 2, 18, 282), Reported(1, (1, 2), 1, 3, 279), Reported(1, (5, 5), -1, 40, 319)]
    assert records_of(*burned)["Best report"] == "18 hours of work done in one go"
    assert "Best report" not in records_of(burned[-1])


def test_records_of_real_games() -> None:
    """Every game has records, in words that fit after a colon."""
    for number in range(4):
        found = GAME.memories.records(play(GAME, number, 4, defaults(GAME), sense=0.9).events)
        assert {"Best sprint", "Best report"} <= {record.name for record in found}
        assert all(record.text.isprintable() and not record.text.endswith(".") for record in found)


def test_dice() -> None:
    """Every die rolled for moving or for progress counts for the player who rolled it; nothing else does."""
    assert GAME.proof.dice(Rolled(1, (3, SCRUM))) == (Die(1, 6, 3), Die(1, 6, 6, "scrum"))
    assert GAME.proof.dice(Reported(2, (1, 4, 5), 2, 28, 100)) == (Die(2, 6, 1), Die(2, 6, 4), Die(2, 6, 5))
    assert GAME.proof.dice(TurnBegan(0)) == ()


def test_dice_and_cards_account_for_all_draws() -> None:
    """In a whole game nothing else is drawn from chance."""
    played = play(GAME, 3, 4, defaults(GAME), sense=0.9)
    dice = [die for event in played.events for die in GAME.proof.dice(event)]
    cards = sum(isinstance(event, CardDrawn) for event in played.events)
    assert len(dice) + cards == len(played.draws)
    assert set(Counter(die.shown for die in dice)) == set(range(1, DICE_FACES + 1))
