"""The commands of Scrumkin: reading them as moves, and phrasing moves as commands."""

from collections.abc import Mapping, Sequence
from typing import assert_never

from games.contract import Command, Parameter, Phrase
from games.language import lazy, t
from games.scrumkin import refusals
from games.scrumkin.model import CloseWindow, Drop, Move, Play, RaiseShield, Ready, State, TakeOver
from games.scrumkin.rules import may_drop
from games.scrumkin.words import change
from games.text import who
from games.values import replace

_CARD = Parameter("card", lazy("Its number, or part of its title"))

COMMANDS: tuple[Command, ...] = (
    Command("hand", lazy("Your cards and what each would do; only you see them"), kind="query", button=lazy("My hand")),
    Command(
        "play",
        lazy("Play a card, in your own game or another player’s"),
        (
            _CARD,
            Parameter("player", lazy("Whose game; yours if left out"), kind="player", required=False, lead="on"),
        ),
    ),
    Command("drop", lazy("Drop a card, face down under the stack"), (replace(_CARD, rest=True),)),
    Command(
        "shield",
        lazy("Counter a card, at any time; both cards are discarded"),
        (
            Parameter("card", lazy("A card with a shield: its number, or part of its title")),
            Parameter("target", lazy("The card to counter: its number, or part of its title"), lead="against"),
            Parameter("player", lazy("Whose game it is in"), kind="player", required=False, lead="of"),
        ),
    ),
    Command(
        "take",
        lazy("Take over items, from another player’s backlog (collaborative mode)"),
        (
            Parameter("count", lazy("How many"), kind="number"),
            Parameter("player", lazy("From whom"), kind="player", lead="from"),
        ),
    ),
    Command(
        "hint",
        lazy("Get a suggestion for your turn that only you can see"),
        kind="query",
        button=lazy("Hint"),
        advises=True,
    ),
    Command("ready", lazy("You don’t want to counter: let the sprint end"), preparable=True),
)


def read(state: State, seat: int, command: str, arguments: Mapping[str, str]) -> Move:
    match command:
        case "play":
            target = int(arguments["player"]) if "player" in arguments else seat
            return Play(_held(state, seat, arguments["card"]), target)
        case "drop":
            if not may_drop(state):
                raise refusals.no_dropping(state.drops)  # before looking at which card it is
            return Drop(_held(state, seat, arguments["card"]))
        case "shield":
            return _raise_shield(state, seat, arguments)
        case "take":
            return TakeOver(_count(arguments["count"]), int(arguments["player"]))
        case "ready":
            return Ready()
        case _:
            raise ValueError(f"{command} is not a move of this game")


def public_moves(state: State, seat: int) -> list[Move]:
    """No moves: the phrases of all of them are secret."""
    del state, seat
    return []


def phrase(state: State, seat: int, move: Move) -> Phrase:
    match move:
        case Play():
            return _phrase_play(state, seat, move)
        case Drop(card=card):
            name, fixes = _named(state, card), state.collaborative
            return Phrase(
                "drop",
                t("Drop {card} against a bug", card=name) if fixes else t("Drop {card}", card=name),
                {"card": str(card)},
                secret=True,
                role="thing",
                thing=f"card:{card}",
                spots=(f"card:{card}", "stack"),
                beside=t("Put it under the stack against a bug") if fixes else t("Put it under the stack"),
            )
        case RaiseShield(card=card, against=against, target=target):
            words = {"card": str(card), "target": str(against), "player": str(target)}
            countered = _named(state, against)
            return Phrase(
                "shield",
                t("Shield {shield} against {who}’s {card}", shield=card, who=who(target), card=countered),
                words,
                secret=True,
                role="thing",
                thing=f"card:{card}",
                spots=(f"card:{card}", f"laid:{against}"),
                beside=t("Against {who}’s {card}", who=who(target), card=countered),
                badge="shield",
            )
        case TakeOver(count=count, target=target):
            words = {"count": str(count), "player": str(target)}
            # not secret, but there can be dozens: offer them with the hand instead of in the room
            label = t("Take over {count} from {who}", count=count, who=who(target))
            return Phrase(
                "take",
                label,
                words,
                secret=True,
                role="thing",
                thing=f"team:{target}",
                spots=(f"team:{target}", f"items:{target}:{count}"),
            )
        case Ready():
            # not secret either, but in most windows nobody has anything to do: it would be one more thing to press
            return Phrase("ready", t("Ready"), role="main", secret=True)
        case CloseWindow():
            raise ValueError("only the clock closes the window: there is no command for it")
        case _:
            assert_never(move)


def _phrase_play(state: State, seat: int, move: Play) -> Phrase:
    card = state.card(move.card)
    words = {"card": str(move.card)}
    if move.target != seat:
        words["player"] = str(move.target)
    name, velocity = f"{_named(state, move.card)} ({card.effect})", change(state, move.target, move.card)
    if move.target == seat:
        label = t("{card} for yourself", card=name)
        beside = t("Play it for yourself: velocity {velocity}", velocity=velocity)
    else:
        label = t("{card} on {who}", card=name, who=who(move.target))
        beside = t("Play it on {who}: velocity {velocity}", who=who(move.target), velocity=velocity)
    return Phrase(
        "play",
        label,
        words,
        secret=True,
        role="thing",
        thing=f"card:{move.card}",
        spots=(f"card:{move.card}", f"team:{move.target}"),
        beside=beside,
    )


def _named(state: State, card: int) -> str:
    return f"{card} {t(state.card(card).title)}"


def _raise_shield(state: State, seat: int, words: Mapping[str, str]) -> RaiseShield:
    shield = _held(state, seat, words["card"])
    whose = range(len(state.players))
    if "player" in words:
        target = int(words["player"])
        if target not in whose:
            raise refusals.no_such_player()
        whose = range(target, target + 1)
    in_play = {laid.card: target for target in whose for laid in state.players[target].game}
    against = _found(state, list(in_play), words["target"])
    if against is None:
        raise refusals.not_on_table(whose[0]) if len(whose) == 1 else refusals.nothing_like_that()
    return RaiseShield(shield, against, in_play[against])


def _held(state: State, seat: int, word: str) -> int:
    card = _found(state, state.players[seat].hand, word)
    if card is None:
        raise refusals.card_not_held()
    return card


def _found(state: State, cards: Sequence[int], word: str) -> int | None:
    """Find a card by its number, its title, or a part of the title that fits only one of these cards."""
    if _is_number(word):
        return int(word) if int(word) in cards else None
    sought = " ".join(word.casefold().split())
    titles = {card: _titles(state, card) for card in cards}
    exact = [card for card, known in titles.items() if sought in known]
    found = exact or [card for card, known in titles.items() if sought and any(sought in title for title in known)]
    if len(found) > 1:
        raise refusals.which_card([_named(state, card) for card in found])
    return found[0] if found else None


def _titles(state: State, card: int) -> tuple[str, str]:
    """A card's title as its deck has it, and as it is said."""
    title = state.card(card).title
    return title.casefold(), t(title).casefold()


def _is_number(word: str) -> bool:
    return word.isascii() and word.isdigit() and len(word) < 6


def _count(word: str) -> int:
    if not _is_number(word):
        raise refusals.how_many()
    return int(word)
