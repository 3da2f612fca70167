"""The web table's own texts; everything else comes from the service."""

from games.language import lazy, t

ABOUT = lazy(
    "Scrum games and retrospectives for teams, in the browser. Everybody opens the same link and takes a seat."
)
ANSWERED_IN_CHAT = lazy("The answer is in the chat, where everybody can read it.")
BAD_MESSAGE = lazy("I didn’t understand that. Reload the page and try again.")
BUSY_ADDRESS = lazy("A lot comes from your network right now, so I left this one out. Wait a moment and try again.")
BUSY_SERVER = lazy("So many tables were opened here that I can’t take more right now. Try again later.")
BUSY = lazy("I’m busy making other films right now. Try again in a moment.")
CARRIED = lazy("Your seat is now open on another device too. If that wasn’t you, take it back.")
FOREIGN = lazy("This request came from another site. Open the table’s own address and try again.")
LINK_USED = lazy(
    "This personal link has been used, or has expired: each works once, for five minutes. Make a new one on the device "
    "where you’re seated. Until then, you’re watching."
)
MISSING = lazy("There’s no table here. Ask the person who invited you for the link, or open your own table.")
NAME_FIRST = lazy("Tell me your name first.")
NOT_OVER = lazy("The game isn’t over yet. You can get this once it is.")
NO_COOKIES = lazy(
    "This browser keeps no cookies, so a seat can’t be carried to it. "
    "Allow cookies for this site, and open the link again."
)
NO_STEP = lazy("There’s no board at that step.")
NOT_THE_OWNER = lazy("This seat was carried here. Only the device where its person sat down can take it back.")
ONLY_WATCHING = lazy("You’re only watching here. To play, open the table’s own address.")
PREVIEW_ENTRANCE = lazy("Open the link to take a seat in the workshop.")
PREVIEW_LOBBY = lazy("The game hasn’t started yet: open the link to take a seat.")
PREVIEW_MEETING = lazy("Open the link to take part.")
PREVIEW_OVER = lazy("It’s over: open the link to see the result.")
PREVIEW_PLAYING = lazy("The game is on: open the link to watch or to play along.")
PREVIEW_WATCH = lazy("Open the link to watch.")
SEAT_FIRST = lazy("Take a seat first; then you can carry it to another device.")
SITE = "Scrum Table"  # not prose
TAB_ELSEWHERE = lazy("Open this tab in a chat, a channel or a meeting: a table belongs to one of them.")
TAB_NOT_A_MEMBER = lazy("I can’t find you in this conversation, or I’m not in it. Add me to it, and try again.")
TAB_NOT_CONFIRMED = lazy("Teams didn’t confirm who you are. Close this tab, and open it again.")
TOO_FAST = lazy("That was a lot at once, so I ignored some of it. Wait a moment and try again.")
TOO_LONG = lazy("That’s too long for me.")
TOO_MANY = lazy("You already have a lot of tables or tabs open. Close some and try again later.")
UNAVAILABLE = lazy("I can’t reach the table right now. Try again in a moment.")
VISITOR = lazy("Visitor")
ENDED_EARLY = lazy("The table was ended before the game had a result.")


def already_seated(name: str) -> str:
    return t(
        "You’re already seated here, as {name}. A personal link is for the other devices of the person who made it.",
        name=name,
    )


def wrong_host(name: str) -> str:
    return t(
        "This server doesn’t answer to the name “{name}”: a foreign page could use it to reach your table. "
        "If the name is yours, start the server with WEB_HOSTS={name}.",
        name=name,
    )
