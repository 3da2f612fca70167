"""The App Home: a person's tables, turns, buttons and settings, published only while somebody looks."""

from typing import cast

from bot.kernel.store import Store
from tests.adapters.slack.harness import SlackHarness, labels, slack_harness, texts
from tests.adapters.slack.incoming.open_form import OpenForm
from tests.adapters.slack.test_games import move, standing_of
from tests.adapters.slack.test_meeting import agree, day
from tests.bot.harness import FlakyStore
from tests.peers.slack import SlackPeer


async def test_somebody_without_a_table(harness: SlackHarness) -> None:
    """The page says how to come to one, and opens a game, a retrospective or a tutorial."""
    anna = harness.person("anna")
    page = await anna.opens_home()
    assert "You’re not at a table yet" in texts(page["blocks"])
    await anna.presses_at_home("Open a retrospective")
    form = OpenForm(anna)
    assert form.view["title"]["text"] == "Open a retrospective"
    form.enter("where", {"type": "conversations_select", "selected_conversation": "C1"})
    assert await form.sends() == {}
    assert "Retrospective" in texts(anna.home["blocks"][:4])
    assert "The Scrum Game" in labels(page["blocks"])


async def test_whose_turn_it_is(harness: SlackHarness) -> None:
    """Each table has a link to its newest message, and says for whom it waits."""
    anna, ben = harness.person("anna"), harness.person("ben")
    await anna.types("new rugby")
    await ben.presses("Join")
    await anna.presses("Start")
    pages = [await person.opens_home() for person in (anna, ben)]
    newest = harness.slack.in_channel("C1")[-1].ts.replace(".", "")
    for page in pages:
        assert f"https://T1.slack.com/archives/C1/p{newest}" in str(page["blocks"])
    words = [texts(page["blocks"]) for page in pages]
    assert "It’s your turn." in words[0]
    assert "Waiting for anna." in words[1]


async def test_twenty_tables(harness: SlackHarness) -> None:
    """A few are shown whole, the one that waits for the person first, and of each other one there is a line."""
    anna = harness.person("anna")
    for number in range(20):
        await harness.person("anna", channel=f"C{number}").types("new rugby")
    last = harness.person("anna", channel="C19")
    await last.types("bot")
    await last.types("start")
    page = await anna.opens_home()
    where = [block for block in page["blocks"] if block.get("block_id", "").startswith("table:")]
    assert len(where) == 20
    assert "It’s your turn." in texts(where[0])
    assert "Change my name" in labels(page["blocks"])  # the end of the page is there, too


async def test_the_database_is_away(slack: SlackPeer, sqlite_store: Store) -> None:
    """The page says so instead of staying empty, and comes back once the database does."""
    store = FlakyStore(sqlite_store)
    async with slack_harness(slack, cast("Store", store)) as harness:
        anna = harness.person("anna")
        await anna.types("new sprint")
        store.cut = frozenset({"tables_of"})
        assert "I can’t reach the database" in texts((await anna.opens_home())["blocks"])
        assert "Start a game" in labels(anna.home["blocks"])
        store.cut = frozenset()
        assert "The Scrum Game" in texts((await anna.opens_home())["blocks"][:4])


async def test_your_tables(harness: SlackHarness) -> None:
    """The page lists the person's tables with working buttons and follows the game while they look."""
    anna, ben = harness.person("anna"), harness.person("ben")
    await anna.types("new sprint")
    page = await ben.opens_home()
    assert "A table is open" not in texts(page["blocks"])
    await ben.types("join")
    await ben.opens_home()
    await anna.types("start")
    await anna.opens_home()
    assert "It’s your turn" in texts(anna.home["blocks"]) + texts(ben.home["blocks"])
    who = anna if "It’s your turn" in texts(anna.home["blocks"]) else ben
    before = len(await harness.kinds())
    await who.presses_at_home(labels(who.home["blocks"])[0])
    if harness.slack.forms:
        await who.submits("It fits.")
    assert len(await harness.kinds()) > before
    assert harness.slack.in_channel("C1")[-1].text


