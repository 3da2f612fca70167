"""The suite can fail: each fault built into the toy is caught by the check that is there for it."""

import dataclasses
import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pytest

from games.api import Answer, AnyGame, Deadline, IllegalMove, Phrase, defaults
from games.chance import Chance, Draw
from games.graphics.drawing import Drawing
from games.graphics.svg import WIDTH, add, document, finish
from games.graphics.theme import theme
from games.text import who
from tests.contract import checks, checks_secrets, checks_spots, checks_undo, checks_words, toy
from tests.contract.play import Playthrough, play
from tests.contract.toy import Event, Hurry, Laid, Lay, Table, Toy, View


class LeaksAHandInTheView(Toy):
    def view(self, state: Table, seat: int | None) -> View:
        return dataclasses.replace(super().view(state, seat), hand=state.hands[0])


@dataclasses.dataclass(frozen=True, slots=True)
class SlyView(View):
    """Looks the same when it is compared, and still carries a secret."""

    deck: tuple[int, ...] = dataclasses.field(default=(), compare=False)


class CarriesASecret(Toy):
    def view(self, state: Table, seat: int | None) -> View:
        seen = super().view(state, seat)
        fields = {field.name: getattr(seen, field.name) for field in dataclasses.fields(seen)}
        return SlyView(**fields, deck=state.deck)


class LeaksACardOnTheBoard(CarriesASecret):
    def draw(self, view: View, names: Sequence[str]) -> Drawing:
        assert isinstance(view, SlyView)
        return Drawing(lambda: "Cards", lambda: f"Next comes {view.deck[:1]}.")


class LeaksInThePrompt(CarriesASecret):
    def prompt(self, view: View) -> str:
        assert isinstance(view, SlyView)
        return f"{super().prompt(view)} Next comes {view.deck[:1]}."


class TellsTheCard(Toy):
    def narrate(self, event: Event, viewer: int | None) -> str | None:
        return f"{who(event.seat)} lays {event.card}." if isinstance(event, Laid) else super().narrate(event, viewer)


class TellsTheCardToTheNeighbour(Toy):
    def narrate(self, event: Event, viewer: int | None) -> str | None:
        if isinstance(event, Laid) and viewer == event.seat + 1:
            return f"You peep and see {event.card}."
        return super().narrate(event, viewer)


class TellsTheRefilledCard(Toy):
    def narrate(self, event: Event, viewer: int | None) -> str | None:
        return f"{event.card} is drawn." if isinstance(event, toy.Refilled) else super().narrate(event, viewer)


class TellsTheDeal(Toy):
    def narrate(self, event: Event, viewer: int | None) -> str | None:
        return f"Dealt: {event.hands}." if isinstance(event, toy.Dealt) else super().narrate(event, viewer)


class ShowsCardsThatCanBeTakenBack(Toy):
    """Laying a card face down may be undone; the game forgets to say that turning the cards over ends that."""

    hidden = frozenset({"dealt", "refilled"})


class WaitsForTheHighestFirst(Toy):
    """Whom the game waits for tells what they hold."""

    def awaits(self, state: Table) -> tuple[int, ...]:
        return tuple(sorted(super().awaits(state), key=lambda seat: -max(state.hands[seat])))[:1]


class EvolveUsesChance(Toy):
    def evolve(self, state: Table | None, event: Event) -> Table:
        return dataclasses.replace(super().evolve(state, event), seconds=random.randrange(10**9))


class EvolveChangesItsInput(Toy):
    def evolve(self, state: Table | None, event: Event) -> Table:
        if state is not None:
            object.__setattr__(state, "seconds", state.seconds + 1)
        return super().evolve(state, event)


class ListsAnIllegalMove(Toy):
    def moves(self, state: Table, seat: int) -> list[Lay]:
        return [*super().moves(state, seat), *([Lay(99)] if super().moves(state, seat) else [])]


class HidesALegalMove(Toy):
    def moves(self, state: Table, seat: int) -> list[Lay]:
        return super().moves(state, seat)[:1]


class ListsAMoveTwice(Toy):
    def moves(self, state: Table, seat: int) -> list[Lay]:
        return super().moves(state, seat) * 2


