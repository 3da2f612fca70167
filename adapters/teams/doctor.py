"""Checks of the Teams settings: id, secret, tenant, and the address that Teams delivers to."""

import aiohttp

from adapters.teams.adapter import TeamsSettings, refusal, teams_settings
from adapters.teams.incoming.activities import MESSAGES
from adapters.teams.tokens import BotToken, TokenRefused, TokenUnavailable
from bot.operations.doctor import Finding
from bot.settings import BadSettings, Settings

_GUIDE = "See docs/teams.md."
_NETWORK = "Check the network connection."
_TIMEOUT = aiohttp.ClientTimeout(total=10.0)
_FAILURES = (aiohttp.ClientError, TimeoutError, OSError)


async def check(settings: Settings) -> list[Finding]:
    """Check the settings of Teams, of which some are there, and what Microsoft says of them."""
    async with aiohttp.ClientSession(timeout=_TIMEOUT, trust_env=True) as session:
        try:
            config = teams_settings(settings)
        except BadSettings as error:
            return [Finding(ok=False, what=str(error)), await _endpoint(session, settings)]
        return [
            await _tenant(session, config),
            await _credentials(session, config),
            await _endpoint(session, settings),
            _pictures(config),
        ]


async def _tenant(session: aiohttp.ClientSession, config: TeamsSettings) -> Finding:
    url = f"{config.login.rstrip('/')}/{config.tenant}/v2.0/.well-known/openid-configuration"
    try:
        async with session.get(url, allow_redirects=False) as answer:
            known = answer.status == 200
    except _FAILURES as error:
        what = f"Microsoft's sign-in can't be reached ({type(error).__name__})."
        return Finding(ok=False, what=what, advice=_NETWORK)
    if known:
        return Finding(ok=True, what="TEAMS_TENANT_ID is a tenant that Microsoft knows.")
    return Finding(ok=False, what="Microsoft doesn't know the tenant in TEAMS_TENANT_ID.", advice=_GUIDE)


async def _credentials(session: aiohttp.ClientSession, config: TeamsSettings) -> Finding:
    token = BotToken(lambda: session, app=config.app, secret=config.secret, tenant=config.tenant, login=config.login)
    try:
        await token.get()
    except TokenRefused as error:
        return Finding(ok=False, what=refusal(error.code))
    except TokenUnavailable as error:
        return Finding(ok=False, what=f"{error}.", advice=_NETWORK)
    return Finding(ok=True, what="TEAMS_APP_ID and TEAMS_APP_SECRET are valid; Microsoft gives the bot a token.")


async def _endpoint(session: aiohttp.ClientSession, settings: Settings) -> Finding:
    """Check that something of ours answers at the address that is registered as the messaging endpoint."""
    here = f"http://{settings.http_host}:{settings.http_port}{MESSAGES}"
    if not settings.web_url.startswith("https://"):
        what = f"Teams delivers over HTTPS only, and WEB_URL isn't an https address; this program listens at {here}."
        return Finding(ok=False, what=what, advice=f"Set WEB_URL to the address of a proxy in front of it. {_GUIDE}")
    url = f"{settings.web_url.rstrip('/')}{MESSAGES}"
    try:
        async with session.post(url, json={}, allow_redirects=False) as answer:
            status = answer.status
    except _FAILURES as error:
        what = f"Nothing answers at the messaging endpoint {url} ({type(error).__name__})."
        return Finding(ok=True, what=what, advice="Start the program, and check again from outside your network.")
    if status in {401, 503}:  # without a token, as it should be
        return Finding(ok=True, what=f"The messaging endpoint {url} answers.")
    what = f"Another program answers at the messaging endpoint {url} (status {status})."
    return Finding(ok=False, what=what, advice=f"Let your proxy pass {MESSAGES} on to {here}. {_GUIDE}")


def _pictures(config: TeamsSettings) -> Finding:
    if config.url:
        return Finding(ok=True, what=f"Teams fetches pictures and files from {config.url}.")
    advice = "Set WEB_URL to an https address: then pictures have addresses, and files can be downloaded."
    return Finding(ok=True, what="Pictures are sent inside messages, and files can't be handed out.", advice=advice)
