"""Exports of a game as attachments."""

import json

import pytest

from adapters.discord.outgoing.message import NOT_ATTACHED
from bot.features.fairness.export import read
from bot.features.fairness.verify import verify
from bot.kernel.messages import Reply
from tests.adapters.discord.harness import DiscordHarness

FORMS = [("json", ".json"), ("csv", ".csv"), ("markdown", ".md")]


@pytest.mark.parametrize(("form", "ending"), FORMS)
async def test_a_finished_game_is_attached(harness: DiscordHarness, form: str, ending: str) -> None:
    """The export is attached to the response, under a telling name."""
    anna, _ = await harness.begin()
    await anna.end()
    interaction = await anna.command("export", form=form)
    message = harness.channel.last
    assert message.answers == interaction.id
    assert message.content == "Here’s the file."
    (attached,) = message.attachments
    assert attached["filename"].startswith("sprint-")
    assert attached["filename"].endswith(ending)
    assert len(message.files[0]) == attached["size"] > 100


async def test_the_attached_game_can_be_verified(harness: DiscordHarness) -> None:
    """Every die in the JSON form can be checked."""
    anna, ben = await harness.begin()
    await harness.play([anna, ben], until=lambda standing: standing.sequence > 20)
    await anna.end()
    await anna.command("export")
    assert verify(read(harness.channel.last.files[0].decode())).wrong is None


async def test_a_running_game_is_not_exported(harness: DiscordHarness) -> None:
    """The person is told why, and nothing is posted in the channel."""
    anna, _ = await harness.begin()
    shown = len(harness.channel.shown)
    interaction = await anna.command("export")
    assert "can export this table once it’s over" in interaction.private_text
    assert len(harness.channel.shown) == shown


async def test_without_permission_to_attach_files(harness: DiscordHarness) -> None:
    """The message is sent without its file and says why."""
    harness.channel.no_files = True
    await harness.adapter.post(f"discord:{harness.channel.id}", Reply("Here.", files=(("game.csv", "a,b"),)), None, "")
    assert harness.channel.last.content == f"Here.\n\n{NOT_ATTACHED}"
    assert harness.channel.last.attachments == []


async def test_a_private_file(harness: DiscordHarness) -> None:
    """Only the person who asked gets the file with what is stored about them."""
    anna, _ = await harness.begin()
    shown = len(harness.channel.shown)
    interaction = await anna.command("data")
    (message,) = interaction.private
    assert [file["filename"] for file in message.attachments] == ["my-data.json"]
    assert json.loads(message.files[0])["tables"][0]["name"] == "anna"
    assert len(harness.channel.shown) == shown
