"""From settings to the web table."""

import logging
import secrets

from adapters.web.adapter import WebAdapter
from adapters.web.links import KEY_BYTES, key_in
from bot.settings import BadSettings, Settings

log = logging.getLogger(__name__)


def adapter_of(settings: Settings) -> WebAdapter:
    return WebAdapter(_key(settings), host=settings.http_host, port=settings.http_port, url=settings.web_url)


def _key(settings: Settings) -> bytes:
    """The one that is set; else one in a file beside the embedded database; else a new one with every start."""
    if settings.web_secret is not None:
        return settings.web_secret.get_secret_value().encode()
    database = settings.database_file
    if database is None:
        log.warning("WEB_SECRET is not set: whoever plays on the web table loses their seat when this program restarts")
        return secrets.token_bytes(KEY_BYTES)
    try:
        return key_in(database.with_name(f"{database.name}.key"))
    except OSError as fault:
        raise BadSettings(f"The key of the web table cannot be kept: {fault} WEB_SECRET would do instead.") from fault
