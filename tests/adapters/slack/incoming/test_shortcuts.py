"""Shortcuts: save a message for the retro."""

from bot.features.meetings.records import MeetingStore
from tests.adapters.slack.harness import SlackHarness, texts
from tests.adapters.slack.incoming.open_form import OpenForm
from tests.adapters.slack.test_meeting import move_on


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
