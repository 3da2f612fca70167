"""Builds the adapter from the settings, and explains settings that don't go together."""

from collections.abc import Callable

from pydantic import SecretStr

from adapters.slack.adapter import SlackAdapter, SlackSettings
from adapters.slack.installations import Cipher, WorkspaceInstallations
from adapters.slack.workspaces import SingleWorkspace
from bot.ports import Installations, Painter
from bot.settings import BadSettings, Settings

NO_DELIVERY = (
    "Slack needs a way to reach this program: set SLACK_APP_TOKEN for Socket Mode or SLACK_SIGNING_SECRET for HTTP. "
    "See docs/slack.md for where to find them."
)
NO_WORKSPACE = (
    "Slack needs SLACK_BOT_TOKEN, or for several workspaces SLACK_CLIENT_ID, SLACK_CLIENT_SECRET and "
    "SLACK_TOKEN_KEY. See docs/slack.md for where to find them."
)


def is_set_up(settings: Settings) -> bool:
    return any((settings.slack_bot_token, settings.slack_client_id, settings.slack_app_token))


def adapter_of(settings: Settings, paint: Painter) -> Callable[[Installations], SlackAdapter] | None:
    """A factory for the adapter, given a store; None if Slack isn't set up, BadSettings if settings are missing."""
    if not is_set_up(settings):
        return None
    slack_config = slack_settings(settings)
    if settings.slack_client_id:
        secret, key = _plain(settings.slack_client_secret), _plain(settings.slack_token_key)
        if not secret or not key:
            raise BadSettings(NO_WORKSPACE)
        client, cipher = settings.slack_client_id, Cipher(key)
        return lambda store: SlackAdapter(
            WorkspaceInstallations(store, cipher, client, secret), slack_config, paint, store
        )
    token = _plain(settings.slack_bot_token)
    if not token:
        raise BadSettings(NO_WORKSPACE)
    return lambda store: SlackAdapter(SingleWorkspace(token), slack_config, paint, store)


def slack_settings(settings: Settings) -> SlackSettings:
    slack_config = SlackSettings(
        api_url=settings.slack_api_url,
        app_token=_plain(settings.slack_app_token),
        signing_secret=_plain(settings.slack_signing_secret),
        style=settings.slack_style,
    )
    if not slack_config.app_token and not slack_config.signing_secret:
        raise BadSettings(NO_DELIVERY)
    return slack_config


def _plain(secret: SecretStr | None) -> str:
    return secret.get_secret_value() if secret else ""
