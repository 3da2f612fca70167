"""The Slack adapter: a Chat for the service, and the connection that brings in requests."""

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, replace
from urllib.parse import urlsplit

from aiohttp import web
from pydantic import SecretStr
from slack_bolt.adapter.socket_mode.aiohttp import AsyncSocketModeHandler
from slack_bolt.async_app import AsyncApp
from slack_bolt.authorization import AuthorizeResult
from slack_bolt.context.async_context import AsyncBoltContext
from slack_sdk.errors import SlackApiError
from slack_sdk.socket_mode.aiohttp import SocketModeClient

from adapters.background import BackgroundTasks, once_reachable
from adapters.pictures import no_picture
from adapters.slack.command_name import USUAL
from adapters.slack.home.page import Home
from adapters.slack.home.people import People, PersonalWishes, Profiles, TurnCalls
from adapters.slack.identifiers import PLATFORM, SlackRoom
from adapters.slack.incoming.deliveries import Deliveries, Outgoing
from adapters.slack.incoming.rooms import NOT_MEMBER, UNKNOWN, Visits, is_visit
from adapters.slack.incoming.unfurls import Unfurls
from adapters.slack.incoming.workflow_step import WorkflowStep
from adapters.slack.install.installations import REJECTED, Cipher, SingleWorkspace, WorkspaceInstallations, bad_token
from adapters.slack.install.pages import LINKS, OPTIONAL, REQUIRED
from adapters.slack.install.routes import delivery_routes, install_routes
from adapters.slack.outgoing.acts import escape
from adapters.slack.outgoing.budget import SECONDS as POST_SECONDS
from adapters.slack.outgoing.budget import ChannelBudget
from adapters.slack.outgoing.calls import Uploads
from adapters.slack.outgoing.canvases import Canvases
from adapters.slack.outgoing.lists import Lists
from adapters.slack.outgoing.live_message import FILE_WAITS, Style
from adapters.slack.outgoing.live_message import PAUSE as CARD_PAUSE
from adapters.slack.outgoing.posting import DIRECT, Posts
from adapters.slack.outgoing.private import LessonPictures, ResponseUrls
from adapters.slack.texts import NOT_INSTALLED
from adapters.slack.web_api import (
    ARCHIVED,
    WebApi,
    cause_of,
    error_code,
    library_log,
    translated_errors,
)
from bot.kernel.messages import Reply, Request
from bot.kernel.ports import Painter, RoomGone, RoomUnreachable, Service
from bot.kernel.store import Installations
from bot.settings import BadSettings, Settings

log = logging.getLogger(__name__)

_SLACK = "https://slack.com/api/"
_MISSED_PINGS = 3  # after which the socket counts as broken


@dataclass(frozen=True, slots=True, kw_only=True)
class SlackSettings:
    """The settings to reach Slack, and for Slack to reach this program."""

    api_url: str = _SLACK
    app_token: str = ""  # Socket Mode
    signing_secret: str = ""  # without an app token: HTTP
    ping_interval: float = 5.0  # seconds between pings on the socket
    file_waits: tuple[float, ...] = FILE_WAITS
    card_pause: float = CARD_PAUSE
    post_seconds: float = POST_SECONDS  # per message in a channel
    style: Style = "thread"  # where tables are shown, unless people of a channel choose otherwise
    workshops: bool = False  # they need the web table
    command: str = USUAL  # what people type
    domain: str = ""  # of the web table's pages, whose links get a preview


