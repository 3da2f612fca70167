"""The Settings form on Discord: radio buttons and menus that say what each choice means."""

from adapters.layout import MORE
from tests.adapters.discord.harness import DiscordHarness
from tests.peers.discord_state import MENU, RADIOS, Interaction


def kinds(opened: Interaction) -> dict[str, int]:
    return {label["label"]: label["component"]["type"] for label in opened.fields}


async def test_settings_without_typing(harness: DiscordHarness) -> None:
    """One form for the host; what it changes, the lobby's message shows."""
    anna = harness.user("anna")
    await anna.command("new", game="sprint")
    lobby = harness.channel.last
    assert lobby.labels == ["Fair dice", "Join", "Add an automatic player", "Settings"]
    opened = await anna.press(lobby, "Settings")
    assert kinds(opened) == {
        "Difficulty": RADIOS,
        "Board": RADIOS,
        "Sprints": RADIOS,
        "Automatic players": MENU,
        "Reminders": RADIOS,
    }
    relaxed = opened.fields[0]["component"]["options"][1]
    assert (relaxed["label"], relaxed["description"]) == ("Relaxed", "A sensible team of any size wins about 80%")
    chosen = {"Difficulty": "Relaxed", "Automatic players": "2", "Reminders": "Over hours or days"}
    before = (await harness.standing()).sequence
    await anna.submit_all(opened, chosen)
    await harness.moved(before)
    table = (await harness.standing()).table
    assert (table.options["difficulty"], len(table.automatic)) == ("relaxed", 2)
    assert "difficulty: Relaxed" in harness.channel.last.content
    assert harness.channel.last.labels == ["Fair dice", "Join", "Add an automatic player", "Start", str(MORE)]
    panel = await harness.panel(anna)
    assert "Settings" in panel.labels


async def test_refused_settings_are_kept_and_explained_in_the_field(harness: DiscordHarness) -> None:
    """Seats were taken meanwhile: nothing has changed, and the form opens again with what was chosen."""
    anna, ben = harness.user("anna"), harness.user("ben")
    await anna.command("new", game="rugby")
    opened = await anna.press(harness.channel.last, "Settings")
    await ben.press(harness.channel.last, "Join")
    chosen = {"Clock": "5", "Automatic players": "1", "How strong they play": "Expert"}
    answer = await harness.shown_after(anna, anna.submit_all(opened, chosen))
    assert "The table is full" in answer.content
    assert (await harness.standing()).table.options["clock"] == 0
    again = await anna.press(answer, "Correct what you typed")
    clock, bots, level, _ = again.fields
    assert [each["value"] for each in clock["component"]["options"] if each.get("default")] == ["5"]
    assert [each["value"] for each in level["component"]["options"] if each.get("default")] == ["expert"]
    assert "The table is full" in bots["description"]
    before = (await harness.standing()).sequence
    await anna.submit_all(again, {"Automatic players": "None"})
    await harness.moved(before)
    assert (await harness.standing()).table.options["clock"] == 5


async def test_only_the_host_gets_the_form(harness: DiscordHarness) -> None:
    """Anybody else reads the settings instead, also after a restart of the program."""
    anna, ben = harness.user("anna"), harness.user("ben")
    await anna.command("new", game="sprint")
    lobby = harness.channel.last
    async with DiscordHarness(harness.peer, harness.store).open():
        answer = await harness.shown_after(ben, ben.press(lobby, "Settings"))
    assert "The host can change them until the start." in answer.content
    assert answer.labels == []


async def test_a_format_with_its_columns(harness: DiscordHarness) -> None:
    """There are more formats than a menu holds, so the occasion is chosen first."""
    anna = harness.user("anna")
    await anna.command("new", game="retro")
    panel = await harness.panel(anna)
    question = await harness.shown_after(anna, anna.press(panel, "Settings"))
    assert question.content.startswith("Which occasion is it for?")
    opened = await anna.press(question, "Conflict")
    formats, dots, anonymous, *_ = opened.fields
    assert (dots["label"], anonymous["component"]["type"]) == ("Dots", RADIOS)
    about = {each["label"]: each["description"] for each in formats["component"]["options"]}
    assert about["Start, Stop, Continue"] == "Start, Stop, Continue"  # the one that is chosen now
    another = next(title for title in about if title != "Start, Stop, Continue")
    before = (await harness.standing()).sequence
    await anna.submit_all(opened, {"Format": another, "Dots": "5", "Anonymous": "No"})
    await harness.moved(before)
    options = (await harness.standing()).table.options
    assert (options["dots"], options["anonymous"]) == (5, "no")
    assert options["format"] != "start-stop-continue"
