"""The form that opens a table: it knows what each game and meeting can be, and how many may come."""

from collections.abc import AsyncIterator

import pytest

from adapters.slack.outgoing.live_message import Style
from bot.kernel.store import Store
from tests.adapters.slack.harness import SlackHarness, SlackUser, slack_harness, texts
from tests.adapters.slack.incoming.open_form import OpenForm
from tests.bot.features.workshop.test_threads import Pages
from tests.peers.slack import Payload, SlackPeer


async def opened(who: SlackUser) -> OpenForm:
    await who.starts_a_game()
    return OpenForm(who)


def choose_place(form: OpenForm, channel: str = "C5") -> list[Payload]:
    """Choose a conversation; returns the response_urls that come with the submission."""
    form.enter("where", {"type": "conversations_select", "selected_conversation": channel})
    return [{"channel_id": channel, "block_id": "where", "response_url": form.who._answers(channel)}]


def invite(form: OpenForm, *users: str) -> None:
    (block,) = [each for each in form.inputs if each["block_id"].startswith("invited")]
    picked = {"type": "multi_users_select", "selected_users": [*users]}
    form.entered[block["block_id"], block["element"]["action_id"]] = picked


async def stored(harness: SlackHarness) -> str:
    """The events of the table in the chosen channel."""
    record = await harness.store.room("slack:T1:C5")
    assert record is not None
    return "".join(str(event.payload) for event in await harness.store.events(record.table)).replace(" ", "")


def names(form: OpenForm) -> list[str]:
    return [block["block_id"].rpartition(":")[2] for block in form.inputs]


async def test_a_game_with_automatic_players(harness: SlackHarness) -> None:
    """It opens in the chosen channel, as strong as was asked for; the form offers no more than there are seats."""
    form = await opened(harness.person("anna"))
    await form.chooses("Scrum Rugby")
    assert form.offered() == ["None", "1"]
    await form.chooses("1")
    await form.chooses("Expert", undelivered=True)
    assert await form.sends(response_urls=choose_place(form)) == {}
    assert "(bot)" in texts(harness.slack.in_channel("C5")[-1].blocks)
    assert "expert" in await stored(harness)


async def test_a_game_as_hard_as_you_like(harness: SlackHarness) -> None:
    """Each difficulty says what it means, beside a radio button, and the one that is chosen counts."""
    form = await opened(harness.person("anna"))
    (difficulty,) = [each for each in form.inputs if each["block_id"] == "option:sprint:difficulty"]
    assert difficulty["element"]["type"] == "radio_buttons"
    assert "about 45%" in texts(difficulty["element"]["options"][-1]["description"])
    await form.chooses("Demanding", undelivered=True)
    assert await form.sends(response_urls=choose_place(form)) == {}
    assert "Demanding" in texts(harness.slack.in_channel("C5")[-1].blocks)


async def test_a_retrospective(harness: SlackHarness) -> None:
    """Formats with what each is good for, dots, and whether notes have names; nobody adds automatic players."""
    form = await opened(harness.person("anna"))
    await form.chooses("Retrospective")
    assert form.view["title"]["text"] == "Open a retrospective"
    assert names(form) == ["game", "where", "format", "dots", "anonymous", "safety", "retro"]
    assert "Start · Stop · Continue. A safe choice for any sprint" in texts(form.view["blocks"])
    await form.chooses("Sailboat")
    assert "Start · Stop · Continue" not in texts(form.view["blocks"])
    assert "Sailboat" in form.chosen()
    await form.chooses("5", undelivered=True)
    form.entered["option:retro:anonymous", "anonymous"] = {"type": "radio_buttons", "selected_option": {"value": "no"}}
    assert await form.sends(response_urls=choose_place(form)) == {}
    assert "Sailboat" in texts(harness.slack.in_channel("C5")[-1].blocks)
    assert '"dots":5' in await stored(harness)
    assert '"anonymous":"no"' in await stored(harness)


