"""Refusals of The Scrum Game: a sentence for the player, and the rule that says so."""

from collections.abc import Sequence

from games.contract import IllegalMove
from games.language import t
from games.sprint.words.terms import hours
from games.text import listing, who

REASON_LIMIT = 300  # characters


def game_is_over() -> IllegalMove:
    return IllegalMove(t("This game is over. Start a new one with `/scrum new`."), "end")


def no_seat() -> IllegalMove:
    return IllegalMove(t("You don’t have a seat in this game."), "turns")


def not_your_turn(turn: int) -> IllegalMove:
    return IllegalMove(t("It isn’t your turn yet, it’s {who}’s.", who=who(turn)), "turns")


def in_discussion() -> IllegalMove:
    return IllegalMove(t("The team is in a discussion: vote, then close it with `/scrum done`."), "discussion")


def in_vote() -> IllegalMove:
    return IllegalMove(t("The team is voting on a tool; the turn continues once everybody has voted."), "votes")


def choose_first() -> IllegalMove:
    return IllegalMove(t("You’ve already rolled: choose where to land with `/scrum go <space>`."), "forks")


def stays_in_review() -> IllegalMove:
    return IllegalMove(t("You’re in Sprint Review to stay: play a tool, or say `/scrum done`."), "review")


def no_fork() -> IllegalMove:
    return IllegalMove(t("There’s nothing to choose yet: roll first with `/scrum roll`."), "forks")


def not_your_fork(turn: int) -> IllegalMove:
    return IllegalMove(t("This choice is {who}’s, not yours.", who=who(turn)), "forks")


def out_of_reach(reachable: Sequence[str]) -> IllegalMove:
    spaces = listing(reachable, "or")
    return IllegalMove(t("You can’t get there with this roll; choose {spaces}.", spaces=spaces), "forks")


def first_turn_rolls() -> IllegalMove:
    return IllegalMove(t("On your first turn you can only roll."), "tools")


def tool_not_held() -> IllegalMove:
    return IllegalMove(t("You don’t hold that tool; `/scrum board` shows who holds what."), "tools")


def which_tool(titles: Sequence[str]) -> IllegalMove:
    tools = listing(titles, "or")
    return IllegalMove(t("Which one do you mean: {tools}? You can use its number.", tools=tools), "tools")


def not_impeded() -> IllegalMove:
    return IllegalMove(t("That player isn’t impeded; a tool needs an impediment to remove."), "tools")


def just_refused() -> IllegalMove:
    return IllegalMove(t("The team just said no to this tool for this impediment; try another, or roll."), "tools")


def reason_missing() -> IllegalMove:
    return IllegalMove(t("Say in one sentence why the tool removes the impediment."), "tools")


def reason_too_long() -> IllegalMove:
    return IllegalMove(t("Keep the reason to one sentence: at most {limit} characters.", limit=REASON_LIMIT), "tools")


def nothing_to_vote_on() -> IllegalMove:
    return IllegalMove(t("There’s nothing to vote on right now."), "votes")


def others_decide() -> IllegalMove:
    return IllegalMove(t("It’s your tool, so the others decide."), "votes")


def already_voted() -> IllegalMove:
    return IllegalMove(t("You’ve already voted, and votes are final."), "votes")


def yes_or_no() -> IllegalMove:
    return IllegalMove(t("Vote with `/scrum vote yes` or `/scrum vote no`."), "votes")


def votes_missing(seats: Sequence[int]) -> IllegalMove:
    people = listing([who(seat) for seat in seats])
    return IllegalMove(t("Everybody has to vote first; still to vote: {people}.", people=people), "discussion")


def nothing_to_close() -> IllegalMove:
    return IllegalMove(t("There’s no discussion to close; it’s your turn to `/scrum roll`."), "turns")


def only_the_clock() -> IllegalMove:
    return IllegalMove(t("Until everybody has voted, only the clock can end a discussion."), "discussion")


def discussion_over() -> IllegalMove:
    return IllegalMove(t("That discussion is over."), "discussion")


# --- a release -------------------------------------------------------------------------------------------------------


def in_planning() -> IllegalMove:
    return IllegalMove(t("The team is planning its next sprint: vote for a forecast with `/scrum plan`."), "release")


def in_reflection() -> IllegalMove:
    return IllegalMove(
        t("The team is looking back at its sprint: vote for an improvement with `/scrum improve`."), "release"
    )


def nothing_to_plan() -> IllegalMove:
    return IllegalMove(
        t("There’s nothing to plan now: forecasts are chosen before each sprint of a release."), "release"
    )


def nothing_to_improve() -> IllegalMove:
    return IllegalMove(
        t("There’s nothing to improve now: improvements are chosen between the sprints of a release."), "release"
    )


def no_such_forecast(offered: Sequence[int]) -> IllegalMove:
    forecasts = listing([hours(each) for each in offered], "or")
    return IllegalMove(
        t("A forecast is never more than what is left: choose {forecasts}.", forecasts=forecasts), "release"
    )


def already_improved() -> IllegalMove:
    return IllegalMove(t("That improvement has been made already, and it stays: choose another."), "improvements")


def no_such_improvement(titles: Sequence[str]) -> IllegalMove:
    words = listing(titles, "or")
    return IllegalMove(t("There is no such improvement; choose {words}.", words=words), "improvements")


def time_has_passed() -> IllegalMove:
    return IllegalMove(t("That time is over already."), "release")
