"""The application's own emoji: badges that games draw, uploaded once and shown on buttons, cards and in sentences.

The name of an emoji ends with a hash of its picture, so a new picture gets a name of its own, and whatever an older
message shows stays as it is. Where they can't be uploaded, people read the words alone.
"""

import hashlib
from collections.abc import Mapping

import discord

from bot.kernel.messages import Act
from bot.kernel.ports import Painter
from games.graphics.drawing import Drawing
from games.text import seats_in

Emoji = Mapping[str, str]  # of one game: by badge, as messages write them: `<:sprint_tool_1a2b3c4d:77>`
Known = dict[str, dict[str, str]]  # of each game that has some
NO_EMOJI: Emoji = {}


async def upload(
    client: discord.Client, badges: Mapping[str, Mapping[str, Drawing]], paint: Painter, known: Known
) -> None:
    """Upload those that are missing. `known`: the emoji of each game, which messages use from then on."""
    there = {each.name: str(each) for each in await client.fetch_application_emojis()}
    for game, drawings in badges.items():
        for badge, drawing in drawings.items():
            png = await paint(drawing, dark=True)
            if png is None:
                continue
            name = f"{game}_{badge}_{hashlib.sha256(png).hexdigest()[:8]}"
            if name not in there:
                there[name] = str(await client.create_application_emoji(name=name, image=png))
            known.setdefault(game, {})[badge] = there[name]


def of_seat(seat: int, emoji: Emoji) -> str:
    """The piece of a seat; empty if it has none."""
    return emoji.get(f"seat{seat}", "")


def of_act(act: Act, emoji: Emoji) -> str | None:
    """The badge of an act; else the piece of the only player whom it names."""
    if act.badge in emoji:
        return emoji[act.badge]
    seats = seats_in(act.label)
    return of_seat(seats[0], emoji) or None if len(seats) == 1 else None
