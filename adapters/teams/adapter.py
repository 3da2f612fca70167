"""The Teams adapter: a Chat for the service, and the routes by which Teams delivers."""

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass

import aiohttp
from aiohttp import web

from adapters.background import BackgroundTasks, once_reachable
from adapters.pictures import no_picture
from adapters.teams.identifiers import CHANNEL, PLATFORM, TeamsRoom
from adapters.teams.incoming.activities import MESSAGES, Activities
from adapters.teams.incoming.answers import Answers
from adapters.teams.incoming.verification import METADATA, Verifier
from adapters.teams.outgoing.addresses import Addresses
from adapters.teams.outgoing.budget import WINDOWS, ConversationBudget
from adapters.teams.outgoing.cards import FILES, card_of, message_of
from adapters.teams.outgoing.connector import WAITS, Connector, Rejected, unreachable
from adapters.teams.outgoing.posting import RoomMessages
from adapters.teams.outgoing.private import PrivateChats
from adapters.teams.outgoing.rosters import Rosters
from adapters.teams.outgoing.shelf import BOARDS, Fitted, Shelf
from adapters.teams.outgoing.words import heading
from adapters.teams.tokens import LOGIN, BotToken, TokenRefused, TokenUnavailable
from adapters.tokens import Keys
from bot.kernel.messages import Page, Reply, Request
from bot.kernel.ports import Painter, Service
from bot.kernel.store import Installations, StoreUnavailable
from bot.settings import BadSettings, Settings
from games.graphics.drawing import Drawing
from games.text import listing

log = logging.getLogger(__name__)

_NO_FEED = 10**9  # the story of a page that nobody reads


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamsSettings:
    """The settings to reach Teams, and for Teams to reach this program."""

    app: str  # the id of the bot's registration
    secret: str
    tenant: str  # where it is registered
    tenants: frozenset[str] = frozenset()  # whose people may use it; empty: only that one
    url: str = ""  # of our HTTP server, for pictures and files; empty: it has no public address
    login: str = LOGIN
    metadata: str = METADATA
    targeted: bool = False  # answer what is typed by targeted messages
    waits: tuple[float, ...] = WAITS  # before each further attempt
    windows: tuple[tuple[int, float], ...] = WINDOWS  # messages in so many seconds, per conversation

    @property
    def allowed(self) -> frozenset[str]:
        return frozenset(each.lower() for each in self.tenants or {self.tenant})


