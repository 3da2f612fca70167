"""The App Home: a person's tables, turns and buttons."""

from tests.adapters.slack.harness import SlackHarness, labels, texts


async def test_somebody_without_a_table(harness: SlackHarness) -> None:
    """The page explains how to join one."""
    anna = harness.person("anna")
    assert "You’re not at a table yet" in texts((await anna.opens_home())["blocks"])


async def test_your_tables(harness: SlackHarness) -> None:
    """The page lists the person's tables with working buttons and follows the game."""
    anna, ben = harness.person("anna"), harness.person("ben")
    await anna.types("new sprint")
    page = await ben.opens_home()
    assert "The Scrum Game" not in texts(page["blocks"])
    await ben.types("join")
    await anna.opens_home()
    await anna.types("start")
    assert "The Scrum Game" in texts(ben.home["blocks"])
    assert "It’s your turn" in texts(anna.home["blocks"]) + texts(ben.home["blocks"])
    who = anna if "It’s your turn" in texts(anna.home["blocks"]) else ben
    before = len(await harness.kinds())
    label = labels(who.home["blocks"])[0]
    await who.presses_at_home(label)
    if harness.slack.forms:
        await who.submits("It fits.")
    assert len(await harness.kinds()) > before
    assert harness.slack.in_channel("C1")[-1].text


async def test_your_turn_comes_first(harness: SlackHarness) -> None:
    """Tables that wait for the person come first; a table that hasn't started waits for nobody."""
    anna = harness.person("anna")
    elsewhere = harness.person("anna", channel="C2")
    await elsewhere.types("new rugby")
    await anna.types("new sprint")
    await anna.types("bot")
    await anna.types("start")
    words = texts((await anna.opens_home())["blocks"])
    assert words.index("It’s your turn.") < words.index("The game hasn’t started yet.")
    spoken = [block for block in anna.home["blocks"] if block.get("block_id", "").startswith("table:")]
    assert [block["elements"][0]["elements"][1]["text"][0] for block in spoken] == [" ", " "]  # after the channel


async def test_a_lesson_continues_at_home(harness: SlackHarness) -> None:
    """A lesson has no channel, and can be played on the page."""
    anna = harness.person("anna")
    await anna.types("tutorial sprint")
    await anna.opens_home()
    await anna.presses_at_home("Roll the dice")
    assert "anna rolls" in texts(anna.home["blocks"])
    assert "Something went wrong" not in texts(anna.home["blocks"])


async def test_a_stale_button_at_home(harness: SlackHarness) -> None:
    """The answer is shown on the page itself."""
    anna = harness.person("anna")
    await anna.types("new sprint")
    await anna.opens_home()
    old = dict(anna.home)
    await anna.types("bot")
    await harness.person("ben").types("join")
    await anna.types("start")
    harness.slack.homes["T1", "UANNA"] = old
    await anna.presses_at_home("Add an automatic player")
    assert "out of date" in texts(anna.home["blocks"])


async def test_a_finished_table_leaves_the_page(harness: SlackHarness) -> None:
    """Only running tables are shown."""
    anna = harness.person("anna")
    await anna.types("new sprint")
    assert "The Scrum Game" in texts((await anna.opens_home())["blocks"])
    await anna.types("end")
    assert "You’re not at a table yet" in texts(anna.home["blocks"])
