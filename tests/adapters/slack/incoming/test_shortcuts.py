"""Shortcuts: start a game from anywhere, and save a message for the retro."""

from bot.features.meetings.records import MeetingStore
from tests.adapters.slack.harness import SlackHarness, SlackUser, texts
from tests.adapters.slack.incoming.open_form import OpenForm
from tests.adapters.slack.test_meeting import move_on
from tests.peers.slack import Payload


async def fill_in_start(anna: SlackUser, channel: str, game: str, bots: str = "0", *, answers: bool = True) -> Payload:
    form = OpenForm(anna)
    form.enter("game", {"type": "radio_buttons", "selected_option": {"value": game}})
    form.enter("where", {"type": "conversations_select", "selected_conversation": channel})
    form.enter("bots", {"type": "static_select", "selected_option": {"value": bots}})
    urls = [{"channel_id": channel, "block_id": "where", "response_url": anna._answers(channel)}] if answers else []
    return await form.sends(response_urls=urls)


async def test_start_a_game(harness: SlackHarness) -> None:
    """The table opens in the chosen channel, with the automatic players that were asked for."""
    anna = harness.person("anna")
    await anna.starts_a_game()
    assert await fill_in_start(anna, "C5", "rugby", "1") == {}
    words = texts(harness.slack.in_channel("C5")[-1].blocks)
    assert "anna" in words
    assert "(bot)" in words


async def test_start_a_game_where_the_bot_is_not(harness: SlackHarness) -> None:
    """The form brings a response_url for the chosen conversation."""
    harness.slack.unknown.add("D7")
    anna = harness.person("anna")
    await anna.starts_a_game()
    assert await fill_in_start(anna, "D7", "rugby") == {}
    assert "anna" in texts(harness.slack.in_channel("D7")[-1].blocks)


async def test_start_a_game_where_there_is_one(harness: SlackHarness) -> None:
    """The form says so beside the channel."""
    anna = harness.person("anna")
    await anna.types("new sprint")
    await anna.starts_a_game()
    answer = await fill_in_start(anna, "C1", "rugby")
    assert "already has a table" in answer["errors"]["where"]


async def test_save_for_the_retro(harness: SlackHarness) -> None:
    """A message becomes a note, without anybody's name; the person who saved it reads that it worked."""
    anna, ben = harness.person("anna"), harness.person("ben")
    harness.person("Zoë")
    await anna.types("new retro")
    await ben.presses("I’m here")
    await move_on(anna, "Start the retrospective")
    await move_on(anna, "Next: Write", "Move on")
    await ben.saves_for_the_retro("The build is &lt;red&gt; again <@UZOË> <@U404> <@U405|cleo>")
    form = OpenForm(ben)
    shown = next(block for block in form.inputs if block["block_id"] == "answer")["element"]["initial_value"]
    assert shown == "The build is <red> again Zoë somebody cleo"
    assert [option["text"]["text"] for option in form.menus[0]["element"]["options"]] == ["Start", "Stop", "Continue"]
    form.types("The build is red again")
    posted = len(harness.slack.messages)
    assert await form.sends() == {}
    assert "note" in texts(ben.private_replies()[-1]["blocks"]).lower()
    assert len(harness.slack.messages) == posted
    assert any("note" in kind for kind in await harness.kinds())


async def test_save_for_the_next_retro(harness: SlackHarness) -> None:
    """Where no notes are written, the form has no columns, and the message is kept without a name for the next one."""
    anna, zoe = harness.person("anna"), harness.person("zoe")
    await zoe.saves_for_the_retro("The build is red")
    form = OpenForm(zoe)
    assert [block["block_id"] for block in form.inputs] == ["answer"]
    assert await form.sends() == {}
    assert "Saved without a name, 1 note so far" in texts(zoe.private_replies()[-1]["blocks"])
    await anna.types("new retro")
    await harness.person("ben").presses("I’m here")
    await move_on(anna, "Start the retrospective")
    assert "note_written" not in await harness.kinds()
    assert await harness.store.part(MeetingStore).saved_notes("slack:T1:C1") == ()


async def test_the_formats_of_a_retrospective(harness: SlackHarness) -> None:
    """Below the menu are the columns and when to use them, of whichever format is chosen; nobody adds players."""
    anna = harness.person("anna")
    await anna.starts_a_game()
    form = OpenForm(anna)
    assert [block["block_id"] for block in form.inputs] == ["game", "where", "bots"]
    await form.chooses("Retrospective")
    assert [block["block_id"] for block in form.inputs] == ["game", "kind", "where"]
    assert "Start · Stop · Continue. A safe choice for any sprint" in texts(form.view["blocks"])
    await form.chooses("Sailboat")
    assert "A safe choice" not in texts(form.view["blocks"])
    assert "Sailboat" in form.chosen()
    form.enter("where", {"type": "conversations_select", "selected_conversation": "C1"})
    assert await form.sends(response_urls=[]) == {}
    assert "Sailboat" in texts(harness.slack.in_channel("C1")[-1].blocks)
