"""Several workspaces: installed by OAuth, with encrypted tokens, and isolated from each other."""

import re
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import cast

import aiohttp
import pytest

from adapters.layout import MORE
from adapters.slack import texts as ui_texts
from adapters.slack.install import pages as scopes
from adapters.slack.install.installations import Cipher, WorkspaceInstallations
from bot.kernel.store import Store
from storage.upkeep import WholeStore
from tests.adapters.slack.harness import SlackHarness, slack_harness, texts
from tests.bot.harness import FlakyStore
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
    async with aiohttp.ClientSession() as browser:
        return await come_back(browser, *await begin_install(harness, browser, team))


async def begin_install(harness: SlackHarness, browser: aiohttp.ClientSession, team: str) -> tuple[str, str]:
    """The address that Slack sends the browser back to, and the cookie that it keeps."""
    base = f"http://127.0.0.1:{harness.port}/slack"
    async with browser.get(f"{base}/install") as page:
        state = re.search(r"state=([^&\"]+)", await page.text())
        cookie = page.headers["Set-Cookie"].partition(";")[0]
    assert state is not None
    return f"{base}/oauth_redirect?code={team}&state={state[1]}", cookie


async def come_back(browser: aiohttp.ClientSession, address: str, cookie: str) -> tuple[int, str]:
    async with browser.get(address, headers={"Cookie": cookie} if cookie else {}) as answer:
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


async def test_an_organisation(shared_harness: SlackHarness) -> None:
    """Installed for a whole Grid organisation: commands, buttons, forms and the App Home work without a team_id."""
    assert (await install(shared_harness, "E1"))[0] == 200
    anna, ben = shared_harness.person("anna", "E1"), shared_harness.person("ben", "E1")
    await anna.types("new sprint")
    await ben.presses("Join")
    assert await shared_harness.kinds("slack:E1:C1")
    await anna.types("thread new rugby")
    await ben.presses(str(MORE))
    assert await ben.fills_in(shared_harness.slack.forms[-1], {str(ui_texts.COMMAND): "join"}) == {}
    assert "ben" in texts(shared_harness.slack.in_channel("C1", "E1")[-1].blocks)
    assert "The Scrum Game" in texts((await anna.opens_home())["blocks"])
    event = {"type": "event_callback", "event_id": "Ev9", "event": {"type": "app_uninstalled"}}
    await shared_harness.deliver("events_api", {**event, **anna._installation()})
    while await shared_harness.store.installation("slack", "E1") is not None:
        await shared_harness.settle()


async def test_an_organisations_token(slack: SlackPeer, sqlite_store: Store) -> None:
    """The same with the organisation's token in the settings."""
    async with slack_harness(slack, sqlite_store, workspace="E1") as harness:
        await harness.person("anna", "E1").types("new sprint")
        assert await harness.kinds("slack:E1:C1")


async def test_an_installation_link_works_once(shared_harness: SlackHarness) -> None:
    """Somebody who gets hold of the address and the cookie later can't install with them."""
    async with aiohttp.ClientSession() as browser:
        address, cookie = await begin_install(shared_harness, browser, "T1")
        assert (await come_back(browser, address, cookie))[0] == 200
        status, page = await come_back(browser, address.replace("code=T1", "code=T2"), cookie)
    assert (status, "used already" in page) == (401, True)
    assert await shared_harness.store.installation("slack", "T2") is None


async def test_visitors_leave_no_installations(shared_harness: SlackHarness) -> None:
    """Somebody who begins an installation again and again, and never ends one, leaves a few rows for a few minutes."""
    for _ in range(5):
        assert (await install(shared_harness, "nonsense"))[0] == 401
    store = shared_harness.store
    assert isinstance(store, WholeStore)
    assert await store.query("SELECT workspace FROM installations") == []
    assert len(await store.query("SELECT word FROM used_words")) == 5
    await store.use_once("later", time.time() + 601, time.time() + 1200)
    assert len(await store.query("SELECT word FROM used_words")) == 1


async def test_the_pages_are_ours(shared_harness: SlackHarness) -> None:
    """The first page says what each permission is for; failures say what to do, without echoing the address."""
    base = f"http://127.0.0.1:{shared_harness.port}/slack"
    async with aiohttp.ClientSession() as browser:
        async with browser.get(f"{base}/install") as answer:
            first = await answer.text()
            assert "frame-ancestors 'none'" in answer.headers["Content-Security-Policy"]
        address, cookie = await begin_install(shared_harness, browser, "T1")
        _, cancelled = await come_back(browser, f"{base}/oauth_redirect?error=access_denied", cookie)
        _, odd = await come_back(browser, f"{base}/oauth_redirect?error=<script>", cookie)
        _, other_browser = await come_back(browser, address, "")
        _, done = await come_back(browser, address, cookie)
    for purpose in (*scopes.REQUIRED.values(), *scopes.OPTIONAL.values()):
        assert purpose.replace("`", "").split()[0] in re.sub("<[^>]+>", "", first)
    assert "You cancelled" in cancelled
    assert "<script>" not in odd
    assert "another browser" in other_browser
    assert "/invite @Scrum Table" in done
    for page in (cancelled, odd, other_browser):
        assert 'href="/slack/install"' in page


async def test_a_database_that_is_away_during_an_installation(slack: SlackPeer, sqlite_store: Store) -> None:
    """A page says so, and the installation can be repeated."""
    store = FlakyStore(sqlite_store)
    installs = WorkspaceInstallations(cast("Store", store), Cipher(KEY), "client", "client-secret")
    async with slack_harness(slack, sqlite_store, installs=installs) as harness:
        store.cut = frozenset({"put_installation", "use_once"})
        status, page = await install(harness, "T1")
        assert (status, "save the installation" in page) == (503, True)
        store.cut = frozenset()
        assert (await install(harness, "T1"))[0] == 200


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
