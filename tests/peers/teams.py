"""A Teams peer on loopback: it signs what it delivers, gives out tokens, and keeps messages as each person sees them.

It stores what Teams would store, refuses what Teams would refuse, delivers again, and can be made to fail.
"""

import asyncio
import json
import time
from collections import defaultdict, deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import cache
from itertools import count
from typing import Any

import aiohttp
import jwt
from aiohttp import web
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey, generate_private_key

from tests.peers.teams_checks import LIMIT, Payload, cards_of, size_of, violations_of

APP, SECRET = "00000000-0000-4000-8000-00000000b071", "teams-secret"
TENANT = "11111111-1111-4111-8111-111111111111"
BOT = f"28:{APP}"
ISSUER = "https://api.botframework.com"
TOKEN = "token-of-the-bot"
KID = "key-1"
WAIT_TIMEOUT = 60.0
PERSONAL, GROUP, CHANNEL = "personal", "groupChat", "channel"


@cache
def signing_key(number: int = 0) -> RSAPrivateKey:
    """A key, the same one for all tests: making one takes a while."""
    del number
    return generate_private_key(public_exponent=65537, key_size=2048)


@dataclass
class Message:
    """A message of a conversation, as everybody sees it, and as some people do instead."""

    id: str
    activity: Payload
    sender: str = BOT
    edits: int = 0
    views: dict[str, Payload] = field(default_factory=dict)  # by user: the card that an answer has put there
    lines: dict[str, str] = field(default_factory=dict)  # by user: the line below it
    recipient: str = ""  # of a targeted message

    @property
    def card(self) -> Payload:
        found = cards_of(self.activity)
        return found[0] if found else {"type": "AdaptiveCard", "body": []}

    def seen_by(self, user: str) -> Payload:
        return self.views.get(user, self.card)


@dataclass
class Conversation:
    id: str
    kind: str
    messages: list[Message] = field(default_factory=list)
    members: list[str] = field(default_factory=list)  # by the id for this bot
    sent: deque[float] = field(default_factory=deque)  # when messages were accepted

    @property
    def last(self) -> Message:
        return self.messages[-1]

    def message(self, identifier: str) -> Message | None:
        return next((each for each in self.messages if each.id == identifier), None)


