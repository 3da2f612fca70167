"""The pages that people see while they install the app, and what they say when that fails."""

import logging
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from html import escape

from slack_bolt.oauth.async_callback_options import AsyncCallbackOptions, AsyncFailureArgs, AsyncSuccessArgs
from slack_bolt.oauth.async_oauth_flow import AsyncOAuthFlow
from slack_bolt.request.async_request import AsyncBoltRequest
from slack_bolt.response import BoltResponse

from adapters.slack.command_name import USUAL, worded
from adapters.slack.texts import APP
from bot.kernel.store import StoreUnavailable

# --- scopes ----------------------------------------------------------------------------------------------------------

REQUIRED = {
    "commands": "`/scrum` and the shortcuts",
    "chat:write": "messages in channels that invited the bot, and private ones",
    "files:write": "pictures of the board, and deleting them when they are out of date",
}
CANVASES, LISTS = "canvases:write", "lists:write"
OPTIONAL = {
    "users:read": "people’s display names on the board, and their time zones for working hours",
    "app_mentions:read": "`@Scrum Table roll` in a table’s thread",
    CANVASES: "a retrospective’s summary as a canvas, if somebody asks for it",
    LISTS: "a retrospective’s actions as a list, if somebody asks for it",
}
# if the web table has an address of its own
LINKS = {
    "links:read": "links to web tables that people post",
    "links:write": "previews of those",
}


def _parse(granted: str) -> frozenset[str]:
    """Scopes as Slack lists them, separated by commas."""
    return frozenset(scope.strip() for scope in granted.split(",") if scope.strip())


def told(headers: Mapping[str, str]) -> frozenset[str] | None:
    """The scopes of the token with which Slack was asked; None if its answer doesn't name them."""
    granted = {name.lower(): value for name, value in headers.items()}.get("x-oauth-scopes")
    return None if granted is None else _parse(granted)


# --- pages -----------------------------------------------------------------------------------------------------------

log = logging.getLogger(__name__)

INSTALL = "/slack/install"
HEADERS = {
    "Content-Type": "text/html; charset=utf-8",
    "Cache-Control": "no-store",
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
}
_STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; color: #1d1c1d; background: #f8f8f8; margin: 0; }
main { max-width: 36rem; margin: 10vh auto; padding: 2rem; background: #fff; border-radius: 12px; }
h1 { font-size: 1.5rem; margin-top: 0; }
a.button { display: inline-block; padding: .7rem 1.2rem; border-radius: 6px; background: #1d3557; color: #fff;
  font-weight: 600; text-decoration: none; }
code { background: #f0f0f0; padding: .1rem .3rem; border-radius: 4px; }
@media (prefers-color-scheme: dark) {
  body { background: #1a1d21; color: #e8e8e8; } main { background: #222529; } code { background: #333; }
  a.button { background: #a8dadc; color: #1d3557; } a { color: #a8dadc; }
}
"""


@dataclass(frozen=True, slots=True)
class Failure:
    """The reason why an installation failed: a heading, and what to do."""

    heading: str
    advice: str


_FAILURES = {
    "access_denied": Failure("Not installed", "You cancelled, so nothing was installed and nothing was stored."),
    "invalid_browser": Failure(
        "This link belongs to another browser",
        "The installation has to end in the browser it started in, with cookies allowed. Start again here.",
    ),
    "invalid_state": Failure(
        "This link was used already, or is too old",
        "An installation link works once, for ten minutes. Start again; if Scrum Table is already in your workspace, "
        "there’s nothing left to do.",
    ),
    "missing_code": Failure("Slack’s answer was incomplete", "Something cut the address short. Please start again."),
    "invalid_code": Failure(
        "Slack didn’t confirm the installation",
        "Slack no longer accepts the code it sent, for example because this page was reloaded. Please start again.",
    ),
    "storage_error": Failure(
        "Scrum Table couldn’t save the installation",
        "Its database can’t be reached right now. Please try again in a few minutes.",
    ),
}
_OTHER = Failure("The installation failed", "Slack reported a problem. Please start again.")


class InstallFlow(AsyncOAuthFlow):
    """Bolt's OAuth flow with a page of our own at its start, and one for a database that can't be reached."""

    command = USUAL

    async def build_install_page_html(self, url: str, request: AsyncBoltRequest) -> str:
        del request
        wanted, optional = (
            "".join(f"<li>{_code(worded(purpose, self.command))}</li>" for purpose in scopes.values())
            for scopes in (REQUIRED, {**OPTIONAL, **(LINKS if "links:read" in (self.settings.scopes or ()) else {})})
        )
        return _page(
            f"Add {APP} to Slack",
            f"<p>{APP} is a chat bot that runs Scrum games and retrospectives with your team. It asks for:</p>"
            f"<ul>{wanted}</ul><p>You may also grant these, or leave them out:</p><ul>{optional}</ul>"
            "<p>It can’t read your messages or your files.</p>"
            f'<p><a class="button" href="{escape(url)}">Add to Slack</a></p>',
        )

    async def handle_callback(self, request: AsyncBoltRequest) -> BoltResponse:
        try:
            return await super().handle_callback(request)
        except StoreUnavailable:
            log.exception("an installation can't be stored")
            args = AsyncFailureArgs(
                request=request,
                reason="storage_error",
                suggested_status_code=503,
                settings=self.settings,
                default=self.default_callback_options,
            )
            return await _failed(args)


def callbacks(command: str) -> AsyncCallbackOptions:
    return AsyncCallbackOptions(success=partial(_installed, command), failure=_failed)


async def _installed(command: str, args: AsyncSuccessArgs) -> BoltResponse:
    installation = args.installation
    where = (installation.enterprise_name if installation.is_enterprise_install else installation.team_name) or "Slack"
    link = f"slack://app?team={installation.team_id or installation.enterprise_id}&id={installation.app_id}"
    body = (
        f"<p>It’s now in <strong>{escape(where)}</strong>.</p><p>Next: in your team’s channel, type "
        f"<code>/invite @{APP}</code> and then <code>{escape(command)}</code>.</p>"
        f'<p><a class="button" href="{escape(link)}">Open Slack</a></p>'
    )
    return _answer(args, 200, _page(f"{APP} is installed", body))


async def _failed(args: AsyncFailureArgs) -> BoltResponse:
    failure = _FAILURES.get(args.reason, _OTHER)
    body = f'<p>{escape(failure.advice)}</p><p><a class="button" href="{INSTALL}">Start again</a></p>'
    return _answer(args, args.suggested_status_code, _page(failure.heading, body))


def _answer(args: AsyncSuccessArgs | AsyncFailureArgs, status: int, html: str) -> BoltResponse:
    forget_state = args.settings.state_utils.build_set_cookie_for_deletion()
    return BoltResponse(status=status, body=html, headers={**HEADERS, "Set-Cookie": forget_state})


def _page(title: str, body: str) -> str:
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<style>{_STYLE}</style></head><body><main><h1>{escape(title)}</h1>{body}</main></body></html>"
    )


def _code(text: str) -> str:
    """The text as HTML, with `code` marked."""
    parts = escape(text).split("`")
    return "".join(f"<code>{part}</code>" if at % 2 else part for at, part in enumerate(parts))
