"""Checks the Slack settings."""

from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from adapters.boards import no_picture
from adapters.slack.adapter import SlackSettings
from adapters.slack.installations import SCOPES
from adapters.slack.web_api import FAILURES, WebApi, error_code
from adapters.slack.wiring import adapter_of, is_set_up, slack_settings
from adapters.slack.workspaces import SingleWorkspace
from bot.operations.doctor import Finding
from bot.settings import BadSettings, Settings

GUIDE = "See docs/slack.md."


async def check(settings: Settings) -> list[Finding]:
    if not is_set_up(settings):
        return [
            Finding(ok=True, what="Slack is not set up.", advice="Set SLACK_BOT_TOKEN to use it; see docs/slack.md.")
        ]
    try:
        adapter_of(settings, no_picture)
        slack_config = slack_settings(settings)
    except BadSettings as error:
        return [Finding(ok=False, what=str(error))]
    token = settings.slack_bot_token.get_secret_value() if settings.slack_bot_token else ""
    web = WebApi(slack_config.api_url, SingleWorkspace(token))
    try:
        return [*await _workspace(web, token, settings), *await _delivery(web, slack_config, settings)]
    finally:
        await web.close()


async def _workspace(web: WebApi, token: str, settings: Settings) -> list[Finding]:
    if settings.slack_client_id:
        pages = f"http://{settings.http_host}:{settings.http_port}/slack/install"
        return [Finding(ok=True, what=f"Slack workspaces install the app by OAuth, at {pages}.")]
    try:
        answer = await web.anonymous(token).auth_test()
    except FAILURES as error:
        return [_rejected("SLACK_BOT_TOKEN", error)]
    found = [Finding(ok=True, what=f"SLACK_BOT_TOKEN is valid; it belongs to the workspace {answer['team']}.")]
    granted = {name.lower(): value for name, value in answer.headers.items()}.get("x-oauth-scopes")
    if granted is not None:
        missing = sorted(set(SCOPES) - set(granted.replace(" ", "").split(",")))
        advice = f"Add {', '.join(missing)} and install the app again. {GUIDE}" if missing else ""
        found.append(Finding(ok=not missing, what="Scopes of the Slack app.", advice=advice))
    return found


async def _delivery(web: WebApi, slack_config: SlackSettings, settings: Settings) -> list[Finding]:
    if not slack_config.app_token:
        where = f"http://{settings.http_host}:{settings.http_port}/slack/events"
        return [Finding(ok=True, what=f"Slack delivers over HTTP, to {where} or a proxy in front of it.")]
    client: AsyncWebClient = web.anonymous()
    try:
        await client.apps_connections_open(app_token=slack_config.app_token)
    except FAILURES as error:
        return [_rejected("SLACK_APP_TOKEN", error)]
    return [Finding(ok=True, what="SLACK_APP_TOKEN is valid; Socket Mode is on.")]


def _rejected(setting: str, error: Exception) -> Finding:
    if isinstance(error, SlackApiError):
        return Finding(ok=False, what=f"Slack rejected {setting} ({error_code(error)}).", advice=GUIDE)
    return Finding(
        ok=False, what=f"Slack can't be reached ({error_code(error)}).", advice="Check the network connection."
    )
