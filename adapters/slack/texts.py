"""Texts of Slack's buttons, forms and App Home."""

from collections.abc import Sequence
from typing import NamedTuple

from bot.kernel.table.texts import time_left
from games.language import Lazy, lazy, lazy_p, n, t
from games.text import listing, one_stop, within


class Aside(NamedTuple):
    """A note about the place that somebody is in: a channel, or a direct message."""

    channel: Lazy
    direct: Lazy


APP = "Scrum Table"  # not prose: its name
TYPE_COMMAND_TITLE = lazy("Type a command")
WIZARD_TITLE = lazy("What you can do")
NO_TABLE_TITLE = lazy("No table here")
DO_IT = lazy("Do it")
START_TITLE = lazy("Start a game")
WORKSHOP_TITLE = lazy("Open a workshop")
WORKSHOP = lazy("Workshop")
WORKSHOP_NOTE = lazy("One game for several teams, led from a desk of your own")
PLAYED = lazy("Which game do the teams play?")
HOW_MANY_TEAMS = lazy("How many teams?")
TEAMS_HINT = lazy("1 to 30. Everybody gets an invitation in the channel; only you get the link to the desk.")
OPEN_IT = lazy("Open it")
SAVE_TITLE = lazy("Save for the retro")
SEND = lazy("Send")
SAVE = lazy("Save")
CANCEL = lazy("Cancel")
SURE = lazy("Are you sure?")
COMMAND = lazy("Command")
COMMAND_HINT = lazy("Only the words: roll, board, help")
YOU_FACILITATE = lazy("You facilitate")
SOMETHING_ELSE = lazy("Something else…")
HEADINGS = {"lead": lazy("You lead"), "rare": SOMETHING_ELSE}  # of acts in the form; others are under their command
WHAT = lazy("What do you want to do?")
THEN = lazy("And then?")
PICK = lazy("Choose…")
OUT_OF_DATE = lazy("The game has moved on. Here’s what you can choose now.")
STILL_YOUR_TURN = lazy("Done. It’s still your turn.")
NOTHING_NOW = lazy("There’s nothing for you to choose right now.")
NO_TABLE = lazy("There’s no table here any more. Type `/scrum new` to open one.")
NOT_INVITED = Aside(
    channel=lazy(
        "I’m not in this channel, so nobody here can see me. What you asked for is done; type "
        "`/invite @Scrum Table`, and the table will appear here."
    ),
    direct=lazy(
        "That’s done, but Slack doesn’t let me write in a direct message unless one of you just "
        "typed or pressed something. Type `/scrum board` to see the table."
    ),
)
VISITING = Aside(
    channel=lazy(
        "I’m not in this channel yet, so I can only write when somebody types or presses "
        "something: no pictures, no reminders. `/invite @Scrum Table` brings me in."
    ),
    direct=lazy(
        "Nobody can invite me to a direct message, so I only write here when one of you types or "
        "presses something: no pictures, no reminders, and clocks end quietly. For all of that, "
        "play in a channel with me in it."
    ),
)
ARCHIVED = Aside(
    *[lazy("This channel is archived, so I can’t write here any more. Your tables are on my Home tab.")] * 2
)
NOT_POSTED = Aside(*[lazy("That’s done, but Slack isn’t taking my messages right now. It will appear here later.")] * 2)
TOO_LATE = lazy("Slack gives me three seconds to open a form, and I missed them. Here’s another chance:")
TOO_LATE_TO_SAVE = lazy(
    "Slack gives me three seconds to open a form, and I missed them. Please save that message once more."
)
UNNAMED = "Player"  # not prose: a name, which is stored with a table
OPENING = lazy("Opening a table…")
THREAD_USAGE = lazy("Which game? `/scrum thread new sprint` opens a table in its own thread.")
JOIN = lazy("Join")
IN_THREAD = lazy("Follow along in the thread below.")
STORY_IN_THREAD = lazy("The whole story is in the thread below.")
POSTED_IN_THREAD = lazy("Done. You can see it in the table’s thread.")
DONE = lazy("Done.")
OPEN_THREAD = lazy("Open the thread")
OPEN_MESSAGE = lazy("Go to the table’s message")
WHICH_TABLE = lazy("This channel has several tables. Which one do you mean?")
VIEWS = {
    "thread": lazy(
        "From the next turn on, this channel’s table has one card here, and its story is in the thread below it."
    ),
    "channel": lazy("From the next turn on, this channel’s table is shown here, with one message per turn."),
}
NOT_INSTALLED = lazy("Scrum Table isn’t installed in this workspace. Ask an administrator to install it.")
YOUR_FILE = lazy("Here’s the file that you asked for.")
NOT_UPLOADED = lazy("Slack didn’t accept the file. Please try again in a moment.")
NOTHING_TYPED = lazy("Please type something.")
HOME_TITLE = lazy("Your tables")
HOME_EMPTY = lazy(
    "You’re not at a table yet. Start one below, or press “Join” where one is open in your "
    "team’s channel. Your tables, turns and actions will appear here."
)
HOME_AWAY = lazy(
    "I can’t reach the database right now, so I can’t show your tables. Nothing is lost; please come back in a minute."
)
YOUR_HAND = lazy("Your hand, for your eyes only")
YOUR_TURN = lazy("It’s your turn.")
NOT_STARTED = lazy("It hasn’t started yet.")
OVER = lazy("It’s over.")
ANSWER = lazy("Your last request")
OPEN_ACTIONS = lazy("Your retrospectives")
NEW_TABLE = lazy("Start something new")
START_GAME = lazy("Start a game")
OPEN_RETRO = lazy("Open a retrospective")
LEARN = lazy("Learn a game")
READ_RULES = lazy("Read the rules")
SETTINGS = lazy("Your settings")
CHANGE_NAME = lazy("Change my name")
CALL_ME = lazy("Message me when it’s my turn")
STOP_CALLING = lazy("Stop messaging me")
TURNS_ON = lazy("When it’s your turn, you get a message in the Messages tab.")
TURNS_OFF = lazy("When it’s your turn, only the channel says so.")
GO_THERE = lazy("Go to the table")
STEP_UNSEEN = lazy(
    "The retrospective is open, but I’m not in that channel, so nobody can see it. `/invite @Scrum Table` brings me in."
)
WHICH_GAME = lazy("What do you want to open?")
WHICH_CHANNEL = lazy("Where?")
WITH_WHOM = lazy("Whom do you invite?")
WITH_WHOM_HINT = lazy("They’re mentioned once. Everybody else in the channel can join, too.")
SAVED = lazy("Saved. Your note is on the board of the retrospective, and nobody sees it until all notes are shown.")
COLUMN = lazy("Column")
NOTE = lazy("Note")
NOTE_HINT = lazy("Change it as you like. The message itself stays where it is.")
YOUR_NAME = lazy("Your name")
NAME_HINT = lazy("What tables should call you")
NAMELESS = lazy(
    "I don’t know your name, so the table calls you “Player”. Choose one: I’ll remember it for all your tables."
)


