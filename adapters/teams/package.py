"""The app package that people upload to Teams: a manifest and two icons, drawn here."""

import io
import json
import zipfile
from collections.abc import Sequence
from urllib.parse import urlsplit

from adapters.teams.identifiers import Payload
from adapters.teams.texts import APP
from bot.pictures.painter import rasterise
from bot.settings import BadSettings, Settings

_SCHEMA = "https://developer.microsoft.com/en-us/json-schemas/teams/v1.19/MicrosoftTeams.schema.json"
# of the package; Teams takes a changed one only with a higher number
_VERSION, _WITH_TAB = "1.0.0", "1.1.0"
COLOUR, OUTLINE = "color.png", "outline.png"
ACCENT = "#0F4C5C"
SHORT_LIMIT, FULL_LIMIT, COMMAND_LIMIT, ABOUT_LIMIT = 80, 4000, 32, 128  # characters
MAX_COMMANDS = 10
SCOPES = ("personal", "team", "groupChat")
TAB = "/teams-tab/config"  # the page on which somebody adds a tab
_PLACES = ("channelTab", "privateChatTab", "meetingChatTab", "meetingSidePanel")  # not the stage: that asks for more

# What Teams shows of the app before anybody uses it, in English.
SHORT_DESCRIPTION = "Scrum games and retrospectives for your team, in chat"
FULL_DESCRIPTION = (
    "Scrum Table is a facilitator for remote teams. Three Scrum games teach what a sprint feels like, and "
    "retrospectives lead from a check-in to actions with owners and dates. It knows the rules, keeps the turn order, "
    "the secrets and the time, and posts a picture of the board. Notes in retrospectives have no names."
)
# The command list that Teams shows when somebody mentions the app: at most ten.
COMMANDS: Sequence[tuple[str, str]] = (
    ("new sprint", "Open The Scrum Game: a sprint on a board, for the whole team"),
    ("new scrumkin", "Open Scrumkin: cards and hidden hands, for 2 to 4 people"),
    ("new rugby", "Open Scrum Rugby: two players, no luck"),
    ("new retro", "Open a retrospective for this team"),
    ("join", "Take a seat at the table"),
    ("start", "Start when everybody is there"),
    ("board", "Show the board again"),
    ("actions", "Show the open actions of your retrospectives"),
    ("rules", "Read the rules"),
    ("help", "Show what you can do"),
)

_NO_ADDRESS = (
    "The package names the address of this program: set WEB_URL to where Teams reaches it, "
    "`https://table.example.org`, or add --url."
)
_NO_APP = "The package needs TEAMS_APP_ID, the id of the bot's registration. See docs/teams.md."

# The mark of Scrum Table: a burndown that goes up, and a piece beside it.
_MARK = (
    '<path d="M7 22 13 14l4 4 8-9" fill="none" stroke="#fff" stroke-width="3" '
    'stroke-linecap="round" stroke-linejoin="round"/><circle cx="25" cy="22" r="3" fill="{piece}"/>'
)


def icon(size: int, *, outline: bool = False) -> bytes:
    """The icon as PNG: in colour on a square, or white on nothing."""
    mark = _MARK.format(piece="#fff" if outline else "#f0b429")
    ground = "" if outline else f'<rect width="32" height="32" fill="{ACCENT}"/>'
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{size}" height="{size}" viewBox="0 0 32 32">'
    return rasterise(f"{head}{ground}{mark}</svg>", 1.0)


def manifest(app: str, url: str, *, tab: bool = False) -> Payload:
    """The manifest. `url`: where people and Teams reach this program. `tab`: it shows the web table, too."""
    commands = [
        {"title": title[:COMMAND_LIMIT], "description": about[:ABOUT_LIMIT]} for title, about in COMMANDS[:MAX_COMMANDS]
    ]
    site = url.rstrip("/")
    host = urlsplit(site).hostname or ""
    return {
        "$schema": _SCHEMA,
        "manifestVersion": "1.19",
        "version": _WITH_TAB if tab else _VERSION,
        "id": app,
        "developer": {
            "name": APP,
            "websiteUrl": f"{site}/",
            "privacyUrl": f"{site}/",
            "termsOfUseUrl": f"{site}/",
        },
        "name": {"short": APP, "full": f"{APP}: {SHORT_DESCRIPTION}"[:100]},
        "description": {
            "short": SHORT_DESCRIPTION[:SHORT_LIMIT],
            "full": FULL_DESCRIPTION[:FULL_LIMIT],
        },
        "icons": {"color": COLOUR, "outline": OUTLINE},
        "accentColor": ACCENT,
        "bots": [
            {
                "botId": app,
                "scopes": list(SCOPES),
                "isNotificationOnly": False,
                "supportsFiles": False,
                "commandLists": [{"scopes": list(SCOPES), "commands": commands}],
            }
        ],
        "validDomains": [host],
        **(_tab(app, site, host) if tab else {}),
    }


def _tab(app: str, site: str, host: str) -> Payload:
    """A tab in chats, channels and beside meetings, and whose sign-on tokens its page gets."""
    place = {
        "configurationUrl": f"{site}{TAB}",
        "canUpdateConfiguration": False,
        "scopes": ["team", "groupChat"],
        "context": list(_PLACES),
    }
    return {
        "configurableTabs": [place],
        "webApplicationInfo": {"id": app, "resource": f"api://{host}/botid-{app}"},
    }


def package(settings: Settings, url: str = "") -> bytes:
    """The package as a zip; BadSettings if the app or the address isn't known."""
    site = url or settings.web_url
    if not settings.teams_app_id:
        raise BadSettings(_NO_APP)
    if not site.startswith("https://") or not urlsplit(site).hostname:
        raise BadSettings(_NO_ADDRESS)
    written = io.BytesIO()
    described = json.dumps(manifest(settings.teams_app_id, site, tab=settings.teams_tab), indent=2, ensure_ascii=False)
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as files:
        for name, content in (
            ("manifest.json", described.encode()),
            (COLOUR, icon(192)),
            (OUTLINE, icon(32, outline=True)),
        ):
            # a date of our own: the same settings make the same file
            files.writestr(zipfile.ZipInfo(name, (2026, 1, 1, 0, 0, 0)), content, zipfile.ZIP_DEFLATED)
    return written.getvalue()