@pytest.mark.parametrize("style", ["channel", "thread"])
async def test_people_are_invited_once(slack: SlackPeer, sqlite_store: Store, style: Style) -> None:
    """They are mentioned in the table's first message; a redelivery mentions nobody again."""
    async with slack_harness(slack, sqlite_store, style=style) as harness:
        anna = harness.person("anna")
        harness.person("ben"), harness.person("cleo")
        form = await opened(anna)
        invite(form, "UBEN", "UCLEO", "UANNA")
        assert await form.sends(response_urls=choose_place(form)) == {}
        (message,) = slack.in_channel("C5")
        words = texts(message.blocks)
        assert "<@UBEN> and <@UCLEO>: you’re invited" in words
        assert "<@UANNA>" not in words
        await anna.again()
        assert len(slack.in_channel("C5")) == 1


async def test_where_the_bot_is_not(harness: SlackHarness) -> None:
    """The form brings a response_url for the chosen conversation."""
    harness.slack.unknown.add("D7")
    form = await opened(harness.person("anna"))
    assert await form.sends(response_urls=choose_place(form, "D7")) == {}
    assert "anna" in texts(harness.slack.in_channel("D7")[-1].blocks)


async def test_where_there_is_a_table(harness: SlackHarness) -> None:
    """The form says so beside the channel, and stays open."""
    anna = harness.person("anna")
    await anna.types("new sprint")
    form = await opened(anna)
    answer = await form.sends(response_urls=choose_place(form, "C1"))
    assert "already has a table" in answer["errors"]["where"]


@pytest.fixture
async def with_pages(slack: SlackPeer, sqlite_store: Store) -> AsyncIterator[SlackHarness]:
    async with slack_harness(slack, sqlite_store, web=Pages()) as harness:
        yield harness


async def test_a_workshop(with_pages: SlackHarness) -> None:
    """Everybody reads the invitation in the chosen channel, and only whoever opened it gets the desk."""
    anna = with_pages.person("anna")
    form = await opened(anna)
    await form.chooses("Workshop")
    assert names(form) == ["game", "where", "played", "teams"]
    (teams,) = [each["element"] for each in form.inputs if each["block_id"] == "teams"]
    assert (teams["min_value"], teams["max_value"], teams["initial_value"]) == ("1", "30", "6")
    form.enter("teams", {"type": "number_input", "value": "2"})
    assert await form.sends(response_urls=choose_place(form)) == {}
    invitation = texts(with_pages.slack.in_channel("C5")[0].blocks)
    assert "2 teams" in invitation
    assert "/desk/" not in str(with_pages.slack.in_channel("C5"))
    assert "/desk/" in str(anna.private_replies())


async def test_a_workshop_from_home(with_pages: SlackHarness) -> None:
    """The page has the link to the desk."""
    anna = with_pages.person("anna")
    await anna.opens_home()
    await anna.presses_at_home("Start a game")
    form = OpenForm(anna)
    await form.chooses("Workshop")
    assert await form.sends(response_urls=choose_place(form)) == {}
    assert "/desk/" in str(anna.home["blocks"])
    assert "/desk/" not in str(with_pages.slack.messages)


async def test_people_without_names(slack: SlackPeer, sqlite_store: Store) -> None:
    """All of them are mentioned, though the app may not read what they are called."""
    slack.scopes = "commands,chat:write,files:write"
    async with slack_harness(slack, sqlite_store) as harness:
        form = await opened(harness.person("anna"))
        invite(form, "UBEN", "UCLEO")
        assert await form.sends(response_urls=choose_place(form)) == {}
        assert "<@UBEN> and <@UCLEO>" in texts(slack.in_channel("C5")[0].blocks)


async def test_no_workshop_without_the_web_table(harness: SlackHarness) -> None:
    """Nobody is offered what would be refused."""
    form = await opened(harness.person("anna"))
    assert "Workshop" not in [option["text"]["text"] for option in form.inputs[0]["element"]["options"]]
