"""Texts on Discord besides the table's own. Commands are written as in every other text."""

from collections.abc import Sequence
from dataclasses import dataclass

import discord

from games.language import Lazy, lazy, t

# --- permissions -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Need:
    flag: str  # as the library names it
    name: str  # as people find it in Discord's settings
    line: Lazy  # the same with what it is for


_NEEDS = (
    _Need("read_messages", "View Channel", lazy("View Channel, to see the channel at all")),  # not prose
    _Need(
        "send_messages",
        "Send Messages",  # not prose
        lazy("Send Messages, to post what nobody pressed for: clocks, reminders, automatic players"),
    ),
    _Need(
        "send_messages_in_threads",
        "Send Messages in Threads",  # not prose
        lazy("Send Messages in Threads, to post in threads and forum posts"),
    ),
    _Need(
        "create_public_threads",
        "Create Public Threads",  # not prose
        lazy("Create Public Threads, to give a table its own thread"),
    ),
    _Need(
        "attach_files",
        "Attach Files",  # not prose
        lazy("Attach Files, to show the board as a picture, and hand out exports"),
    ),
    _Need(
        "read_message_history",
        "Read Message History",  # not prose
        lazy("Read Message History, to update a message from before a restart"),
    ),
)
NEEDED = discord.Permissions(**{need.flag: True for need in _NEEDS})


def missing(granted: discord.Permissions, *, threads: bool = True, in_thread: bool = False) -> tuple[_Need, ...]:
    """The missing permissions in a server; or in a channel, where threads may be off, or in one of its threads."""
    irrelevant = set() if threads else {"create_public_threads", "send_messages_in_threads"}
    if in_thread:
        irrelevant = {"create_public_threads", "send_messages"}
    lacking = [need for need in _NEEDS if need.flag not in irrelevant and not getattr(granted, need.flag)]
    return () if granted.administrator else tuple(lacking)


def may_write(granted: discord.Permissions, *, thread: bool) -> bool:
    """True if the bot can post there without being asked."""
    sends = granted.send_messages_in_threads if thread else granted.send_messages
    return granted.administrator or (granted.read_messages and sends)


def _explained(needs: Sequence[_Need]) -> str:
    """One line per permission: where to find it, and what for."""
    return "\n".join(f"- {need.line}" for need in needs)


# --- answers ---------------------------------------------------------------------------------------------------------

YOU_FACILITATE = lazy("You facilitate")
NOTHING_NOW = lazy("There’s nothing for you to do right now.")
NOWHERE = lazy(
    "Discord didn’t say in which channel this is, so nothing has changed. Please try again in another channel."
)
RESTARTING = lazy("I’m restarting right now, so nothing has changed. Please try again in a moment.")

# --- the Activity ------------------------------------------------------------------------------------------------

PLAY_HERE = lazy("Play here")
LAUNCH = lazy("Open the board of this channel’s table")
NOT_LAUNCHED = lazy("Discord didn’t open the board. Somebody who runs this bot should turn on Activities for it.")
NOT_CONFIRMED = lazy("Discord didn’t confirm who you are. Close the Activity, and open it again.")
NOT_IN_ACTIVITY = lazy("Discord says that you’re not in this Activity. Open it again in the channel of your table.")
SOMEBODY = "Somebody"  # not prose: a name, which is stored with a table

# --- where the bot can only answer ---------------------------------------------------------------------------------

ONLY_ANSWERS = lazy(
    "I’m not a member here, so I can only answer. Everybody can press my buttons, but "
    "clocks, reminders and news from other rooms wait until somebody presses or types the "
    "next thing."
)
ANSWERS_ARE_PRIVATE = lazy(
    "I’m not a member of this server, and it shows my answers only to you, so nobody could "
    "play along. Ask an admin to add me or to allow external apps here, or play in a direct "
    "message."
)


def missing_permissions(needs: Sequence[_Need]) -> str:
    return t("You can play here, but I’m missing permissions in this channel:\n{needs}", needs=_explained(needs))


# --- the greeting --------------------------------------------------------------------------------------------------


def greeting(needs: Sequence[_Need]) -> str:
    hello = t(
        "Hi, I’m Scrum Table. Your team plays Scrum games and holds retrospectives in a channel; "
        "I know the rules, roll the dice and keep the time.\n\nPick a game below or type `/scrum "
        "new` in any channel, and the others press “Join”. `/scrum tutorial` teaches you a game "
        "on your own, and `/scrum help` shows what you can do."
    )
    asked = t(
        "Somebody who manages this server should give my role these permissions:\n{needs}", needs=_explained(needs)
    )
    return f"{hello}\n\n{asked}" if needs else hello


# --- forms ---------------------------------------------------------------------------------------------------------

AGAIN = lazy("Correct what you typed")
MORE_FIELDS = lazy("More of this form")
WHICH_FIRST = lazy("There are more entries than a menu holds. Which ones do you want to see?")
PICK_SECTION = lazy("Choose where to look…")
ENTRIES = lazy("Entries")
TOMORROW, ANOTHER_DAY = lazy("Tomorrow"), lazy("Another day")
ANOTHER_DAY_HINT = lazy("Only if it isn’t in the list above: 12 Dec, in three weeks")

# --- menus ---------------------------------------------------------------------------------------------------------

SAVE_TITLE = lazy("Save for the retro")
SAVE_COLUMN, SAVE_TEXT = lazy("Column"), lazy("Note")
SAVE_HINT = lazy("Shorten it if you like. Your team sees it, without your name, when all notes are shown.")
NOTHING_TO_SAVE = lazy("That message has no text that I could save.")
SELF_CHALLENGE = lazy("You can’t challenge yourself, but you can challenge me: I play too.")
BOT_CHALLENGE = lazy("That’s another bot, and it doesn’t know the rules. Challenge me instead: I play too.")


def challenge(challenger: str, challenged: str, game: str) -> str:
    return t(
        "{challenger} challenges {challenged} to {game}. Press “Join” to accept.",
        challenger=challenger,
        challenged=challenged,
        game=game,
    )


# --- presence ------------------------------------------------------------------------------------------------------

IDLE = "/scrum new"


def playing_at(tables: int) -> str:
    """What everybody reads about the bot, in whatever language: English."""
    return f"at {tables} tables" if tables > 1 else "at one table"  # not prose