@dataclass
class TeamsPeer:
    """One peer for all tenants, like Microsoft."""

    strict: bool = True  # validates cards; off in benchmarks
    throttled: bool = False  # refuses more than Teams documents
    url: str = ""
    endpoint: str = ""  # of the bot
    conversations: dict[str, Conversation] = field(default_factory=dict)
    members: dict[str, Payload] = field(default_factory=dict)  # by the id for this bot
    violations: list[str] = field(default_factory=list)
    cards: list[Payload] = field(default_factory=list)  # every different one, for another validator
    calls: list[tuple[str, str]] = field(default_factory=list)  # method and path, each when it took effect
    called_at: list[float] = field(default_factory=list)
    failures: dict[str, deque[web.Response | None]] = field(default_factory=lambda: defaultdict(deque))
    tokens: int = 0  # how many were given out
    token_refusal: str = ""  # a description of Microsoft's
    key_fetches: int = 0
    keys_away: bool = False
    endorsements: tuple[str, ...] = ("msteams",)
    strangers: set[str] = field(default_factory=set)  # users with whom the bot can't open a chat
    targeting: bool = True  # knows targeted messages
    delay: float = 0.0
    token: str = TOKEN
    changed: asyncio.Condition = field(default_factory=asyncio.Condition)
    _numbers: Any = field(default_factory=lambda: count(1))
    _http: aiohttp.ClientSession | None = None

    # --- running -----------------------------------------------------------------------------------------------------

    @asynccontextmanager
    async def running(self) -> AsyncIterator["TeamsPeer"]:
        application = web.Application(client_max_size=8_000_000)
        conversation = "/connector/v3/conversations"
        application.add_routes(
            [
                web.get("/metadata", self._metadata),
                web.get("/keys", self._keys),
                web.post("/{tenant}/oauth2/v2.0/token", self._token),
                web.get("/{tenant}/v2.0/.well-known/openid-configuration", self._tenant),
                web.post(conversation, self._api(self._open)),
                web.post(f"{conversation}/{{conversation}}/activities", self._api(self._post)),
                web.put(f"{conversation}/{{conversation}}/activities/{{message}}", self._api(self._put)),
                web.delete(f"{conversation}/{{conversation}}/activities/{{message}}", self._api(self._delete)),
                web.get(f"{conversation}/{{conversation}}/pagedmembers", self._api(self._paged)),
            ]
        )
        runner = web.AppRunner(application, access_log=None)
        await runner.setup()
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        self.url = f"http://127.0.0.1:{runner.addresses[0][1]}"
        async with aiohttp.ClientSession() as self._http:
            yield self
        await runner.cleanup()

    @property
    def service_url(self) -> str:
        return f"{self.url}/connector/"

    def conversation(self, identifier: str, kind: str = GROUP) -> Conversation:
        return self.conversations.setdefault(identifier, Conversation(identifier, kind))

    async def until(self, seen: Callable[[], object], what: str = "") -> None:
        """Wait until a condition holds."""
        try:
            async with asyncio.timeout(WAIT_TIMEOUT), self.changed:
                await self.changed.wait_for(seen)
        except TimeoutError:
            raise AssertionError(f"timed out waiting for {what or seen}; {self.violations}") from None

    def fail(self, method: str, status: int, times: int = 1, code: str = "Trouble") -> None:
        """Answer the next calls of this method with an error."""
        for _ in range(times):
            self.failures[method].append(web.json_response({"error": {"code": code}}, status=status))

    # --- delivering --------------------------------------------------------------------------------------------------

    def signed(self, *, kid: str = KID, key: RSAPrivateKey | None = None, **claims: Any) -> str:
        """A token like those of the Bot Framework; `claims` replace its own."""
        now = int(time.time())
        usual = {"iss": ISSUER, "aud": APP, "iat": now, "nbf": now, "exp": now + 3600, "serviceurl": self.service_url}
        chosen = {name: value for name, value in {**usual, **claims}.items() if value is not None}
        return jwt.encode(chosen, key or signing_key(), algorithm="RS256", headers={"kid": kid})

    async def deliver(self, activity: Payload, token: str | None = None) -> tuple[int, Payload]:
        """Deliver an activity; returns the status and the answer."""
        assert self._http is not None
        headers = {"Authorization": f"Bearer {self.signed() if token is None else token}"} if token != "" else {}
        async with self._http.post(self.endpoint, json=activity, headers=headers) as answer:
            text = await answer.text()
            return answer.status, json.loads(text) if text.startswith("{") else {}

    def new_id(self) -> str:
        return f"{1_700_000_000_000 + next(self._numbers)}"

    # --- Microsoft's sign-in and keys --------------------------------------------------------------------------------

    async def _metadata(self, _: web.Request) -> web.Response:
        return web.json_response({"issuer": ISSUER, "jwks_uri": f"{self.url}/keys"})

    async def _keys(self, _: web.Request) -> web.Response:
        self.key_fetches += 1
        if self.keys_away:
            return web.Response(status=503)
        public = json.loads(jwt.algorithms.RSAAlgorithm.to_jwk(signing_key().public_key()))
        return web.json_response({"keys": [{**public, "kid": KID, "endorsements": list(self.endorsements)}]})

    async def _token(self, request: web.Request) -> web.Response:
        form = await request.post()
        wanted = {
            "grant_type": "client_credentials",
            "client_id": APP,
            "scope": "https://api.botframework.com/.default",
        }
        if any(form.get(name) != value for name, value in wanted.items()) or request.match_info["tenant"] != TENANT:
            return _refused("AADSTS700016: Application not found in the directory.")
        if form.get("client_secret") != SECRET:
            return _refused("AADSTS7000215: Invalid client secret provided.")
        if self.token_refusal:
            return _refused(self.token_refusal)
        self.tokens += 1
        return web.json_response({"token_type": "Bearer", "expires_in": 3600, "access_token": self.token})

    async def _tenant(self, request: web.Request) -> web.Response:
        if request.match_info["tenant"] != TENANT:
            return web.json_response({"error": "invalid_tenant"}, status=400)
        return web.json_response({"issuer": f"{self.url}/{TENANT}/v2.0"})

    # --- the connector -----------------------------------------------------------------------------------------------

    def _api(self, answer: Callable[[web.Request, Payload], web.Response]) -> Callable[[web.Request], Any]:
        async def handle(request: web.Request) -> web.Response:
            body = await request.json() if request.can_read_body else {}
            await asyncio.sleep(self.delay)
            if request.headers.get("Authorization") != f"Bearer {self.token}":
                return _error(401, "Unauthorized")
            if self.failures[request.method] and (trouble := self.failures[request.method].popleft()) is not None:
                await self._change()
                return trouble
            async with self.changed:
                self.calls.append((request.method, request.path))
                self.called_at.append(time.monotonic())
                found = answer(request, body)
                self.changed.notify_all()
            return found

        return handle

    async def _change(self) -> None:
        async with self.changed:
            self.changed.notify_all()

    def _check(self, activity: Payload) -> None:
        if not self.strict:
            return
        for card in cards_of(activity):
            self.check_card(card)

    def check_card(self, card: Payload, *, dialog: bool = False) -> None:
        """Check a card as it is shown, and keep it for the other validator."""
        if self.strict:
            self.violations += violations_of(card, dialog=dialog)
            if len(self.cards) < 400:
                self.cards.append(card)

    def _limited(self, conversation: Conversation) -> bool:
        """More than seven in a second, eight in two, or sixty in thirty."""
        now = time.monotonic()
        windows = ((7, 1.0), (8, 2.0), (60, 30.0))
        over = any(sum(now - each < seconds for each in conversation.sent) >= most for most, seconds in windows)
        if not over:
            conversation.sent.append(now)
        return over

    def _post(self, request: web.Request, body: Payload) -> web.Response:
        conversation = self.conversations.get(request.match_info["conversation"])
        if conversation is None:
            return _error(404, "ConversationNotFound")
        if size_of(body) > LIMIT:
            return _error(413, "MessageSizeTooBig")
        if self.throttled and self._limited(conversation):
            return _error(429, "TooManyRequests")
        recipient = ""
        if request.query.get("isTargetedActivity") == "true" and self.targeting:
            recipient = str((body.get("recipient") or {}).get("id") or "")
            if not recipient:
                return _error(400, "BadArgument")
        self._check(body)
        message = Message(self.new_id(), body, recipient=recipient)
        conversation.messages.append(message)
        return web.json_response({"id": message.id}, status=201)

    def _put(self, request: web.Request, body: Payload) -> web.Response:
        conversation = self.conversations.get(request.match_info["conversation"])
        message = conversation.message(request.match_info["message"]) if conversation else None
        if conversation is None or message is None:
            return _error(404, "ActivityNotFoundInConversation")
        if size_of(body) > LIMIT:
            return _error(413, "MessageSizeTooBig")
        if self.throttled and self._limited(conversation):
            return _error(429, "TooManyRequests")
        self._check(body)
        message.activity, message.edits = body, message.edits + 1
        message.views.clear()  # an edit shows everybody the same again
        message.lines.clear()
        return web.json_response({"id": message.id})

    def _delete(self, request: web.Request, _: Payload) -> web.Response:
        conversation = self.conversations.get(request.match_info["conversation"])
        message = conversation.message(request.match_info["message"]) if conversation else None
        if conversation is None or message is None:
            return _error(404, "ActivityNotFoundInConversation")
        conversation.messages.remove(message)
        return web.Response(status=200)

    def _paged(self, request: web.Request, _: Payload) -> web.Response:
        """Two members a page; of a channel, those of all its threads."""
        place = request.match_info["conversation"]
        there = [each for each in self.conversations.values() if place in {each.id, each.id.partition(";")[0]}]
        if not there:
            return _error(404, "ConversationNotFound")
        start = int(request.query.get("continuationToken") or 0)
        everybody = [self.members[user] for user in dict.fromkeys(user for each in there for user in each.members)]
        more = {"continuationToken": str(start + 2)} if len(everybody) > start + 2 else {}
        return web.json_response({"members": everybody[start : start + 2], **more})

    def _open(self, _: web.Request, body: Payload) -> web.Response:
        """Open a chat with one person, or a thread of a channel."""
        if not body.get("isGroup"):
            user = body["members"][0]["id"]
            if user not in self.members or user in self.strangers:
                return _error(403, "BotNotInConversationRoster")
            return web.json_response({"id": self.conversation(chat_with(user), PERSONAL).id}, status=201)
        channel = body["channelData"]["channel"]["id"]
        identifier = self.new_id()
        thread = self.conversation(f"{channel};messageid={identifier}", CHANNEL)
        self._check(body["activity"])
        thread.messages.append(Message(identifier, body["activity"]))
        return web.json_response({"id": thread.id, "activityId": identifier}, status=201)


def chat_with(user: str) -> str:
    return f"a:chat-with-{user}"


def _refused(description: str) -> web.Response:
    return web.json_response({"error": "invalid_client", "error_description": description}, status=401)


def _error(status: int, code: str) -> web.Response:
    return web.json_response({"error": {"code": code, "message": code}}, status=status)
