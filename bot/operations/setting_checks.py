"""Checks for `doctor` of the settings themselves: bad values, misspelt names, and settings that need one another."""

import os
import stat
from collections.abc import Container, Iterable, Iterator, Mapping
from difflib import get_close_matches
from pathlib import Path

from bot.configuration import names_in_file, read_configuration
from bot.operations.doctor import Finding
from bot.settings import ENV_FILE, Settings
from games.text import listing

_PAGE = "See docs/settings.md."


async def settings_check(_: Settings) -> list[Finding]:
    """What the operator has set, without values, and everything that is wrong with it; --db isn't a setting."""
    configuration = read_configuration()
    settings, faults = configuration.settings, configuration.faults
    found = [*_given(settings, faults), *_bad(faults), *_misspelt(settings), *_lonely(settings, faults)]
    return [*found, *_readable()]


def _given(settings: Settings, faults: Mapping[str, str]) -> Iterator[Finding]:
    names = [
        name.upper() for name in Settings.model_fields if getattr(settings, name) != _default(name) or name in faults
    ]
    if names:
        yield Finding(ok=True, what=f"{listing(names)} {'is' if len(names) == 1 else 'are'} set.")
    elif not faults:
        yield Finding(ok=True, what="Nothing is set: everything has its default.")


def _bad(faults: Mapping[str, str]) -> Iterator[Finding]:
    yield from (Finding(ok=False, what=sentence) for sentence in faults.values())
    if faults:
        what = "Until that is corrected, `run` doesn't start. The checks below go on without it."
        yield Finding(ok=False, what=what)


def _default(name: str) -> object:
    return Settings.model_fields[name].get_default(call_default_factory=True)


def _readable() -> Iterator[Finding]:
    """A `.env` with secrets that everybody on this machine can read. Windows keeps a user's folder from others."""
    file = Path(ENV_FILE)
    secret = [name.upper() for name in names_in_file() if name in Settings.model_fields and Settings.is_secret(name)]
    if secret and os.name == "posix" and file.stat().st_mode & stat.S_IROTH:
        what = f"Everybody on this machine can read {listing(secret)} in {file.resolve()}."
        yield Finding(ok=False, what=what, advice=f"Type chmod 600 {file}")


# --- names -----------------------------------------------------------------------------------------------------------

_TELEMETRY = "OTEL_"  # OpenTelemetry's library reads many more such names, but only in the environment
_ALIKE = 0.85
_ALIKE_TELEMETRY = 0.95


def _misspelt(settings: Settings) -> Iterator[Finding]:
    """Names that no setting has. Others' names are at home in the environment and among secret files, not in `.env`."""
    for name in _strange(names_in_file()):
        meant = _nearest(name)
        what = f"{name} in {ENV_FILE} isn't a setting of Scrum Table"
        if meant or not name.startswith(_TELEMETRY):
            yield _misspelling(what, meant) if meant else Finding(ok=True, what=f"{what}: it is ignored.")
        else:
            advice = "Set it in the environment: OpenTelemetry reads it only there."
            yield Finding(ok=False, what=f"{what}.", advice=advice)
    files = (file.name for file in settings.secrets_dir.iterdir()) if settings.secrets_dir else ()
    for where, names in (("the environment", os.environ), ("SECRETS_DIR", files)):
        for name in _strange(names):
            if meant := _nearest(name):
                yield _misspelling(f"{name} in {where} isn't a setting of Scrum Table", meant)


def _misspelling(what: str, meant: str) -> Finding:
    return Finding(ok=False, what=f"{what}.", advice=f"Did you mean {meant}?")


def _strange(names: Iterable[str]) -> list[str]:
    return sorted({name.upper() for name in names if name.lower() not in Settings.model_fields})


def _nearest(name: str) -> str:
    cutoff = _ALIKE_TELEMETRY if name.startswith(_TELEMETRY) else _ALIKE
    return next(iter(get_close_matches(name, map(str.upper, Settings.model_fields), 1, cutoff)), "")


# --- combinations ----------------------------------------------------------------------------------------------------

# settings that need one of the others
_NEEDS = {
    "discord_guilds": ("discord_token",),
    "discord_application_id": ("discord_token",),
    "discord_client_secret": ("discord_token",),
    "slack_signing_secret": ("slack_bot_token", "slack_client_id"),
    "slack_client_secret": ("slack_client_id",),
    "slack_token_key": ("slack_client_id",),
    "teams_tenant_id": ("teams_app_id", "teams_app_secret"),
    "teams_tenants": ("teams_app_id", "teams_app_secret"),
    "actions_webhook_url": ("actions_webhook_secret",),
    "actions_webhook_secret": ("actions_webhook_url",),
    "actions_webhook_internal": ("actions_webhook_url",),
    "otel_exporter_otlp_headers": ("otel_exporter_otlp_endpoint",),
}


def _lonely(settings: Settings, faults: Container[str]) -> Iterator[Finding]:
    for name, others in _NEEDS.items():
        there = any(getattr(settings, each) or each in faults for each in others)  # a bad one is reported as such
        if getattr(settings, name) != _default(name) and not there:
            needed = listing([each.upper() for each in others], "or")
            yield Finding(ok=False, what=f"{name.upper()} is set, but needs {needed} as well.", advice=_PAGE)
    if settings.slack_client_id and settings.slack_bot_token:
        what = "SLACK_CLIENT_ID and SLACK_BOT_TOKEN are both set: the token is ignored."
        yield Finding(ok=False, what=what, advice="Set the token for one workspace, the client id for several.")
    if settings.database_pooler and not settings.uses_postgres:
        what = "DATABASE_POOLER is set, but DATABASE_URL isn't the address of a PostgreSQL database."
        yield Finding(ok=False, what=what, advice=_PAGE)
