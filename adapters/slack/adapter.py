"""The Slack adapter: a Chat for the service, and the connection that brings in requests."""

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

from adapters.boards import no_picture
from adapters.slack.deliveries import Deliveries
from adapters.slack.home import Home
from adapters.slack.identifiers import PLATFORM, SlackRoom
from adapters.slack.installations import WorkspaceInstallations
from adapters.slack.posting import FILE_WAITS, Posts
from adapters.slack.routes import delivery_routes, install_routes
from adapters.slack.tasks import BackgroundTasks
from adapters.slack.ui_texts import NOT_INSTALLED
from adapters.slack.uploads import Uploads
from adapters.slack.web_api import WebApi, error_code, library_log, translated_errors
from adapters.slack.workspaces import REJECTED, SingleWorkspace, bad_token
from bot.messages import Reply, Request
from bot.ports import Painter, RoomUnreachable, Service
from bot.settings import BadSettings

log = logging.getLogger(__name__)

SLACK = "https://slack.com/api/"
RETRY_SECONDS = (1.0, 2.0, 5.0, 15.0, 60.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class SlackSettings:
    """How to reach Slack, and how Slack reaches this program."""

    api_url: str = SLACK
    app_token: str = ""  # Socket Mode
    signing_secret: str = ""  # without an app token: HTTP
    ping_interval: float = 5.0  # seconds between pings on the socket
    file_waits: tuple[float, ...] = FILE_WAITS


class SlackAdapter:
    platform = PLATFORM

    def __init__(
        self,
        workspaces: SingleWorkspace | WorkspaceInstallations,
        slack_config: SlackSettings,
        paint: Painter = no_picture,
    ) -> None:
        self._workspaces = workspaces
        self._connection = slack_config
        self._tasks = BackgroundTasks()
        self._web = WebApi(slack_config.api_url, workspaces)
        self._posts = Posts(self._web, Uploads(paint), self._tasks, slack_config.file_waits)
        self._home = Home(self._web, self._tasks)
        self._service: Service | None = None
        self._deliveries: Deliveries | None = None
        self._app: AsyncApp | None = None
        self.connected = asyncio.Event()

    async def post(self, room: str, reply: Reply, request: Request | None, before: str) -> str:
        if self._deliveries is not None and request is not None:
            self._deliveries.decided(request)
        try:
            message = await self._posts.show(SlackRoom.parse(room), reply, before)
        except RoomUnreachable as error:
            if self._deliveries is not None and request is not None:
                self._deliveries.note_not_member(request, error)
            raise
        else:
            if self._deliveries is not None and request is not None and message == before:
                self._deliveries.amended(request)
            return message
        finally:
            if self._service is not None and reply.table:
                self._home.changed(self._service, reply.table)

    def routes(self) -> list[web.RouteDef]:
        """Routes for deliveries over HTTP and for installation; none with Socket Mode and a single workspace."""
        found: list[web.RouteDef] = []
        if isinstance(self._workspaces, WorkspaceInstallations):
            installations = self._workspaces
            found += install_routes(lambda: installations.flow(self._web.anonymous()))
        if not self._connection.app_token:
            found += delivery_routes(lambda: self._app)
        return found

    async def trouble(self) -> str:
        return "" if self.connected.is_set() else "Slack is not connected."

    async def run(self, service: Service) -> None:
        self._service = service
        self._deliveries = Deliveries(service, self._web, self._posts, self._home, self._tasks)
        try:
            await self._wait_for_slack()
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

    async def _wait_for_slack(self) -> None:
        """Wait until Slack can be reached; stop the program if it rejects the token."""
        if not isinstance(self._workspaces, SingleWorkspace):
            return
        for attempt in range(1_000_000):
            try:
                await self._workspaces.team(self._web)
            except RoomUnreachable as error:
                log.warning("Slack can't be reached, retrying: %s", error)
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
        library_log.setLevel(logging.ERROR)  # Bolt warns when our arguments override its environment variables
        app = AsyncApp(
            name=PLATFORM,
            client=self._web.anonymous(),
            authorize=authorize,  # type: ignore[arg-type]  # None: not installed there
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
        """Connect in Socket Mode; the library reconnects whenever the socket drops."""
        handler = AsyncSocketModeHandler(
            app,
            self._connection.app_token,
            logger=library_log,
            web_client=self._web.anonymous(),
            ping_interval=self._connection.ping_interval,
        )
        try:
            with translated_errors("apps.connections.open"):
                try:
                    handler.client.wss_uri = await handler.client.issue_new_wss_url()
                except SlackApiError as error:
                    if error_code(error) in REJECTED:
                        raise BadSettings(bad_token("SLACK_APP_TOKEN", error_code(error))) from None
                    raise
            await handler.connect_async()  # type: ignore[no-untyped-call]  # untyped in the library
            yield
        finally:
            await handler.close_async()  # type: ignore[no-untyped-call]  # untyped in the library
