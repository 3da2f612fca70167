"""What a participant reads when something is not possible now: a sentence, and the paragraph behind it."""

from collections.abc import Sequence

from games.api import IllegalMove
from games.text import listing, who

_WHERE = {
    "stage": "setting the stage",
    "reflect": "writing notes",
    "group": "grouping",
    "vote": "voting",
    "discuss": "discussing",
    "actions": "agreeing on actions",
    "close": "closing",
}


def it_is_over() -> IllegalMove:
    return IllegalMove("This retrospective is over. A new one begins with `/scrum new retro`.", "phases")


def no_seat() -> IllegalMove:
    return IllegalMove("You have no seat in this retrospective.", "phases")


def no_such_player() -> IllegalMove:
    return IllegalMove("Nobody sits there.", "facilitator")


def not_now(what: str, phase: str, rule: str) -> IllegalMove:
    return IllegalMove(f"{what} is not possible now: you are {_WHERE[phase]}. `/scrum help` says what is.", rule)


def only_the_facilitator(seat: int) -> IllegalMove:
    return IllegalMove(
        f"{who(seat)} facilitates and decides that; `/scrum ready` says that you are done.", "facilitator"
    )


def only_the_clock() -> IllegalMove:
    return IllegalMove("Only the clock calls time.", "clock")


def clock_is_over() -> IllegalMove:
    return IllegalMove("That clock is over.", "clock")


def no_clock() -> IllegalMove:
    return IllegalMove("No clock runs now, so there is no time to add.", "clock")


def you_lead_already() -> IllegalMove:
    return IllegalMove("You facilitate already.", "facilitator")


def asked_already() -> IllegalMove:
    return IllegalMove("You have asked for more time already; more than half of you have to.", "clock")


def ready_already() -> IllegalMove:
    return IllegalMove("You have said so already; the others are not there yet.", "phases")


def last_topic() -> IllegalMove:
    return IllegalMove("This is the last topic: `/scrum next` goes on.", "discuss")


# --- the stage and the end -----------------------------------------------------------------------------------------


def checked_in_already() -> IllegalMove:
    return IllegalMove("You have checked in already.", "stage")


def word_missing() -> IllegalMove:
    return IllegalMove("Say one word: `/scrum say sunny`.", "stage")


def no_such_action() -> IllegalMove:
    return IllegalMove("There is no action of that number; `/scrum board` shows them.", "actions")


def marked_already() -> IllegalMove:
    return IllegalMove("That is what it says already.", "stage")


def only_drop() -> IllegalMove:
    return IllegalMove("An action of today can only be dropped: `/scrum say 1 drop`.", "actions")


def nothing_to_say() -> IllegalMove:
    return IllegalMove("There is no question to answer now; `/scrum help` says what you can do.", "phases")


def rated_already() -> IllegalMove:
    return IllegalMove("You have answered already; an answer stands.", "close")


def zero_to_five() -> IllegalMove:
    return IllegalMove("Was it worth your time? Say a number from 0 to 5: `/scrum say 4`.", "close")


# --- notes and cards -----------------------------------------------------------------------------------------------


def which_column(titles: Sequence[str]) -> IllegalMove:
    return IllegalMove(f"Which column do you mean: {listing(titles, 'or')}? Its number will do.", "reflect")


def note_missing() -> IllegalMove:
    return IllegalMove("Write what you want to say behind the column.", "reflect")


def board_is_full(most: int) -> IllegalMove:
    return IllegalMove(f"There are {most} notes; more could not be read.", "reflect")


def impediment_or_tool() -> IllegalMove:
    return IllegalMove("A card is an impediment or a tool: `/scrum card tool Title: what it does`.", "cards")


def card_missing() -> IllegalMove:
    return IllegalMove("A card has a title, and behind a colon what is on it: `Title: what it does`.", "cards")


def enough_cards(most: int) -> IllegalMove:
    return IllegalMove(f"{most} cards are enough for one game.", "cards")


# --- topics --------------------------------------------------------------------------------------------------------


def which_note(count: int) -> IllegalMove:
    return IllegalMove(f"Say the number of a note, 1 to {count}." if count else "There are no notes.", "group")


def together_already() -> IllegalMove:
    return IllegalMove("These two are together already.", "group")


def alone_already() -> IllegalMove:
    return IllegalMove("That note stands on its own already.", "group")


def no_dots_left() -> IllegalMove:
    return IllegalMove("You have used up your dots; `/scrum vote 3 back` takes one back.", "vote")


def no_dot_there() -> IllegalMove:
    return IllegalMove("You have no dot there.", "vote")


def voted_already() -> IllegalMove:
    return IllegalMove("You said that you are ready, so your dots stand.", "vote")


def action_missing() -> IllegalMove:
    return IllegalMove("Say what is to be done, and by when: `/scrum action Ben fix the build by Friday`.", "actions")


def enough_actions(limit: int) -> IllegalMove:
    few = "1 action is" if limit == 1 else f"{limit} actions are"
    return IllegalMove(f"{few} as many as you wanted; `/scrum say 1 drop` makes room.", "actions")
