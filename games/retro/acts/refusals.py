"""Refusals: the sentence that a participant reads, and the paragraph of the rules behind it."""

from collections.abc import Iterable, Sequence

from games.contract import IllegalMove
from games.language import Lazy, Text, lazy, n, t
from games.text import listing, who

_HELP = lazy("`/scrum help` lists what you can do now.")
_NOT_NOW: dict[str, Lazy] = {  # by phase; `what` begins a sentence: “Voting”, “Writing a note”
    "stage": lazy("{what} isn’t possible while you’re checking in."),
    "review": lazy("{what} isn’t possible while you’re looking at last time’s actions."),
    "reflect": lazy("{what} isn’t possible while you’re writing notes."),
    "group": lazy("{what} isn’t possible while you’re grouping notes."),
    "vote": lazy("{what} isn’t possible while you’re voting."),
    "discuss": lazy("{what} isn’t possible while you’re discussing."),
    "actions": lazy("{what} isn’t possible while you’re agreeing on actions."),
    "close": lazy("{what} isn’t possible while you’re wrapping up."),
}


def it_is_over() -> IllegalMove:
    return IllegalMove(t("This retrospective is over. Start a new one with `/scrum new retro`."), "phases")


def no_seat() -> IllegalMove:
    return IllegalMove(t("You aren’t in this retrospective."), "phases")


def nobody_there() -> IllegalMove:
    return IllegalMove(t("Choose somebody who is here."), "facilitator")


def not_now(what: Text, phase: str, rule: str) -> IllegalMove:
    return IllegalMove(f"{t(_NOT_NOW[phase], what=what)} {_HELP}", rule)


def only_the_facilitator(seat: int) -> IllegalMove:
    return IllegalMove(t("{who} facilitates and decides that.", who=who(seat)), "facilitator")


def facilitator_moves_on(seat: int) -> IllegalMove:
    return IllegalMove(
        t("{who} facilitates and moves us on. Press I’m done, and {who} will see it.", who=who(seat)), "facilitator"
    )


def only_the_clock() -> IllegalMove:
    return IllegalMove(t("Only the clock calls time."), "clock")


def clock_is_over() -> IllegalMove:
    return IllegalMove(t("That clock has already stopped."), "clock")


def no_clock() -> IllegalMove:
    return IllegalMove(t("No clock is running, so there’s no time to add."), "clock")


def you_lead_already() -> IllegalMove:
    return IllegalMove(t("You’re already the facilitator."), "facilitator")


def asked_already() -> IllegalMove:
    return IllegalMove(t("You’ve already asked for more time; more than half of you need to."), "clock")


def done_already() -> IllegalMove:
    return IllegalMove(t("You’re done already. Not yet after all? `/scrum done undo` takes it back."), "phases")


def not_done_yet() -> IllegalMove:
    return IllegalMove(t("You haven’t said that you’re done."), "phases")


def answered_for_good() -> IllegalMove:
    return IllegalMove(t("You’ve answered, so you’re done here."), "phases")


def nothing_to_pass() -> IllegalMove:
    return IllegalMove(t("Only the check-in can be passed. `/scrum done` says you’re done."), "stage")


def not_everybody_is_done() -> IllegalMove:
    return IllegalMove(t("Not everybody is done yet."), "phases")


def this_topic() -> IllegalMove:
    return IllegalMove(t("That’s what you’re talking about already."), "discuss")


def last_topic() -> IllegalMove:
    return IllegalMove(t("This is the last topic; `/scrum next` moves on."), "discuss")


def nowhere_to_go_back() -> IllegalMove:
    return IllegalMove(t("This is the first phase; there’s nothing to go back to."), "back")


def too_late_to_join() -> IllegalMove:
    return IllegalMove(t("This retrospective is over."), "late")


def arrived_already() -> IllegalMove:
    return IllegalMove(t("You’re already in this retrospective."), "late")


# --- the stage -------------------------------------------------------------------------------------------------------


def agreement_missing() -> IllegalMove:
    return IllegalMove(t("Say what you agree on: `/scrum agree We start on time`."), "agreement")


def agreed_already() -> IllegalMove:
    return IllegalMove(t("That line is already in your working agreement."), "agreement")


