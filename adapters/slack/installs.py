"""Installed by OAuth into many workspaces: the tokens lie in our database, encrypted."""

import base64
import hashlib
import json
import logging
import secrets
import time
from typing import Any

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from slack_bolt.oauth.async_oauth_flow import AsyncOAuthFlow
from slack_bolt.oauth.async_oauth_settings import AsyncOAuthSettings
from slack_sdk.oauth.installation_store import Bot, Installation
from slack_sdk.oauth.installation_store.async_installation_store import AsyncInstallationStore
from slack_sdk.oauth.state_store.async_state_store import AsyncOAuthStateStore
from slack_sdk.web.async_client import AsyncWebClient

from adapters.slack.names import PLATFORM
from adapters.slack.web import Web, library_log
from bot.ports import Installations

log = logging.getLogger(__name__)

SCOPES = ("commands", "chat:write", "files:write")
STATE_SECONDS = 600
KNOWN_SECONDS = 60.0  # a token is looked up again after that: another process may have got a new one


class Seal:
    """Encrypts what is stored. Several keys, separated by commas: the first one seals, all of them open."""

    def __init__(self, keys: str) -> None:
        self._box = MultiFernet([Fernet(_key(key)) for key in keys.split(",") if key.strip()])

    def close(self, data: dict[str, Any]) -> bytes:
        return self._box.encrypt(json.dumps(data).encode())

    def open(self, sealed: bytes, seconds: int | None = None) -> dict[str, Any] | None:
        """None if it was sealed with another key, or longer ago than that."""
        try:
            found: dict[str, Any] = json.loads(self._box.decrypt(sealed, seconds))
        except InvalidToken:
            return None
        return found


def _key(text: str) -> bytes:
    """Any long secret is turned into a key."""
    return base64.urlsafe_b64encode(hashlib.sha256(text.strip().encode()).digest())


class Installs(AsyncInstallationStore):
    """Slack's installation store, as far as a bot needs one, and the tokens by workspace."""

    def __init__(self, store: Installations, seal: Seal, client_id: str, client_secret: str) -> None:
        self._store = store
        self._seal = seal
        self._client_id = client_id
        self._client_secret = client_secret
        self._known: dict[str, tuple[float, str]] = {}

    def flow(self, client: AsyncWebClient) -> AsyncOAuthFlow:
        settings = AsyncOAuthSettings(
            client_id=self._client_id,
            client_secret=self._client_secret,
            scopes=SCOPES,
            user_scopes=(),
            installation_store=self,
            installation_store_bot_only=True,
            state_store=SealedStates(self._seal),
            state_expiration_seconds=STATE_SECONDS,
            logger=library_log,
        )
        return AsyncOAuthFlow(client=client, logger=library_log, settings=settings)

    async def token(self, team: str, web: Web) -> str | None:
        del web
        until, token = self._known.get(team, (0.0, ""))
        if time.monotonic() < until:
            return token
        self._known.pop(team, None)
        found = await self._find(team)
        if found is None:
            return None
        self._known[team] = (time.monotonic() + KNOWN_SECONDS, str(found["bot_token"]))
        return self._known[team][1]

    async def uninstalled(self, body: dict[str, Any]) -> None:
        await self._drop(body["team_id"])

    async def revoked(self, body: dict[str, Any]) -> None:
        if body["event"].get("tokens", {}).get("bot"):
            await self._drop(body["team_id"])

    async def _find(self, team: str) -> dict[str, Any] | None:
        sealed = await self._store.installation(PLATFORM, team)
        if sealed is None:
            return None
        found = self._seal.open(sealed)
        if found is None:
            log.error("the installation of %s was encrypted with another key: set SLACK_TOKEN_KEY to both", team)
        return found

    async def _drop(self, team: str) -> None:
        await self._store.drop_installation(PLATFORM, team)
        self._known.pop(team, None)

    # --- what Bolt's OAuth flow asks for ---------------------------------------------------------------------------

    @property
    def logger(self) -> logging.Logger:
        return log

    async def async_save(self, installation: Installation) -> None:
        await self.async_save_bot(installation.to_bot())

    async def async_save_bot(self, bot: Bot) -> None:
        if not bot.team_id:
            raise ValueError("Scrum Table is installed into workspaces, not into a whole organisation.")
        kept = {"bot_token": bot.bot_token, "bot_user_id": bot.bot_user_id, "scopes": list(bot.bot_scopes or ())}
        await self._store.put_installation(PLATFORM, bot.team_id, self._seal.close(kept))
        self._known.pop(bot.team_id, None)

    async def async_find_bot(
        self, *, enterprise_id: str | None, team_id: str | None, is_enterprise_install: bool | None = False
    ) -> Bot | None:
        del enterprise_id, is_enterprise_install
        found = await self._find(team_id or "")
        if found is None:
            return None
        return Bot(
            team_id=team_id,
            bot_token=found["bot_token"],
            bot_id="",
            bot_user_id=found["bot_user_id"] or "",
            bot_scopes=found["scopes"],
            installed_at=0.0,
        )

    async def async_delete_bot(self, *, enterprise_id: str | None, team_id: str | None) -> None:
        del enterprise_id
        await self._drop(team_id or "")


class SealedStates(AsyncOAuthStateStore):
    """The state of an installation under way, in itself: any process can check it, and it ages."""

    def __init__(self, seal: Seal) -> None:
        self._seal = seal

    @property
    def logger(self) -> logging.Logger:
        return log

    async def async_issue(self, *args: object, **kwargs: object) -> str:
        del args, kwargs
        return self._seal.close({"state": secrets.token_hex(8)}).decode()

    async def async_consume(self, state: str) -> bool:
        return self._seal.open(state.encode(), STATE_SECONDS) is not None
