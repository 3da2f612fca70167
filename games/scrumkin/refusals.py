"""The sentences that refuse a move, each with the rule behind it."""

from collections.abc import Sequence

from games.contract import IllegalMove
from games.language import Lazy, lazy, t
from games.scrumkin.model import Drops, Kind
from games.text import listing, who

_FIRST: dict[Kind, Lazy] = {
    "own": lazy(
        "Your two plays must be of different kinds. The first was a card into your own game, so now it’s {other}."
    ),
    "other": lazy(
        "Your two plays must be of different kinds. The first was a card into another player’s game, so now "
        "it’s {other}."
    ),
    "drop": lazy(
        "Your two plays must be of different kinds. The first was a card dropped under the stack, so now it’s {other}."
    ),
}
_KINDS: dict[Kind, Lazy] = {
    "own": lazy("a card into your own game"),
    "other": lazy("a card into another player’s game"),
    "drop": lazy("a card dropped under the stack"),
}


def game_is_over() -> IllegalMove:
    return IllegalMove(t("This game is over. Start a new one with `/scrum new`."), "end")


def no_seat() -> IllegalMove:
    return IllegalMove(t("You don’t have a seat in this game."), "round")


def no_such_player() -> IllegalMove:
    return IllegalMove(t("Nobody has that seat; `/scrum board` shows who is playing."), "plays")


def not_your_turn(turn: int) -> IllegalMove:
    return IllegalMove(
        t("It’s {who}’s turn; until yours comes you can only counter with `/scrum shield`.", who=who(turn)), "plays"
    )


def window_is_open() -> IllegalMove:
    return IllegalMove(
        t("Everybody has played this sprint: counter with `/scrum shield`, or say `/scrum ready`."), "window"
    )


def card_not_held() -> IllegalMove:
    return IllegalMove(t("You don’t hold that card; `/scrum hand` shows your cards."), "cards")


def which_card(cards: Sequence[str]) -> IllegalMove:
    return IllegalMove(
        t("Which one do you mean: {cards}? You can use its number.", cards=listing(cards, "or")), "cards"
    )


def same_kind(kind: Kind, left: Sequence[Kind]) -> IllegalMove:
    other = listing([str(_KINDS[each]) for each in left], "or")
    return IllegalMove(t(_FIRST[kind], other=other), "plays")


def already_attacked(target: int) -> IllegalMove:
    return IllegalMove(
        t(
            "{who}’s game has already taken a card from others this sprint, and at this table it "
            "takes only one: choose another game, or another kind of play.",
            who=who(target),
        ),
        "attacks",
    )


def all_attacked() -> IllegalMove:
    return IllegalMove(
        t(
            "Every other game has already taken a card from others this sprint, and at this table "
            "each takes only one: play into your own game, or drop a card."
        ),
        "attacks",
    )


def no_dropping(drops: Drops) -> IllegalMove:
    if drops == "bugs":
        return IllegalMove(
            t(
                "There’s no bug of this sprint left to fix: play one card into your own game and one "
                "into another player’s."
            ),
            "drops",
        )
    return IllegalMove(
        t("You can’t drop cards in collaborative mode: play one into your own game and one into another player’s."),
        "collaborative",
    )


def no_shield(title: str) -> IllegalMove:
    return IllegalMove(
        t("“{title}” has no shield, so it can’t counter; `/scrum hand` shows which cards can.", title=title), "shields"
    )


def not_on_table(target: int) -> IllegalMove:
    return IllegalMove(
        t("That card isn’t in {who}’s game; `/scrum board` shows the cards and their numbers.", who=who(target)),
        "shields",
    )


def nothing_like_that() -> IllegalMove:
    return IllegalMove(t("No card on the table matches that; `/scrum board` shows them with their numbers."), "shields")


def only_collaborative() -> IllegalMove:
    return IllegalMove(
        t("You can take over items only in collaborative mode; here it’s every team for itself."), "plays"
    )


def your_own_items() -> IllegalMove:
    return IllegalMove(t("Those items are already yours; take over another player’s."), "taking-over")


def already_took() -> IllegalMove:
    return IllegalMove(
        t("You’ve already taken over items this turn; you can take more on your next one."), "taking-over"
    )


def not_so_many(target: int, available: int) -> IllegalMove:
    if not available:
        return IllegalMove(t("{who}’s backlog is empty; there’s nothing to take over.", who=who(target)), "taking-over")
    return IllegalMove(
        t("{who} has {left} in the backlog: take over 1 to {left}.", who=who(target), left=available),
        "taking-over",
    )


def track_is_full(room: int) -> IllegalMove:
    if not room:
        return IllegalMove(t("Your backlog is at the end of the track; there’s no room for more."), "taking-over")
    return IllegalMove(t("Your track has room for only {room} more.", room=room), "taking-over")


def how_many() -> IllegalMove:
    return IllegalMove(t("Say how many items and from whom: `/scrum take 2 from` and the player."), "taking-over")


def nothing_to_close(turn: int | None) -> IllegalMove:
    if turn is None:
        return IllegalMove(t("It’s your turn, and you can’t pass: make your plays with `/scrum play`."), "plays")
    return IllegalMove(t("“Ready” ends the closing window, and it’s still {who}’s turn.", who=who(turn)), "window")


def already_ready() -> IllegalMove:
    return IllegalMove(
        t("You’ve already said ready; the sprint ends when everybody has, or when time is up."), "window"
    )


def only_the_clock() -> IllegalMove:
    return IllegalMove(t("Until everybody is ready, only the clock can close the window."), "window")


def window_is_over() -> IllegalMove:
    return IllegalMove(t("That closing window is over."), "window")
