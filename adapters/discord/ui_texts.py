"""What people read on Discord besides the table's own texts. Commands are written as in every other text."""

from collections.abc import Sequence

from adapters.discord.permissions import Need, explained

RESTARTING = "I’m restarting right now, so nothing has changed. Please try again in a moment."

# --- where the bot can only answer ---------------------------------------------------------------------------------

ONLY_ANSWERS = (
    "I’m not a member here, so I can only answer. Everybody can press my buttons, but clocks, reminders and news from "
    "other rooms wait until somebody presses or types the next thing."
)
ANSWERS_ARE_PRIVATE = (
    "I’m not a member of this server, and it shows my answers only to you, so nobody could play along. Ask an admin to "
    "add me or to allow external apps here, or play in a direct message."
)


def missing_permissions(needs: Sequence[Need]) -> str:
    return f"You can play here, but I’m missing permissions in this channel:\n{explained(needs)}"


# --- the greeting --------------------------------------------------------------------------------------------------


def greeting(needs: Sequence[Need]) -> str:
    first = (
        "Hi, I’m Scrum Table. Your team plays Scrum games and holds retrospectives in a channel; I know the rules, "
        "roll the dice and keep the time.\n\n"
        "Pick a game below or type `/scrum new` in any channel, and the others press “Join”. "
        "`/scrum tutorial` teaches you a game on your own, and `/scrum help` shows what you can do."
    )
    asked = f"\n\nSomebody who manages this server should give my role these permissions:\n{explained(needs)}"
    return first + (asked if needs else "")


# --- menus ---------------------------------------------------------------------------------------------------------

SAVE_TITLE = "Save for the retro"
SAVE_COLUMN, SAVE_TEXT = "Column", "Note"
SAVE_HINT = "Shorten it if you like. Your team sees it, without your name, when all notes are shown."
NOTHING_TO_SAVE = "That message has no text that I could save."
SELF_CHALLENGE = "You can’t challenge yourself, but you can challenge me: I play too."
BOT_CHALLENGE = "That’s another bot, and it doesn’t know the rules. Challenge me instead: I play too."


def challenge(challenger: str, challenged: str, game: str) -> str:
    return f"{challenger} challenges {challenged} to {game}. Press “Join” to accept."


# --- presence ------------------------------------------------------------------------------------------------------

IDLE = "/scrum new"


def playing_at(tables: int) -> str:
    return f"at {tables} tables" if tables > 1 else "at one table"
