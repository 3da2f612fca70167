"""From settings to an adapter; what does not go together is said in a sentence."""

from collections.abc import Callable

from pydantic import SecretStr

from adapters.slack.adapter import Connection, SlackAdapter
from adapters.slack.installs import Installs, Seal
from adapters.slack.uploads import Painter
from adapters.slack.workspaces import OneWorkspace
from bot.ports import Installations
from bot.settings import BadSettings, Settings

GUIDE = "docs/slack.md says where to find it."
NO_WAY_IN = (
    "Slack needs a way to reach this program: SLACK_APP_TOKEN for Socket Mode, or SLACK_SIGNING_SECRET for HTTP. "
    "docs/slack.md says where to find them."
)
NO_WORKSPACE = (
    "Slack needs SLACK_BOT_TOKEN, or for several workspaces SLACK_CLIENT_ID with SLACK_CLIENT_SECRET and "
    "SLACK_TOKEN_KEY. docs/slack.md says where to find them."
)


def is_set_up(settings: Settings) -> bool:
    return any((settings.slack_bot_token, settings.slack_client_id, settings.slack_app_token))


def adapter_of(settings: Settings, paint: Painter) -> Callable[[Installations], SlackAdapter] | None:
    """How to make the adapter once there is a database; None if nothing is set, BadSettings if something is missing."""
    if not is_set_up(settings):
        return None
    connection = connection_of(settings)
    if settings.slack_client_id:
        secret, key = _plain(settings.slack_client_secret), _plain(settings.slack_token_key)
        if not secret or not key:
            raise BadSettings(NO_WORKSPACE)
        client, seal = settings.slack_client_id, Seal(key)
        return lambda store: SlackAdapter(Installs(store, seal, client, secret), connection, paint)
    token = _plain(settings.slack_bot_token)
    if not token:
        raise BadSettings(NO_WORKSPACE)
    return lambda _: SlackAdapter(OneWorkspace(token), connection, paint)


def connection_of(settings: Settings) -> Connection:
    connection = Connection(
        api_url=settings.slack_api_url,
        app_token=_plain(settings.slack_app_token),
        signing_secret=_plain(settings.slack_signing_secret),
    )
    if not connection.app_token and not connection.signing_secret:
        raise BadSettings(NO_WAY_IN)
    return connection


def _plain(secret: SecretStr | None) -> str:
    return secret.get_secret_value() if secret else ""
