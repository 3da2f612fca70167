"""The extras, libraries that are installed only where somebody needs them, and what to say where one is missing."""

from importlib.util import find_spec

# the modules of each extra, with the names under which their libraries are known
_LIBRARIES = {
    "discord": {"discord": "discord.py"},
    "slack": {"slack_bolt": "slack-bolt", "cryptography": "cryptography"},
    "teams": {"jwt": "PyJWT", "cryptography": "cryptography"},
    "postgres": {"asyncpg": "asyncpg"},
    "decks": {"openpyxl": "openpyxl"},
    "speed": {"numba": "numba"},
    "tracing": {
        "opentelemetry.sdk": "opentelemetry-sdk",
        "opentelemetry.exporter.otlp.proto.http": "opentelemetry-exporter-otlp-proto-http",
    },
}


def missing(extra: str) -> str:
    """The name of a library of this extra that isn't installed; empty if all of them are."""
    return next((name for module, name in _LIBRARIES[extra].items() if not _is_installed(module)), "")


def fault(extra: str, reason: str) -> str:
    """A sentence if a library of this extra isn't installed, though there is a reason for it; else nothing."""
    library = missing(extra)
    if not library:
        return ""
    return (
        f"{reason}, but {library} isn't installed: install Scrum Table with the extra `{extra}` (docs/deployment.md)."
    )


def _is_installed(module: str) -> bool:
    try:
        return find_spec(module) is not None
    except ModuleNotFoundError:  # what it is inside of isn't installed either
        return False
