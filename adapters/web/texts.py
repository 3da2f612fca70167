"""The web table's own texts; everything else comes from the service."""

ABOUT = "Scrum games and retrospectives for teams, in the browser. Everybody opens the same link and takes a seat."
ANSWERED_IN_CHAT = "The answer is in the chat, where everybody can read it."
BAD_MESSAGE = "I didn’t understand that. Reload the page and try again."
BUSY_ADDRESS = "A lot comes from your network right now, so I left this one out. Wait a moment and try again."
BUSY_SERVER = "So many tables were opened here that I can’t take more right now. Try again later."
BUSY = "I’m busy making other films right now. Try again in a moment."
CARRIED = "Your seat is now open on another device too. If that wasn’t you, take it back."
FOREIGN = "This request came from another site. Open the table’s own address and try again."
LINK_USED = (
    "This personal link has been used, or has expired: each works once, for five minutes. Make a new one on the device "
    "where you’re seated. Until then, you’re watching."
)
MISSING = "There’s no table here. Ask the person who invited you for the link, or open your own table."
NAME_FIRST = "Tell me your name first."
NOT_OVER = "The game isn’t over yet. You can get this once it is."
NO_COOKIES = (
    "This browser keeps no cookies, so a seat can’t be carried to it. "
    "Allow cookies for this site, and open the link again."
)
NO_STEP = "There’s no board at that step."
NOT_THE_OWNER = "This seat was carried here. Only the device where its person sat down can take it back."
ONLY_WATCHING = "You’re only watching here. To play, open the table’s own address."
PREVIEW_ENTRANCE = "Open the link to take a seat in the workshop."
PREVIEW_LOBBY = "The game hasn’t started yet: open the link to take a seat."
PREVIEW_MEETING = "Open the link to take part."
PREVIEW_OVER = "It’s over: open the link to see the result."
PREVIEW_PLAYING = "The game is on: open the link to watch or to play along."
PREVIEW_WATCH = "Open the link to watch."
SEAT_FIRST = "Take a seat first; then you can carry it to another device."
SITE = "Scrum Table"
TAB_ELSEWHERE = "Open this tab in a chat, a channel or a meeting: a table belongs to one of them."
TAB_NOT_A_MEMBER = "I can’t find you in this conversation, or I’m not in it. Add me to it, and try again."
TAB_NOT_CONFIRMED = "Teams didn’t confirm who you are. Close this tab, and open it again."
TOO_FAST = "That was a lot at once, so I ignored some of it. Wait a moment and try again."
TOO_LONG = "That’s too long for me."
TOO_MANY = "You already have a lot of tables or tabs open. Close some and try again later."
UNAVAILABLE = "I can’t reach the table right now. Try again in a moment."
VISITOR = "Visitor"
ENDED_EARLY = "The table was ended before the game had a result."


def already_seated(name: str) -> str:
    return f"You’re already seated here, as {name}. A personal link is for the other devices of the person who made it."


def wrong_host(name: str) -> str:
    return (
        f"This server doesn’t answer to the name “{name}”: a foreign page could use it to reach your table. "
        f"If the name is yours, start the server with WEB_HOSTS={name}."
    )
