"""The whole program with the Slack peer: settings, doctor and manifest."""

import asyncio
import os
import re
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import yaml

from adapters.pictures import no_picture
from adapters.slack.adapter import adapter_of
from adapters.slack.doctor import check
from adapters.slack.incoming.deliveries import EVENTS
from adapters.slack.incoming.workflow_step import OPEN_RETRO
from adapters.slack.install import pages as scopes
from adapters.slack.install.manifest import manifest
from bot.kernel.store import Store
from bot.settings import BadSettings, Settings
from tests.adapters.slack.harness import slack_harness
from tests.peers.slack import APP_TOKEN, BOT_TOKEN, SlackPeer

ROOT = Path(__file__).parents[3]
TOKEN = BOT_TOKEN.format(team="T1")


@asynccontextmanager
async def program(slack: SlackPeer, folder: Path, **settings: str) -> AsyncIterator[asyncio.subprocess.Process]:
    """Run `scrum-table run` during the test."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("SLACK_", "DISCORD_"))}
    where = {"DATABASE_URL": f"sqlite:///{folder / 'run.db'}", "SLACK_API_URL": f"{slack.url}api/", "HTTP_PORT": "0"}
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot", "run"),
        cwd=ROOT,
        env={**clean, **where, **settings},
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        yield process
    finally:
        if process.returncode is None:
            process.terminate()
        await process.communicate()


async def test_run(slack: SlackPeer, tmp_path: Path) -> None:
    """With Socket Mode settings, commands come in, messages and a picture go out, and SIGTERM ends it."""
    async with program(slack, tmp_path, SLACK_BOT_TOKEN=TOKEN, SLACK_APP_TOKEN=APP_TOKEN, LOG_LEVEL="DEBUG") as process:
        payload = {"command": "/scrum", "team_id": "T1", "channel_id": "C1", "user_id": "U1", "user_name": "anna"}
        payload |= {"response_url": f"{slack.url}response/U1"}
        for number, words in enumerate(("new sprint", "bot", "start"), start=1):
            said = {**payload, "text": words, "trigger_id": f"t{number}"}
            assert await slack.deliver("slash_commands", said) == {}
            await slack.until(lambda number=number: shown(slack) >= number, "the message")  # type: ignore[misc]
        process.terminate()
        _, logged = await process.communicate()
    assert process.returncode == 0
    assert [file["content"][:4] for file in slack.files.values()] == [b"\x89PNG"]
    assert b"secret" not in logged


def shown(slack: SlackPeer) -> int:
    """The number of messages and edits in the channel."""
    return sum(1 + message.edits for message in slack.messages)


async def test_a_rejected_token(slack: SlackPeer, tmp_path: Path) -> None:
    """The program ends with an error that names the setting but not its value."""
    async with program(slack, tmp_path, SLACK_BOT_TOKEN="xoxb-hunter2", SLACK_APP_TOKEN=APP_TOKEN) as process:
        _, said = await process.communicate()
    assert process.returncode == 2
    assert b"Slack rejected SLACK_BOT_TOKEN (invalid_auth)" in said
    assert b"hunter2" not in said


async def test_a_rejected_app_token(slack: SlackPeer, sqlite_store: Store) -> None:
    """The same for the app token."""
    with pytest.raises(BadSettings, match=r"^Slack rejected SLACK_APP_TOKEN \(invalid_auth\)"):
        async with slack_harness(slack, sqlite_store, app_token="xapp-hunter2"):
            pass


def settings(**values: str | None) -> Settings:
    return Settings.model_validate({"discord_guilds": (), **values})


@pytest.mark.parametrize(
    ("values", "missing"),
    [
        ({"slack_bot_token": "x"}, "SLACK_APP_TOKEN for Socket Mode or SLACK_SIGNING_SECRET"),
        ({"slack_app_token": "x"}, "SLACK_BOT_TOKEN"),
        ({"slack_app_token": "x", "slack_client_id": "x"}, "SLACK_TOKEN_KEY"),
    ],
)
def test_incomplete_settings(monkeypatch: pytest.MonkeyPatch, values: dict[str, str], missing: str) -> None:
    """The error says what else is needed."""
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)
    with pytest.raises(BadSettings, match=missing):
        adapter_of(settings(**values), no_picture)


async def test_doctor(slack: SlackPeer) -> None:
    """The doctor reports valid settings, a wrong token, a missing one, and an unreachable Slack."""
    well = {"slack_bot_token": TOKEN, "slack_app_token": APP_TOKEN, "slack_api_url": f"{slack.url}api/"}
    slack.scopes += ",canvases:write,lists:write"
    findings = await check(settings(**well))
    assert [finding.ok for finding in findings] == [True, True, True]
    violations = await check(settings(**{**well, "slack_app_token": "xapp-hunter2"}))
    assert [finding.ok for finding in violations] == [True, True, False]
    slack.scopes = "commands,chat:write"
    narrow = await check(settings(**well))
    assert next(finding for finding in narrow if not finding.ok).advice.startswith("Add files:write and install")
    optional = next(finding for finding in narrow if "users:read" in finding.what)
    assert "display names" in optional.advice
    half = await check(settings(**{**well, "slack_bot_token": "x", "slack_app_token": None}))
    assert [finding.what[:14] for finding in half] == ["Slack needs a ", "Slack rejected"]
    away = await check(settings(**{**well, "slack_api_url": "http://127.0.0.1:9/api/"}))
    assert not any(finding.ok for finding in (*half, *away))
    assert "hunter2" not in repr((violations, half, away))


async def test_doctor_names_the_public_address(slack: SlackPeer) -> None:
    """Where Slack delivers, as it is written in WEB_URL; else where this program listens."""
    over_http = {"slack_bot_token": TOKEN, "slack_signing_secret": "s", "slack_api_url": f"{slack.url}api/"}
    for more, where in (
        ({"web_url": "https://table.example.org/"}, "https://table.example.org"),
        ({}, "http://127.0.0.1:8080"),
    ):
        found = await check(settings(**over_http, **more))
        assert f"to {where}/slack/events" in found[-1].what


async def test_doctor_with_tokens_of_two_apps(slack: SlackPeer) -> None:
    """It names both apps; nothing else would tell the operator why no button works."""
    slack.app = "A2"
    found = await check(settings(slack_bot_token=TOKEN, slack_app_token=APP_TOKEN, slack_api_url=f"{slack.url}api/"))
    (wrong,) = [finding for finding in found if not finding.ok]
    assert "the app A1" in wrong.what
    assert "the app A2" in wrong.what


def test_the_manifest() -> None:
    """The file to paste is what the program prints, and has exactly the command, events and scopes in use."""
    pasted = yaml.safe_load((ROOT / "deploy" / "slack-manifest.yaml").read_text("utf-8"))
    assert pasted == manifest(settings())
    (command,) = pasted["features"]["slash_commands"]
    assert command["command"] == "/scrum"
    assert "new retro" in command["usage_hint"]
    assert all(len(one["name"]) <= 24 for one in pasted["features"]["shortcuts"])
    asked = pasted["oauth_config"]["scopes"]
    assert (asked["bot"], asked["bot_optional"]) == ([*scopes.REQUIRED, *scopes.OPTIONAL], [*scopes.OPTIONAL])
    assert tuple(pasted["settings"]["event_subscriptions"]["bot_events"]) == EVENTS


def test_a_manifest_for_other_settings() -> None:
    """Another name of the command, HTTP, previews of the web table's links, and the step for workflows."""
    wanted = settings(slack_command="/team-scrum", web_table="true", web_url="https://table.example.org/")
    other = manifest(wanted, url="https://bot.example.org/", workflow_step=True)
    (command,) = other["features"]["slash_commands"]
    assert (command["command"], command["url"]) == ("/team-scrum", "https://bot.example.org/slack/events")
    assert other["features"]["unfurl_domains"] == ["table.example.org"]
    assert {*scopes.LINKS} <= {*other["oauth_config"]["scopes"]["bot_optional"]}
    assert [*other["functions"]] == [OPEN_RETRO]
    assert {"link_shared", "function_executed"} <= {*other["settings"]["event_subscriptions"]["bot_events"]}
    assert (other["settings"]["socket_mode_enabled"], other["settings"]["function_runtime"]) == (False, "remote")


