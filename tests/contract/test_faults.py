"""The suite can fail: each fault built into the toy is caught by its check, with a sentence that says what to do."""

import dataclasses
import random
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pytest

from games.chance import Chance
from games.contract import AnyGame, IllegalMove, Phrase, defaults
from games.debrief import STAGES, Course, Figure, Happened, Hint, Kit, Question, Timing
from games.graphics.drawing import Drawing
from games.graphics.svg import WIDTH, add, document, finish, piece
from games.graphics.theme import theme
from games.parts import Answer, Bots, Clock, Deadline, Debrief, Die, Memories, Motion, SeatRules, ShownCard, Shows
from games.testing import memories, pictures, rules, secrets, words
from games.testing.play import Playthrough, play
from games.testing.suite import Check, hold
from games.text import who
from tests.contract import toy
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
    def board(self, view: View, names: Sequence[str]) -> Drawing:
        assert isinstance(view, SlyView)
        return Drawing(lambda: "Cards", lambda: f"Next comes {view.deck[:1]}.")


class LeaksInThePrompt(CarriesASecret):
    def prompt(self, view: View) -> str:
        assert isinstance(view, SlyView)
        return f"{super().prompt(view)} Next comes {view.deck[:1]}."


class NarratesTheCard(Toy):
    def narrate(self, event: Event, viewer: int | None) -> str | None:
        return f"{who(event.seat)} lays {event.card}." if isinstance(event, Laid) else super().narrate(event, viewer)


class NarratesTheCardToTheNeighbour(Toy):
    def narrate(self, event: Event, viewer: int | None) -> str | None:
        if isinstance(event, Laid) and viewer == event.seat + 1:
            return f"You peep and see {event.card}."
        return super().narrate(event, viewer)


class NarratesTheRefilledCard(Toy):
    def narrate(self, event: Event, viewer: int | None) -> str | None:
        return f"{event.card} is drawn." if isinstance(event, toy.Refilled) else super().narrate(event, viewer)


class NarratesTheDeal(Toy):
    def narrate(self, event: Event, viewer: int | None) -> str | None:
        return f"Dealt: {event.hands}." if isinstance(event, toy.Dealt) else super().narrate(event, viewer)


class WaitsForTheHighestFirst(Toy):
    """The seats that the game waits for give away what they hold."""

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
    def moves(self, state: Table, seat: int) -> list[Lay | Hurry]:
        return [*super().moves(state, seat), *([Lay(99)] if super().moves(state, seat) else [])]


class HidesALegalMove(Toy):
    def moves(self, state: Table, seat: int) -> list[Lay | Hurry]:
        return super().moves(state, seat)[:1]


class ListsMovesOfNobody(Toy):
    """Seat -1 is the last one to Python, and nobody at the table."""

    def moves(self, state: Table, seat: int) -> list[Lay | Hurry]:
        return super().moves(state, len(state.hands) - 1 if seat == -1 else seat)


class ListsAMoveTwice(Toy):
    def moves(self, state: Table, seat: int) -> list[Lay | Hurry]:
        return super().moves(state, seat) * 2


class ListsUnhashableMoves(Toy):
    def moves(self, state: Table, seat: int) -> list[Lay | Hurry]:
        return [Lay([1]) for _ in super().moves(state, seat)]  # type: ignore[arg-type]


def _the_other_way_round(state: Table, seat: int) -> list[Lay | Hurry]:
    return [*Toy().moves(state, seat)[::-1]]


class OffersTheRoomMovesTheOtherWayRound(Toy):
    secrets = dataclasses.replace(Toy.secrets, public_moves=_the_other_way_round)


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

    clock = Clock()

    def evolve(self, state: Table | None, event: Event) -> Table:
        return state if state is not None else super().evolve(state, event)


class WaitsForNobody(Toy):
    def awaits(self, state: Table) -> tuple[int, ...]:
        return ()


class HasAClockAfterTheEnd(Toy):
    clock = Clock(lambda state: Deadline("for ever", 10, Hurry(state.round)))


class ForgetsADraw(Toy):
    proof = dataclasses.replace(Toy.proof, randomness=lambda state, event: toy.randomness(state, event)[1:])


