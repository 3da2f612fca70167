"""What a player reads when something is not allowed: a sentence, and the paragraph of the rules behind it."""

from collections.abc import Sequence

from games.api import IllegalMove
from games.scrumkin.model import Kind
from games.text import listing, who

KINDS: dict[Kind, str] = {
    "own": "a card into your own game",
    "other": "a card into another player’s game",
    "drop": "a card dropped under the stack",
}


def game_is_over() -> IllegalMove:
    return IllegalMove("This game is over. A new one begins with `/scrum new`.", "end")


def no_seat() -> IllegalMove:
    return IllegalMove("You have no seat in this game.", "round")


def no_such_player() -> IllegalMove:
    return IllegalMove("Nobody sits there; `/scrum board` shows who plays.", "plays")


def not_your_turn(turn: int) -> IllegalMove:
    return IllegalMove(
        f"It is {who(turn)}’s turn, not yours; out of turn you can only counter with `/scrum shield`.", "plays"
    )


def window_is_open() -> IllegalMove:
    return IllegalMove(
        "Everybody has played this sprint: counter with `/scrum shield`, or say `/scrum ready`.", "window"
    )


def card_not_held() -> IllegalMove:
    return IllegalMove("You do not hold that card; `/scrum hand` shows yours.", "cards")


def which_card(cards: Sequence[str]) -> IllegalMove:
    return IllegalMove(f"Which one do you mean: {listing(cards, 'or')}? Its number will do.", "cards")


def same_kind(kind: Kind, left: Sequence[Kind]) -> IllegalMove:
    other = listing([KINDS[each] for each in left], "or")
    return IllegalMove(f"The two plays of a turn differ, and {KINDS[kind]} was the first one: now {other}.", "plays")


def no_dropping() -> IllegalMove:
    return IllegalMove(
        "In the collaborative game nothing is dropped: one card into your own game, one into another’s.",
        "collaborative",
    )


def no_shield(title: str) -> IllegalMove:
    return IllegalMove(f"“{title}” has no shield, so it cannot counter; `/scrum hand` marks those that can.", "shields")


def not_on_table(target: int) -> IllegalMove:
    return IllegalMove(
        f"That card does not lie in {who(target)}’s game; `/scrum board` shows the cards and their numbers.", "shields"
    )


def nothing_like_that() -> IllegalMove:
    return IllegalMove("No card like that lies on the table; `/scrum board` shows them with their numbers.", "shields")


def only_together() -> IllegalMove:
    return IllegalMove("Items are taken over in the collaborative game only; here everybody burns down alone.", "plays")


def your_own_items() -> IllegalMove:
    return IllegalMove("Those items are yours already; take over some of another player’s.", "taking-over")


def took_already() -> IllegalMove:
    return IllegalMove("You have taken over items in this turn; you can take more in your next one.", "taking-over")


def not_so_many(target: int, there: int) -> IllegalMove:
    if not there:
        return IllegalMove(f"{who(target)}’s backlog is empty; there is nothing to take over.", "taking-over")
    return IllegalMove(f"{who(target)} has {there} in the backlog: take over 1 to {there}.", "taking-over")


def track_is_full(room: int) -> IllegalMove:
    if not room:
        return IllegalMove("Your backlog is at the end of the track; there is no room for more.", "taking-over")
    return IllegalMove(f"Your track has room for {room} more; take over at most that many.", "taking-over")


def how_many() -> IllegalMove:
    return IllegalMove("Say how many items: `/scrum take 2 from` and the player.", "taking-over")


def nothing_to_close(turn: int | None) -> IllegalMove:
    if turn is None:
        return IllegalMove("It is your turn, and nobody may pass: make your plays with `/scrum play`.", "plays")
    return IllegalMove(f"“Ready” ends the closing window; now it is {who(turn)}’s turn.", "window")


def ready_already() -> IllegalMove:
    return IllegalMove("You are ready already; the sprint ends when everybody is, or when the time is up.", "window")


def only_the_clock() -> IllegalMove:
    return IllegalMove("Only the clock closes the window before everybody is ready.", "window")


def window_is_over() -> IllegalMove:
    return IllegalMove("That closing window is over.", "window")