COPY_TITLE = lazy("Copy as text")
COPY_HINT = lazy("Select all of it, and copy it.")
SUMMARY = lazy("Summary")
CANVAS = lazy("Save as canvas")
CANVAS_SAVED = lazy("Saved: the canvas is a tab of this channel.")
CANVAS_THERE = lazy("It’s saved already: the canvas is a tab of this channel.")
CANVAS_UNSURE = lazy("Slack hasn’t confirmed the canvas. If no tab appears here in a minute, copy the text instead.")
SAVING_WAIT = lazy("The last attempt was a moment ago. Please try again in two minutes.")
CANVAS_FAILED = lazy("Slack didn’t accept the canvas. Please try again in two minutes, or copy the text instead.")
CANVAS_FORBIDDEN = lazy(
    "I may not write canvases here any more. An administrator can grant `canvases:write`; until then, copy the text."
)
CANVAS_NOT_HERE = lazy("I’m not in this channel, so I can’t add a canvas to it. `/invite @Scrum Table` brings me in.")
CANVAS_ONE = lazy("Your Slack plan has one canvas a channel, and this channel has one already. Copy the text instead.")
SAVE_AS = lazy("Or save it")
AS_CANVAS = lazy("As a canvas")
AS_CANVAS_NOTE = lazy("The whole summary, in a tab of this channel")
AS_LIST = lazy("Actions as a list")
AS_LIST_NOTE = lazy("With owners and days, for everybody in this channel")
LIST = lazy("Save actions as a list")
LIST_NAME = lazy("Actions of our retrospectives")
LIST_ACTION, LIST_DONE = lazy_p("of a team", "Action"), lazy_p("an action", "Done")
LIST_OWNER, LIST_DUE = lazy("Owner"), lazy("Until")
LIST_SAVED = lazy("Saved: the actions are in the list “{list}”, which everybody in this channel can change.")
LIST_THERE = lazy("They’re saved already, in the list “{list}”.")
LIST_UNSURE = lazy("Slack hasn’t confirmed all of it. Please look at the list “{list}” before you copy the rest.")
LIST_FAILED = lazy("Slack didn’t accept the list. Please try again in two minutes, or copy the text instead.")
LIST_FORBIDDEN = lazy(
    "I may not write lists here any more. An administrator can grant `lists:write`; until then, copy the text."
)
LIST_NOT_HERE = lazy("I’m not in this channel, so I can’t share a list with it. `/invite @Scrum Table` brings me in.")
LIST_PLAN = lazy("Your Slack plan has no lists. Copy the text instead.")
CLOSE = lazy("Close")


def following(when: str) -> str:
    return t("Next: {when}", when=when)


def others(count: int) -> str:
    return n("The other one…", "The other {count}…", count)


def host(name: str) -> str:
    return t("{name} (host)", name=name)


def clock(seconds: float, time: str) -> str:
    return t("{duration} on the clock, until {time}", duration=time_left(seconds), time=time)


def clock_of_all_teams(clock: str) -> str:
    return t("All teams: {clock}", clock=clock)


def until(time: str) -> str:
    return t("Until {time}.", time=time)


def day_and_time(day: str, time: str) -> str:
    return t("{day} at {time}", day=day, time=time)


def you_typed(text: str) -> str:
    return t("This is what you typed, in case you want to use it again:\n{text}", text=text)


def start_title(title: str, *, meets: bool) -> str:
    return t("Open a {title}", title=within(title)) if meets else str(START_TITLE)


def waiting_for(names: Sequence[str]) -> str:
    return (
        one_stop(t("Waiting for {names}.", names=listing(names)))
        if names
        else t("Nobody has to do anything right now.")
    )


def more_tables(count: int) -> str:
    return n("You’re at {count} more table.", "You’re at {count} more tables. They’ll move up as others end.", count)


def at_the_table(names: Sequence[str]) -> str:
    return one_stop(t("At the table: {names}.", names=listing(names)))


def called(name: str) -> str:
    return (
        one_stop(t("Tables call you {name}.", name=name))
        if name != UNNAMED
        else t("Tables call you “Player”, because I don’t know your name.")
    )


def renamed(name: str) -> str:
    return t("Done: tables call you {name} from now on.", name=name)


def zone(name: str) -> str:
    return (
        t("Time zone: {zone}", zone=name)
        if name
        else t("Time zone: unknown, so working hours are in UTC unless you name one")
    )
