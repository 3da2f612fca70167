"""My Game: take stones from a heap; whoever takes the last one wins."""

from collections.abc import Mapping
from dataclasses import replace
from typing import assert_never

from bot.cli.skeleton.mygame import drawing
from bot.cli.skeleton.mygame.model import EVENTS, Event, Finished, Move, Started, State, Take, Taken, View
from games.chance import Chance
from games.contract import About, Command, Game, IllegalMove, Option, Options, Parameter, Phrase, Result
from games.language import lazy, n, t
from games.rulebook import read_lessons, read_rules
from games.text import who

MOST = 3  # stones in one move


class MyGame(Game[State, Move, Event, View]):
    contract = 2  # the version of the contract that this game was written for: games.contract.CONTRACT_VERSION
    key = "mygame"
    about = About(lazy("My Game"), lazy("Take one to three stones; whoever takes the last one wins"))
    seats = range(2, 5)
    options = (Option("stones", lazy("Stones in the heap"), 12, minimum=5, maximum=30),)
    commands = (
        Command(
            "take", lazy("Take stones from the heap"), (Parameter("stones", lazy("How many: 1 to 3"), kind="number"),)
        ),
    )
    rules = read_rules("bot.cli.skeleton.mygame")  # data/rules.md
    events = EVENTS
    lessons = read_lessons("bot.cli.skeleton.mygame")  # data/lessons.md, for the tutorial
    board = staticmethod(drawing.board)

    def start(self, seats: int, options: Options, chance: Chance) -> list[Event]:
        del chance  # nothing is random here
        return [Started(seats, int(options["stones"]))]

    def moves(self, state: State, seat: int) -> list[Move]:
        """Every legal move of this seat: buttons, completion and automatic players come from this list."""
        if seat not in self.awaits(state):
            return []
        return [Take(count) for count in range(1, min(MOST, state.stones) + 1)]

    def awaits(self, state: State) -> tuple[int, ...]:
        return () if state.winner is not None else (state.turn,)

    def decide(self, state: State, seat: int | None, move: Move, chance: Chance) -> list[Event]:
        """The events that a move leads to. A refusal has a sentence and the key of a rule in data/rules.md."""
        del chance
        if state.winner is not None:
            raise IllegalMove(t("The game is over."), "end")
        if seat is None or seat != state.turn:
            raise IllegalMove(t("It isn’t your turn; {who} is next.", who=who(state.turn)), "turns")
        if move not in self.moves(state, seat):
            raise IllegalMove(t("You can take 1 to {most}.", most=min(MOST, state.stones)), "stones")
        taken = Taken(seat, move.count)
        return [taken, Finished(seat)] if move.count == state.stones else [taken]

    def evolve(self, state: State | None, event: Event) -> State:
        """Fold one event into the state: no rules and no chance here, so that stored games replay."""
        if isinstance(event, Started):
            return State(event.seats, event.stones)
        assert state is not None
        match event:
            case Taken():
                return replace(state, stones=state.stones - event.count, turn=(event.seat + 1) % state.seats)
            case Finished():
                return replace(state, winner=event.winner)
            case _:
                assert_never(event)

    def result(self, state: State) -> Result | None:
        return None if state.winner is None else Result((state.winner,))

    def view(self, state: State, seat: int | None) -> View:
        return View(seat, state)

    def read(self, state: State, seat: int, command: str, arguments: Mapping[str, str]) -> Move:
        """The move that a command means. Whatever people type ends here: be strict, and refuse with a sentence."""
        del state, seat, command  # there is only one command
        word = arguments["stones"]
        if not (word.isascii() and word.isdigit() and len(word) < 4):
            raise IllegalMove(t("Say how many stones you take, such as `/scrum take 2`."), "stones")
        return Take(int(word))

    def phrase(self, state: State, seat: int, move: Move) -> Phrase:
        """A move as the command that makes it. Clicking on the second stone takes two."""
        del state, seat
        label = t("Take {stones}", stones=move.count)
        return Phrase("take", label, {"stones": str(move.count)}, spots=(f"stone:{move.count}",))

    def narrate(self, event: Event, viewer: int | None) -> str | None:
        """An event as a sentence, for the room (None) or for one seat; whole, so that it can be translated."""
        match event:
            case Started():
                return n("There is {count} stone in the heap.", "There are {count} stones in the heap.", event.stones)
            case Taken():
                if viewer == event.seat:
                    return n("You take a stone.", "You take {count} stones.", event.count)
                return n("{who} takes a stone.", "{who} takes {count} stones.", event.count, who=who(event.seat))
            case Finished():
                return t("The heap is empty: {who} wins.", who=who(event.winner))
            case _:
                assert_never(event)

    def prompt(self, view: View) -> str:
        """The sentence that says what to do next."""
        if view.state.winner is not None:
            return t("The game is over.")
        return t("{who}, take one to three stones.", who=who(view.state.turn))
