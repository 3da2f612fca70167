"""The token of a single workspace or organisation, from the settings. For several, see `installations`."""

import asyncio
import logging
import time
from typing import Any

from slack_sdk.errors import SlackApiError

from adapters.slack.identifiers import team_of
from adapters.slack.web_api import FAILURES, WebApi, error_code, translated_errors
from bot.ports import RoomUnreachable
from bot.settings import BadSettings

log = logging.getLogger(__name__)

REJECTED = frozenset({"invalid_auth", "not_authed", "account_inactive", "token_revoked", "not_allowed_token_type"})
INSTALLED_IN = ("team_id", "enterprise_id", "is_enterprise_install")  # fields of auth.test
CHECK_SECONDS = 15.0  # between two checks of the token for /readyz
CHECK_TIMEOUT = 3.0


class SingleWorkspace:
    """One bot token; Slack says which workspace it belongs to."""

    def __init__(self, token: str) -> None:
        self._token = token
        self._team = ""
        self._asking = asyncio.Lock()
        self._checked = 0.0
        self._trouble = ""

    async def token(self, team: str, web: WebApi) -> str | None:
        return self._token if team == await self.team(web) else None

    async def team(self, web: WebApi) -> str:
        async with self._asking:
            if not self._team:
                with translated_errors("auth.test"):
                    try:
                        answer = await web.anonymous(self._token).auth_test()
                    except SlackApiError as error:
                        if error_code(error) in REJECTED:
                            raise BadSettings(bad_token("SLACK_BOT_TOKEN", error_code(error))) from None
                        raise
                self._team = team_of({name: answer[name] for name in INSTALLED_IN})
            return self._team

    async def trouble(self, web: WebApi) -> str:
        """What is wrong with the token, for /readyz; empty if Slack accepts it."""
        if not self._checked or time.monotonic() - self._checked > CHECK_SECONDS:
            self._checked = time.monotonic()
            self._trouble = await _token_trouble(web, self._token)
        return self._trouble

    async def uninstalled(self, body: dict[str, Any]) -> None:
        log.warning("Scrum Table was removed from the workspace %s, so its token no longer works", team_of(body))

    async def revoked(self, body: dict[str, Any]) -> None:
        await self.uninstalled(body)


async def _token_trouble(web: WebApi, token: str) -> str:
    try:
        async with asyncio.timeout(CHECK_TIMEOUT):
            await web.anonymous(token, retries=False).auth_test()
    except SlackApiError as error:
        code = error_code(error)
        return f"Slack rejects the bot's token ({code})." if code in REJECTED else ""
    except (*FAILURES, RoomUnreachable):
        return "Slack can't be reached."
    return ""


def bad_token(setting: str, what: str) -> str:
    return f"Slack rejected {setting} ({what}). Copy it again from api.slack.com/apps; see docs/slack.md."
