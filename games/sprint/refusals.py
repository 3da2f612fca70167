"""What a player reads when something is not allowed: a sentence, and the paragraph of the rules behind it."""

from collections.abc import Sequence

from games.api import IllegalMove
from games.text import listing, who

REASON_LIMIT = 300  # characters


def game_is_over() -> IllegalMove:
    return IllegalMove("This game is over. A new one begins with `/scrum new`.", "end")


def no_seat() -> IllegalMove:
    return IllegalMove("You have no seat in this game.", "turns")


def not_your_turn(turn: int) -> IllegalMove:
    return IllegalMove(f"It is {who(turn)}’s turn, not yours yet.", "turns")


def in_discussion() -> IllegalMove:
    return IllegalMove("The team is in a discussion: vote, then close it with `/scrum done`.", "discussion")


def vote_runs() -> IllegalMove:
    return IllegalMove("A tool is being voted on; the turn goes on when everybody has voted.", "votes")


def choose_first() -> IllegalMove:
    return IllegalMove("The dice are thrown: choose where to land with `/scrum go <space>`.", "forks")


def stays_in_review() -> IllegalMove:
    return IllegalMove("You are in Sprint Review and stay there: play a tool, or say `/scrum done`.", "review")


def no_fork() -> IllegalMove:
    return IllegalMove("There is no fork to choose at: roll first with `/scrum roll`.", "forks")


def not_your_fork(turn: int) -> IllegalMove:
    return IllegalMove(f"{who(turn)} chooses where to go, not you.", "forks")


def out_of_reach(reachable: Sequence[str]) -> IllegalMove:
    return IllegalMove(f"This roll reaches {listing(reachable, 'or')}, nothing else.", "forks")


def first_turn_rolls() -> IllegalMove:
    return IllegalMove("On the first turn you can only roll.", "tools")


def tool_not_held() -> IllegalMove:
    return IllegalMove("You do not hold that tool; `/scrum board` shows who holds which.", "tools")


def which_tool(titles: Sequence[str]) -> IllegalMove:
    return IllegalMove(f"Which one do you mean: {listing(titles, 'or')}? Its number will do.", "tools")


def not_impeded() -> IllegalMove:
    return IllegalMove("That player is not impeded; a tool needs an impediment to remove.", "tools")


def just_refused() -> IllegalMove:
    return IllegalMove("The team has just said no to this tool for this impediment; try another, or roll.", "tools")


def reason_missing() -> IllegalMove:
    return IllegalMove("Say in a sentence why the tool removes the impediment.", "tools")


def reason_too_long() -> IllegalMove:
    return IllegalMove(f"Keep the reason to a sentence: at most {REASON_LIMIT} characters.", "tools")


def nothing_to_vote_on() -> IllegalMove:
    return IllegalMove("There is nothing to vote on right now.", "votes")


def others_decide() -> IllegalMove:
    return IllegalMove("You offered the tool; the others decide.", "votes")


def voted_already() -> IllegalMove:
    return IllegalMove("You have voted already; a vote stands.", "votes")


def yes_or_no() -> IllegalMove:
    return IllegalMove("Vote with `/scrum vote yes` or `/scrum vote no`.", "votes")


def votes_missing(seats: Sequence[int]) -> IllegalMove:
    waiting = listing([who(seat) for seat in seats])
    return IllegalMove(f"Everybody votes first; still missing: {waiting}.", "discussion")


def nothing_to_close() -> IllegalMove:
    return IllegalMove("There is no discussion to close; it is your turn to `/scrum roll`.", "turns")


def only_the_clock() -> IllegalMove:
    return IllegalMove("Only the clock ends a discussion before everybody has voted.", "discussion")


def discussion_over() -> IllegalMove:
    return IllegalMove("That discussion is over.", "discussion")
