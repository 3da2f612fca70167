"""The rules of Scrumkin: which moves are legal, and what happens when one is made."""

from collections.abc import Sequence
from typing import assert_never

from games.chance import Chance
from games.contract import Option, Options, Result
from games.language import lazy, lazy_p, t
from games.memories import read_asked, read_cards
from games.parts import Deadline
from games.scrumkin import refusals
from games.scrumkin.deck import DECK, STANDARD, first_edition, standard, with_team_cards
from games.scrumkin.folding import Recorder, begin_sprint, continue_turn, end_sprint, evolve, fill_hands, from_leader
from games.scrumkin.model import (
    FACE_DOWN,
    HAND,
    LEADER,
    TRACK,
    Attacks,
    BugFixed,
    CloseWindow,
    Countered,
    Drop,
    Dropped,
    Drops,
    Event,
    Kind,
    Mode,
    Move,
    Over,
    Play,
    Played,
    Player,
    RaiseShield,
    Ready,
    Retro,
    SaidReady,
    Started,
    State,
    TakeOver,
    TookOver,
    Turn,
    View,
    Window,
)
from games.values import replace

OPTIONS: tuple[Option, ...] = (
    Option(
        "mode",
        lazy("competitive: the first empty backlog wins; collaborative: empty them all in time"),
        "competitive",
        choices=("competitive", "collaborative"),
        titles=(lazy("competitive"), lazy("collaborative")),
        notes=(lazy("The first empty backlog wins"), lazy("One team: empty all backlogs, usually within ten sprints")),
        main=True,
    ),
    Option(
        "sprints",
        lazy(
            "The last sprint. 0: ten in collaborative mode (three who play well may want 9, four 8), "
            "no limit in competitive mode, where a limit such as 15 lets the smallest backlog win"
        ),
        0,
        minimum=0,
        maximum=40,
    ),
    Option(
        "drops",
        lazy("In collaborative mode. never: no card may be dropped; bugs: dropping one fixes a bug of this sprint"),
        "never",
        choices=("never", "bugs"),
        titles=(lazy("Never"), lazy("Against bugs")),
        notes=(
            lazy("In collaborative mode, every card has to be played"),
            lazy("A dropped card fixes a bug: two players win about 96%, not 59%"),
        ),
    ),
    Option(
        "attacks",
        lazy(
            "In competitive mode. many: a game takes any number of cards from others; one: one a "
            "sprint, and of several who finish, whoever was done first wins"
        ),
        "many",
        choices=("many", "one"),
        titles=(lazy("As published"), lazy("One a sprint")),
        notes=(  # measured: docs/balance.md
            lazy("A game takes any number of cards from others"),
            lazy("In competitive mode, one card a sprint: who can’t win decides fewer races"),
        ),
        main=True,
    ),
    Option(
        "retro",
        lazy("on: whoever got nothing done in a sprint puts the worst card of their game away"),
        "off",
        choices=("off", "on"),
        titles=(lazy("As published"), lazy("Looking back")),
        notes=(
            lazy("A card stays until it is countered, or its last value is used"),
            lazy("Who got nothing done puts their worst card away: duels end 4 sprints sooner"),
        ),
    ),
    Option(
        "hints",
        lazy("off: no hints, so that everybody finds their own way"),
        "on",
        choices=("on", "off"),
        titles=(lazy("On"), lazy("Off")),
        notes=(lazy("Whoever asks for a hint gets one, in private"), lazy("Everybody finds their own way")),
    ),
    Option("window", lazy("Seconds to counter after everybody has played"), 20, minimum=5, maximum=600),
    Option(
        "deck",
        lazy("The cards: standard, or the name of a deck in the decks folder"),
        STANDARD,
        choices=(STANDARD,),
        titles=(lazy_p("deck", "standard"),),
        notes=(lazy("The cards that come with the game"),),
        file=True,
    ),
)


def start(seats: int, options: Options, chance: Chance) -> list[Event]:
    mode: Mode = "collaborative" if options["mode"] == "collaborative" else "competitive"
    usual = standard() if "attacks" in options else first_edition()  # tables that are older than that option
    deck = usual if options["deck"] == STANDARD else DECK.validate_json(str(options["deck"]))
    deck = with_team_cards(deck, read_cards(options.get("cards", "")))
    drops: Drops = "bugs" if options.get("drops") == "bugs" else "never"
    seconds, sprints = int(options["window"]), int(options.get("sprints", 0))
    attacks: Attacks = "one" if options.get("attacks") == "one" and mode == "competitive" else "many"
    retro: Retro = "on" if options.get("retro") == "on" else "off"
    leader, known = chance.below(seats, LEADER), read_asked(options.get("known", ""))
    unadvised = options.get("hints") == "off"
    started = Started(seats, mode, seconds, leader, deck, sprints, drops, attacks, retro, known, unadvised)
    recorder = Recorder(evolve(None, started), chance)
    fill_hands(recorder, dict.fromkeys(range(seats), HAND))
    begin_sprint(recorder, 1, started.leader)
    return [started, *recorder.events]


