"""Installation by OAuth into many workspaces and organisations, with encrypted tokens in the database."""

import asyncio
import base64
import hashlib
import json
import logging
import secrets
import time
from collections.abc import Sequence
from typing import Any

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from slack_bolt.error import BoltError
from slack_bolt.oauth.async_oauth_settings import AsyncOAuthSettings
from slack_sdk.errors import SlackApiError
from slack_sdk.oauth.installation_store import Bot, Installation
from slack_sdk.oauth.installation_store.async_installation_store import AsyncInstallationStore
from slack_sdk.oauth.state_store.async_state_store import AsyncOAuthStateStore
from slack_sdk.web.async_client import AsyncWebClient

from adapters.slack.identifiers import PLATFORM, team_of
from adapters.slack.install import pages as scopes
from adapters.slack.install.pages import InstallFlow, callbacks
from adapters.slack.web_api import FAILURES, WebApi, error_code, library_log, translated_errors
from bot.kernel.ports import RoomUnreachable
from bot.kernel.store import Installations, StoreUnavailable
from bot.settings import BadSettings

log = logging.getLogger(__name__)

_STATE_SECONDS = 600
_CACHE_SECONDS = 60.0  # for a token: another process may store a new one


class Cipher:
    """Encryption of what is stored. Takes several keys separated by commas: the first encrypts, all of them decrypt."""

    def __init__(self, keys: str) -> None:
        self._fernet = MultiFernet([Fernet(_key(key)) for key in keys.split(",") if key.strip()])

    def encrypt(self, data: dict[str, Any]) -> bytes:
        return self._fernet.encrypt(json.dumps(data).encode())

    def decrypt(self, sealed: bytes, seconds: int | None = None) -> dict[str, Any] | None:
        """The decrypted data; None if it was encrypted with another key, or longer ago than `seconds`."""
        try:
            found: dict[str, Any] = json.loads(self._fernet.decrypt(sealed, seconds))
        except InvalidToken:
            return None
        return found


def _key(text: str) -> bytes:
    """Derive a key from any long secret."""
    return base64.urlsafe_b64encode(hashlib.sha256(text.strip().encode()).digest())


class WorkspaceInstallations(AsyncInstallationStore):
    """Slack's installation store for bots only, and the tokens by workspace or organisation."""

    def __init__(self, store: Installations, cipher: Cipher, client_id: str, client_secret: str) -> None:
        self._store = store
        self._cipher = cipher
        self._client_id = client_id
        self._client_secret = client_secret
        self._known: dict[str, tuple[float, str]] = {}
        self._states = _SingleUseStates(store, cipher)

    def flow(self, client: AsyncWebClient, command: str, scopes: Sequence[str]) -> InstallFlow:
        settings = AsyncOAuthSettings(
            client_id=self._client_id,
            client_secret=self._client_secret,
            scopes=scopes,
            user_scopes=(),
            installation_store=self,
            installation_store_bot_only=True,
            state_store=self._states,
            state_expiration_seconds=_STATE_SECONDS,
            callback_options=callbacks(command),
            logger=library_log,
        )
        flow = InstallFlow(client=client, logger=library_log, settings=settings)
        flow.command = command
        return flow

    async def token(self, team: str, web: WebApi) -> str | None:
        del web
        until, token = self._known.get(team, (0.0, ""))
        if time.monotonic() < until:
            return token
        self._known.pop(team, None)
        found = await self._find(team)
        if found is None:
            return None
        self._known[team] = (time.monotonic() + _CACHE_SECONDS, str(found["bot_token"]))
        return self._known[team][1]

    async def scopes(self, team: str, web: WebApi) -> frozenset[str]:
        del web
        found = await self._find(team)
        return frozenset(found["scopes"]) if found else frozenset()

    async def trouble(self, web: WebApi) -> str:
        """No trouble: a workspace that removed the app is none for the others."""
        del web
        return ""

    async def uninstalled(self, body: dict[str, Any]) -> None:
        await self._drop(team_of(body))

    async def revoked(self, body: dict[str, Any]) -> None:
        if body["event"].get("tokens", {}).get("bot"):
            await self._drop(team_of(body))

    async def _find(self, team: str) -> dict[str, Any] | None:
        sealed = await self._store.installation(PLATFORM, team)
        if sealed is None:
            return None
        found = self._cipher.decrypt(sealed)
        if found is None:
            log.error("the installation of %s was encrypted with another key: add that key to SLACK_TOKEN_KEY", team)
        return found

    async def _drop(self, team: str) -> None:
        await self._store.drop_installation(PLATFORM, team)
        self._known.pop(team, None)

    # --- methods for Bolt's OAuth flow -----------------------------------------------------------------------------

    @property
    def logger(self) -> logging.Logger:
        return log

    async def async_save(self, installation: Installation) -> None:
        await self.async_save_bot(installation.to_bot())

    async def async_save_bot(self, bot: Bot) -> None:
        where = (bot.enterprise_id if bot.is_enterprise_install else bot.team_id) or ""
        if not where:
            raise BoltError("Slack didn't say where the app was installed")
        kept = {"bot_token": bot.bot_token, "bot_user_id": bot.bot_user_id, "scopes": list(bot.bot_scopes or ())}
        try:
            await self._store.put_installation(PLATFORM, where, self._cipher.encrypt(kept))
        except StoreUnavailable as error:
            raise BoltError("the installation can't be stored") from error  # shown as a page, not as a 500
        self._known.pop(where, None)

    async def async_find_bot(
        self, *, enterprise_id: str | None, team_id: str | None, is_enterprise_install: bool | None = False
    ) -> Bot | None:
        found = await self._find((enterprise_id if is_enterprise_install else team_id) or "")
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
        await self._drop(team_id or enterprise_id or "")


