"""Texts to read, such as the rules: with headings, lists, and a menu of the other sections."""

from dataclasses import replace

from adapters.slack import ui_texts
from adapters.slack.choices import LABEL_LIMIT, MAX_OPTIONS, SAY, VALUE_LIMIT
from adapters.slack.rich_text import ITEM, Block, bullets, elements, plain, plain_text
from bot.messages import Reply, Suggestion
from bot.table.game_list import listed_games

RULES = "rules"
HEADER_LIMIT = 150
TOPICS = "Topics:"  # begins the paragraph that names all sections, which the menu does better


def game_of(line: str, here: str) -> str:
    """The game whose rules a typed line asks for; `here` is the one at this table. Empty if it asks for no rules."""
    command, *words = line.lower().removeprefix("/").removeprefix("scrum ").split() or [""]
    if command != RULES:
        return ""
    known = {game.key for game in listed_games()}
    return words[0] if words and words[0] in known else here


def with_topics(reply: Reply, key: str) -> Reply:
    """The rules with what else there is to read."""
    topics = next((game.topics for game in listed_games() if game.key == key), ())
    return replace(reply, lines=tuple(Suggestion(f"{RULES} {key} {topic}", title) for topic, title in topics))


def is_rules(reply: Reply) -> bool:
    """Whether it is a section of the rules: a title, a blank line, and the text."""
    return "\n\n" in reply.text and bool(reply.lines) and all(one.value.startswith(f"{RULES} ") for one in reply.lines)


def rules(reply: Reply, block_id: str) -> list[Block]:
    """A section: its title as a heading, its sentences as a list, and a menu of the others."""
    title, *paragraphs = plain_text(reply.text, reply.names).split("\n\n")
    lines = [line for text in paragraphs if not text.startswith(TOPICS) for line in text.split("\n") if line.strip()]
    listed = bullets([elements(line.removeprefix(ITEM), ()) for line in lines])
    options = [
        {"text": plain(one.label, LABEL_LIMIT), "value": one.value[:VALUE_LIMIT]} for one in reply.lines[:MAX_OPTIONS]
    ]
    menu = {
        "type": "static_select",
        "action_id": f"{SAY}:{RULES}",
        "placeholder": plain(ui_texts.OTHER_SECTION),
        "options": options,
    }
    return [
        {"type": "header", "block_id": f"{block_id}:title", "text": plain(title, HEADER_LIMIT)},
        {"type": "rich_text", "block_id": block_id, "elements": [listed]},
        {"type": "actions", "block_id": f"home||{block_id}:sections", "elements": [menu]},
    ]