class LetsAnybodyHurry(Toy):
    def decide(self, state: Table, seat: int | None, move: Lay | Hurry, chance: Chance) -> list[Event]:
        return super().decide(state, None if isinstance(move, Hurry) else seat, move, chance)


class RefusesWithoutASentence(Toy):
    def decide(self, state: Table, seat: int | None, move: Lay | Hurry, chance: Chance) -> list[Event]:
        try:
            return super().decide(state, seat, move, chance)
        except IllegalMove as refused:
            raise IllegalMove("", refused.rule) from refused


class RefusesByAnUnknownRule(Toy):
    def decide(self, state: Table, seat: int | None, move: Lay | Hurry, chance: Chance) -> list[Event]:
        try:
            return super().decide(state, seat, move, chance)
        except IllegalMove as refused:
            raise IllegalMove(refused.sentence, "house-rules") from refused


class RefusalChangesTheState(Toy):
    def decide(self, state: Table, seat: int | None, move: Lay | Hurry, chance: Chance) -> list[Event]:
        try:
            return super().decide(state, seat, move, chance)
        except IllegalMove:
            object.__setattr__(state, "seconds", state.seconds + 1)
            raise


class RefusalDraws(Toy):
    def decide(self, state: Table, seat: int | None, move: Lay | Hurry, chance: Chance) -> list[Event]:
        chance.below(6)
        return super().decide(state, seat, move, chance)


class NeverEnds(Toy):
    def decide(self, state: Table, seat: int | None, move: Lay | Hurry, chance: Chance) -> list[Event]:
        return super().decide(state, seat, move, chance) if isinstance(move, Hurry) else [Laid(0, 0)]

    def deadline(self, state: Table) -> Deadline | None:
        return None

    def evolve(self, state: Table | None, event: Event) -> Table:
        return state if state is not None else super().evolve(state, event)


class WaitsForNobody(Toy):
    def awaits(self, state: Table) -> tuple[int, ...]:
        return ()


class GoesOnAfterTheEnd(Toy):
    def deadline(self, state: Table) -> Deadline | None:
        return Deadline("for ever", 10, Hurry(state.round))


class ForgetsADraw(Toy):
    def draws(self, state: Table | None, event: Event) -> tuple[Draw, ...]:
        return super().draws(state, event)[1:]


class DrawsInSecret(Toy):
    def decide(self, state: Table, seat: int | None, move: Lay | Hurry, chance: Chance) -> list[Event]:
        events = super().decide(state, seat, move, chance)
        chance.below(2)
        return events


class DrawsFromElsewhere(Toy):
    def start(self, seats: int, options: Mapping[str, Any], chance: Chance) -> list[Event]:
        return super().start(seats, options, Chance(random.randbytes(32)))


class LosesAFieldInStorage(Toy):
    def evolve(self, state: Table | None, event: Event) -> Table:
        after = super().evolve(state, event)
        return dataclasses.replace(after, round=id(event)) if isinstance(event, toy.Refilled) else after


class SuggestsAnIllegalMove(Toy):
    def suggest(self, state: Table, seat: int, chance: Chance, level: str = "") -> Lay:
        return Lay(max(toy.CARDS) + 1)


class SuggestsAnIllegalMoveWhenWeak(Toy):
    def suggest(self, state: Table, seat: int, chance: Chance, level: str = "") -> Lay:
        return Lay(max(toy.CARDS) + 1) if level == "plain" else super().suggest(state, seat, chance, level)


class LeaksInALook(CarriesASecret):
    def answer(self, view: View, command: str, arguments: Mapping[str, str], names: Sequence[str]) -> Answer:
        assert isinstance(view, SlyView)
        return Answer(f"Next comes {view.deck[:1]}.")


class ReadsAnotherMove(Toy):
    def read(self, state: Table, seat: int, command: str, arguments: Mapping[str, str]) -> Lay:
        return Lay(int(arguments["card"]) + 1)


class BreaksOnWildWords(Toy):
    def read(self, state: Table, seat: int, command: str, arguments: Mapping[str, str]) -> Lay:
        return Lay(int(arguments["card"]))


