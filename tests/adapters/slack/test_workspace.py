"""Features of the workspace, each optional: lists, a workflow step, previews of links, people's languages."""

import pytest

from adapters.slack.identifiers import SlackRoom
from adapters.slack.incoming.workflow_step import OPEN_RETRO
from adapters.slack.outgoing.lists import ListedAction, Lists
from adapters.slack.texts import LIST_NAME, LIST_SAVED
from bot.kernel.messages import Person, Request, Typed
from bot.kernel.store import Store
from games.language import t
from tests.adapters.slack.harness import SlackHarness, SlackUser, slack_harness, texts
from tests.adapters.slack.test_meeting import agree, last
from tests.peers.slack import Payload, SlackPeer

# --- lists -----------------------------------------------------------------------------------------------------------


async def save_as_list(who: SlackUser) -> Payload:
    await who.presses("Copy as text", last(who.harness))
    form = who.harness.slack.forms[-1]
    assert await who.fills_in(form, {"Or save it": "Actions as a list"}) == {}
    return form


async def test_the_actions_as_a_list(slack: SlackPeer, sqlite_store: Store) -> None:
    """Everybody in the channel shares it; each action is a row with its owner and day, once, whoever asks."""
    slack.scopes += ",canvases:write,lists:write"
    async with slack_harness(slack, sqlite_store) as harness:
        anna, ben = harness.person("anna"), harness.person("ben")
        await agree(harness, anna, ben, "Fix the build")
        form = await save_as_list(ben)
        assert form["submit"]["text"] == "Save"
        await ben.again()
        assert "Saved: the actions are in the list" in texts(ben.private_replies()[-1]["blocks"])
        await save_as_list(anna)
        assert "saved already" in texts(anna.private_replies()[-1]["blocks"])
    async with slack_harness(slack, sqlite_store) as harness:
        ben.harness = harness
        await ben.again()
    (known,) = slack.lists.values()
    assert known["channels"] == ["C1"]
    ((what, owner, due),) = known["rows"]
    assert texts(what["rich_text"]) == "Fix the build"
    assert owner["user"] == ["UBEN"]
    assert len(due["date"][0]) == len("2026-11-20")
    assert slack.canvases == []


async def test_a_list_that_somebody_deleted(slack: SlackPeer, sqlite_store: Store) -> None:
    """All retrospectives of a channel share one list; the next one after it was deleted gets a new one."""
    slack.scopes += ",lists:write"
    place = SlackRoom("T1", "C1")
    async with slack_harness(slack, sqlite_store) as harness:
        lists = Lists(harness.adapter._web, sqlite_store)
        await lists.save(place, "table1", [ListedAction("Fix the build")])
        await lists.save(place, "table2", [ListedAction("Shorter meetings"), ListedAction("Write it down")])
        assert [len(known["rows"]) for known in slack.lists.values()] == [3]
        slack.lists.clear()
        assert await lists.save(place, "table3", [ListedAction("Have a cake")]) == t(LIST_SAVED, list=LIST_NAME)
    assert [(known["channels"], len(known["rows"])) for known in slack.lists.values()] == [(["C1"], 1)]


@pytest.mark.parametrize(
    ("error", "said"),
    [
        ("missing_scope", "I may not write lists"),
        ("lists_disabled_user_team", "Your Slack plan has no lists"),
        ("", "hasn’t confirmed"),
    ],
)
async def test_a_list_that_slack_refuses(slack: SlackPeer, sqlite_store: Store, error: str, said: str) -> None:
    """A sentence says why, and the text is still there to copy."""
    slack.scopes += ",lists:write"
    async with slack_harness(slack, sqlite_store) as harness:
        anna, ben = harness.person("anna"), harness.person("ben")
        await agree(harness, anna, ben, "Fix the build")
        slack.refuse("slackLists.create", error) if error else slack.fail("slackLists.create")
        await save_as_list(ben)
        assert said in texts(ben.private_replies()[-1]["blocks"])


# --- a workflow step -------------------------------------------------------------------------------------------------


