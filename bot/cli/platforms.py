"""The platforms and observers that are set up; each is imported only then, because its library is an extra."""

import argparse
import asyncio
import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import NamedTuple
from urllib.parse import urlsplit

from adapters.guests import Roster
from adapters.web.adapter import WebAdapter
from adapters.web.adapter import adapter_of as web_table
from adapters.web.embedding import check_tab
from bot.cli import Fault
from bot.files import replace_file
from bot.kernel.ports import Adapter, Painter
from bot.kernel.store import Store
from bot.operations.doctor import Check, database_check, examine, fonts_check, lines, plugins_check, retention_check
from bot.operations.logs import Redact
from bot.operations.metrics import Metrics
from bot.operations.observing import Observed
from bot.settings import BadSettings, Settings
from storage import describe

# --- platforms -------------------------------------------------------------------------------------------------------

Making = Callable[[Store], Adapter]  # an adapter, once there is a database


class Observers(NamedTuple):
    """The observers for operators: metrics, and the ports with instrumentation around them."""

    metrics: Metrics
    ports: Observed


@contextmanager
def observing(settings: Settings, redact: Redact) -> Iterator[Observers]:
    """The observers: metrics always, traces if a collector is set."""
    metrics = Metrics()
    if not settings.otel_exporter_otlp_endpoint:
        yield Observers(metrics, Observed(metrics))
        return
    with closing(_tracing_library().Tracing(settings, redact)) as traces:
        yield Observers(metrics, Observed(metrics, traces))


def _tracing_library() -> ModuleType:
    """The module of traces, imported only if a collector is set, because its library is an extra."""
    try:
        return import_module("bot.operations.tracing")
    except ModuleNotFoundError as fault:
        raise Fault(
            "OTEL_EXPORTER_OTLP_ENDPOINT is set, but the tracing library isn't installed: "
            "run `pip install '.[tracing]'`."
        ) from fault


def configured(settings: Settings, paint: Painter, metrics: Metrics) -> list[Making]:
    """The adapters that are set up; each is imported only then, because its library is an extra."""
    found: list[Making] = []
    if settings.discord_token is not None:
        from adapters.discord.adapter import DiscordAdapter  # noqa: PLC0415
        from adapters.discord.gateway import discord_settings  # noqa: PLC0415

        connection = discord_settings(settings)
        assert connection is not None
        found.append(lambda _: DiscordAdapter(connection, paint))
    if settings.slack_bot_token or settings.slack_client_id or settings.slack_app_token:
        if find_spec("slack_bolt") is None:
            raise Fault("Slack is set up, but its library isn't installed: run `pip install '.[slack]'`.")
        from adapters.slack.adapter import adapter_of  # noqa: PLC0415

        making = adapter_of(settings, paint, metrics.overtaken("slack"))
        assert making is not None
        found.append(making)
    if settings.teams_app_id or settings.teams_app_secret:
        if find_spec("jwt") is None:
            raise Fault("Teams is set up, but its library isn't installed: run `pip install '.[teams]'`.")
        from adapters.teams.adapter import adapter_of as teams_adapter  # noqa: PLC0415

        connecting = teams_adapter(settings, paint, metrics.overtaken("teams"))
        assert connecting is not None
        found.append(connecting)
    if found and settings.web_table:
        found.append(web_only(settings, metrics))
    return found


def offer_frames(settings: Settings, adapters: Sequence[Adapter]) -> None:
    """Let the chats' own clients show the web table, where that is set up."""
    pages = next((adapter for adapter in adapters if isinstance(adapter, WebAdapter)), None)
    if pages is not None and any(adapter.platform == "discord" for adapter in adapters):
        _offer_activity(settings, pages)
    if settings.teams_tab:
        _offer_tab(settings, pages, next((each for each in adapters if isinstance(each, Roster)), None))


def _offer_activity(settings: Settings, pages: WebAdapter) -> None:
    from adapters.discord.activity import ActivityDoor  # noqa: PLC0415
    from adapters.discord.gateway import discord_settings  # noqa: PLC0415

    connection = discord_settings(settings)
    application, secret = settings.discord_application_id, settings.discord_client_secret
    if connection and connection.activity and application and secret:
        door = ActivityDoor(application, secret.get_secret_value(), connection.token, connection.api_url)
        pages.embedding.offer_activity(application, door)


def _offer_tab(settings: Settings, pages: WebAdapter | None, roster: Roster | None) -> None:
    if pages is None or roster is None or not settings.web_url.startswith("https:"):
        raise BadSettings("TEAMS_TAB needs the Teams bot, WEB_TABLE=on and a WEB_URL with https.")
    if find_spec("jwt") is None:
        raise Fault("TEAMS_TAB is on, but the library that reads tokens isn't installed: run `pip install '.[teams]'`.")
    from adapters.web.teams_tab import LOGIN, TabDoor  # noqa: PLC0415

    host = urlsplit(settings.web_url).hostname or ""
    pages.embedding.offer_tab(TabDoor(roster, host, settings.teams_login_url or LOGIN))


def web_only(settings: Settings, metrics: Metrics) -> Making:
    def make(_: Store) -> Adapter:
        adapter = web_table(settings)
        metrics.sockets(lambda: adapter.live)
        return adapter

    return make


def _checks_of_adapters(settings: Settings) -> list[Check]:
    """The checks of the adapters whose libraries are installed; each says so if it isn't set up."""
    found: list[Check] = []
    if settings.discord_token is not None or find_spec("discord"):
        from adapters.discord.doctor import check  # noqa: PLC0415

        found.append(check)
    if find_spec("slack_bolt"):
        from adapters.slack.doctor import check as check_slack  # noqa: PLC0415

        found.append(check_slack)
    if find_spec("jwt"):
        from adapters.teams.doctor import check as check_teams  # noqa: PLC0415

        found.append(check_teams)
    if settings.teams_tab:
        found.append(check_tab)
    if settings.beacon_url:
        from adapters.outside import check as check_beacon  # noqa: PLC0415

        found.append(check_beacon)
    return found


# --- Slack's manifest ------------------------------------------------------------------------------------------------


def print_slack_manifest(settings: Settings, args: argparse.Namespace, _: Redact) -> int:
    if find_spec("slack_bolt") is None:
        raise Fault("Slack's library isn't installed: run `pip install '.[slack]'`.")
    from adapters.slack.install.manifest import manifest  # noqa: PLC0415

    print(json.dumps(manifest(settings, url=args.url, workflow_step=args.workflow_step), indent=2, ensure_ascii=False))
    return 0


# --- the package for Teams -------------------------------------------------------------------------------------------


def write_teams_package(settings: Settings, args: argparse.Namespace, _: Redact) -> int:
    from adapters.teams.package import package  # noqa: PLC0415  it draws icons

    replace_file(args.output, package(settings, args.url))
    print(f"{args.output} is written. Upload it in Teams: Apps, Manage your apps, Upload an app.")
    return 0


# --- doctor ----------------------------------------------------------------------------------------------------------


def run_doctor(settings: Settings, _: argparse.Namespace, redact: Redact) -> int:
    return asyncio.run(_doctor(settings, redact))


async def _doctor(settings: Settings, redact: Redact) -> int:
    checks = [database_check(describe), retention_check, fonts_check, plugins_check, *_checks_of_adapters(settings)]
    if settings.otel_exporter_otlp_endpoint:
        checks.append(_tracing_library().check)
    findings = await examine(settings, checks)
    print(*map(redact, lines(findings)), sep="\n")
    return max((finding.exit_code for finding in findings if not finding.ok), default=0)