class TeamsAdapter:
    platform = PLATFORM

    def __init__(
        self,
        teams_config: TeamsSettings,
        paint: Painter = no_picture,
        store: Installations | None = None,
        overtaken: Callable[[], None] = lambda: None,
    ) -> None:
        """Set up the adapter. `store`: remembers where conversations are reached.

        `overtaken` counts edits that are left out because a newer one followed.
        """
        self._config = teams_config
        self._paint = paint
        self._tasks = BackgroundTasks()
        self._http: aiohttp.ClientSession | None = None
        self._service: Service | None = None
        config = teams_config
        self._token = BotToken(
            self._session, app=config.app, secret=config.secret, tenant=config.tenant, login=config.login
        )
        self._connector = Connector(self._session, self._token, ConversationBudget(config.windows), waits=config.waits)
        self._addresses = Addresses(store)
        self._rosters = Rosters(self._connector, self._addresses)
        self._shelf = Shelf(config.url, config.secret)
        self._posts = RoomMessages(
            self._connector, self._addresses, self._shelf, paint=paint, tasks=self._tasks, overtaken=overtaken
        )
        self._private = PrivateChats(
            self._connector, self._addresses, self._shelf, secret=config.secret, targeted=config.targeted
        )
        self._activities = Activities(
            Verifier(Keys(config.metadata), config.app, config.allowed),
            self._addresses,
            self._rosters,
            posts=self._posts,
            private=self._private,
            tasks=self._tasks,
            store=store,
        )
        self.connected = asyncio.Event()

    def _session(self) -> aiohttp.ClientSession:
        if self._http is None or self._http.closed:
            # no limit of connections: one slow conversation must not hold up others
            self._http = aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0), trust_env=True)
        return self._http

    # --- messages ----------------------------------------------------------------------------------------------------

    async def post(self, room: str, reply: Reply, request: Request | None, before: str) -> str:
        del request  # whoever caused it is answered by itself
        return await self._posts.post(room, reply, before, self._board_again)

    async def _board_again(self, reply: Reply) -> Drawing | None:
        """The board of a table whose message was sent by another process."""
        page = await self._page(reply.table)
        return page.board if page is not None else None

    async def _page(self, table: str) -> Page | None:
        try:
            return await self._service.page_of(table, _NO_FEED) if self._service is not None and table else None
        except StoreUnavailable:
            return None

    def has_threads(self, room: str) -> bool:
        known = self._addresses.known(room)
        return bool(TeamsRoom.parse(room).channel) or (known is not None and known.kind == CHANNEL)

    async def open_thread(self, room: str, name: str) -> str | None:
        """Open a thread in the same channel, below a post with the name."""
        if not self.has_threads(room):
            return None
        to = await self._addresses.of(room)
        channel = TeamsRoom.parse(room).channel or to.conversation
        try:
            opened = await self._connector.open(
                to,
                {
                    "isGroup": True,
                    "bot": {"id": to.bot},
                    "tenantId": to.tenant,
                    "channelData": {"channel": {"id": channel}, "tenant": {"id": to.tenant}},
                    "activity": message_of(card_of(heading(name), (), name)),
                },
            )
        except Rejected as error:
            if error.status in {400, 403, 404}:
                return None
            raise unreachable(error) from error
        thread = TeamsRoom(str(opened["id"]))
        await self._addresses.of_thread(to, thread.conversation)
        return thread.name

    # --- who is where, for the tab -----------------------------------------------------------------------------------

    @property
    def application(self) -> str:
        return self._config.app

    @property
    def tenants(self) -> tuple[str, ...]:
        return tuple(sorted(self._config.allowed))

    async def member(self, room: str, person: str) -> str | None:
        return await self._rosters.member(room, person)

    # --- deliveries --------------------------------------------------------------------------------------------------

    def routes(self) -> list[web.RouteDef]:
        """Routes for deliveries, and for what Teams fetches from us."""
        return [
            web.post(MESSAGES, self._activities.receive),
            web.get(f"{BOARDS}/{{file}}", self._board),
            web.get(f"{FILES}{{token}}/{{name}}", self._file),
        ]

    async def _board(self, request: web.Request) -> web.Response:
        return await self._shelf.fetch_board(request.match_info["file"], self._page, self._redrawn)

    async def _redrawn(self, page: Page) -> bytes | None:
        if page.board is None:
            return None
        return await self._paint(Fitted(page.board), dark=bool(page.reply.dark))

    async def _file(self, request: web.Request) -> web.Response:
        return self._shelf.fetch_file(request.match_info["token"])

    # --- running -----------------------------------------------------------------------------------------------------

    async def trouble(self) -> str:
        if not self.connected.is_set():
            return "Teams is not connected."
        try:
            await self._token.get()
        except TokenRefused as error:
            return f"Microsoft refuses the bot's credentials ({error.code})."
        except TokenUnavailable:
            return "Microsoft's sign-in can't be reached."
        return ""

    async def run(self, service: Service) -> None:
        self._service = service
        self._activities.open(Answers(service, self._posts, self._private))
        try:
            await self._wait_for_token()
            self.connected.set()
            log.info("connected to Teams")
            await asyncio.Event().wait()
        finally:
            self._activities.close()
            self.connected.clear()
            await self._tasks.close()
            if self._http is not None:
                await self._http.close()

    async def _wait_for_token(self) -> None:
        """Wait until Microsoft gives us a token; stop the program if it refuses one."""
        await once_reachable(self._first_token, TokenUnavailable, "Teams")

    async def _first_token(self) -> None:
        try:
            await self._token.get()
        except TokenRefused as error:
            raise BadSettings(refusal(error.code)) from None


# --- wiring ----------------------------------------------------------------------------------------------------------

_NEEDED = ("teams_app_id", "teams_app_secret", "teams_tenant_id")
_ALL = "Teams needs TEAMS_APP_ID, TEAMS_APP_SECRET and TEAMS_TENANT_ID"
_WHERE = "See docs/teams.md for where to find them."
_WHICH = {
    "AADSTS700016": "TEAMS_APP_ID isn't registered in the tenant of TEAMS_TENANT_ID",
    "AADSTS7000215": "TEAMS_APP_SECRET is wrong; copy the secret's value, not its id",
    "AADSTS7000222": "TEAMS_APP_SECRET has expired; create a new one",
    "AADSTS90002": "TEAMS_TENANT_ID is no known tenant",
    "AADSTS900023": "TEAMS_TENANT_ID is no known tenant",
}


def refusal(code: str) -> str:
    """What is wrong with the credentials, by Microsoft's code."""
    return f"Microsoft refused the bot's credentials: {_WHICH.get(code, code)}. See docs/teams.md."


def teams_settings(settings: Settings) -> TeamsSettings:
    """The settings for the adapter; BadSettings if some are missing."""
    if not settings.teams_app_id or not settings.teams_app_secret or not settings.teams_tenant_id:
        missing = [name.upper() for name in _NEEDED if not getattr(settings, name)]
        raise BadSettings(f"{_ALL}; {listing(missing)} {'is' if len(missing) == 1 else 'are'} missing. {_WHERE}")
    return TeamsSettings(
        app=settings.teams_app_id,
        secret=settings.teams_app_secret.get_secret_value(),
        tenant=settings.teams_tenant_id,
        tenants=frozenset(settings.teams_tenants),
        url=settings.web_url if settings.web_url.startswith("https://") else "",
        login=settings.teams_login_url or LOGIN,
        metadata=settings.teams_metadata_url or METADATA,
        targeted=settings.teams_targeted,
    )


def adapter_of(
    settings: Settings, paint: Painter, overtaken: Callable[[], None] = lambda: None
) -> Callable[[Installations], TeamsAdapter] | None:
    """A factory for the adapter, given a store; None if Teams isn't set up."""
    if PLATFORM not in settings.platforms:
        return None
    config = teams_settings(settings)
    return lambda store: TeamsAdapter(config, paint, store, overtaken)
