"""Teams' connector: sending, editing and deleting messages, within its limits.

The bot's token goes to no address that a verified activity didn't name: rooms are known only from such activities.
"""

import asyncio
import logging
import random
from collections.abc import Callable
from urllib.parse import quote, urlsplit

import aiohttp

from adapters.http import is_loopback
from adapters.teams.identifiers import Payload
from adapters.teams.outgoing.budget import ConversationBudget
from adapters.teams.tokens import BotToken, TokenUnavailable
from bot.kernel.ports import RoomGone, RoomUnreachable
from games.values import value

log = logging.getLogger(__name__)

RETRIED = frozenset({412, 429, 502, 504})
WAITS = (0.5, 1.0, 2.0, 4.0)  # seconds before each further attempt, and up to as much again
_LONGEST = 10.0  # seconds that Teams may ask us to wait
_TIMEOUT = aiohttp.ClientTimeout(total=15.0)
_PAGES = 4  # of members
_PAGE = 500
_CHANCE = random.SystemRandom()


@value
class Address:
    """Where a conversation is reached; all of it from a verified activity."""

    service_url: str
    conversation: str
    tenant: str
    kind: str  # of conversation
    bot: str = ""  # the bot's own id in it


class Rejected(Exception):
    """Teams answered with an error."""

    def __init__(self, status: int, code: str) -> None:
        super().__init__(f"{status} {code}".strip())
        self.status = status
        self.code = code

    @property
    def is_too_large(self) -> bool:
        return self.status == 413

    @property
    def is_gone(self) -> bool:
        """Whether the message or the conversation isn't there any more."""
        return self.status == 404


class Connector:
    def __init__(
        self,
        session: Callable[[], aiohttp.ClientSession],
        token: BotToken,
        budget: ConversationBudget | None = None,
        *,
        waits: tuple[float, ...] = WAITS,
    ) -> None:
        self._session = session
        self._token = token
        self._budget = budget or ConversationBudget()
        self._waits = waits

    async def post(self, to: Address, activity: Payload, *, targeted: bool = False) -> str:
        """Send a message; returns its id. `targeted`: only its recipient sees it."""
        await self._budget.spend(to.conversation)
        query = "?isTargetedActivity=true" if targeted else ""
        found = await self._call("POST", to, f"{_path(to)}/activities{query}", activity)
        return str(found.get("id") or "")

    async def edit(self, to: Address, message: str, activity: Payload) -> None:
        """Replace a message. Rejected with 404 if somebody has deleted it."""
        await self._budget.spend(to.conversation)
        await self._call("PUT", to, f"{_path(to)}/activities/{quote(message, safe='')}", {**activity, "id": message})

    async def delete(self, to: Address, message: str) -> None:
        await self._call("DELETE", to, f"{_path(to)}/activities/{quote(message, safe='')}")

    async def open(self, to: Address, conversation: Payload) -> Payload:
        """Open a conversation: a chat with one person, or a thread of a channel."""
        await self._budget.spend(to.conversation)
        return await self._call("POST", to, "/v3/conversations", conversation)

    async def members(self, to: Address) -> list[Payload]:
        """The members of a conversation; of a very large one, the first two thousand."""
        found: list[Payload] = []
        further = ""
        for _ in range(_PAGES):
            more = f"&continuationToken={quote(further, safe='')}" if further else ""
            page = await self._call("GET", to, f"{_path(to)}/pagedmembers?pageSize={_PAGE}{more}")
            found += [each for each in page.get("members") or () if isinstance(each, dict)]
            further = str(page.get("continuationToken") or "")
            if not further:
                break
        return found

    async def _call(self, method: str, to: Address, path: str, body: Payload | None = None) -> Payload:
        """Call until it is accepted or refused. Rejected if it is refused, RoomUnreachable if it may work later."""
        for attempt in range(len(self._waits) + 1):
            status, asked, found = await self._once(method, to, path, body)
            if 200 <= status < 300:
                return found
            if status == 401 and attempt == 0:
                self._token.forget()
                continue
            if status not in RETRIED or attempt == len(self._waits):
                break
            await asyncio.sleep(_wait(self._waits[attempt], asked))
        code = str((found.get("error") or {}).get("code") or "")
        if status in RETRIED or status >= 500 or status == 401:
            raise RoomUnreachable(f"Teams answered {status} {code}".strip())
        raise Rejected(status, code)

    async def _once(self, method: str, to: Address, path: str, body: Payload | None) -> tuple[int, str, Payload]:
        if not is_safe(to.service_url):
            raise RoomUnreachable("the address of this conversation isn't encrypted")
        try:
            headers = {"Authorization": f"Bearer {await self._token.get()}"}
            url = to.service_url.rstrip("/") + path
            async with self._session().request(
                method, url, json=body, headers=headers, timeout=_TIMEOUT, allow_redirects=False
            ) as answer:
                found = await _json(answer)
                return answer.status, answer.headers.get("Retry-After", ""), found
        except TokenUnavailable as fault:
            raise RoomUnreachable(str(fault)) from fault
        except (aiohttp.ClientError, TimeoutError, OSError) as fault:
            raise RoomUnreachable(f"Teams can't be reached ({type(fault).__name__})") from fault


def _path(to: Address) -> str:
    return f"/v3/conversations/{quote(to.conversation, safe='')}"


def _wait(usual: float, asked: str) -> float:
    """As long as Teams asks for, or a little longer each time; never the same for two who wait."""
    seconds = float(asked) if asked.isdecimal() else usual
    return min(seconds, _LONGEST) + _CHANCE.uniform(0, usual)


async def _json(answer: aiohttp.ClientResponse) -> Payload:
    try:
        found = await answer.json(content_type=None)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def is_safe(url: str) -> bool:
    """Whether a token may go there: encrypted, or on this machine, as in tests."""
    parts = urlsplit(url)
    return parts.scheme == "https" or (parts.scheme == "http" and is_loopback(parts.hostname or ""))


def unreachable(error: Rejected) -> RoomUnreachable:
    """The same error for the service: a room that isn't there any more, or one that may take messages later."""
    return RoomGone("the conversation was deleted") if error.is_gone else RoomUnreachable(f"Teams refused it: {error}")
