"""The token of a single workspace, from the settings. For several, see `installations`."""

import asyncio
import logging
from typing import Any

from slack_sdk.errors import SlackApiError

from adapters.slack.web_api import WebApi, error_code, translated_errors
from bot.settings import BadSettings

log = logging.getLogger(__name__)

REJECTED = frozenset({"invalid_auth", "not_authed", "account_inactive", "token_revoked", "not_allowed_token_type"})


class SingleWorkspace:
    """One bot token; Slack says which workspace it belongs to."""

    def __init__(self, token: str) -> None:
        self._token = token
        self._team = ""
        self._asking = asyncio.Lock()

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
                self._team = str(answer["team_id"])
            return self._team

    async def uninstalled(self, body: dict[str, Any]) -> None:
        log.warning("Scrum Table was removed from the workspace %s, so its token no longer works", body["team_id"])

    async def revoked(self, body: dict[str, Any]) -> None:
        await self.uninstalled(body)


def bad_token(setting: str, what: str) -> str:
    return f"Slack rejected {setting} ({what}). Copy it again from api.slack.com/apps; see docs/slack.md."
