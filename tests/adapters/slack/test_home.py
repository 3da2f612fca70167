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