class SaysTooMuchOnAButton(Toy):
    def phrase(self, state: Table, seat: int, move: Lay) -> Phrase:
        return dataclasses.replace(super().phrase(state, seat, move), label="Lay it " * 20)


class DrawsTooWide(Toy):
    def draw(self, view: View, names: Sequence[str]) -> Drawing:
        return Drawing(lambda: "\n".join(names), lambda: "The names.")


class TellsEverythingInTheAltText(Toy):
    def draw(self, view: View, names: Sequence[str]) -> Drawing:
        return Drawing(lambda: "Names", lambda: " ".join(names) * 80)


class NamesASeatThatIsNotThere(Toy):
    def narrate(self, event: Event, viewer: int | None) -> str | None:
        return f"{who(7)} smiles."


class LeavesHalfAMark(Toy):
    def narrate(self, event: Event, viewer: int | None) -> str | None:
        return who(0)[:-1]


class CallsALoudEventQuiet(Toy):
    quiet = frozenset({"laid"})


class HasAnUnusedCommand(Toy):
    commands = (*Toy.commands, dataclasses.replace(Toy.commands[0], name="shout"))


class HidesAnUnknownKind(Toy):
    hidden = frozenset({"laid", "whispered"})


class HasABadDefault(Toy):
    options = (dataclasses.replace(Toy.options[0], default=5),)


class StartsTheSameClockAgain(Toy):
    def deadline(self, state: Table) -> Deadline | None:
        clock = super().deadline(state)
        laid = sum(card is not None for card in state.laid)
        return clock and dataclasses.replace(clock, name=f"{laid} laid")


class ClicksOnNothing(Toy):
    def phrase(self, state: Table, seat: int, move: Lay) -> Phrase:
        return dataclasses.replace(super().phrase(state, seat, move), spots=(f"card:{move.card}", "table"))


class ClicksOnTheSameForEverything(Toy):
    def phrase(self, state: Table, seat: int, move: Lay) -> Phrase:
        return super().phrase(state, seat, Lay(state.hands[seat][0]))


class ForgetsACardInThePicture(Toy):
    def answer(self, view: View, command: str, arguments: Mapping[str, str], names: Sequence[str]) -> Answer:
        return super().answer(dataclasses.replace(view, hand=view.hand[1:]), command, arguments, names)


def drawn_with(view: View, **attributes: str) -> Drawing:
    root = document(WIDTH, 120, theme(dark=False))
    add(root, "text", **attributes).text = str(view.round)
    return Drawing(str, str, lambda _: finish(root))


class DrawsWithAStyle(Toy):
    def draw(self, view: View, names: Sequence[str]) -> Drawing:
        return drawn_with(view, style="fill: red")


class DrawsWithAnId(Toy):
    def draw(self, view: View, names: Sequence[str]) -> Drawing:
        return drawn_with(view, id="round")


class DrawsFromAnAddress(Toy):
    def draw(self, view: View, names: Sequence[str]) -> Drawing:
        return drawn_with(view, fill="url(#round)")


Check = Callable[[AnyGame, Playthrough], Any]