class DrawsInSecret(Toy):
    def decide(self, state: Table, seat: int | None, move: Lay | Hurry, chance: Chance) -> list[Event]:
        events = super().decide(state, seat, move, chance)
        chance.below(2)
        return events


class DrawsFromElsewhere(Toy):
    def start(self, seats: int, options: Mapping[str, Any], chance: Chance) -> list[Event]:
        return super().start(seats, options, Chance(random.randbytes(32)))


class _AlwaysTheFirstCard:
    validate_json = staticmethod(toy.MOVES.validate_json)

    def dump_json(self, move: Lay | Hurry) -> bytes:
        return toy.MOVES.dump_json(Lay(toy.CARDS[0]) if isinstance(move, Lay) else move)


class StoresAnotherMove(Toy):
    proof: Any = dataclasses.replace(Toy.proof, stored_moves=_AlwaysTheFirstCard())  # type: ignore[arg-type]


class LosesAFieldInStorage(Toy):
    def evolve(self, state: Table | None, event: Event) -> Table:
        after = super().evolve(state, event)
        return dataclasses.replace(after, round=id(event)) if isinstance(event, toy.Refilled) else after


def _weak(state: Table, seat: int, chance: Chance, level: str) -> Lay:
    return Lay(max(toy.CARDS) + 1) if level == "plain" else toy.suggest(state, seat, chance, level)


class SuggestsAnIllegalMove(Toy):
    bots = Bots(lambda state, seat, chance, level: Lay(max(toy.CARDS) + 1))


class SuggestsAnIllegalMoveWhenWeak(Toy):
    bots = Bots(_weak, Toy.bots.levels)


def _leaking(view: View, *_: object) -> Answer:
    assert isinstance(view, SlyView)
    return Answer(f"Next comes {view.deck[:1]}.")


class LeaksInAnAnswer(CarriesASecret):
    shows = Shows(answer=_leaking)


class ReadsAnotherMove(Toy):
    def read(self, state: Table, seat: int, command: str, arguments: Mapping[str, str]) -> Lay:
        return Lay(int(arguments["card"]) + 1)


class BreaksOnWildWords(Toy):
    def read(self, state: Table, seat: int, command: str, arguments: Mapping[str, str]) -> Lay:
        return Lay(int(arguments["card"]))


class SaysTooMuchOnAButton(Toy):
    def phrase(self, state: Table, seat: int, move: Lay | Hurry) -> Phrase:
        return dataclasses.replace(super().phrase(state, seat, move), label="Lay it " * 20)


class DrawsTooWide(Toy):
    def board(self, view: View, names: Sequence[str]) -> Drawing:
        return Drawing(lambda: "\n".join(names), lambda: "The names.")


class PutsTooMuchIntoTheAltText(Toy):
    def board(self, view: View, names: Sequence[str]) -> Drawing:
        return Drawing(lambda: "Names", lambda: " ".join(names) * 80)


class NamesASeatThatIsNotThere(Toy):
    def narrate(self, event: Event, viewer: int | None) -> str | None:
        return f"{who(7)} smiles."


class LeavesHalfAMark(Toy):
    def narrate(self, event: Event, viewer: int | None) -> str | None:
        return who(0)[:-1]


class HasAnUnusedCommand(Toy):
    commands = (*Toy.commands, dataclasses.replace(Toy.commands[0], name="shout"))


def _named_by_cards(state: Table) -> Deadline | None:
    clock = toy.deadline(state)
    laid = sum(card is not None for card in state.laid)
    return clock and dataclasses.replace(clock, name=f"{laid} laid")


class StartsTheSameClockAgain(Toy):
    clock = Clock(_named_by_cards)


class WordsMovesBySeat(Toy):
    seating = SeatRules(worded_alike=True)

    def phrase(self, state: Table, seat: int, move: Lay | Hurry) -> Phrase:
        return dataclasses.replace(super().phrase(state, seat, move), note=f"From {who(seat)}.")


class ClicksOnNothing(Toy):
    def phrase(self, state: Table, seat: int, move: Lay | Hurry) -> Phrase:
        phrase = super().phrase(state, seat, move)
        return dataclasses.replace(phrase, spots=(*phrase.spots, "table"))


