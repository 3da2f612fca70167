"""Slack on the program's shared HTTP server."""

import json
import re
from pathlib import Path

import aiohttp

from adapters.http import HttpServer
from adapters.slack.adapter import SlackAdapter, SlackSettings
from adapters.slack.install.installations import SingleWorkspace
from tests.adapters.slack.harness import SECRET, Signed, SlackHarness
from tests.adapters.slack.test_program import program
from tests.peers.slack import APP_TOKEN, BOT_TOKEN, SlackPeer


async def test_before_it_is_connected(slack: SlackPeer) -> None:
    """While the adapter is connecting, Slack gets 503, and /readyz says why."""
    connection = SlackSettings(api_url=f"{slack.url}api/", signing_secret=SECRET)
    adapter = SlackAdapter(SingleWorkspace(BOT_TOKEN.format(team="T1")), connection)
    server = HttpServer("127.0.0.1", 0)
    server.add(adapter.routes())
    async with server.running() as port:
        signed = Signed(lambda: f"http://127.0.0.1:{port}/slack/events")
        assert await signed.send("slash_commands", {"command": "/scrum"}) == (503, "")
    assert await adapter.trouble() == "Slack is not connected."


async def test_when_it_is_connected(http_harness: SlackHarness) -> None:
    """No trouble is reported."""
    assert await http_harness.adapter.trouble() == ""


def test_socket_mode_has_no_routes() -> None:
    """In Socket Mode the adapter serves nothing over HTTP."""
    adapter = SlackAdapter(SingleWorkspace("xoxb"), SlackSettings(app_token=APP_TOKEN))
    assert adapter.routes() == []


async def test_slack_and_the_web_table_together(slack: SlackPeer, tmp_path: Path) -> None:
    """One server has Slack, the web table and health checks; a Slack table can be watched in a browser."""
    tokens = {"SLACK_BOT_TOKEN": BOT_TOKEN.format(team="T1"), "SLACK_APP_TOKEN": APP_TOKEN}
    more = {"WEB_TABLE": "on", "HTTP_PORT": "0", "LOG_LEVEL": "INFO"}
    async with program(slack, tmp_path, **tokens, **more) as process, aiohttp.ClientSession() as session:
        assert process.stderr is not None
        port = None
        while port is None:
            port = re.search(rb"127\.0\.0\.1, port (\d+)", await process.stderr.readline())
        url = f"http://127.0.0.1:{int(port[1])}"
        payload = {"command": "/scrum", "team_id": "T1", "channel_id": "C1", "user_id": "U1"}
        slack.profiles["U1"] = {"profile": {"display_name": "anna"}}
        payload |= {"response_url": f"{slack.url}response/U1"}
        await slack.deliver("slash_commands", {**payload, "text": "new sprint", "trigger_id": "t1"})
        await slack.until(lambda: slack.messages, "the table")
        await slack.deliver("slash_commands", {**payload, "text": "watch", "trigger_id": "t2"})
        await slack.until(lambda: slack.ephemeral, "the link")
        link = re.search(rf"{url}/w/[a-z0-9.]+", json.dumps(slack.ephemeral[-1].body))
        assert link is not None
        async with session.ws_connect(f"{link[0]}/socket", headers={"Origin": url}) as socket:
            await socket.send_json({"type": "hello"})
            page = await socket.receive_json()
            assert (page["phase"], page["chairs"][0]["name"]) == ("lobby", "anna")
        for path in ("/healthz", "/readyz", "/metrics", "/"):
            async with session.get(f"{url}{path}") as answer:
                assert answer.status == 200