FAULTS: list[tuple[type[Toy], Check]] = [
    (LeaksAHandInTheView, checks_secrets.check_imagined_states_look_alike),
    (LeaksACardOnTheBoard, checks_secrets.check_imagined_states_look_alike),
    (LeaksInThePrompt, checks_secrets.check_imagined_states_look_alike),
    (LeaksInALook, checks_secrets.check_imagined_states_look_alike),
    (WaitsForTheHighestFirst, checks_secrets.check_imagined_states_look_alike),
    (TellsTheCard, checks_secrets.check_secrets_are_not_told),
    (TellsTheCardToTheNeighbour, checks_secrets.check_secrets_are_not_told),
    (TellsTheRefilledCard, checks_secrets.check_secrets_are_not_told),
    (TellsTheDeal, checks_secrets.check_secrets_are_not_told),
    (ShowsCardsThatCanBeTakenBack, checks_undo.check_what_was_shown_stays),
    (EvolveUsesChance, checks.check_evolve),
    (EvolveUsesChance, checks.check_replay),
    (EvolveChangesItsInput, checks.check_evolve),
    (ListsAnIllegalMove, checks.check_listed_moves_are_accepted),
    (ListsAMoveTwice, checks.check_listed_moves_are_accepted),
    (HidesALegalMove, checks.check_other_moves_are_refused),
    (LetsAnybodyHurry, checks.check_other_moves_are_refused),
    (RefusesWithoutASentence, checks.check_other_moves_are_refused),
    (RefusesByAnUnknownRule, checks.check_other_moves_are_refused),
    (RefusalChangesTheState, checks.check_other_moves_are_refused),
    (RefusalDraws, checks.check_other_moves_are_refused),
    (NeverEnds, checks.check_ends),
    (GoesOnAfterTheEnd, checks.check_ends),
    (WaitsForNobody, checks.check_somebody_is_awaited),
    (StartsTheSameClockAgain, checks.check_clock),
    (ForgetsADraw, checks.check_draws),
    (DrawsInSecret, checks.check_draws),
    (DrawsFromElsewhere, checks.check_draws),
    (DrawsFromElsewhere, checks.check_same_seed),
    (LosesAFieldInStorage, checks.check_replay),
    (SuggestsAnIllegalMove, checks.check_automatic_player),
    (SuggestsAnIllegalMoveWhenWeak, checks.check_automatic_player),
    (ReadsAnotherMove, checks_words.check_words),
    (SaysTooMuchOnAButton, checks_words.check_words),
    (DrawsTooWide, checks_words.check_drawings),
    (TellsEverythingInTheAltText, checks_words.check_drawings),
    (NamesASeatThatIsNotThere, checks_words.check_sentences),
    (LeavesHalfAMark, checks_words.check_sentences),
    (CallsALoudEventQuiet, checks_words.check_quiet_events),
    (ClicksOnNothing, checks_spots.check_spots_are_in_the_picture),
    (ForgetsACardInThePicture, checks_spots.check_spots_are_in_the_picture),
    (ClicksOnTheSameForEverything, checks_spots.check_spots_tell_moves_apart),
    (DrawsWithAStyle, checks_spots.check_pictures_stand_in_a_page),
    (DrawsWithAnId, checks_spots.check_pictures_stand_in_a_page),
    (DrawsFromAnAddress, checks_spots.check_pictures_stand_in_a_page),
]


def played_by(game: AnyGame) -> list[Playthrough]:
    return [play(game, number, seats, defaults(game), most=200) for number, seats in enumerate([2, 3, 2, 3, 2, 2])]


@pytest.mark.parametrize(
    ("fault", "check"), FAULTS, ids=[f"{fault.__name__}-{check.__name__}" for fault, check in FAULTS]
)
def test_fault_is_caught(fault: type[Toy], check: Check) -> None:
    """A toy with one fault fails the check that looks for it, and the same games of the sound toy pass it."""
    with pytest.raises(AssertionError):
        _hold_against(fault(), check)
    _hold_against(Toy(), check)


def _hold_against(game: AnyGame, check: Check) -> None:
    for played in played_by(game):
        check(game, played)


def test_broken_reading_is_caught() -> None:
    """A game that breaks on what people type does not get past the check of wild words."""
    game = BreaksOnWildWords()
    with pytest.raises(ValueError, match="invalid literal"):
        _hold_against(game, checks_words.check_wild_words)


@pytest.mark.parametrize(
    ("fault", "check"),
    [(HidesAnUnknownKind, checks_words.check_description), (HasABadDefault, checks_words.check_options)],
)
def test_faulty_description_is_caught(fault: type[Toy], check: Callable[[AnyGame], None]) -> None:
    """What a game says about itself is held against what it has."""
    with pytest.raises(AssertionError):
        check(fault())


def test_unused_command_is_caught() -> None:
    """A command that no move has and no rule explains is found."""
    game = HasAnUnusedCommand()
    with pytest.raises(AssertionError, match="shout"):
        checks_words.check_commands_are_reached(game, played_by(game))