def enough_agreed(most: int) -> IllegalMove:
    return IllegalMove(
        t("{lines} lines are as many as anyone remembers; `/scrum agree 1 drop` takes one out.", lines=most),
        "agreement",
    )


def no_such_line(lines: int) -> IllegalMove:
    sentence = (
        t("Your working agreement has lines 1 to {last}.", last=lines)
        if lines
        else t("You have no working agreement yet.")
    )
    return IllegalMove(sentence, "agreement")


def no_safety_check() -> IllegalMove:
    return IllegalMove(t("There’s no safety check in this retrospective; open it with `safety=yes` for one."), "safety")


def answered_safety() -> IllegalMove:
    return IllegalMove(t("You’ve already answered the safety check, and answers are final."), "safety")


def safety_is_shown() -> IllegalMove:
    return IllegalMove(t("The safety check is over: everybody has seen the answers."), "safety")


def no_answers_yet() -> IllegalMove:
    return IllegalMove(t("Nobody has answered the safety check yet."), "safety")


def anonymous_already() -> IllegalMove:
    return IllegalMove(t("Notes are already anonymous."), "safety")


def one_to_five(example: str, field: str = "") -> IllegalMove:
    return IllegalMove(t("Answer with a number from 1 to 5: `/scrum {command}`.", command=example), "health", field)


# --- check-in and closing --------------------------------------------------------------------------------------------


def checked_in_already() -> IllegalMove:
    return IllegalMove(t("You’ve already checked in."), "stage")


def word_missing() -> IllegalMove:
    return IllegalMove(t("Check in with one word: `/scrum say sunny`."), "stage")


def no_such_action() -> IllegalMove:
    return IllegalMove(t("There’s no action with that number; `/scrum board` shows them."), "actions")


def marked_already() -> IllegalMove:
    return IllegalMove(t("That action is already marked that way."), "actions")


def only_drop() -> IllegalMove:
    return IllegalMove(t("One of today’s actions can only be dropped: `/scrum say 1 drop`."), "actions")


def nothing_to_say() -> IllegalMove:
    return IllegalMove(t("There’s no question to answer right now; `/scrum help` lists what you can do."), "phases")


def rated_already() -> IllegalMove:
    return IllegalMove(t("You’ve already answered, and answers are final."), "close")


def zero_to_five() -> IllegalMove:
    return IllegalMove(t("Was it worth your time? Answer with a number from 0 to 5: `/scrum say 4`."), "close", "value")


# --- notes and cards -------------------------------------------------------------------------------------------------


def which_column(titles: Iterable[Text]) -> IllegalMove:
    columns = listing([*map(str, titles)], "or")
    return IllegalMove(t("Which column do you mean: {columns}? Its number works too.", columns=columns), "reflect")


def note_missing(field: str = "") -> IllegalMove:
    return IllegalMove(t("Add what you want to say after the column."), "reflect", field)


def note_too_long(length: int, most: int, field: str) -> IllegalMove:
    return IllegalMove(
        t("That’s {length} characters; notes have up to {most}.", length=length, most=most), "reflect", field
    )


def board_is_full(most: int) -> IllegalMove:
    return IllegalMove(t("The board is full: {notes} notes are as many as anyone can read.", notes=most), "reflect")


def the_same_text() -> IllegalMove:
    return IllegalMove(t("That’s what the note says already."), "own")


def unknown_code() -> IllegalMove:
    return IllegalMove(
        t("No note that is still face down has this code. You got it in private when you wrote the note."), "own"
    )


def notes_are_shown(facilitator: int) -> IllegalMove:
    return IllegalMove(t("Notes are on the board now. {who} can hide one that hurts.", who=who(facilitator)), "own")


def no_health_check() -> IllegalMove:
    return IllegalMove(t("This isn’t a health check; open one with `/scrum new retro format=team-health`."), "health")


def answers_are_shown() -> IllegalMove:
    return IllegalMove(t("The answers have been shown, so they’re final."), "health")


def answered_that() -> IllegalMove:
    return IllegalMove(t("That’s the answer you gave already."), "health")


def which_topic(titles: Iterable[Text]) -> IllegalMove:
    topics = listing([*map(str, titles)], "or")
    return IllegalMove(t("Which topic do you mean: {topics}? Its number works too.", topics=topics), "health")


