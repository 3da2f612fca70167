"""Files to take away: a finished game as an attachment."""

import pytest

from adapters.discord.pages import NOT_ATTACHED
from bot.messages import Reply
from bot.table.export import read, verify
from tests.adapters.discord.house import House

FORMS = [("json", ".json"), ("csv", ".csv"), ("markdown", ".md")]


@pytest.mark.parametrize(("form", "ending"), FORMS)
async def test_a_finished_game_is_attached(house: House, form: str, ending: str) -> None:
    """To the answer itself, under a name that says what it is."""
    anna, _ = await house.begin()
    await anna.command("end")
    asked = await anna.command("export", form=form)
    message = house.channel.last
    assert message.answers == asked.id
    assert message.content == "Here’s the file."
    (attached,) = message.attachments
    assert attached["filename"].startswith("sprint-")
    assert attached["filename"].endswith(ending)
    assert len(message.files[0]) == attached["size"] > 100


async def test_what_is_attached_is_the_game(house: House) -> None:
    """The JSON form is the proof: every die in it can be checked."""
    anna, ben = await house.begin()
    await house.play([anna, ben], until=lambda standing: standing.sequence > 20)
    await anna.command("end")
    await anna.command("export")
    assert verify(read(house.channel.last.files[0].decode())).wrong is None


async def test_a_running_game_is_not_given_away(house: House) -> None:
    """A sentence for the one who asked, and nothing in the channel."""
    anna, _ = await house.begin()
    shown = len(house.channel.shown)
    asked = await anna.command("export")
    assert "can export this table once it’s over" in asked.told
    assert len(house.channel.shown) == shown


async def test_without_the_permission_to_attach(house: House) -> None:
    """The message comes without its file, and says why."""
    house.channel.no_files = True
    await house.adapter.post(f"discord:{house.channel.id}", Reply("Here.", files=(("game.csv", "a,b"),)), None, "")
    assert house.channel.last.content == f"Here.\n{NOT_ATTACHED}"
    assert house.channel.last.attachments == []
