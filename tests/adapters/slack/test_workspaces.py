"""Several workspaces: installed by OAuth, with encrypted tokens, and isolated from each other."""

import re
from collections.abc import AsyncIterator
from pathlib import Path

import aiohttp
import pytest

from adapters.slack.installations import Cipher, WorkspaceInstallations
from bot.ports import Store
from tests.adapters.slack.harness import SlackHarness, slack_harness, texts
from tests.peers.slack import SlackPeer

KEY = "a key that is long enough"


@pytest.fixture
async def shared_harness(
    slack: SlackPeer, sqlite_store: Store, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[SlackHarness]:
    """The settings are in the environment too, which Bolt must ignore."""
    monkeypatch.setenv("SLACK_CLIENT_ID", "client")
    monkeypatch.setenv("SLACK_CLIENT_SECRET", "client-secret")
    monkeypatch.setenv("SLACK_BOT_TOKEN", "xoxb-T9-secret")
    installs = WorkspaceInstallations(sqlite_store, Cipher(KEY), "client", "client-secret")
    async with slack_harness(slack, sqlite_store, installs=installs) as harness:
        yield harness


def holds(folder: Path, secret: bytes) -> bool:
    """Whether any file there contains it in plain text."""
    return any(secret in file.read_bytes() for file in folder.iterdir())


async def install(harness: SlackHarness, team: str) -> tuple[int, str]:
    """Install the app as a browser does: our page, Slack, and back with a code."""
    base = f"http://127.0.0.1:{harness.port}/slack"
    async with aiohttp.ClientSession() as browser:
        async with browser.get(f"{base}/install") as page:
            state = re.search(r"state=([^&\"]+)", await page.text())
            cookie = page.headers["Set-Cookie"].partition(";")[0]
        assert state is not None
        back = f"{base}/oauth_redirect?code={team}&state={state[1]}"
        async with browser.get(back, headers={"Cookie": cookie}) as answer:
            return answer.status, await answer.text()


async def test_installed_by_oauth(shared_harness: SlackHarness, tmp_path: Path) -> None:
    """After installation commands work, and the token in the database is encrypted."""
    status, _ = await install(shared_harness, "T1")
    assert status == 200
    await shared_harness.person("anna").types("new sprint")
    assert len(shared_harness.slack.in_channel("C1")) == 1
    assert b"bot_token" not in (await shared_harness.store.installation("slack", "T1") or b"bot_token")
    assert not holds(tmp_path, b"xoxb-T1")


async def test_two_workspaces_see_nothing_of_each_other(shared_harness: SlackHarness) -> None:
    """The same channel and user ids in two workspaces are two rooms, two people and two pages."""
    await install(shared_harness, "T1")
    await install(shared_harness, "T2")
    here, there = shared_harness.person("anna", "T1"), shared_harness.person("anna", "T2")
    await here.types("new sprint")
    await there.types("status")
    assert "There’s no table" in texts(there.private_replies()[-1]["blocks"])
    await there.types("new sprint hours=250")
    await there.types("bot")
    edits = [[message.edits for message in shared_harness.slack.in_channel("C1", team)] for team in ("T1", "T2")]
    assert edits == [[0], [1]]
    assert "250" in texts((await there.opens_home())["blocks"])
    assert "250" not in texts((await here.opens_home())["blocks"])
    assert len(await shared_harness.kinds("slack:T1:C1")) == 2


async def test_a_workspace_that_never_installed_it(shared_harness: SlackHarness) -> None:
    """The person is told so, and nothing happens."""
    await shared_harness.person("anna", "T3").types("new sprint")
    assert shared_harness.slack.messages == []
    assert "isn’t installed" in shared_harness.slack.ephemeral[-1].body["text"]


async def test_uninstalled(shared_harness: SlackHarness) -> None:
    """The token is dropped at once."""
    await install(shared_harness, "T1")
    event = {"type": "event_callback", "team_id": "T1", "event_id": "Ev1", "event": {"type": "app_uninstalled"}}
    await shared_harness.deliver("events_api", event)
    while await shared_harness.store.installation("slack", "T1") is not None:
        await shared_harness.settle()
    await shared_harness.person("anna").types("new sprint")
    assert shared_harness.slack.messages == []


@pytest.mark.parametrize(("code", "state"), [("T1", "forged"), ("nonsense", None)])
async def test_a_forged_installation(shared_harness: SlackHarness, code: str, state: str | None) -> None:
    """An unknown state or code is refused, and nothing is stored."""
    if state is None:
        status, _ = await install(shared_harness, code)
    else:
        url = f"http://127.0.0.1:{shared_harness.port}/slack/oauth_redirect?code={code}&state={state}"
        cookie = {"Cookie": f"slack-app-oauth-state={state}"}
        async with aiohttp.ClientSession() as browser, browser.get(url, headers=cookie) as answer:
            status = answer.status
    assert status == 401
    assert await shared_harness.store.installation("slack", "T1") is None


def test_keys_can_be_changed() -> None:
    """The first of several keys encrypts and all of them decrypt; an unknown key doesn't."""
    old, new, other = (
        Cipher("the old key, long"),
        Cipher("the new key, long,the old key, long"),
        Cipher("another key, long"),
    )
    sealed = old.encrypt({"bot_token": "xoxb"})
    assert new.decrypt(sealed) == {"bot_token": "xoxb"}
    assert other.decrypt(sealed) is None
