"""Slack as the service sees it: a Chat, and the connection through which requests come in."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass

from aiohttp import web
from slack_bolt.adapter.socket_mode.aiohttp import AsyncSocketModeHandler
from slack_bolt.async_app import AsyncApp
from slack_bolt.authorization import AuthorizeResult
from slack_sdk.errors import SlackApiError

from adapters.slack.deliveries import Deliveries
from adapters.slack.home import Home
from adapters.slack.http import delivery_routes, install_routes
from adapters.slack.installs import Installs
from adapters.slack.names import PLATFORM, Place
from adapters.slack.posting import FILE_WAITS, Posts
from adapters.slack.tasks import Tasks
from adapters.slack.uploads import Painter, Uploads, no_pictures
from adapters.slack.web import Web, code, library_log, reaching
from adapters.slack.words import NOT_INSTALLED
from adapters.slack.workspaces import REFUSED, OneWorkspace, bad_token
from bot.messages import Reply, Request
from bot.ports import RoomUnreachable, Service
from bot.settings import BadSettings

log = logging.getLogger(__name__)

SLACK = "https://slack.com/api/"
RETRY_SECONDS = (1.0, 2.0, 5.0, 15.0, 60.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Connection:
    """How to reach Slack, and how Slack reaches us."""

    api_url: str = SLACK
    app_token: str = ""  # Socket Mode
    signing_secret: str = ""  # without an app token: HTTP
    ping_interval: float = 5.0  # seconds between signs of life on the socket
    file_waits: tuple[float, ...] = FILE_WAITS


class SlackAdapter:
    platform = PLATFORM

    def __init__(
        self, workspaces: OneWorkspace | Installs, connection: Connection, paint: Painter = no_pictures
    ) -> None:
        self._workspaces = workspaces
        self._connection = connection
        self._tasks = Tasks()
        self._web = Web(connection.api_url, workspaces)
        self._posts = Posts(self._web, Uploads(paint), self._tasks, connection.file_waits)
        self._home = Home(self._web, self._tasks)
        self._service: Service | None = None
        self._deliveries: Deliveries | None = None
        self._app: AsyncApp | None = None
        self.connected = asyncio.Event()

    async def post(self, room: str, reply: Reply, request: Request | None, before: str) -> str:
        if self._deliveries is not None and request is not None:
            self._deliveries.decided(request)
        try:
            message = await self._posts.show(Place.read(room), reply, before)
        except RoomUnreachable as fault:
            if self._deliveries is not None and request is not None:
                self._deliveries.shut_out(request, fault)
            raise
        else:
            if self._deliveries is not None and request is not None and message == before:
                self._deliveries.amended(request)
            return message
        finally:
            if self._service is not None and reply.table:
                self._home.changed(self._service, reply.table)

    def routes(self) -> list[web.RouteDef]:
        """Where Slack and those who install us reach us over HTTP; nowhere with Socket Mode and one workspace."""
        found: list[web.RouteDef] = []
        if isinstance(self._workspaces, Installs):
            installs = self._workspaces
            found += install_routes(lambda: installs.flow(self._web.anonymous()))
        if not self._connection.app_token:
            found += delivery_routes(lambda: self._app)
        return found

    async def trouble(self) -> str:
        return "" if self.connected.is_set() else "Slack is not connected."

    async def run(self, service: Service) -> None:
        self._service = service
        self._deliveries = Deliveries(service, self._web, self._posts, self._home, self._tasks)
        try:
            await self._greet()
            async with AsyncExitStack() as stack:
                await self._connect(stack)
                self.connected.set()
                log.info("connected to Slack by %s", "Socket Mode" if self._connection.app_token else "HTTP")
                await asyncio.Event().wait()
        finally:
            self._app = None
            self.connected.clear()
            await self._tasks.close()
            await self._web.close()

    async def _greet(self) -> None:
        """A wrong token stops the start with a sentence; when Slack is away, wait for it."""
        if not isinstance(self._workspaces, OneWorkspace):
            return
        for attempt in range(1_000_000):
            try:
                await self._workspaces.team(self._web)
            except RoomUnreachable as fault:
                log.warning("Slack cannot be reached, trying again: %s", fault)
                await asyncio.sleep(RETRY_SECONDS[min(attempt, len(RETRY_SECONDS) - 1)])
            else:
                return

    async def _connect(self, stack: AsyncExitStack) -> None:
        app = self._app = self._bolt()
        app.event("app_uninstalled")(self._workspaces.uninstalled)
        app.event("tokens_revoked")(self._workspaces.revoked)
        if self._connection.app_token:
            await stack.enter_async_context(self._socket(app))

    def _bolt(self) -> AsyncApp:
        async def authorize(enterprise_id: str | None, team_id: str | None) -> AuthorizeResult | None:
            token = await self._web.token(team_id or "")
            return AuthorizeResult(enterprise_id=enterprise_id, team_id=team_id, bot_token=token) if token else None

        usual = library_log.level
        library_log.setLevel(logging.ERROR)  # Bolt reads the environment itself and warns that we said it better
        app = AsyncApp(
            name=PLATFORM,
            client=self._web.anonymous(),
            authorize=authorize,  # type: ignore[arg-type]  # None is how one says that it is not installed
            signing_secret=self._connection.signing_secret or "no HTTP here",
            logger=library_log,
            user_facing_authorize_error_message=NOT_INSTALLED,
        )
        library_log.setLevel(usual)
        assert self._deliveries is not None
        self._deliveries.listen(app)
        return app

    @asynccontextmanager
    async def _socket(self, app: AsyncApp) -> AsyncIterator[None]:
        """Socket Mode; the library connects again whenever the socket drops."""
        handler = AsyncSocketModeHandler(
            app,
            self._connection.app_token,
            logger=library_log,
            web_client=self._web.anonymous(),
            ping_interval=self._connection.ping_interval,
        )
        try:
            with reaching("apps.connections.open"):
                try:
                    handler.client.wss_uri = await handler.client.issue_new_wss_url()
                except SlackApiError as fault:
                    if code(fault) in REFUSED:
                        raise BadSettings(bad_token("SLACK_APP_TOKEN", code(fault))) from None
                    raise
            await handler.connect_async()  # type: ignore[no-untyped-call]  # the library says nothing
            yield
        finally:
            await handler.close_async()  # type: ignore[no-untyped-call]  # the library says nothing
