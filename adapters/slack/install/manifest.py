"""The manifest of the Slack app, as the settings want it. `deploy/slack-manifest.yaml` is the usual one, to paste."""

from typing import Any
from urllib.parse import urlsplit

from adapters.slack.incoming.deliveries import EVENTS
from adapters.slack.incoming.shortcuts import SAVE_FOR_RETRO
from adapters.slack.incoming.start_form import START_GAME
from adapters.slack.incoming.unfurls import LINK_SHARED
from adapters.slack.incoming.workflow_step import FUNCTION_EXECUTED, STEPS
from adapters.slack.install import pages as scopes
from adapters.slack.texts import APP
from bot.settings import Settings

_HINT = "new sprint | new retro | join | start | roll | board | help"


def manifest(settings: Settings, *, url: str = "", workflow_step: bool = False) -> dict[str, Any]:
    """The manifest. `url`: where Slack reaches this program; without it, through Socket Mode.

    `workflow_step`: with a step for Workflow Builder, which only paid plans have.
    """
    host = urlsplit(settings.web_url).hostname if settings.web_table else None
    events = f"{url.rstrip('/')}/slack/events" if url else ""
    optional = [*scopes.OPTIONAL, *(scopes.LINKS if host else ())]
    bot_events = [*EVENTS, *([LINK_SHARED] if host else []), *([FUNCTION_EXECUTED] if workflow_step else [])]
    return {
        "display_information": {
            "name": APP,
            "description": "Scrum games and retrospectives for your team, right in the channel",
            "background_color": "#1d3557",
        },
        "features": {
            "app_home": {
                "home_tab_enabled": True,
                "messages_tab_enabled": True,
                "messages_tab_read_only_enabled": True,
            },
            "bot_user": {"display_name": APP, "always_online": True},
            "shortcuts": _shortcuts(),
            "slash_commands": [_command(settings.slack_command, events)],
            **({"unfurl_domains": [host]} if host else {}),
        },
        **({"functions": STEPS} if workflow_step else {}),
        "oauth_config": {"scopes": {"bot": [*scopes.REQUIRED, *optional], "bot_optional": optional}},
        "settings": {
            "event_subscriptions": {**_request(events), "bot_events": bot_events},
            "interactivity": {"is_enabled": True, **_request(events)},
            "org_deploy_enabled": True,
            "socket_mode_enabled": not events,
            "token_rotation_enabled": False,
            **({"function_runtime": "remote"} if workflow_step else {}),
        },
    }


def _request(events: str) -> dict[str, str]:
    return {"request_url": events} if events else {}


def _command(name: str, events: str) -> dict[str, Any]:
    return {
        "command": name,
        "description": f"Games and retrospectives; {name} alone shows what you can do now",
        "usage_hint": _HINT,
        "should_escape": True,  # so that mentions arrive as ids
        **({"url": events} if events else {}),
    }


def _shortcuts() -> list[dict[str, str]]:
    return [
        {
            "name": "Start a game or a retro",
            "type": "global",
            "callback_id": START_GAME,
            "description": "Open a Scrum game, a retrospective or a workshop in a channel",
        },
        {
            "name": "Save for the retro",
            "type": "message",
            "callback_id": SAVE_FOR_RETRO,
            "description": "Put this message on the board of the running retrospective",
        },
    ]