class SlackAdapter:
    platform = PLATFORM

    def __init__(
        self,
        workspaces: SingleWorkspace | WorkspaceInstallations,
        slack_config: SlackSettings,
        paint: Painter = no_picture,
        store: Installations | None = None,
        overtaken: Callable[[], None] = lambda: None,
    ) -> None:
        """Set up the adapter. `store`: for people's own settings; without one, they last as long as the process.

        `overtaken` counts edits that are left out because a newer one followed.
        """
        self._workspaces = workspaces
        self._connection = slack_config
        self._tasks = BackgroundTasks()
        self._web = WebApi(slack_config.api_url, workspaces, slack_config.command)
        uploads = Uploads(paint)
        lessons = LessonPictures(self._web, uploads)
        wishes = PersonalWishes(store)
        self._people = People(Profiles(self._web, wishes), wishes)
        posts = Posts(
            self._web,
            uploads,
            self._tasks,
            style=slack_config.style,
            file_waits=slack_config.file_waits,
            card_pause=slack_config.card_pause,
            budget=ChannelBudget(slack_config.post_seconds),
            overtaken=overtaken,
        )
        self._outgoing = Outgoing(
            posts=posts,
            uploads=uploads,
            lessons=lessons,
            visits=Visits(ResponseUrls(self._web)),
            home=Home(self._web, tasks=self._tasks, uploads=uploads, lessons=lessons, posts=posts, people=self._people),
            canvases=Canvases(self._web, store),
            lists=Lists(self._web, store),
        )
        self._calls = TurnCalls(self._web, wishes, self._tasks)
        self._service: Service | None = None
        self._deliveries: Deliveries | None = None
        self._app: AsyncApp | None = None
        self._handler: AsyncSocketModeHandler | None = None
        self.connected = asyncio.Event()

    async def post(self, room: str, reply: Reply, request: Request | None, before: str) -> str:
        if self._deliveries is not None and request is not None:
            self._deliveries.decided(request)
        slack_room = SlackRoom.parse(room)
        try:
            message = await self._show(slack_room, reply, request, before)
        except RoomUnreachable as error:
            if self._deliveries is not None and request is not None:
                self._deliveries.note_unreachable(request, error)
            raise
        else:
            self._calls.posted(slack_room, reply, request, message)
            if self._deliveries is not None:
                self._deliveries.began(slack_room, reply, request)
            return message
        finally:
            if self._service is not None and reply.table:
                self._outgoing.home.changed(self._service, reply.table)

    async def _show(self, slack_room: SlackRoom, reply: Reply, request: Request | None, before: str) -> str:
        """Post as a member of the channel; elsewhere as an answer to what was last typed or pressed there."""
        noting = self._deliveries if request is not None else None
        before = "" if is_visit(before) else before
        if not self._outgoing.visits.is_visitor(slack_room):
            try:
                whole = await self._with_board(slack_room, reply, before)
                told = self._outgoing.posts.unread(slack_room, reply)
                message = await self._outgoing.posts.show(slack_room, whole, before)
            except RoomUnreachable as error:
                if cause_of(error) not in NOT_MEMBER:
                    raise
                if before and cause_of(error) == UNKNOWN and not self._outgoing.visits.can_show(slack_room):
                    raise RoomGone(str(error)) from error  # it was there before
            else:
                if noting and request:
                    result = self._outgoing.posts.result(slack_room, reply, told, before, message)
                    noting.was_shown(request, result)
                return message
        shown = await self._outgoing.visits.show(slack_room, reply)
        if noting and request:
            noting.note_visit(request)
        return shown

    async def _with_board(self, slack_room: SlackRoom, reply: Reply, before: str) -> Reply:
        """An amended message keeps its board; after a restart that is not known, and has to be drawn again."""
        if not reply.amends or reply.drawing is not None or self._outgoing.posts.knows_board(slack_room, before):
            return reply
        page = await self._service.page_of(reply.table, reply.sequence) if self._service is not None else None
        return replace(reply, drawing=page.board if page else None)

    def has_threads(self, room: str) -> bool:
        slack_room = SlackRoom.parse(room)
        is_channel = not slack_room.thread and not slack_room.channel.startswith(DIRECT)
        return is_channel and not self._outgoing.visits.is_visitor(slack_room)

    async def open_thread(self, room: str, name: str) -> str | None:
        """Open a thread below a line with the name, which becomes the table's card."""
        slack_room = SlackRoom.parse(room)
        if not self.has_threads(room):
            return None
        try:
            thread = await self._outgoing.posts.say(slack_room, escape(name))
        except RoomUnreachable as error:
            if cause_of(error) in {*NOT_MEMBER, *ARCHIVED}:
                return None
            raise
        return replace(slack_room, thread=thread).name

    def routes(self) -> list[web.RouteDef]:
        """Routes for deliveries over HTTP and for installation; none with Socket Mode and a single workspace."""
        found: list[web.RouteDef] = []
        if isinstance(self._workspaces, WorkspaceInstallations):
            installations = self._workspaces
            scopes = [*REQUIRED, *OPTIONAL, *(LINKS if self._connection.domain else ())]
            found += install_routes(lambda: installations.flow(self._web.anonymous(), self._web.command, scopes))
        if not self._connection.app_token:
            found += delivery_routes(lambda: self._app)
        return found

    async def trouble(self) -> str:
        if not self.connected.is_set():
            return "Slack is not connected."  # not prose
        if self._handler is not None and not await _is_alive(self._handler.client):
            return "The connection to Slack is broken; trying to reconnect."  # not prose
        return await self._workspaces.trouble(self._web)

    async def run(self, service: Service) -> None:
        self._service = service
        self._deliveries = Deliveries(
            service,
            self._web,
            outgoing=self._outgoing,
            people=self._people,
            tasks=self._tasks,
            workshops=self._connection.workshops,
        )
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
        workspaces = self._workspaces
        await once_reachable(lambda: workspaces.team(self._web), RoomUnreachable, "Slack")

    async def _connect(self, stack: AsyncExitStack) -> None:
        app = self._app = self._bolt()
        app.event("app_uninstalled")(self._workspaces.uninstalled)
        app.event("tokens_revoked")(self._workspaces.revoked)
        if self._connection.app_token:
            await stack.enter_async_context(self._socket(app))

    def _bolt(self) -> AsyncApp:
        async def authorize(
            context: AsyncBoltContext, enterprise_id: str | None, team_id: str | None
        ) -> AuthorizeResult | None:
            # an organisation that installed the app as a whole has one token for all of its workspaces
            token = await self._web.token((enterprise_id if context.is_enterprise_install else team_id) or "")
            return AuthorizeResult(enterprise_id=enterprise_id, team_id=team_id, bot_token=token) if token else None

        usual = library_log.level
        library_log.setLevel(logging.ERROR)  # Bolt warns when our arguments override its environment variables
        app = AsyncApp(
            name=PLATFORM,
            client=self._web.anonymous(),
            authorize=authorize,  # type: ignore[arg-type]  # None: not installed there
            signing_secret=self._connection.signing_secret or "no HTTP here",  # not prose
            logger=library_log,
            user_facing_authorize_error_message=str(NOT_INSTALLED),
        )
        library_log.setLevel(usual)
        assert self._deliveries is not None
        self._deliveries.listen(app)
        assert self._service is not None
        WorkflowStep(
            self._service,
            self._web,
            posts=self._outgoing.posts,
            visits=self._outgoing.visits,
            profiles=self._people.profiles,
            tasks=self._tasks,
        ).listen(app)
        if self._connection.domain:
            Unfurls(self._service, self._web, self._tasks, self._connection.domain).listen(app)
        return app

    @asynccontextmanager
    async def _socket(self, app: AsyncApp) -> AsyncIterator[None]:
        """Connect in Socket Mode; the library reconnects whenever the socket drops."""
        handler = self._handler = AsyncSocketModeHandler(
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
            self._handler = None
            await handler.close_async()  # type: ignore[no-untyped-call]  # untyped in the library


async def _is_alive(client: SocketModeClient) -> bool:
    """True if the socket is open and Slack answers its pings. The library waits longer before it reconnects."""
    answered = client.last_ping_pong_time
    silent = answered is not None and time.time() - answered > _MISSED_PINGS * client.ping_interval
    return not silent and await client.is_connected()


# --- wiring ----------------------------------------------------------------------------------------------------------

_NO_DELIVERY = (
    "Slack needs a way to reach this program: set SLACK_APP_TOKEN for Socket Mode or SLACK_SIGNING_SECRET for HTTP. "
    "See docs/slack.md for where to find them."  # not prose
)
_NO_WORKSPACE = (
    "Slack needs SLACK_BOT_TOKEN, or for several workspaces SLACK_CLIENT_ID, SLACK_CLIENT_SECRET and "
    "SLACK_TOKEN_KEY. See docs/slack.md for where to find them."  # not prose
)


def adapter_of(
    settings: Settings, paint: Painter, overtaken: Callable[[], None] = lambda: None
) -> Callable[[Installations], SlackAdapter] | None:
    """A factory for the adapter, given a store; None if Slack isn't set up, BadSettings if settings are missing."""
    if PLATFORM not in settings.platforms:
        return None
    slack_config = slack_settings(settings)
    if settings.slack_client_id:
        secret, key = _plain(settings.slack_client_secret), _plain(settings.slack_token_key)
        if not secret or not key:
            raise BadSettings(_NO_WORKSPACE)
        client, cipher = settings.slack_client_id, Cipher(key)
        return lambda store: SlackAdapter(
            WorkspaceInstallations(store, cipher, client, secret), slack_config, paint, store, overtaken
        )
    token = _plain(settings.slack_bot_token)
    if not token:
        raise BadSettings(_NO_WORKSPACE)
    return lambda store: SlackAdapter(SingleWorkspace(token), slack_config, paint, store, overtaken)


def slack_settings(settings: Settings) -> SlackSettings:
    slack_config = SlackSettings(
        api_url=settings.slack_api_url,
        app_token=_plain(settings.slack_app_token),
        signing_secret=_plain(settings.slack_signing_secret),
        style=settings.slack_style,
        workshops=settings.web_table,
        command=settings.slack_command,
        domain=(urlsplit(settings.web_url).hostname or "") if settings.web_table else "",
    )
    if not slack_config.app_token and not slack_config.signing_secret:
        raise BadSettings(_NO_DELIVERY)
    return slack_config


def _plain(secret: SecretStr | None) -> str:
    return secret.get_secret_value() if secret else ""