async def test_published_only_for_somebody_who_looks(harness: SlackHarness) -> None:
    """Nothing is published for people who are in the channel, and nothing twice; opening it again shows it at once."""
    people = [harness.person(name) for name in ("anna", "ben")]
    await people[0].types("new sprint")
    await people[1].presses("Join")
    for person in people:
        await person.opens_home()
    await people[0].presses("Start")
    for person in people:
        await person.types("status")
    before = len(harness.slack.calls_to("views.publish"))
    for _ in range(12):
        await move(harness, people)
    assert len(harness.slack.calls_to("views.publish")) == before
    await people[0].opens_home()
    await people[0].opens_home()
    await people[0].opens_home(tab="messages")
    assert len(harness.slack.calls_to("views.publish")) == before + 1


async def test_it_follows_the_game_for_a_reader(harness: SlackHarness) -> None:
    """What the others do appears on the page; several moves at once are one publication."""
    people = [harness.person(name) for name in ("anna", "ben")]
    zoe = harness.person("zoe")
    await people[0].types("new sprint")
    for person in (people[1], zoe):
        await person.presses("Join")
    await people[0].presses("Start")
    await zoe.opens_home()
    before = len(harness.slack.calls_to("views.publish"))
    while (await standing_of(harness)).game.awaits((await standing_of(harness)).state) != (2,):
        await move(harness, [*people, zoe])
        if len(harness.slack.calls_to("views.publish")) > before:
            break
    assert len(harness.slack.calls_to("views.publish")) > before


async def test_boards_on_the_page(harness: SlackHarness) -> None:
    """The board that the channel shows, large for the person whose turn it is; nothing is uploaded for the page."""
    anna, ben = harness.person("anna"), harness.person("ben")
    await anna.types("new rugby")
    await ben.presses("Join")
    await anna.presses("Start")
    uploaded = len(harness.slack.files)
    pages = [await person.opens_home() for person in (anna, ben)]
    assert any(block["type"] == "image" for block in pages[0]["blocks"])
    assert any("accessory" in block for block in pages[1]["blocks"])
    assert len(harness.slack.files) == uploaded


async def test_a_board_that_slack_does_not_accept_yet(harness: SlackHarness) -> None:
    """The page comes without it."""
    anna = harness.person("anna")
    await anna.types("new rugby")
    await anna.types("bot")
    await anna.types("start")
    harness.slack.refuse("views.publish", "invalid_arguments")
    page = await anna.opens_home()
    assert not any(block["type"] == "image" for block in page["blocks"])


async def test_your_turn_comes_first(harness: SlackHarness) -> None:
    """Tables that wait for the person come first; a table that hasn't started waits for nobody."""
    anna = harness.person("anna")
    elsewhere = harness.person("anna", channel="C2")
    await elsewhere.types("new rugby")
    await anna.types("new sprint")
    await anna.types("bot")
    await anna.types("start")
    words = texts((await anna.opens_home())["blocks"])
    assert words.index("It’s your turn.") < words.index("It hasn’t started yet.")
    spoken = [block for block in anna.home["blocks"] if block.get("block_id", "").startswith("table:")]
    assert [block["elements"][0]["elements"][1]["text"][0] for block in spoken] == [" ", " "]  # after the channel


async def test_a_lesson_continues_at_home(harness: SlackHarness) -> None:
    """A lesson has no channel, and can be started and played on the page."""
    anna = harness.person("anna")
    await anna.opens_home()
    await anna.presses_at_home("The Scrum Game")  # the first menu: learn a game
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
    assert "It hasn’t started yet" in texts((await anna.opens_home())["blocks"])
    await anna.types("end sure")
    assert "You’re not at a table yet" in texts((await anna.opens_home())["blocks"])


async def test_a_form_that_opens_too_late_at_home(harness: SlackHarness) -> None:
    """The page itself says so."""
    anna = harness.person("anna")
    await anna.opens_home()
    harness.slack.refuse("views.open", "expired_trigger_id")
    await anna.presses_at_home("Start a game")
    assert "three seconds" in texts(anna.home["blocks"])