class ClicksOnTheSameForEverything(Toy):
    def phrase(self, state: Table, seat: int, move: Lay | Hurry) -> Phrase:
        return super().phrase(state, seat, Lay(state.hands[seat][0]))


class ForgetsACardInThePicture(Toy):
    shows = Shows(answer=lambda view, *rest: toy.answer(dataclasses.replace(view, hand=view.hand[1:]), *rest))


def drawn_with(view: View, **attributes: str) -> Drawing:
    root = document(WIDTH, 120, theme())
    add(root, "text", **attributes).text = str(view.round)
    return Drawing(str, str, lambda _: finish(root))


class DrawsWithAStyle(Toy):
    def board(self, view: View, names: Sequence[str]) -> Drawing:
        return drawn_with(view, style="fill: red")


class DrawsWithAnId(Toy):
    def board(self, view: View, names: Sequence[str]) -> Drawing:
        return drawn_with(view, id="round")


class DrawsFromAnAddress(Toy):
    def board(self, view: View, names: Sequence[str]) -> Drawing:
        return drawn_with(view, fill="url(#round)")


def with_pieces(view: View, *names: str) -> Drawing:
    root = document(WIDTH, 200, theme())
    for name in names:
        piece(add(root, "text", x=view.round), name)
    return Drawing(str, str, lambda _: finish(root))


class NamesTwoPiecesAlike(Toy):
    def board(self, view: View, names: Sequence[str]) -> Drawing:
        return with_pieces(view, "seat:0", "seat:0")


class PutsAPieceIntoAnother(Toy):
    def board(self, view: View, names: Sequence[str]) -> Drawing:
        root = document(WIDTH, 200, theme())
        piece(add(piece(add(root, "g"), "seat:0"), "text", x=view.round), "seat:1")
        return Drawing(str, str, lambda _: finish(root))


class MovesToNowhere(Toy):
    def board(self, view: View, names: Sequence[str]) -> Drawing:
        return with_pieces(view, "seat:0")

    shows = Shows(motions=lambda state, event: (Motion("seat:0", ("the moon",)),), answer=toy.answer)


def _card_laid(state: Table | None, event: Event) -> tuple[Motion, ...]:
    return (Motion(f"card:{event.card}", ("table",)),) if isinstance(event, Laid) else ()


class MovesTheCardItLays(Toy):
    shows = Shows(motions=_card_laid, answer=toy.answer)


class RollsASeven(Toy):
    proof = dataclasses.replace(Toy.proof, dice=lambda event: (Die(0, 6, 7),))


class PraisesNobody(Toy):
    memories = Memories(highlights=lambda events: (f"{who(99)} was brilliant.",))


class ShowsACardThatNobodyKnows(Toy):
    shows = Shows(cards=lambda view: (ShownCard("The joker", "It laughs.", "Joker"),), answer=toy.answer)


def _after_start(tell: Callable[[Sequence[Event]], Happened]) -> Debrief[Event, View]:
    return Debrief(happened=lambda events: tell(events) if events else Happened())


def _last_card(events: Sequence[Event]) -> Happened:
    laid = [event.card for event in events if isinstance(event, Laid)]
    return Happened(figures=(Figure("Last card", str(laid[-1:])),))


class TellsTheCardItLays(Toy):
    """A trainer would see what is face down."""

    debrief = _after_start(_last_card)


def _deal(events: Sequence[Event]) -> Course:
    first = events[0]
    assert isinstance(first, toy.Dealt)
    return Course("Cards", "Turn", "Card", ((0.0, float(first.hands[0][0])),), 1.0)


class ChartsTheDeal(Toy):
    debrief = Debrief(course=_deal)


class FindsAFactThatNobodyKnows(Toy):
    debrief = _after_start(lambda events: Happened(frozenset({"bored"})))


class ChangesItsFigures(Toy):
    debrief = _after_start(lambda events: Happened(figures=(Figure(f"After {len(events)}", "1"),)))


class ComparesPeople(Toy):
    debrief = _after_start(lambda events: Happened(figures=(Figure("Winner", who(0)),)))


