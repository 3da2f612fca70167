"""Checks of the Slack settings."""

from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from adapters.pictures import no_picture
from adapters.slack.adapter import adapter_of
from adapters.slack.install import pages as scopes
from adapters.slack.install.installations import SingleWorkspace
from adapters.slack.web_api import FAILURES, WebApi, error_code
from bot.operations.doctor import Finding
from bot.settings import BadSettings, Settings

_GUIDE = "See docs/slack.md."


async def check(settings: Settings) -> list[Finding]:
    """Check the settings of Slack, of which some are there, and what Slack says of them."""
    try:
        adapter_of(settings, no_picture)
        faults = []
    except BadSettings as error:
        faults = [Finding(ok=False, what=str(error))]
    token = settings.slack_bot_token.get_secret_value() if settings.slack_bot_token else ""
    app_token = settings.slack_app_token.get_secret_value() if settings.slack_app_token else ""
    web = WebApi(settings.slack_api_url, SingleWorkspace(token))
    try:
        workspace = await _workspace(web, token, settings) if token or not faults else []
        delivery = await _delivery(web, app_token, settings)
        same = await _same_app(web, token, app_token) if token and app_token else []
        return [*faults, *workspace, *delivery, *same]
    finally:
        await web.close()


async def _workspace(web: WebApi, token: str, settings: Settings) -> list[Finding]:
    if settings.slack_client_id:
        return [
            Finding(ok=True, what=f"Slack workspaces install the app by OAuth, at {settings.address}/slack/install.")
        ]
    try:
        answer = await web.anonymous(token).auth_test()
    except FAILURES as error:
        return [_rejected("SLACK_BOT_TOKEN", error)]
    found = [Finding(ok=True, what=f"SLACK_BOT_TOKEN is valid; it belongs to the workspace {answer['team']}.")]
    granted = scopes.told(answer.headers)
    return found if granted is None else [*found, *_scopes(granted)]


def _scopes(granted: frozenset[str]) -> list[Finding]:
    """The scopes that are missing, and what each of the optional ones would add."""
    missing = [scope for scope in scopes.REQUIRED if scope not in granted]
    advice = f"Add {', '.join(missing)} and install the app again. {_GUIDE}" if missing else ""
    optional = {scope: purpose for scope, purpose in scopes.OPTIONAL.items() if scope not in granted}
    return [
        Finding(ok=not missing, what="Scopes of the Slack app.", advice=advice),
        *(
            Finding(ok=True, what=f"The optional scope {scope} is not granted.", advice=f"It would bring {purpose}.")
            for scope, purpose in optional.items()
        ),
    ]


async def _same_app(web: WebApi, token: str, app_token: str) -> list[Finding]:
    """Check that both tokens belong to one app; Slack says that only if the app may read users."""
    _, _, listening, *_ = [*app_token.split("-"), "", "", ""]  # xapp-1-A0123456789-…
    try:
        bot = (await web.anonymous(token).auth_test())["bot_id"]
        posting = ((await web.anonymous(token).bots_info(bot=bot))["bot"] or {}).get("app_id")
    except FAILURES:  # reported above, or the scope is missing
        return []
    if not posting or not listening or posting == listening:
        return []
    what = f"SLACK_APP_TOKEN belongs to the app {listening}, but SLACK_BOT_TOKEN to the app {posting}."
    advice = f"Copy both from the same app; buttons and commands don't work like this. {_GUIDE}"
    return [Finding(ok=False, what=what, advice=advice)]


async def _delivery(web: WebApi, app_token: str, settings: Settings) -> list[Finding]:
    if not app_token:
        if settings.slack_signing_secret is None:  # reported as a fault
            return []
        where = f"{settings.address}/slack/events" + ("" if settings.web_url else " or a proxy in front of it")
        return [Finding(ok=True, what=f"Slack delivers over HTTP, to {where}.")]
    client: AsyncWebClient = web.anonymous()
    try:
        await client.apps_connections_open(app_token=app_token)
    except FAILURES as error:
        return [_rejected("SLACK_APP_TOKEN", error)]
    return [Finding(ok=True, what="SLACK_APP_TOKEN is valid; Socket Mode is on.")]


def _rejected(setting: str, error: Exception) -> Finding:
    if isinstance(error, SlackApiError):
        return Finding(ok=False, what=f"Slack rejected {setting} ({error_code(error)}).", advice=_GUIDE)
    return Finding(
        ok=False, what=f"Slack can't be reached ({error_code(error)}).", advice="Check the network connection."
    )
