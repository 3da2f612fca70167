"""What a player reads when a move is refused: a sentence, and the paragraph of the rules that says why."""

from collections.abc import Sequence

from games.api import IllegalMove
from games.text import listing, who

REASON_LIMIT = 300  # characters


def game_is_over() -> IllegalMove:
    return IllegalMove("This game is over. Start a new one with `/scrum new`.", "end")


def no_seat() -> IllegalMove:
    return IllegalMove("You don’t have a seat in this game.", "turns")


def not_your_turn(turn: int) -> IllegalMove:
    return IllegalMove(f"It isn’t your turn yet, it’s {who(turn)}’s.", "turns")


def in_discussion() -> IllegalMove:
    return IllegalMove("The team is in a discussion: vote, then close it with `/scrum done`.", "discussion")


def in_vote() -> IllegalMove:
    return IllegalMove("The team is voting on a tool; the turn continues once everybody has voted.", "votes")


def choose_first() -> IllegalMove:
    return IllegalMove("You’ve already rolled: choose where to land with `/scrum go <space>`.", "forks")


def stays_in_review() -> IllegalMove:
    return IllegalMove("You’re in Sprint Review to stay: play a tool, or say `/scrum done`.", "review")


def no_fork() -> IllegalMove:
    return IllegalMove("There’s nothing to choose yet: roll first with `/scrum roll`.", "forks")


def not_your_fork(turn: int) -> IllegalMove:
    return IllegalMove(f"This choice is {who(turn)}’s, not yours.", "forks")


def out_of_reach(reachable: Sequence[str]) -> IllegalMove:
    return IllegalMove(f"You can’t get there with this roll; choose {listing(reachable, 'or')}.", "forks")


def first_turn_rolls() -> IllegalMove:
    return IllegalMove("On your first turn you can only roll.", "tools")


def tool_not_held() -> IllegalMove:
    return IllegalMove("You don’t hold that tool; `/scrum board` shows who holds what.", "tools")


def which_tool(titles: Sequence[str]) -> IllegalMove:
    return IllegalMove(f"Which one do you mean: {listing(titles, 'or')}? You can use its number.", "tools")


def not_impeded() -> IllegalMove:
    return IllegalMove("That player isn’t impeded; a tool needs an impediment to remove.", "tools")


def just_refused() -> IllegalMove:
    return IllegalMove("The team just said no to this tool for this impediment; try another, or roll.", "tools")


def reason_missing() -> IllegalMove:
    return IllegalMove("Say in one sentence why the tool removes the impediment.", "tools")


def reason_too_long() -> IllegalMove:
    return IllegalMove(f"Keep the reason to one sentence: at most {REASON_LIMIT} characters.", "tools")


def nothing_to_vote_on() -> IllegalMove:
    return IllegalMove("There’s nothing to vote on right now.", "votes")


def others_decide() -> IllegalMove:
    return IllegalMove("It’s your tool, so the others decide.", "votes")


def already_voted() -> IllegalMove:
    return IllegalMove("You’ve already voted, and votes are final.", "votes")


def yes_or_no() -> IllegalMove:
    return IllegalMove("Vote with `/scrum vote yes` or `/scrum vote no`.", "votes")


def votes_missing(seats: Sequence[int]) -> IllegalMove:
    waiting = listing([who(seat) for seat in seats])
    return IllegalMove(f"Everybody has to vote first; still to vote: {waiting}.", "discussion")


def nothing_to_close() -> IllegalMove:
    return IllegalMove("There’s no discussion to close; it’s your turn to `/scrum roll`.", "turns")


def only_the_clock() -> IllegalMove:
    return IllegalMove("Until everybody has voted, only the clock can end a discussion.", "discussion")


def discussion_over() -> IllegalMove:
    return IllegalMove("That discussion is over.", "discussion")
