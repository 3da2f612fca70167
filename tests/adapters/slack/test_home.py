"""The App Home: your tables, whose turn it is, and what you can do there."""

from tests.adapters.slack.parts import Desk, labels, texts


async def test_somebody_without_a_table(desk: Desk) -> None:
    """Is told how to get to one."""
    anna = desk.person("anna")
    assert "You sit at no table" in texts((await anna.opens_home())["blocks"])


async def test_your_tables(desk: Desk) -> None:
    """Those where you sit, whose turn it is, and buttons that work from here; the page follows the game."""
    anna, ben = desk.person("anna"), desk.person("ben")
    await anna.types("new sprint")
    page = await ben.opens_home()
    assert "The Scrum Game" not in texts(page["blocks"])
    await ben.types("join")
    await anna.opens_home()
    await anna.types("start")
    assert "The Scrum Game" in texts(ben.home["blocks"])
    assert "It is your turn" in texts(anna.home["blocks"]) + texts(ben.home["blocks"])
    who = anna if "It is your turn" in texts(anna.home["blocks"]) else ben
    before = len(await desk.kinds())
    label = labels(who.home["blocks"])[0]
    await who.presses_at_home(label)
    if desk.slack.forms:
        await who.submits("It fits.")
    assert len(await desk.kinds()) > before
    assert desk.slack.in_channel("C1")[-1].text


async def test_your_turn_comes_first(desk: Desk) -> None:
    """Of several tables those that wait for you stand above; one that has not begun waits for nobody."""
    anna = desk.person("anna")
    elsewhere = desk.person("anna", channel="C2")
    await elsewhere.types("new rugby")
    await anna.types("new sprint")
    await anna.types("bot")
    await anna.types("start")
    words = texts((await anna.opens_home())["blocks"])
    assert words.index("It is your turn.") < words.index("The game has not begun.")
    spoken = [block for block in anna.home["blocks"] if block.get("block_id", "").startswith("table:")]
    assert [block["elements"][0]["elements"][1]["text"][0] for block in spoken] == [" ", " "]  # behind the channel


async def test_a_lesson_goes_on_at_home(desk: Desk) -> None:
    """It is in no channel, and can be played from the page."""
    anna = desk.person("anna")
    await anna.types("tutorial sprint")
    await anna.opens_home()
    await anna.presses_at_home("Roll the dice")
    assert "anna rolls" in texts(anna.home["blocks"])
    assert "Something went wrong" not in texts(anna.home["blocks"])


async def test_a_stale_button_at_home(desk: Desk) -> None:
    """The answer stands on the page itself, where it was asked for."""
    anna = desk.person("anna")
    await anna.types("new sprint")
    await anna.opens_home()
    old = dict(anna.home)
    await anna.types("bot")
    await desk.person("ben").types("join")
    await anna.types("start")
    desk.slack.homes["T1", "UANNA"] = old
    await anna.presses_at_home("Add an automatic player")
    assert "out of date" in texts(anna.home["blocks"])


async def test_a_table_that_is_over_leaves_the_page(desk: Desk) -> None:
    """Only what goes on is shown."""
    anna = desk.person("anna")
    await anna.types("new sprint")
    assert "The Scrum Game" in texts((await anna.opens_home())["blocks"])
    await anna.types("end")
    assert "You sit at no table" in texts(anna.home["blocks"])
