"""Showing a table in several rooms, and links to watch it."""

from bot.texts.wording import length, short

LAST_ROOM = "This is the table’s only room, so it stays here. To end the table, use `/scrum end`."
NO_WEB_ADDRESS = "I have no web address to watch at: the operator hasn’t set WEB_URL."
ROOM_LEFT = "This room no longer shows the table; it carries on elsewhere."


def unknown_code(code: str) -> str:
    return f"I don’t know the code “{short(code)}”. Codes last a day; get a new one with `/scrum link`."


def link_code(code: str, seconds: float) -> str:
    return (
        f"In the other room, on any platform, type `/scrum join {code}` within {length(seconds)}. Everyone there will "
        "see this table and can take a free seat."
    )


def watch_link(address: str) -> str:
    return f"Anyone with this link can watch the table, but not play: {address}"