class ChartsTheFuture(Toy):
    debrief = Debrief(course=lambda events: Course("Cards", "Turn", "Card", ((0.0, 1.0), (3.0, 1.0)), 2.0))


class TellsAStoryAtAGlance(Toy):
    debrief = Debrief(glance=lambda view: (("Round", "the one in which everybody was waiting for somebody"),))


FAULTS: list[tuple[type[Toy], Check]] = [
    (LeaksAHandInTheView, secrets.check_imagined_states_look_alike),
    (LeaksACardOnTheBoard, secrets.check_imagined_states_look_alike),
    (LeaksInThePrompt, secrets.check_imagined_states_look_alike),
    (LeaksInAnAnswer, secrets.check_imagined_states_look_alike),
    (WaitsForTheHighestFirst, secrets.check_imagined_states_look_alike),
    (NarratesTheCard, secrets.check_narration_keeps_secrets),
    (NarratesTheCardToTheNeighbour, secrets.check_narration_keeps_secrets),
    (NarratesTheRefilledCard, secrets.check_narration_keeps_secrets),
    (NarratesTheDeal, secrets.check_narration_keeps_secrets),
    (EvolveUsesChance, rules.check_evolve),
    (EvolveUsesChance, rules.check_replay),
    (EvolveChangesItsInput, rules.check_evolve),
    (ListsAnIllegalMove, rules.check_listed_moves_are_accepted),
    (ListsAMoveTwice, rules.check_listed_moves_are_accepted),
    (ListsUnhashableMoves, rules.check_listed_moves_are_accepted),
    (OffersTheRoomMovesTheOtherWayRound, rules.check_public_moves),
    (HidesALegalMove, rules.check_other_moves_are_refused),
    (ListsMovesOfNobody, rules.check_other_moves_are_refused),
    (LetsAnybodyHurry, rules.check_other_moves_are_refused),
    (RefusesWithoutASentence, rules.check_other_moves_are_refused),
    (RefusesByAnUnknownRule, rules.check_other_moves_are_refused),
    (RefusalChangesTheState, rules.check_other_moves_are_refused),
    (RefusalDraws, rules.check_other_moves_are_refused),
    (NeverEnds, rules.check_ends),
    (HasAClockAfterTheEnd, rules.check_ends),
    (WaitsForNobody, rules.check_somebody_is_awaited),
    (StartsTheSameClockAgain, rules.check_clock),
    (ForgetsADraw, rules.check_randomness),
    (DrawsInSecret, rules.check_randomness),
    (DrawsFromElsewhere, rules.check_randomness),
    (DrawsFromElsewhere, rules.check_same_seed),
    (LosesAFieldInStorage, rules.check_replay),
    (StoresAnotherMove, rules.check_stored_moves),
    (SuggestsAnIllegalMove, rules.check_automatic_player),
    (SuggestsAnIllegalMoveWhenWeak, rules.check_automatic_player),
    (ReadsAnotherMove, words.check_words),
    (BreaksOnWildWords, words.check_wild_words),
    (SaysTooMuchOnAButton, words.check_words),
    (DrawsTooWide, words.check_drawings),
    (PutsTooMuchIntoTheAltText, words.check_drawings),
    (NamesASeatThatIsNotThere, words.check_sentences),
    (LeavesHalfAMark, words.check_sentences),
    (WordsMovesBySeat, words.check_sentences),
    (ClicksOnNothing, pictures.check_spots_are_in_the_picture),
    (ForgetsACardInThePicture, pictures.check_spots_are_in_the_picture),
    (ClicksOnTheSameForEverything, pictures.check_spots_distinguish_moves),
    (DrawsWithAStyle, pictures.check_pictures_stand_in_a_page),
    (DrawsWithAnId, pictures.check_pictures_stand_in_a_page),
    (DrawsFromAnAddress, pictures.check_pictures_stand_in_a_page),
    (NamesTwoPiecesAlike, pictures.check_pieces_have_their_own_names),
    (PutsAPieceIntoAnother, pictures.check_pieces_have_their_own_names),
    (MovesToNowhere, pictures.check_motions),
    (MovesTheCardItLays, secrets.check_narration_keeps_secrets),
    (RollsASeven, pictures.check_dice),
    (PraisesNobody, words.check_highlights),
    (ShowsACardThatNobodyKnows, words.check_shown_cards),
    (TellsTheCardItLays, memories.check_debriefing_keeps_secrets),
    (ChartsTheDeal, memories.check_debriefing_keeps_secrets),
    (FindsAFactThatNobodyKnows, memories.check_debriefing),
    (ChangesItsFigures, memories.check_debriefing),
    (ComparesPeople, memories.check_debriefing),
    (ChartsTheFuture, memories.check_debriefing),
    (TellsAStoryAtAGlance, memories.check_debriefing),
]