class _SingleUseStates(AsyncOAuthStateStore):
    """OAuth states: any process can check one, they expire, and each is used once."""

    def __init__(self, store: Installations, cipher: Cipher) -> None:
        self._store = store
        self._cipher = cipher

    @property
    def logger(self) -> logging.Logger:
        return log

    async def async_issue(self, *args: object, **kwargs: object) -> str:
        del args, kwargs
        return self._cipher.encrypt({"state": secrets.token_hex(8)}).decode()

    async def async_consume(self, state: str) -> bool:
        found = self._cipher.decrypt(state.encode(), _STATE_SECONDS)
        if found is None:
            return False
        now = time.time()
        return await self._store.use_once(f"{PLATFORM} {found['state']}", now, now + _STATE_SECONDS)


# --- workspaces ------------------------------------------------------------------------------------------------------

REJECTED = frozenset({"invalid_auth", "not_authed", "account_inactive", "token_revoked", "not_allowed_token_type"})
_INSTALLED_IN = ("team_id", "enterprise_id", "is_enterprise_install")  # fields of auth.test
_CHECK_SECONDS = 15.0  # between two checks of the token for /readyz
_CHECK_TIMEOUT = 3.0


class SingleWorkspace:
    """One bot token; Slack says which workspace it belongs to."""

    def __init__(self, token: str) -> None:
        self._token = token
        self._team = ""
        self._scopes: frozenset[str] = frozenset()
        self._asking = asyncio.Lock()
        self._checked = 0.0
        self._trouble = ""

    async def token(self, team: str, web: WebApi) -> str | None:
        return self._token if team == await self.team(web) else None

    async def scopes(self, team: str, web: WebApi) -> frozenset[str]:
        """The scopes as they were when Slack was first reached."""
        return self._scopes if team == await self.team(web) else frozenset()

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
                self._scopes = scopes.told(answer.headers) or frozenset()
                self._team = team_of({name: answer[name] for name in _INSTALLED_IN})
            return self._team

    async def trouble(self, web: WebApi) -> str:
        """The fault of the token, for /readyz; empty if Slack accepts it."""
        if not self._checked or time.monotonic() - self._checked > _CHECK_SECONDS:
            self._checked = time.monotonic()
            self._trouble = await _token_trouble(web, self._token)
        return self._trouble

    async def uninstalled(self, body: dict[str, Any]) -> None:
        log.warning("Scrum Table was removed from the workspace %s, so its token no longer works", team_of(body))

    async def revoked(self, body: dict[str, Any]) -> None:
        await self.uninstalled(body)


async def _token_trouble(web: WebApi, token: str) -> str:
    try:
        async with asyncio.timeout(_CHECK_TIMEOUT):
            await web.anonymous(token, retries=False).auth_test()
    except SlackApiError as error:
        code = error_code(error)
        return f"Slack rejects the bot's token ({code})." if code in REJECTED else ""
    except (*FAILURES, RoomUnreachable):
        return "Slack can't be reached."
    return ""


def bad_token(setting: str, what: str) -> str:
    return f"Slack rejected {setting} ({what}). Copy it again from api.slack.com/apps; see docs/slack.md."
