"""The way in from an Activity: who looks at our page inside Discord, and in which channel.

The page gets a code from Discord's client. Discord says whose it is, and who is in the instance of the Activity where.
"""

import logging
import re
from collections.abc import Mapping
from typing import Annotated, TypeVar
from urllib.parse import quote

import aiohttp
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from adapters.discord import texts
from adapters.discord.identifiers import person_id, room_id
from adapters.guests import Guest, NotAdmitted, Unreachable
from games.language import Text
from games.text import NAME_LIMIT, clean

log = logging.getLogger(__name__)

API_URL = "https://discord.com/api/v10"
_SECONDS = 8.0  # for each answer of Discord's: somebody is waiting
_CODE = re.compile(r"[\w-]{1,200}", re.ASCII)  # also of an instance
_REFUSED = {400, 403, 404}  # the code, or the instance; other failures are ours or Discord's

_Snowflake = Annotated[str, Field(pattern=r"^[0-9]{1,20}$")]


class _Answer(BaseModel):
    """A part of Discord's answer; it sends more."""

    model_config = ConfigDict(extra="ignore", hide_input_in_errors=True)


class _Token(_Answer):
    access_token: str = Field(min_length=1)


class _User(_Answer):
    id: _Snowflake
    username: str
    global_name: str | None = None
    locale: str = ""


class _Location(_Answer):
    channel_id: _Snowflake


class _Instance(_Answer):
    application_id: _Snowflake
    location: _Location
    users: list[_Snowflake]


class ActivityDoor:
    """`application` and `secret`: of the app in the developer portal; `token`: its bot's."""

    def __init__(self, application: int, secret: str, token: str, api_url: str = "") -> None:
        self._application = str(application)
        self._secret = secret
        self._token = token
        self._api_url = (api_url or API_URL).rstrip("/")

    async def admit(self, proof: Mapping[str, str]) -> Guest:
        code, instance = proof.get("code", ""), proof.get("instance", "")
        if not _CODE.fullmatch(code) or not _CODE.fullmatch(instance):
            raise NotAdmitted(texts.NOT_CONFIRMED)
        timeout = aiohttp.ClientTimeout(total=_SECONDS)
        try:
            async with aiohttp.ClientSession(timeout=timeout) as session:
                user = await self._user(session, code)
                found = await self._instance(session, instance)
        except (aiohttp.ClientError, TimeoutError, OSError, ValidationError) as fault:
            log.warning("Discord gave no answer about an Activity: %s", type(fault).__name__)
            raise Unreachable from fault
        if found.application_id != self._application or user.id not in found.users:
            raise NotAdmitted(texts.NOT_IN_ACTIVITY)
        name = clean(user.global_name or user.username, NAME_LIMIT)
        room = room_id(found.location.channel_id)
        return Guest(person_id(user.id), name or texts.SOMEBODY, room, user.locale)

    async def _user(self, session: aiohttp.ClientSession, code: str) -> _User:
        """Whose code it is. Discord takes each code once."""
        form = {
            "client_id": self._application,
            "client_secret": self._secret,
            "grant_type": "authorization_code",
            "code": code,
        }
        async with session.post(f"{self._api_url}/oauth2/token", data=form) as answer:
            token = await _read(answer, _Token, texts.NOT_CONFIRMED)
        bearer = {"Authorization": f"Bearer {token.access_token}"}  # not prose
        async with session.get(f"{self._api_url}/users/@me", headers=bearer) as answer:
            return await _read(answer, _User, texts.NOT_CONFIRMED)

    async def _instance(self, session: aiohttp.ClientSession, instance: str) -> _Instance:
        bot = {"Authorization": f"Bot {self._token}"}  # not prose
        address = f"{self._api_url}/applications/{self._application}/activity-instances/{quote(instance, safe='')}"
        async with session.get(address, headers=bot) as answer:
            return await _read(answer, _Instance, texts.NOT_IN_ACTIVITY)


_Found = TypeVar("_Found", bound=_Answer)


async def _read(answer: aiohttp.ClientResponse, kind: type[_Found], refusal: Text) -> _Found:
    if answer.status in _REFUSED:
        raise NotAdmitted(refusal)
    answer.raise_for_status()
    return kind.model_validate_json(await answer.read())