def played_by(game: AnyGame) -> list[Playthrough]:
    return [play(game, number, seats, defaults(game), most=200) for number, seats in enumerate([2, 3, 2, 3, 2, 2])]


SENTENCE = r"(?m)^[^\n]+[.:] See “[^”]+” in docs/new-game\.md\.$"


@pytest.mark.parametrize(
    ("fault", "check"), FAULTS, ids=[f"{fault.__name__}-{check.__name__}" for fault, check in FAULTS]
)
def test_fault_is_caught(fault: type[Toy], check: Check) -> None:
    """A toy with one fault fails its check, which says where to read on; the same games of the sound toy pass it."""
    faulty: AnyGame = fault()
    with pytest.raises(AssertionError, match=SENTENCE) as caught:
        hold(faulty, check, played_by(faulty))
    assert "play('toy'" in caught.value.__notes__[0]
    hold(Toy(), check, played_by(Toy()))


@pytest.mark.parametrize(
    ("event", "nature", "check"),
    [
        (Laid, "sealed", rules.check_stored_moves),
        (Laid, "quiet", words.check_quiet_events),
        (toy.Revealed, "reveals", secrets.check_revealing),
    ],
)
def test_a_wrong_nature_is_caught(event: type, nature: str, check: Check, monkeypatch: pytest.MonkeyPatch) -> None:
    """A class of events that says something else of itself than is true fails its check."""
    monkeypatch.setattr(event, nature, not getattr(event, nature, False), raising=False)
    with pytest.raises(AssertionError, match=SENTENCE):
        hold(Toy(), check, played_by(Toy()))


def test_unused_command_is_caught() -> None:
    """A command that no move has and no rule explains is found."""
    game = HasAnUnusedCommand()
    with pytest.raises(AssertionError, match="shout"):
        words.check_commands_are_reached(game, played_by(game))


def kit(**changes: Any) -> Kit:
    """A small kit that is complete, with one thing changed."""
    questions = tuple(Question(stage, text) for stage in STAGES for text in ("Why?", "What else?"))
    whole: dict[str, Any] = {
        "goals": ("Patience",),
        "timing": Timing(5, 10, 5),
        "before": "Shuffle.",
        "during": "Wait.",
        "after": "Ask.",
        "watch": ("Faces",),
        "hints": (Hint("wait", "Wait.", frozenset({"bored"})),),
        "questions": questions,
        "facts": {"bored": "got bored"},
    }
    return Kit(**{**whole, **changes})


@pytest.mark.parametrize(
    ("changes", "about"),
    [
        ({"watch": ()}, "watch"),
        ({"timing": Timing(5, 10, 0)}, "minutes"),
        ({"questions": (Question("So what?", "Why?"),)}, "What happened?"),
        ({"hints": (Hint("wait", "Wait.", frozenset({"bored"})),) * 2}, "same key"),
        ({"hints": (Hint("wait", "Wait.", frozenset({"boring"})),)}, "boring"),
        ({"facts": {"bored": "got bored", "won": "won"}}, "'won'"),
    ],
)
def test_an_incomplete_kit_is_caught(changes: dict[str, Any], about: str) -> None:
    """What is missing, or misspelt, is named; the whole kit passes."""
    game = Toy()
    found: Any = type("Kitted", (Toy,), {"debrief": Debrief(lambda: kit(**changes))})()
    with pytest.raises(AssertionError, match=re.escape(about)):
        memories.check_kit(found)
    complete: Any = type("Kitted", (Toy,), {"debrief": Debrief(kit)})()
    memories.check_kit(complete)
    memories.check_kit(game)