# --- legal moves -----------------------------------------------------------------------------------------------------


def kinds_left(state: State, turn: Turn) -> tuple[Kind, ...]:
    """The kinds of play not used yet this turn."""
    kinds: tuple[Kind, ...] = ("own", "other", "drop") if may_drop(state) else ("own", "other")
    closed: tuple[Kind, ...] = turn.played if open_games(state, turn.seat) else (*turn.played, "other")
    return tuple(kind for kind in kinds if kind not in closed)


def open_games(state: State, seat: int) -> list[int]:
    """The other players' games into which this seat may play a card now."""
    return [other for other in range(len(state.players)) if other != seat and other not in state.attacked]


def may_drop(state: State) -> bool:
    """True in competitive mode; in collaborative mode, if the table plays so, against a bug of this sprint."""
    if not state.collaborative:
        return True
    return state.drops == "bugs" and state.bugs > 0 and state.players[state.leader].backlog > 0


def moves(state: State, seat: int) -> list[Move]:
    if isinstance(state.phase, Over) or seat not in range(len(state.players)):
        return []
    found: list[Move] = []
    if isinstance(state.phase, Turn) and state.phase.seat == seat:
        found += _plays(state, seat, kinds_left(state, state.phase))
        found += _take_overs(state, seat, state.phase)
    if isinstance(state.phase, Window) and seat not in state.phase.ready:
        found.append(Ready())
    return found + _shields(state, seat)


def _plays(state: State, seat: int, kinds: Sequence[Kind]) -> list[Move]:
    hand = state.players[seat].hand
    others = open_games(state, seat)
    own: list[Move] = [Play(card, seat) for card in hand if "own" in kinds]
    away: list[Move] = [Play(card, other) for card in hand for other in others if "other" in kinds]
    return own + away + [Drop(card) for card in hand if "drop" in kinds]


def _shields(state: State, seat: int) -> list[Move]:
    shields = [card for card in state.players[seat].hand if state.card(card).shield]
    return [
        RaiseShield(shield, laid.card, target)
        for shield in shields
        for target, player in enumerate(state.players)
        for laid in player.game
    ]


def _take_overs(state: State, seat: int, turn: Turn) -> list[Move]:
    if not state.collaborative or turn.took:
        return []
    room = TRACK - state.players[seat].backlog
    return [
        TakeOver(count, target)
        for target, player in enumerate(state.players)
        if target != seat
        for count in range(1, min(player.backlog, room) + 1)
    ]


def awaits(state: State) -> tuple[int, ...]:
    match state.phase:
        case Turn(seat=seat):
            return (seat,)
        case Window(ready=ready):
            # the leader changes every sprint, so it isn't always the same player who is asked first
            return tuple(seat for seat in from_leader(state) if seat not in ready)
        case Over():
            return ()


# --- making a move ---------------------------------------------------------------------------------------------------


def decide(state: State, seat: int | None, move: Move, chance: Chance) -> list[Event]:
    recorder = Recorder(state, chance)
    if isinstance(state.phase, Over):
        raise refusals.game_is_over()
    if isinstance(move, CloseWindow):
        _close_window(recorder, seat, move)
        return recorder.events
    if seat is None or seat not in range(len(state.players)):
        raise refusals.no_seat()
    match move:
        case Play():
            _play(recorder, seat, move)
        case Drop():
            _drop(recorder, seat, move)
        case RaiseShield():
            _raise_shield(recorder, seat, move)
        case TakeOver():
            _take_over(recorder, seat, move)
        case Ready():
            _ready(recorder, seat)
        case _:
            assert_never(move)
    return recorder.events


def _my_turn(state: State, seat: int) -> Turn:
    phase = state.phase
    if not isinstance(phase, Turn):
        raise refusals.window_is_open()
    if phase.seat != seat:
        raise refusals.not_your_turn(phase.seat)
    return phase


def _check_seat(state: State, seat: int) -> None:
    if seat not in range(len(state.players)):
        raise refusals.no_such_player()


def _check_play(state: State, seat: int, card: int, kind: Kind) -> None:
    turn = _my_turn(state, seat)
    if kind == "drop" and not may_drop(state):
        raise refusals.no_dropping(state.drops)
    if card not in state.players[seat].hand:
        raise refusals.card_not_held()
    if kind in turn.played:
        raise refusals.same_kind(kind, kinds_left(state, turn))


def _play(recorder: Recorder, seat: int, move: Play) -> None:
    _check_seat(recorder.state, move.target)
    _check_play(recorder.state, seat, move.card, "own" if move.target == seat else "other")
    if move.target != seat and move.target not in (free := open_games(recorder.state, seat)):
        raise refusals.already_attacked(move.target) if free else refusals.all_attacked()
    recorder.record(Played(seat, recorder.state.card(move.card), move.target))
    continue_turn(recorder, seat)


