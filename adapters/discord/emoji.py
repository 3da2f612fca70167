"""The application's own emoji: badges that games draw for words, uploaded once and shown on buttons and cards.

The name of an emoji ends with a hash of its picture, so a new picture gets a name of its own, and whatever an older
message shows stays as it is. Where they can't be uploaded, people read the words alone.
"""

import hashlib
import re
from collections.abc import Mapping

import discord

from bot.kernel.ports import Painter
from games.graphics.drawing import Drawing

Emoji = Mapping[str, str]  # of one game: by word, as messages write them: `<:sprint_tool_1a2b3c4d:77>`
Known = dict[str, dict[str, str]]  # of each game that has some
NO_EMOJI: Emoji = {}

_BEFORE_TITLE = re.compile(r"\b(\w+)(?= “)")


async def upload(
    client: discord.Client, badges: Mapping[str, Mapping[str, Drawing]], paint: Painter, known: Known
) -> None:
    """Upload those that are missing. `known`: the emoji of each game, which messages use from then on."""
    there = {each.name: str(each) for each in await client.fetch_application_emojis()}
    for game, drawings in badges.items():
        for word, drawing in drawings.items():
            png = await paint(drawing, dark=True)
            if png is None:
                continue
            name = f"{game}_{word}_{hashlib.sha256(png).hexdigest()[:8]}"
            if name not in there:
                there[name] = str(await client.create_application_emoji(name=name, image=png))
            known.setdefault(game, {})[word] = there[name]


def on_label(label: str, emoji: Emoji) -> str | None:
    """The emoji of the last word of a label that has one: of “S3 Tool”, that of a tool."""
    words = re.findall(r"\w+", label.casefold())
    return next((emoji[word] for word in reversed(words) if word in emoji), None)


def in_story(text: str, emoji: Emoji) -> str:
    """A story with the emoji of each word that leads up to a title: picks up the 🔧 tool “Half a Sandwich”."""
    return _BEFORE_TITLE.sub(lambda found: f"{emoji.get(found[1].casefold(), '')} {found[1]}".lstrip(), text)