async def test_a_workflow_opens_a_retrospective(slack: SlackPeer, sqlite_store: Store) -> None:
    """Whoever is named facilitates it. An execution that is delivered twice, to two processes even, opens one."""
    async with slack_harness(slack, sqlite_store) as harness:
        anna = harness.person("anna")
        harness.person("ben")
        execution = await anna.runs_step(
            OPEN_RETRO, {"channel": "C5", "facilitator": "UBEN", "format": "Mad, Sad, Glad"}
        )
        await anna.again()
        (opened,) = slack.in_channel("C5")
        assert "Mad, Sad, Glad" in texts(opened.blocks)
        assert "ben" in texts(opened.blocks)
        assert slack.steps[execution]["outputs"] == {
            "link": f"https://T1.slack.com/archives/C5/p{opened.ts.replace('.', '')}"
        }
    slack.steps.clear()  # what the first process answered was lost
    async with slack_harness(slack, sqlite_store) as harness:
        anna.harness = harness
        await anna.again()
    assert len(slack.in_channel("C5")) == 1
    assert slack.steps[execution]["outputs"] == {}


@pytest.mark.parametrize(
    ("channel", "style", "why"),
    [("C1", "", "already has a table"), ("C5", "Sailbot", "format is one of"), ("C6", "", "not in")],
)
async def test_a_step_that_fails(harness: SlackHarness, channel: str, style: str, why: str) -> None:
    """The workflow says why: a table is there, no such format, or the bot isn't in the channel."""
    anna = harness.person("anna")
    harness.slack.unknown.add("C6")
    await anna.types("new sprint")
    execution = await anna.runs_step(OPEN_RETRO, {"channel": channel, "facilitator": "UANNA", "format": style})
    assert why in harness.slack.steps[execution]["error"]


# --- previews of links -----------------------------------------------------------------------------------------------

TOKEN = "A-token_of_22-letters_"
TABLE = f"https://table.example.org/t/{TOKEN}"


async def open_web_table(harness: SlackHarness) -> None:
    zoe = Person("web:zoe", "Zoë")
    await harness.service.handle(Request("r1", f"web:{TOKEN}", zoe, Typed("new sprint")))


async def test_a_link_to_a_web_table(slack: SlackPeer, sqlite_store: Store) -> None:
    """Its preview says what everybody may see; other pages, other sites and unknown tables have none."""
    slack.scopes += ",links:read,links:write"
    async with slack_harness(slack, sqlite_store, domain="table.example.org") as harness:
        await open_web_table(harness)
        anna = harness.person("anna")
        await anna.posts_links(
            f"https://table.example.org/desk/{TOKEN}", f"https://other.example.org/t/{TOKEN}", f"{TABLE[:-1]}x"
        )
        assert slack.unfurls == []
        await anna.posts_links(TABLE)
        (unfurl,) = slack.unfurls
        assert [*unfurl["unfurls"]] == [TABLE]
        assert "The Scrum Game\nIt hasn’t started yet.\nAt the table: Zoë." in texts(unfurl["unfurls"][TABLE]["blocks"])


async def test_a_flood_of_links(slack: SlackPeer, sqlite_store: Store) -> None:
    """A workspace gets some previews a minute, and without the scope none."""
    async with slack_harness(slack, sqlite_store, domain="table.example.org") as harness:
        await open_web_table(harness)
        anna = harness.person("anna")
        await anna.posts_links(TABLE)
        assert slack.unfurls == []
        slack.scopes += ",links:read,links:write"
        for _ in range(40):
            await anna.posts_links(TABLE)
        assert len(slack.unfurls) in {29, 30, 58, 59}  # twice as many if a minute begins meanwhile


# --- people ----------------------------------------------------------------------------------------------------------


async def test_somebodys_language(harness: SlackHarness) -> None:
    """It comes with the name and the time zone."""
    harness.person("anna")
    harness.slack.profiles["UANNA"]["locale"] = "pt-BR"
    found = await harness.adapter._people.profiles.person("T1", "UANNA")
    assert (found.name, found.locale) == ("anna", "pt-BR")


# --- the command's name ----------------------------------------------------------------------------------------------


async def test_another_app_owns_the_command(slack: SlackPeer, sqlite_store: Store) -> None:
    """Everything that people read names the command that they type, and they may type it into a form."""
    async with slack_harness(slack, sqlite_store, command="/team-scrum") as harness:
        anna = harness.person("anna")
        for line in ("", "help", "roll", "thread new sprint", "rules", "thread", "start"):
            await anna.types(line)
        await anna.opens_home()
        await anna.presses("More…")
        answer = await anna.fills_in(slack.forms[-1], {"Command": "/Team-Scrum nonsense"})
        read = str([slack.messages, slack.ephemeral, slack.homes, slack.forms, answer])
        assert "I don’t know “nonsense”" in texts(answer["view"]["blocks"])
        assert "/team-scrum join" in read
        assert "'/scrum" not in read
        assert "`/scrum" not in read
