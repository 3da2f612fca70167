"""The keys to the workspaces: one token from the settings, or as many as the app was installed into."""

import asyncio
import logging
from typing import Any

from slack_sdk.errors import SlackApiError

from adapters.slack.web import Web, code, reaching
from bot.settings import BadSettings

log = logging.getLogger(__name__)

REFUSED = frozenset({"invalid_auth", "not_authed", "account_inactive", "token_revoked", "not_allowed_token_type"})


class OneWorkspace:
    """The bot's token is from the settings; which workspace it belongs to, Slack says."""

    def __init__(self, token: str) -> None:
        self._token = token
        self._team = ""
        self._asking = asyncio.Lock()

    async def token(self, team: str, web: Web) -> str | None:
        return self._token if team == await self.team(web) else None

    async def team(self, web: Web) -> str:
        async with self._asking:
            if not self._team:
                with reaching("auth.test"):
                    try:
                        answer = await web.anonymous(self._token).auth_test()
                    except SlackApiError as fault:
                        if code(fault) in REFUSED:
                            raise BadSettings(bad_token("SLACK_BOT_TOKEN", code(fault))) from None
                        raise
                self._team = str(answer["team_id"])
            return self._team

    async def uninstalled(self, body: dict[str, Any]) -> None:
        log.warning("Scrum Table was removed from the workspace %s: its token is of no use any more", body["team_id"])

    async def revoked(self, body: dict[str, Any]) -> None:
        await self.uninstalled(body)


def bad_token(setting: str, what: str) -> str:
    return f"Slack does not accept {setting} ({what}). Copy it again from api.slack.com/apps; docs/slack.md says where."
