"""Records of a game of Scrumkin, and which events reveal cards."""

from collections import Counter

import pytest

from games.contract import defaults, natures
from games.scrumkin.deck import effect_of
from games.scrumkin.model import FACE_DOWN, Countered, Finished, Played, SprintEnded, State
from games.testing.play import PlayedMove, Playthrough, play
from tests.games.scrumkin.build import GAME


def games(**options: str) -> list[Playthrough]:
    return [play(GAME, number, 3, {**defaults(GAME), **options}, sense=0.9) for number in range(4)]


def test_highest_velocity() -> None:
    """The fastest sprint of any player, with its number, as in the events."""
    for played in games():
        ended = [event for event in played.events if isinstance(event, SprintEnded)]
        record = next(record for record in GAME.memories.records(played.events) if record.name == "Highest velocity")
        assert record.score == max(max(event.velocities) for event in ended)
        assert record.text in {f"{max(event.velocities)} in sprint {event.number}" for event in ended}


def test_quickest_win() -> None:
    """The sprint in which the game was won; a team that lost has no such record."""
    for played in games(mode="collaborative") + games():
        finished = played.events[-1]
        assert isinstance(finished, Finished)
        found = [record.text for record in GAME.memories.records(played.events) if record.name == "Quickest win"]
        assert found == ([f"in sprint {finished.sprint}"] if finished.winners else [])


def effects(played: Playthrough) -> Counter[str]:
    """What each card did to velocities, by title, from the events alone and without Team Exchange."""
    ages: dict[int, int] = {}
    cards = {event.card.number: event.card for event in played.events if isinstance(event, Played)}
    total: Counter[str] = Counter()
    for event in played.events:
        match event:
            case Played(card=card) if not effect_of(card.effect).scrum:
                ages[card.number] = 0
            case Countered(card=card):
                ages.pop(card.number, None)
            case SprintEnded(gone=gone):
                total.update(
                    {cards[number].title: effect_of(cards[number].effect).at(age) for number, age in ages.items()}
                )
                ages = {number: age + 1 for number, age in ages.items() if number not in gone}
            case _:
                pass
    return total


def test_costliest_card() -> None:
    """Its cost is what the events say, and no card cost more."""
    for played in games():
        counted = effects(played)
        record = next(record for record in GAME.memories.records(played.events) if record.name == "Costliest card")
        assert record.score == -min(counted.values())
        costly = [title for title, amount in counted.items() if amount == -record.score]
        assert any(record.text == f"“{title}” cost {-counted[title]} velocity in one game" for title in costly)


def test_no_game_no_records() -> None:
    """Without events there are no records."""
    assert GAME.memories.records([]) == ()


def seen(state: State, seat: int | None) -> set[int]:
    """The cards whose faces a seat can see."""
    table = GAME.view(state, seat).state
    hands = {card for player in table.players for card in player.hand}
    laid = {laid.card for player in table.players for laid in player.game}
    return (hands | laid | set(table.discards) | {card for card, _ in table.under}) - {FACE_DOWN}


def shows_something(step: PlayedMove, seats: int) -> bool:
    others = [seat for seat in (None, *range(seats)) if seat != step.seat or seat is None]
    return any(seen(step.after[-1], seat) - seen(step.before, seat) for seat in others)


@pytest.mark.parametrize("mode", ["competitive", "collaborative"])
def test_only_revealing_events_show_cards(mode: str) -> None:
    """A move that shows others a hidden card makes a revealing event, so it can never be undone."""
    revealing = 0
    for played in games(mode=mode):
        for step in played.steps[1:]:
            kinds = {event.kind for event in step.events}
            if kinds & natures(GAME).reveals:
                revealing += shows_something(step, played.seats)
            elif not kinds & natures(GAME).hidden:
                assert not shows_something(step, played.seats), kinds
    assert revealing
