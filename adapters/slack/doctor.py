"""Whether Slack can be used as it is set up."""

from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from adapters.slack.adapter import Connection
from adapters.slack.installs import SCOPES
from adapters.slack.uploads import no_pictures
from adapters.slack.web import FAULTS, Web, code
from adapters.slack.wiring import adapter_of, connection_of, is_set_up
from adapters.slack.workspaces import OneWorkspace
from bot.operations.doctor import Finding
from bot.settings import BadSettings, Settings

GUIDE = "See docs/slack.md."


async def check(settings: Settings) -> list[Finding]:
    if not is_set_up(settings):
        return [Finding(ok=True, what="Slack is not set up.", advice="SLACK_BOT_TOKEN would do it; see docs/slack.md.")]
    try:
        adapter_of(settings, no_pictures)
        connection = connection_of(settings)
    except BadSettings as fault:
        return [Finding(ok=False, what=str(fault))]
    token = settings.slack_bot_token.get_secret_value() if settings.slack_bot_token else ""
    web = Web(connection.api_url, OneWorkspace(token))
    try:
        return [*await _workspace(web, token, settings), *await _way_in(web, connection, settings)]
    finally:
        await web.close()


async def _workspace(web: Web, token: str, settings: Settings) -> list[Finding]:
    if settings.slack_client_id:
        pages = f"http://{settings.http_host}:{settings.http_port}/slack/install"
        return [Finding(ok=True, what=f"Slack workspaces are installed by OAuth, at {pages}.")]
    try:
        answer = await web.anonymous(token).auth_test()
    except FAULTS as fault:
        return [_refused("SLACK_BOT_TOKEN", fault)]
    found = [Finding(ok=True, what=f"Slack knows SLACK_BOT_TOKEN: it belongs to the workspace {answer['team']}.")]
    granted = {name.lower(): value for name, value in answer.headers.items()}.get("x-oauth-scopes")
    if granted is not None:
        missing = sorted(set(SCOPES) - set(granted.replace(" ", "").split(",")))
        advice = f"Add {', '.join(missing)} and install the app again. {GUIDE}" if missing else ""
        found.append(Finding(ok=not missing, what="The scopes of the Slack app.", advice=advice))
    return found


async def _way_in(web: Web, connection: Connection, settings: Settings) -> list[Finding]:
    if not connection.app_token:
        where = f"http://{settings.http_host}:{settings.http_port}/slack/events"
        return [Finding(ok=True, what=f"Slack delivers over HTTP, to {where} or what forwards to it.")]
    client: AsyncWebClient = web.anonymous()
    try:
        await client.apps_connections_open(app_token=connection.app_token)
    except FAULTS as fault:
        return [_refused("SLACK_APP_TOKEN", fault)]
    return [Finding(ok=True, what="Slack knows SLACK_APP_TOKEN: Socket Mode is on.")]


def _refused(setting: str, fault: Exception) -> Finding:
    if isinstance(fault, SlackApiError):
        return Finding(ok=False, what=f"Slack does not accept {setting} ({code(fault)}).", advice=GUIDE)
    return Finding(ok=False, what=f"Slack cannot be reached ({code(fault)}).", advice="Is there a way to the network?")
