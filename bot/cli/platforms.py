"""The platforms and observers that are set up; each is imported only then, because its library is an extra."""

import argparse
import asyncio
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from importlib import import_module
from typing import NamedTuple
from urllib.parse import urlsplit

from adapters.guests import Roster
from adapters.outside import check as check_beacon
from adapters.outside import check_webhook
from adapters.web.adapter import WebAdapter
from adapters.web.adapter import adapter_of as web_table
from adapters.web.doctor import check as web_check
from adapters.web.doctor import check_tab
from bot import extras
from bot.cli import Fault
from bot.configuration import read_configuration
from bot.files import replace_file
from bot.kernel.ports import Adapter, Painter
from bot.kernel.store import Store
from bot.operations.doctor import (
    Check,
    Finding,
    database_check,
    decks_check,
    examine,
    fonts_check,
    guarded,
    lines,
    plugins_check,
    pooler_check,
    retention_check,
    speed_check,
)
from bot.operations.logs import Redact
from bot.operations.metrics import Metrics
from bot.operations.observing import Observed
from bot.operations.setting_checks import settings_check
from bot.settings import BadSettings, Settings
from games.scrumkin import deck_files
from storage import check_pooler, describe

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
    from bot.operations.tracing import Tracing  # noqa: PLC0415  an extra

    with closing(Tracing(settings, redact)) as traces:
        yield Observers(metrics, Observed(metrics, traces))


# --- extras ----------------------------------------------------------------------------------------------------------


def missing_extras(settings: Settings, platforms: Iterable[str]) -> list[str]:
    """A sentence for each library that is needed for what is set, and isn't installed."""
    reasons = {name: f"{settings.platforms[name]} is set" for name in platforms}
    if settings.otel_exporter_otlp_endpoint:
        reasons["tracing"] = "OTEL_EXPORTER_OTLP_ENDPOINT is set"
    if deck_files.DeckFolder(settings.decks_folder).has_spreadsheets:
        reasons["decks"] = "DECKS_FOLDER is set and has spreadsheets"
    return [sentence for extra, reason in reasons.items() if (sentence := extras.fault(extra, reason))]


def require_extras(settings: Settings, platforms: Iterable[str] = ()) -> None:
    """Refuse to start without a library that is needed; an import would fail with a traceback."""
    if sentences := missing_extras(settings, platforms):
        raise Fault("\n".join(sentences))


# --- adapters --------------------------------------------------------------------------------------------------------


def configured(settings: Settings, paint: Painter, metrics: Metrics) -> list[Making]:
    """The adapters that are set up; each is imported only then, because its library is an extra."""
    found: list[Making] = []
    require_extras(settings, settings.platforms)
    if "discord" in settings.platforms:
        from adapters.discord.adapter import DiscordAdapter  # noqa: PLC0415
        from adapters.discord.gateway import discord_settings  # noqa: PLC0415

        connection = discord_settings(settings)
        assert connection is not None
        found.append(lambda _: DiscordAdapter(connection, paint))
    if "slack" in settings.platforms:
        from adapters.slack.adapter import adapter_of  # noqa: PLC0415

        making = adapter_of(settings, paint, metrics.overtaken("slack"))
        assert making is not None
        found.append(making)
    if "teams" in settings.platforms:
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
    from adapters.web.embedding.teams_tab import LOGIN, TabDoor  # noqa: PLC0415

    host = urlsplit(settings.web_url).hostname or ""
    pages.embedding.offer_tab(TabDoor(roster, host, settings.teams_login_url or LOGIN))


def web_only(settings: Settings, metrics: Metrics) -> Making:
    def make(_: Store) -> Adapter:
        adapter = web_table(settings)
        metrics.sockets(lambda: adapter.live)
        return adapter

    return make


# --- Slack's manifest ------------------------------------------------------------------------------------------------


def print_slack_manifest(settings: Settings, args: argparse.Namespace, _: Redact) -> int:
    if fault := extras.fault("slack", "The manifest comes from the Slack adapter"):
        raise Fault(fault)
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

_NOT_SET_UP = {
    "discord": ("Discord", "Set DISCORD_TOKEN to use it; see docs/discord.md."),
    "slack": ("Slack", "Set SLACK_BOT_TOKEN to use it; see docs/slack.md."),
    "teams": ("Teams", "Set TEAMS_APP_ID, TEAMS_APP_SECRET and TEAMS_TENANT_ID to use it; see docs/teams.md."),
}


def run_doctor(settings: Settings, _: argparse.Namespace, redact: Redact) -> int:
    return asyncio.run(_doctor(settings, redact))


async def _doctor(settings: Settings, redact: Redact) -> int:
    checks = [settings_check, _extras_check, database_check(describe), pooler_check(check_pooler), web_check]
    checks += [_platform_check(name) for name in _NOT_SET_UP]
    checks += [_outside_check, fonts_check, decks_check, plugins_check, speed_check, retention_check]
    findings = await examine(settings, checks)
    print(*map(redact, lines(findings)), sep="\n")
    return max((finding.exit_code for finding in findings if not finding.ok), default=0)


async def _extras_check(settings: Settings) -> list[Finding]:
    return [Finding(ok=False, what=sentence) for sentence in missing_extras(settings, settings.platforms)]


def _is_misconfigured(platform: str) -> bool:
    """Whether settings of it are wrong, which are findings already. They count as not set, but aren't missing."""
    return any(each.startswith(f"{platform}_") for each in read_configuration().faults)


def _platform_check(platform: str) -> Check:
    """The check of an adapter, imported only if it is set up and its library is there."""
    name, advice = _NOT_SET_UP[platform]

    async def check(settings: Settings) -> list[Finding]:
        if _is_misconfigured(platform):
            return [Finding(ok=False, what=f"{name} can't be checked before its settings are corrected.")]
        if platform not in settings.platforms:
            return [Finding(ok=True, what=f"{name} is not set up.", advice=advice)]
        if extras.missing(platform):  # which is a finding already
            return []
        adapter: Check = import_module(f"adapters.{platform}.doctor").check
        return await guarded(name, adapter(settings))

    return check


async def _outside_check(settings: Settings) -> list[Finding]:
    """Check what else the program talks to."""
    found: list[Finding] = []
    if settings.teams_tab and not _is_misconfigured("teams"):
        found += await guarded("the tab in Teams", check_tab(settings))
    if settings.beacon_url:
        found += await guarded("the beacon", check_beacon(settings))
    if settings.actions_webhook_url:
        found += await guarded("the actions webhook", check_webhook(settings))
    if settings.otel_exporter_otlp_endpoint and not extras.missing("tracing"):
        check_collector: Check = import_module("bot.operations.tracing").check
        found += await guarded("tracing", check_collector(settings))
    return found