async def test_a_chosen_name(slack: SlackPeer, sqlite_store: Store) -> None:
    """Without `users:read` somebody is asked once for a name, and keeps it after a restart until they are forgotten."""
    slack.scopes = "commands,chat:write,files:write"
    async with slack_harness(slack, sqlite_store) as harness:
        anna = harness.person("anna")
        await anna.types("new sprint")
        assert "I don’t know your name" in texts(anna.private_replies()[-1]["blocks"])
        await anna.types("bot")
        assert sum("I don’t know your name" in texts(one["blocks"]) for one in anna.private_replies()) == 1
        await anna.opens_home()
        await anna.presses_at_home("Change my name")
        form = OpenForm(anna)
        form.types("Anna the Great")
        assert await form.sends() == {}
        assert "tables call you Anna the Great" in texts(anna.home["blocks"])
    async with slack_harness(slack, sqlite_store) as later:
        anna = later.person("anna", channel="C2")
        await anna.types("new rugby")
        assert "Anna the Great" in texts(slack.in_channel("C2")[-1].blocks)
        await anna.types("me name Anna")
        assert texts(anna.private_replies()[-1]["blocks"]) == "Done: tables call you Anna from now on."
        await anna.types("forget me")
        assert await sqlite_store.installation("slack", "person T1:UANNA") is None


async def test_settings_while_the_database_is_away(slack: SlackPeer, sqlite_store: Store) -> None:
    """Nothing is chosen, and the person reads why."""
    store = FlakyStore(sqlite_store)
    async with slack_harness(slack, cast("Store", store)) as harness:
        anna = harness.person("anna")
        await anna.opens_home()
        store.cut = frozenset({"put_installation"})
        await anna.presses_at_home("Message me when it’s my turn")
        assert "I can’t reach the database" in texts(anna.home["blocks"])
        assert "Message me when it’s my turn" in labels(anna.home["blocks"])
        await anna.types("me name Anna")
        assert "I can’t reach the database" in texts(anna.private_replies()[-1]["blocks"])


async def test_it_is_your_turn(harness: SlackHarness) -> None:
    """Those who want it get a message with a link when it is their turn, and it goes away after it."""
    anna, ben = harness.person("anna"), harness.person("ben")
    await ben.opens_home()
    await ben.presses_at_home("Message me when it’s my turn")
    assert "Stop messaging me" in labels(ben.home["blocks"])
    await anna.types("new rugby")
    await ben.presses("Join")
    await ben.presses("Start")
    assert harness.slack.in_channel("DUBEN") == []
    await move(harness, [anna, ben])
    (call,) = harness.slack.in_channel("DUBEN")
    assert "It’s your turn" in texts(call.blocks)
    links = [part["url"] for part in call.blocks[0]["elements"][0]["elements"] if part["type"] == "link"]
    assert links == [f"https://T1.slack.com/archives/C1/p{harness.slack.in_channel('C1')[-1].ts.replace('.', '')}"]
    await move(harness, [anna, ben])
    while (await standing_of(harness)).game.awaits((await standing_of(harness)).state) == (1,):
        await move(harness, [anna, ben])
    assert harness.slack.in_channel("DUBEN") == []
    assert harness.slack.in_channel("DUANNA") == []


async def test_open_actions(harness: SlackHarness) -> None:
    """What a retrospective in one of the person's channels agreed on, with what can be done about it."""
    anna, ben = harness.person("anna"), harness.person("ben")
    await agree(harness, anna, ben, "Fix the build")
    home = texts((await ben.opens_home())["blocks"])
    assert "1. Fix the build (you, " in home
    assert "1. Fix the build (ben, " in texts((await anna.opens_home())["blocks"])
    await ben.presses_at_home("Keep until…")
    form = harness.slack.forms[-1]
    assert form["title"]["text"] == "Keep until"
    assert await ben.fills_in(form, {"Until when?": day(9)}) == {}
    assert texts(ben.home["blocks"]).count("Fix the build") >= 1
    await ben.presses_at_home("Save a note for next time")
    assert harness.slack.forms[-1] is not form
    await ben.presses_at_home("Done")
    assert "1. Fix the build" not in texts(ben.home["blocks"])
    await ben.again()
    assert "1. Fix the build" not in texts(ben.home["blocks"])