def _drop(recorder: Recorder, seat: int, move: Drop) -> None:
    _check_play(recorder.state, seat, move.card, "drop")
    recorder.record(Dropped(seat, recorder.state.card(move.card)))
    state = recorder.state
    if state.collaborative:
        recorder.record(BugFixed(seat, state.leader, state.players[state.leader].backlog - 1))
    continue_turn(recorder, seat)


def _raise_shield(recorder: Recorder, seat: int, move: RaiseShield) -> None:
    state = recorder.state
    if move.card not in state.players[seat].hand:
        raise refusals.card_not_held()
    if not state.card(move.card).shield:
        raise refusals.no_shield(t(state.card(move.card).title))
    _check_seat(state, move.target)
    if all(laid.card != move.against for laid in state.players[move.target].game):
        raise refusals.not_on_table(move.target)
    recorder.record(Countered(seat, state.card(move.card), state.card(move.against), move.target))
    if isinstance(state.phase, Turn) and state.phase.seat == seat:
        continue_turn(recorder, seat)


def _take_over(recorder: Recorder, seat: int, move: TakeOver) -> None:
    state = recorder.state
    if not state.collaborative:
        raise refusals.only_collaborative()
    turn = _my_turn(state, seat)
    _check_seat(state, move.target)
    if move.target == seat:
        raise refusals.your_own_items()
    if turn.took:
        raise refusals.already_took()
    available = state.players[move.target].backlog
    if not 1 <= move.count <= available:
        raise refusals.not_so_many(move.target, available)
    room = TRACK - state.players[seat].backlog
    if move.count > room:
        raise refusals.track_is_full(room)
    recorder.record(TookOver(seat, move.count, move.target))


def _ready(recorder: Recorder, seat: int) -> None:
    phase = recorder.state.phase
    if not isinstance(phase, Window):
        raise refusals.nothing_to_close(phase.seat if isinstance(phase, Turn) and phase.seat != seat else None)
    if seat in phase.ready:
        raise refusals.already_ready()
    recorder.record(SaidReady(seat))
    if not awaits(recorder.state):
        end_sprint(recorder)


def _close_window(recorder: Recorder, seat: int | None, move: CloseWindow) -> None:
    if seat is not None:
        raise refusals.only_the_clock()
    if not isinstance(recorder.state.phase, Window) or recorder.state.sprint != move.sprint:
        raise refusals.window_is_over()
    end_sprint(recorder)


# --- what a seat sees ------------------------------------------------------------------------------------------------


def view(state: State, seat: int | None) -> View:
    """The state for a seat: others' hands and drops and the stack are face down; how many there are is public."""
    if isinstance(state.phase, Over):
        return View(seat, state)
    players = tuple(
        replace(player, hand=player.hand if index == seat else _backs(player, seat), known=())
        for index, player in enumerate(state.players)
    )
    under = tuple((card if by == seat else FACE_DOWN, by) for card, by in state.under)
    stack = (FACE_DOWN,) * len(state.stack)
    return View(seat, replace(state, players=players, stack=stack, under=under))


def _backs(player: Player, viewer: int | None) -> tuple[int, ...]:
    """A hand as another seat sees it: face down, except cards that this seat dropped and saw being drawn."""
    seen = sorted(card for card, seat in player.known if seat == viewer)
    return (*seen, *(FACE_DOWN,) * (len(player.hand) - len(seen)))


def imagine(state: State, seat: int | None, chance: Chance) -> State:
    """Shuffle all cards that are face down for this seat; who knows which card in a hand stays the same."""
    if isinstance(state.phase, Over):
        return state
    fixed = {card for player in state.players for card, knows in player.known if knows == seat}
    fixed |= {card for card, by in state.under if by == seat}
    fixed |= set() if seat is None else set(state.players[seat].hand)
    hidden = [*state.stack, *(card for card, _ in state.under)]
    hidden += [card for player in state.players for card in player.hand]
    loose = [card for card in hidden if card not in fixed]
    swapped = dict(zip(loose, chance.shuffled(loose), strict=True)) | {card: card for card in fixed}
    return replace(
        state,
        stack=tuple(swapped[card] for card in state.stack),
        under=tuple((swapped[card], by) for card, by in state.under),
        players=tuple(
            replace(
                player,
                hand=tuple(swapped[card] for card in player.hand),
                known=tuple((swapped[card], knows) for card, knows in player.known),
            )
            for player in state.players
        ),
    )


def result(state: State) -> Result | None:
    return Result(state.phase.winners) if isinstance(state.phase, Over) else None


def deadline(state: State) -> Deadline | None:
    """The closing window. Most of the time nobody can counter, and nobody may learn when: it is the same for all hands.

    So it is quiet: nobody is called and no button asks to be pressed. Whoever can and wants to counter does.
    """
    if not isinstance(state.phase, Window):
        return None
    name = f"window {state.sprint}"  # not prose
    return Deadline(name, state.seconds, CloseWindow(state.sprint), quiet=True)