def impediment_or_tool() -> IllegalMove:
    return IllegalMove(t("A card is an impediment or a tool: `/scrum card tool Title: what it does`."), "cards")


def card_missing() -> IllegalMove:
    return IllegalMove(t("A card needs a title, then a colon and its text: `Title: what it does`."), "cards")


def enough_cards(most: int) -> IllegalMove:
    return IllegalMove(t("{cards} cards are enough.", cards=most), "cards")


# --- topics ----------------------------------------------------------------------------------------------------------


def which_note(last: int) -> IllegalMove:
    return IllegalMove(
        t("Give the number of a note, 1 to {last}.", last=last) if last else t("There are no notes yet."), "group"
    )


def together_already() -> IllegalMove:
    return IllegalMove(t("Those two are already together."), "group")


def two_notes_needed() -> IllegalMove:
    return IllegalMove(t("Choose at least two notes that belong together."), "group")


def which_group() -> IllegalMove:
    return IllegalMove(t("Those are several groups: name them one by one."), "group", "name")


def alone_already() -> IllegalMove:
    return IllegalMove(t("That note is already on its own."), "group")


def name_missing() -> IllegalMove:
    return IllegalMove(t("Say what the group is about: `/scrum title 2 Meetings`."), "group")


def named_already() -> IllegalMove:
    return IllegalMove(t("That’s its name already."), "group")


def why_hide(reasons: Sequence[str]) -> IllegalMove:
    return IllegalMove(t("Why hide it: {reasons}?", reasons=listing(reasons, "or")), "hide")


def hidden_already() -> IllegalMove:
    return IllegalMove(t("That note is already hidden; its text is gone for good."), "hide")


def insight_missing() -> IllegalMove:
    return IllegalMove(t("Say what you understand now: `/scrum insight Nobody owns the reviews`."), "insights")


def enough_insights(most: int) -> IllegalMove:
    return IllegalMove(t("{insights} insights are as many as one topic needs.", insights=most), "insights")


def thanks_missing() -> IllegalMove:
    return IllegalMove(t("Say what for: `/scrum thanks Ben for mending the build`."), "thanks", "thanks")


def thank_whom() -> IllegalMove:
    return IllegalMove(t("Whom do you want to thank?"), "thanks", "to")


def thank_somebody_else() -> IllegalMove:
    return IllegalMove(t("That’s you. Thank somebody else; they may thank you."), "thanks", "to")


def enough_thanks(most: int) -> IllegalMove:
    return IllegalMove(t("{thanks} thanks are written down. Say the rest out loud.", thanks=most), "thanks")


def no_dots_left() -> IllegalMove:
    return IllegalMove(t("You’ve used all your dots; `/scrum vote 3 back` takes one back."), "vote")


def too_many_dots(most: int) -> IllegalMove:
    return IllegalMove(
        n("You have {count} dot; choose fewer topics.", "You have {count} dots; choose fewer topics.", most), "vote"
    )


def the_same_dots() -> IllegalMove:
    return IllegalMove(t("That’s where your dots are already."), "vote")


def no_dot_there() -> IllegalMove:
    return IllegalMove(t("You have no dot there."), "vote")


def not_a_day(sentence: str) -> IllegalMove:
    return IllegalMove(sentence, "actions", "due")


def which_day(words: str) -> IllegalMove:
    return IllegalMove(
        t("I don’t know the day “{typed}”. Try Friday, 12 Dec, or in two weeks.", typed=words), "actions", "due"
    )


def only_kept_get_a_date() -> IllegalMove:
    return IllegalMove(t("Only an action that you keep gets a new date: `/scrum say 1 keep Friday`."), "actions")


def action_missing() -> IllegalMove:
    return IllegalMove(t("Say what to do and by when: `/scrum action Ben fix the build by Friday`."), "actions", "task")


def who_does_it() -> IllegalMove:
    return IllegalMove(t("Choose somebody who is here to take care of it."), "actions", "who")


def the_same_action() -> IllegalMove:
    return IllegalMove(t("That’s what the action says already."), "actions")


def enough_actions(limit: int) -> IllegalMove:
    sentence = n(
        "You have {count} action, as many as you wanted; `/scrum say 1 drop` makes room.",
        "You have {count} actions, as many as you wanted; `/scrum say 1 drop` makes room.",
        limit,
    )
    return IllegalMove(sentence, "actions")
