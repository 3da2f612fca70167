"""Builds the web adapter from the settings."""

import logging
import secrets

from adapters.web.adapter import WebAdapter
from adapters.web.links import KEY_BYTES, load_or_create_key
from bot.settings import BadSettings, Settings

log = logging.getLogger(__name__)


def adapter_of(settings: Settings) -> WebAdapter:
    return WebAdapter(_key(settings), host=settings.http_host, port=settings.http_port, url=settings.web_url)


def _key(settings: Settings) -> bytes:
    """The key in WEB_SECRET, or in a file next to the SQLite database, or a new one at every start."""
    if settings.web_secret is not None:
        return settings.web_secret.get_secret_value().encode()
    database = settings.database_file
    if database is None:
        log.warning("WEB_SECRET is not set: players at the web table lose their seats when this program restarts")
        return secrets.token_bytes(KEY_BYTES)
    try:
        return load_or_create_key(database.with_name(f"{database.name}.key"))
    except OSError as error:
        raise BadSettings(f"Could not save the key of the web table: {error} Set WEB_SECRET instead.") from error
