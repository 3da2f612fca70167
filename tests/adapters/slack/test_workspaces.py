"""Several workspaces: installed by OAuth, kept encrypted, and blind to each other."""

import re
from collections.abc import AsyncIterator
from pathlib import Path

import aiohttp
import pytest

from adapters.slack.installs import Installs, Seal
from bot.ports import Store
from tests.adapters.slack.parts import Desk, sitting, texts
from tests.peers.slack import Slack

KEY = "a key that is long enough"


@pytest.fixture
async def shared_desk(slack: Slack, sqlite_store: Store, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Desk]:
    """The settings are in the environment, as in life: Bolt must not make something of its own from them."""
    monkeypatch.setenv("SLACK_CLIENT_ID", "client")
    monkeypatch.setenv("SLACK_CLIENT_SECRET", "client-secret")
    monkeypatch.setenv("SLACK_BOT_TOKEN", "xoxb-T9-secret")
    installs = Installs(sqlite_store, Seal(KEY), "client", "client-secret")
    async with sitting(slack, sqlite_store, installs=installs) as desk:
        yield desk


def holds(folder: Path, secret: bytes) -> bool:
    """Whether any file there has it in plain sight."""
    return any(secret in file.read_bytes() for file in folder.iterdir())


async def install(desk: Desk, team: str) -> tuple[int, str]:
    """As a browser does it: the page, Slack, and back with a code."""
    base = f"http://127.0.0.1:{desk.port}/slack"
    async with aiohttp.ClientSession() as browser:
        async with browser.get(f"{base}/install") as page:
            state = re.search(r"state=([^&\"]+)", await page.text())
            cookie = page.headers["Set-Cookie"].partition(";")[0]
        assert state is not None
        back = f"{base}/oauth_redirect?code={team}&state={state[1]}"
        async with browser.get(back, headers={"Cookie": cookie}) as answer:
            return answer.status, await answer.text()


async def test_installed_by_oauth(shared_desk: Desk, tmp_path: Path) -> None:
    """From the button on the page to the first command; the token is in the database, but not to be read there."""
    status, _ = await install(shared_desk, "T1")
    assert status == 200
    await shared_desk.person("anna").types("new sprint")
    assert len(shared_desk.slack.in_channel("C1")) == 1
    assert b"bot_token" not in (await shared_desk.store.installation("slack", "T1") or b"bot_token")
    assert not holds(tmp_path, b"xoxb-T1")


async def test_two_workspaces_see_nothing_of_each_other(shared_desk: Desk) -> None:
    """The same channel id and the same user id, and still two tables, two people, two pages."""
    await install(shared_desk, "T1")
    await install(shared_desk, "T2")
    here, there = shared_desk.person("anna", "T1"), shared_desk.person("anna", "T2")
    await here.types("new sprint")
    await there.types("status")
    assert "There’s no table" in texts(there.heard()[-1]["blocks"])
    await there.types("new sprint hours=250")
    await there.types("bot")
    edits = [[message.edits for message in shared_desk.slack.in_channel("C1", team)] for team in ("T1", "T2")]
    assert edits == [[0], [1]]
    assert "250" in texts((await there.opens_home())["blocks"])
    assert "250" not in texts((await here.opens_home())["blocks"])
    assert len(await shared_desk.kinds("slack:T1:C1")) == 2


async def test_a_workspace_that_never_installed_it(shared_desk: Desk) -> None:
    """It is told so, and nothing happens."""
    await shared_desk.person("anna", "T3").types("new sprint")
    assert shared_desk.slack.messages == []
    assert "not installed" in shared_desk.slack.whispers[-1].body["text"]


async def test_uninstalled(shared_desk: Desk) -> None:
    """The token is forgotten at once."""
    await install(shared_desk, "T1")
    event = {"type": "event_callback", "team_id": "T1", "event_id": "Ev1", "event": {"type": "app_uninstalled"}}
    await shared_desk.deliver("events_api", event)
    while await shared_desk.store.installation("slack", "T1") is not None:
        await shared_desk.settle()
    await shared_desk.person("anna").types("new sprint")
    assert shared_desk.slack.messages == []


@pytest.mark.parametrize(("code", "state"), [("T1", "forged"), ("nonsense", None)])
async def test_a_forged_installation(shared_desk: Desk, code: str, state: str | None) -> None:
    """A state that we did not issue, or a code that Slack does not know: refused, nothing kept."""
    if state is None:
        status, _ = await install(shared_desk, code)
    else:
        url = f"http://127.0.0.1:{shared_desk.port}/slack/oauth_redirect?code={code}&state={state}"
        cookie = {"Cookie": f"slack-app-oauth-state={state}"}
        async with aiohttp.ClientSession() as browser, browser.get(url, headers=cookie) as answer:
            status = answer.status
    assert status == 401
    assert await shared_desk.store.installation("slack", "T1") is None


def test_keys_can_be_changed() -> None:
    """The first of several seals, all of them open; with another one nothing is to be had."""
    old, new, other = Seal("the old key, long"), Seal("the new key, long,the old key, long"), Seal("another key, long")
    sealed = old.close({"bot_token": "xoxb"})
    assert new.open(sealed) == {"bot_token": "xoxb"}
    assert other.open(sealed) is None
