"""The Settings form on Slack: radio buttons with descriptions, and a refusal beside its field."""

from tests.adapters.slack.harness import SlackHarness, labels, texts
from tests.adapters.slack.incoming.open_form import OpenForm


async def test_settings_without_typing(harness: SlackHarness) -> None:
    """One form for the host changes options, automatic players and the pace at once."""
    anna = harness.person("anna")
    await anna.types("new scrumkin")
    lobby = harness.slack.in_channel("C1")[-1]
    assert "Settings" in labels(lobby.blocks)
    await anna.presses("Settings")
    form = harness.slack.forms[-1]
    assert form["title"]["text"] == "Settings"
    kinds = {block["label"]["text"]: block["element"]["type"] for block in form["blocks"]}
    assert kinds == {
        "Mode": "radio_buttons",
        "Attacks": "radio_buttons",
        "Automatic players": "static_select",
        "How strong they play": "radio_buttons",
        "Reminders": "radio_buttons",
    }
    described = form["blocks"][0]["element"]["options"][1]
    assert described["description"]["text"] == "One team: empty all backlogs, usually within ten sprints"
    chosen = {"Mode": "Collaborative", "Automatic players": "2", "How strong they play": "Expert"}
    assert await anna.fills_in(form, chosen) == {}
    await harness.settle()
    assert "mode: collaborative" in texts(harness.slack.in_channel("C1")[-1].blocks)
    assert await harness.kinds() == [
        "table.opened",
        "table.seat_taken",
        "table.options_chosen",
        "table.bot_seated",
        "table.bot_seated",
    ]


async def test_a_refusal_stands_beside_its_field(harness: SlackHarness) -> None:
    """Somebody has taken the seat meanwhile: the form stays open, and nothing has changed."""
    anna, ben = harness.person("anna"), harness.person("ben")
    await anna.types("new rugby")
    await anna.presses("Settings")
    form = harness.slack.forms[-1]
    await ben.types("join")
    before = await harness.kinds()
    answer = await anna.fills_in(form, {"Clock": "5", "Automatic players": "1"})
    assert "The table is full" in answer["errors"]["bots"]
    assert await harness.kinds() == before


async def test_settings_behind_more(harness: SlackHarness) -> None:
    """Once the game can start, the host finds them behind More…, and the same form opens in its place."""
    anna, ben = harness.person("anna"), harness.person("ben")
    await anna.types("new sprint")
    await ben.presses("Join")
    await harness.settle()
    await anna.presses("More…")
    form = OpenForm(anna)
    await form.chooses("Settings")
    assert form.view["title"]["text"] == "Settings"
    form.enter("difficulty", {"type": "radio_buttons", "selected_option": {"value": "relaxed"}})
    assert await form.sends() == {}
    await harness.settle()
    assert "difficulty: Relaxed" in texts(harness.slack.in_channel("C1")[-1].blocks)
    await ben.presses("More…")
    assert "Settings" not in OpenForm(ben).offered()


async def test_others_read_the_settings(harness: SlackHarness) -> None:
    """Whoever isn't the host gets no form, but what is chosen."""
    anna, ben = harness.person("anna"), harness.person("ben")
    await anna.types("new sprint difficulty=relaxed")
    await ben.presses("Settings")
    await harness.settle()
    assert not harness.slack.forms
    told = texts(ben.private_replies()[-1]["blocks"])
    assert "The host can change them until the start." in told


async def test_a_meeting_has_all_formats_in_one_menu(harness: SlackHarness) -> None:
    """Each with its columns below its name."""
    anna = harness.person("anna")
    await anna.types("new retro")
    await anna.presses("More…")
    await anna.presses_privately("Settings")
    menu = harness.slack.forms[-1]["blocks"][0]["element"]
    assert menu["type"] == "static_select"
    glad = next(each for each in menu["options"] if each["value"] == "mad-sad-glad")
    assert glad["description"]["text"] == "Mad, Sad, Glad"
