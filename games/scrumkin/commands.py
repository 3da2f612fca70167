"""The commands of Scrumkin, and how words become moves and moves become words."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from games.api import Command, Parameter, Phrase
from games.scrumkin import refusals
from games.scrumkin.model import Counter, Drop, Move, Play, Ready, State, TakeOver
from games.text import who

_CARD = Parameter("card", "Its number, or a part of its title")

COMMANDS: tuple[Command, ...] = (
    Command("hand", "Your cards and what each would do; only you see them", kind="query", button="My hand"),
    Command(
        "play",
        "Play a card into your own game, or on another player",
        (_CARD, Parameter("player", "Whose game; yours if you name nobody", kind="player", required=False, lead="on")),
    ),
    Command("drop", "Put a card face down under the stack", (replace(_CARD, rest=True),)),
    Command(
        "shield",
        "Counter a card on the table, at any time; both are discarded",
        (
            Parameter("card", "A card with a shield: its number, or a part of its title"),
            Parameter("target", "The card to counter: its number, or a part of its title", lead="against"),
            Parameter("player", "In whose game it lies", kind="player", required=False, lead="of"),
        ),
    ),
    Command(
        "take",
        "Take over items from another player’s backlog (collaborative game)",
        (
            Parameter("count", "How many", kind="number"),
            Parameter("player", "From whom", kind="player", lead="from"),
        ),
    ),
    Command("ready", "You do not want to counter: let the sprint end"),
)


def read(state: State, seat: int, command: str, arguments: Mapping[str, str]) -> Move:
    match command:
        case "play":
            target = int(arguments["player"]) if "player" in arguments else seat
            return Play(_held(state, seat, arguments["card"]), target)
        case "drop":
            if state.collaborative:
                raise refusals.no_dropping()  # whatever the card is
            return Drop(_held(state, seat, arguments["card"]))
        case "shield":
            return _counter(state, seat, arguments)
        case "take":
            return TakeOver(_count(arguments["count"]), int(arguments["player"]))
        case _:
            return Ready()


def phrase(state: State, seat: int, move: Move) -> Phrase:
    match move:
        case Play(card=card, target=target):
            words = {"card": str(card)}
            spots = (f"card:{card}", f"team:{target}")
            if target == seat:
                return Phrase("play", f"{_label(state, card)} for yourself", words, secret=True, spots=spots)
            words["player"] = str(target)
            return Phrase("play", f"{_label(state, card)} on {who(target)}", words, secret=True, spots=spots)
        case Drop(card=card):
            label = f"Drop {card} {state.card(card).title}"
            return Phrase("drop", label, {"card": str(card)}, secret=True, spots=(f"card:{card}", "stack"))
        case Counter(card=card, against=against, target=target):
            words = {"card": str(card), "target": str(against), "player": str(target)}
            title = state.card(against).title
            label = f"Shield {card} against {against} {title} of {who(target)}"
            return Phrase("shield", label, words, secret=True, spots=(f"card:{card}", f"laid:{against}"))
        case TakeOver(count=count, target=target):
            words = {"count": str(count), "player": str(target)}
            # no secret, but there are dozens of them: they are offered where the hand is, not in the room
            label = f"Take over {count} from {who(target)}"
            return Phrase("take", label, words, secret=True, spots=(f"team:{target}", f"items:{target}:{count}"))
        case _:
            return Phrase("ready", "Ready", style="primary")


def _label(state: State, card: int) -> str:
    return f"{card} {state.card(card).title} ({state.card(card).effect})"


def _counter(state: State, seat: int, words: Mapping[str, str]) -> Counter:
    shield = _held(state, seat, words["card"])
    whose = range(len(state.players))
    if "player" in words:
        target = int(words["player"])
        if target not in whose:
            raise refusals.no_such_player()
        whose = range(target, target + 1)
    there = {laid.card: target for target in whose for laid in state.players[target].game}
    against = _found(state, list(there), words["target"])
    if against is None:
        raise refusals.not_on_table(whose[0]) if len(whose) == 1 else refusals.nothing_like_that()
    return Counter(shield, against, there[against])


def _held(state: State, seat: int, word: str) -> int:
    card = _found(state, state.players[seat].hand, word)
    if card is None:
        raise refusals.card_not_held()
    return card


def _found(state: State, cards: Sequence[int], word: str) -> int | None:
    """The one of these cards that is meant: by its number, its title, or a part of the title that fits only one."""
    if _is_number(word):
        return int(word) if int(word) in cards else None
    sought = " ".join(word.casefold().split())
    titles = {card: state.card(card).title.casefold() for card in cards}
    exact = [card for card, title in titles.items() if title == sought]
    found = exact or [card for card, title in titles.items() if sought and sought in title]
    if len(found) > 1:
        raise refusals.which_card([f"{card} {state.card(card).title}" for card in found])
    return found[0] if found else None


def _is_number(word: str) -> bool:
    return word.isascii() and word.isdigit() and len(word) < 6


def _count(word: str) -> int:
    if not _is_number(word):
        raise refusals.how_many()
    return int(word)