def test_the_scopes_cover_what_is_called() -> None:
    """Every Web API method that the adapter calls needs one of our scopes, or none."""
    source = "".join(file.read_text("utf-8") for file in (ROOT / "adapters" / "slack").rglob("*.py"))
    needs = {
        "chat_postMessage": "chat:write",
        "chat_update": "chat:write",
        "chat_delete": "chat:write",
        "chat_getPermalink": None,
        "chat_postEphemeral": "chat:write",
        "files_getUploadURLExternal": "files:write",
        "files_completeUploadExternal": "files:write",
        "files_delete": "files:write",
        "users_info": "users:read",
        "bots_info": "users:read",
        "views_open": None,
        "views_update": None,
        "views_publish": None,
        "auth_test": None,
        "canvases_create": "canvases:write",
        "slackLists_create": "lists:write",
        "slackLists_access_set": "lists:write",
        "slackLists_items_create": "lists:write",
        "chat_unfurl": "links:write",
        "apps_connections_open": None,  # the app-level token's connections:write
    }
    families = "slackLists|canvases|chat|files|views|auth|apps|bots|conversations|users|reactions"
    called = set(re.findall(rf"\b((?:{families})_[a-zA-Z_]+)\(", source))
    assert called <= needs.keys()
    listening = {"commands", "app_mentions:read", "links:read"}
    asked = {*scopes.REQUIRED, *scopes.OPTIONAL, *scopes.LINKS}
    assert {needs[name] for name in called} - {None} == asked - listening
