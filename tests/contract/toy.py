"""A small game with hidden hands, to test the contract suite itself: it passes, and faulty versions of it fail.

Everybody has three cards from a shuffled deck of twelve and lays one face down. Then the cards are revealed, and the
highest one wins a point. After the first of two rounds everybody draws a card. When time is up, the clock lays a random
card for those who have not laid one.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Annotated, Any, Literal

from pydantic import Field, TypeAdapter

from games.chance import Chance, Draw, shuffle_draws
from games.contract import About, Command, Game, IllegalMove, Option, Options, Parameter, Phrase, Result, Topic
from games.graphics import svg
from games.graphics.drawing import WIDTH, Drawing, fit
from games.graphics.theme import Theme
from games.parts import Answer, Bots, Clock, Deadline, Proof, Secrets, Shows
from games.text import listing, who

CARDS = tuple(range(1, 13))
HAND = 3
ROUNDS = 2


@dataclass(frozen=True, slots=True)
class Table:
    hands: tuple[tuple[int, ...], ...]
    deck: tuple[int, ...]
    laid: tuple[int | None, ...]
    points: tuple[int, ...]
    seconds: int
    round: int = 1
    winners: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class View:
    seat: int | None
    hand: tuple[int, ...]
    laid_by_me: int | None
    laid: tuple[bool, ...]
    points: tuple[int, ...]
    round: int
    winners: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Lay:
    card: int
    kind: Literal["lay"] = "lay"


@dataclass(frozen=True, slots=True)
class Hurry:
    round: int
    kind: Literal["hurry"] = "hurry"


MOVES: TypeAdapter[Lay | Hurry] = TypeAdapter(Annotated[Lay | Hurry, Field(discriminator="kind")])


@dataclass(frozen=True, slots=True)
class Dealt:
    hands: tuple[tuple[int, ...], ...]
    deck: tuple[int, ...]
    seconds: int
    kind: Literal["dealt"] = "dealt"
    hidden = True


@dataclass(frozen=True, slots=True)
class Laid:
    seat: int
    card: int
    by_clock: bool = False
    kind: Literal["laid"] = "laid"
    hidden = True


@dataclass(frozen=True, slots=True)
class Revealed:
    cards: tuple[int, ...]
    winner: int
    kind: Literal["revealed"] = "revealed"
    reveals = True


@dataclass(frozen=True, slots=True)
class Refilled:
    seat: int
    card: int
    kind: Literal["refilled"] = "refilled"
    hidden = quiet = True


@dataclass(frozen=True, slots=True)
class Ended:
    winners: tuple[int, ...]
    kind: Literal["ended"] = "ended"


Event = Annotated[Dealt | Laid | Revealed | Refilled | Ended, Field(discriminator="kind")]
EVENTS: TypeAdapter[Event] = TypeAdapter(Event)


def randomness(state: Table | None, event: Event) -> tuple[Draw, ...]:
    if isinstance(event, Dealt):
        return shuffle_draws(CARDS, [card for hand in event.hands for card in hand] + list(event.deck))
    if isinstance(event, Laid) and event.by_clock:
        assert state is not None
        hand = state.hands[event.seat]
        return (Draw(len(hand), hand.index(event.card)),)
    return ()


def imagine(state: Table, seat: int | None, chance: Chance) -> Table:
    others = [other for other in range(len(state.hands)) if other != seat]
    unknown = [card for other in others for card in state.hands[other]]
    unknown += [card for other in others if (card := state.laid[other]) is not None]
    pile = list(chance.shuffled([*unknown, *state.deck]))
    hands, laid = list(state.hands), list(state.laid)
    for other in others:
        hands[other] = tuple(pile.pop() for _ in hands[other])
        laid[other] = None if laid[other] is None else pile.pop()
    return replace(state, hands=tuple(hands), laid=tuple(laid), deck=tuple(pile))


def deadline(state: Table) -> Deadline | None:
    return None if state.winners else Deadline(f"round {state.round}", state.seconds, Hurry(state.round))


def answer(view: View, command: str, arguments: Mapping[str, str], names: Sequence[str]) -> Answer:
    held = f"You hold {listing([str(card) for card in view.hand])}."
    return Answer(held, Drawing(lambda: held, lambda: held, partial(_hand, view.hand)))


def suggest(state: Table, seat: int, chance: Chance, level: str = "") -> Lay:
    return Lay(min(state.hands[seat]) if level == "plain" else max(state.hands[seat]))


class Toy(Game[Table, Lay | Hurry, Event, View]):
    key = "toy"
    about = About("Face Down", "Lay a card face down; the highest takes the point")
    seats = range(2, 4)
    options: tuple[Option, ...] = (Option("seconds", "Time to lay a card", 30, minimum=10, maximum=90),)
    commands: tuple[Command, ...] = (
        Command("lay", "Lay a card face down", (Parameter("card", "Its number", kind="number"),)),
        Command("cards", "See what you hold", kind="query", button="My cards"),
    )
    rules: tuple[Topic, ...] = (
        Topic("laying", "Laying", "One card each, face down: `/scrum lay 7`. `/scrum cards` shows yours."),
    )
    events = EVENTS
    proof = Proof(MOVES, randomness, luck=True)
    secrets = Secrets(imagine)
    bots = Bots(suggest, ("sly", "plain"))
    clock = Clock(deadline)
    shows = Shows(answer=answer)

    # --- rules

    def start(self, seats: int, options: Options, chance: Chance) -> list[Event]:
        cards = chance.shuffled(CARDS)
        hands = tuple(tuple(cards[HAND * seat : HAND * (seat + 1)]) for seat in range(seats))
        return [Dealt(hands, cards[HAND * seats :], int(options["seconds"]))]

    def moves(self, state: Table, seat: int) -> list[Lay | Hurry]:
        if state.winners or seat not in range(len(state.hands)) or state.laid[seat] is not None:
            return []
        return [Lay(card) for card in state.hands[seat]]

    def awaits(self, state: Table) -> tuple[int, ...]:
        return tuple(seat for seat in range(len(state.hands)) if self.moves(state, seat))

    def decide(self, state: Table, seat: int | None, move: Lay | Hurry, chance: Chance) -> list[Event]:
        if state.winners:
            raise IllegalMove("The game is over.", "laying")
        if isinstance(move, Hurry):
            if seat is not None or move.round != state.round:
                raise IllegalMove("Only the clock may hurry you, and only in its round.", "laying")
            laid: list[Event] = [
                Laid(late, chance.choice(state.hands[late]), by_clock=True) for late in self.awaits(state)
            ]
            return self._and_then(state, laid)
        if seat is None or seat not in range(len(state.hands)):
            raise IllegalMove("You have no seat.", "laying")
        if state.laid[seat] is not None:
            raise IllegalMove("You have laid a card; wait for the others.", "laying")
        if move.card not in state.hands[seat]:
            raise IllegalMove("You do not hold that card.", "laying")
        return self._and_then(state, [Laid(seat, move.card)])

    def _and_then(self, state: Table, events: list[Event]) -> list[Event]:
        for event in events:
            state = self.evolve(state, event)
        cards = tuple(card for card in state.laid if card is not None)
        if len(cards) < len(state.hands):
            return events
        revealed = Revealed(cards, cards.index(max(cards)))
        after = self.evolve(state, revealed)
        if state.round < ROUNDS:
            return [*events, revealed, *(Refilled(seat, state.deck[seat]) for seat in range(len(cards)))]
        most = max(after.points)
        return [*events, revealed, Ended(tuple(seat for seat, points in enumerate(after.points) if points == most))]

    # --- folding

    def evolve(self, state: Table | None, event: Event) -> Table:
        if isinstance(event, Dealt):
            seats = len(event.hands)
            return Table(event.hands, event.deck, (None,) * seats, (0,) * seats, event.seconds)
        assert state is not None
        match event:
            case Laid(seat=seat, card=card):
                hand = tuple(held for held in state.hands[seat] if held != card)
                return replace(state, hands=_put(state.hands, seat, hand), laid=_put(state.laid, seat, card))
            case Revealed(winner=winner):
                points = _put(state.points, winner, state.points[winner] + 1)
                return replace(state, points=points, laid=(None,) * len(state.laid), round=state.round + 1)
            case Refilled(seat=seat, card=card):
                hand = (*state.hands[seat], card)
                deck = tuple(left for left in state.deck if left != card)
                return replace(state, hands=_put(state.hands, seat, hand), deck=deck)
            case Ended(winners=winners):
                return replace(state, winners=winners)

    # --- what can be seen

    def view(self, state: Table, seat: int | None) -> View:
        return View(
            seat,
            () if seat is None else state.hands[seat],
            None if seat is None else state.laid[seat],
            tuple(card is not None for card in state.laid),
            state.points,
            state.round,
            state.winners,
        )

    def result(self, state: Table) -> Result | None:
        return Result(state.winners) if state.winners else None

    # --- arguments and pictures

    def read(self, state: Table, seat: int, command: str, arguments: Mapping[str, str]) -> Lay:
        word = arguments["card"]
        if not (word.isascii() and word.isdigit() and len(word) < 4):
            raise IllegalMove("Say the number of a card that you hold.", "laying")
        return Lay(int(word))

    def phrase(self, state: Table, seat: int, move: Lay | Hurry) -> Phrase:
        assert isinstance(move, Lay)
        arguments, spots = {"card": str(move.card)}, (f"card:{move.card}",)
        return Phrase("lay", f"Lay {move.card}", arguments, secret=True, spots=spots)

    def narrate(self, event: Event, viewer: int | None) -> str | None:
        match event:
            case Dealt():
                return "The cards are dealt."
            case Laid(seat=seat, card=card):
                return f"You lay {card}." if seat == viewer else f"{who(seat)} lays a card."
            case Revealed(cards=cards, winner=winner):
                return f"The cards are {listing([str(card) for card in cards])}: {who(winner)} wins the round."
            case Refilled(seat=seat, card=card):
                return f"You draw {card}." if seat == viewer else None
            case Ended(winners=winners):
                return f"Won by {listing([who(seat) for seat in winners])}."

    def prompt(self, view: View) -> str:
        waiting = [who(seat) for seat, laid in enumerate(view.laid) if not laid]
        return "The game is over." if view.winners else f"{listing(waiting)}, lay a card."

    def board(self, view: View, names: Sequence[str]) -> Drawing:
        lines = [
            fit(f"{points} {'■' if laid else '□'} {name}", WIDTH).rstrip()
            for points, laid, name in zip(view.points, view.laid, names, strict=True)
        ]
        alt = f"Round {view.round}. Points: {listing([str(points) for points in view.points])}."
        return Drawing(lambda: "\n".join(lines), lambda: alt)


def _hand(hand: Sequence[int], theme: Theme) -> str:
    root = svg.document(svg.WIDTH, 120, theme, "Your cards")
    for place, card in enumerate(hand):
        held = svg.spot(svg.group(root, 20 + 60 * place, 20), f"card:{card}")
        svg.add(held, "rect", width=50, height=80, fill=theme.panel)
        svg.write(held, (25, 48), str(card), 20, theme.ink)
    return svg.finish(root)


def _put(items: tuple[Any, ...], index: int, item: Any) -> tuple[Any, ...]:
    return (*items[:index], item, *items[index + 1 :])
