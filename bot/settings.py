"""Settings from the environment, a `.env` file, or a folder of secret files."""

import os
from pathlib import Path
from typing import Annotated, Any, Literal, get_args
from urllib.parse import unquote, urlsplit

from pydantic import (
    AfterValidator,
    BeforeValidator,
    DirectoryPath,
    Field,
    NonNegativeInt,
    SecretStr,
    ValidationInfo,
    field_validator,
)
from pydantic.fields import FieldInfo
from pydantic_settings import BaseSettings, NoDecode, PydanticBaseSettingsSource, SettingsConfigDict

from bot.files import default_file
from games.values import value


def _password(url: str) -> str:
    """The password as written in the address; empty if there is none."""
    try:
        return urlsplit(url).password or ""
    except ValueError:  # not a valid address
        return url


def default_database() -> str:
    """A file in the user's own folder; empty, so that one has to be named, for a user without a folder."""
    file = default_file()
    return f"sqlite:///{file}" if file else ""


def _split(text: object) -> object:
    return [part for part in text.replace(",", " ").split() if part] if isinstance(text, str) else text


def _parsable(url: str) -> str:
    urlsplit(url).port  # noqa: B018  raises ValueError if it is no port, or if a bracket is missing
    return url


ENV_FILE = ".env"  # in the folder where the program is started

# `1,2,3` rather than JSON
Numbers = Annotated[tuple[NonNegativeInt, ...], NoDecode, BeforeValidator(_split)]
_HostName = Annotated[str, Field(pattern=r"^[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?$")]
HostNames = Annotated[tuple[_HostName, ...], NoDecode, BeforeValidator(_split)]
_GUID = r"^([0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12})?$"
_Tenant = Annotated[str, Field(pattern=_GUID)]
Tenants = Annotated[tuple[_Tenant, ...], NoDecode, BeforeValidator(_split)]
_Site = Annotated[str, Field(pattern=r"^https://(\*\.)?[A-Za-z0-9.-]+(:\d+)?$")]
Sites = Annotated[tuple[_Site, ...], NoDecode, BeforeValidator(_split)]
SiteAddress = Annotated[str, AfterValidator(_parsable)]
_ID = "01234567-89ab-cdef-0123-456789abcdef"

# the headings of docs/settings.md and deploy/.env.example, each with the setting that it begins with
GROUPS = {
    "Database": "database_url",
    "Discord": "discord_token",
    "Slack": "slack_bot_token",
    "Microsoft Teams": "teams_app_id",
    "Web table and HTTP": "web_table",
    "Pace and retention": "remind_minutes",
    "Games and retrospectives": "forecasts",
    "Logs and tracing": "log_level",
    "Secret files": "secrets_dir",
}
# the chat platforms with the settings of which any turns it on
_SWITCHES = {
    "discord": ("discord_token",),
    "slack": ("slack_bot_token", "slack_client_id", "slack_app_token"),
    "teams": ("teams_app_id", "teams_app_secret"),
}


_SLACK_TOKENS = {"xoxb": "the Bot User OAuth Token", "xapp": "an App-Level Token", "xoxp": "a User OAuth Token"}
_SLACK_SETTINGS = {"xoxb": "slack_bot_token", "xapp": "slack_app_token"}


class BadSettings(Exception):
    """Invalid settings, with a sentence for each on a line of its own, which names it."""


class Mistaken(ValueError):
    """A value that belongs elsewhere, with a sentence that says so without repeating it."""


@value
class Unreadable:
    """Stands for the value of a secret file that can't be read; no setting accepts it."""

    sentence: str


def _is_listable(folder: Path) -> bool:
    return folder.is_dir() and os.access(folder, os.R_OK | os.X_OK)


def _listable(folder: Path) -> Path:
    if not _is_listable(folder):
        raise ValueError
    return folder


def _text(file: Path) -> str | Unreadable:
    try:
        return file.read_text("utf-8-sig").strip()
    except OSError as fault:
        return Unreadable(f"Can't read the secret file {file}: {fault.strerror}.")
    except UnicodeDecodeError:
        return Unreadable(f"Can't read the secret file {file}: it isn't text.")


Folder = Annotated[DirectoryPath, AfterValidator(_listable)]


class SecretFiles(PydanticBaseSettingsSource):
    """A folder of files named after settings, in upper or lower case, each holding a value."""

    def __init__(self, settings: type[BaseSettings], folder: object) -> None:
        super().__init__(settings)
        path = Path(str(folder or ""))
        # a SECRETS_DIR that isn't a readable folder is refused by validation, like any other bad setting
        self._files = {file.name.lower(): file for file in path.iterdir()} if folder and _is_listable(path) else {}

    def get_field_value(self, field: FieldInfo, field_name: str) -> tuple[str | Unreadable | None, str, bool]:
        del field  # its name is enough
        file = self._files.get(field_name)
        return _text(file) if file else None, field_name, False

    def __call__(self) -> dict[str, Any]:
        values = {name: self.get_field_value(field, name)[0] for name, field in self.settings_cls.model_fields.items()}
        return {name: value for name, value in values.items() if value is not None}


class Settings(BaseSettings):
    model_config = SettingsConfigDict(
        env_file=ENV_FILE,
        env_file_encoding="utf-8-sig",
        env_ignore_empty=True,  # where a form or a template asks for values, whatever isn't needed is left empty
        extra="ignore",
        hide_input_in_errors=True,
    )

    database_url: str = Field(
        default_factory=default_database,
        description="`sqlite:///FILE` or `postgresql://USER:PASSWORD@HOST/DATABASE` (extra `postgres`)",
        repr=False,  # it may contain a password
    )
    database_pooler: str = Field(
        default="",
        description="the address of a pooler (PgBouncer in transaction mode) in front of the PostgreSQL in "
        "`DATABASE_URL`: everything goes through it but notifications",
        repr=False,  # the same
    )

    discord_token: SecretStr | None = Field(
        default=None, min_length=1, description="The bot’s token: turns Discord on (extra `discord`)"
    )
    discord_api_url: str = Field(
        default="",
        examples=["http://127.0.0.1:8080/api/v10"],
        pattern="^(https?://.+)?$",
        description="Base URL of Discord’s REST API, for a proxy or a test server",
    )
    discord_gateway_url: str = Field(
        default="",
        examples=["ws://127.0.0.1:8080/gateway/"],
        pattern="^(wss?://.+)?$",
        description="URL of Discord’s gateway, for a proxy or a test server",
    )
    discord_guilds: Numbers = Field(
        default=(),
        examples=["1,2"],
        description="Test guilds, `1,2`: register the commands only there, which takes effect at once",
    )
    discord_shard_ids: Numbers = Field(
        default=(), examples=["0,1"], description="The shards of this process, `0,1`; default: all"
    )
    discord_shard_count: int | None = Field(
        default=None, ge=1, description="Total number of shards over all processes; default: as Discord recommends"
    )
    discord_threads: bool = Field(
        default=False, description="Open new tables in a thread of their own, unless the command says where"
    )
    discord_application_id: int | None = Field(
        default=None,
        ge=1,
        description="The app’s number in the developer portal: with its client secret, it turns on the Activity, the "
        "web table inside Discord; needs `WEB_TABLE` and a `WEB_URL` with https",
    )
    discord_client_secret: SecretStr | None = Field(
        default=None, min_length=1, description="The client secret that goes with it"
    )

    slack_bot_token: SecretStr | None = Field(
        default=None,
        min_length=1,
        description="The bot’s token, `xoxb-…`: turns Slack on, for one workspace (extra `slack`)",
    )
    slack_app_token: SecretStr | None = Field(
        default=None,
        min_length=1,
        description="The app-level token, `xapp-…`: connects through Socket Mode, with no public address",
    )
    slack_signing_secret: SecretStr | None = Field(
        default=None,
        min_length=1,
        description="Without an app-level token: verifies what Slack sends over HTTP",
    )
    slack_client_id: str = Field(
        default="", description="The app’s client id, instead of the bot’s token, to serve several workspaces"
    )
    slack_client_secret: SecretStr | None = Field(
        default=None, min_length=1, description="The client secret that goes with it"
    )
    slack_token_key: SecretStr | None = Field(
        default=None,
        min_length=16,
        description="Encrypts the workspaces’ tokens in the database; at least 16 characters; to rotate it: `NEW,OLD`",
    )
    slack_style: Literal["thread", "channel"] = Field(
        default="thread",
        description="Where tables are shown: as one card in the channel with the story in its thread, or as one "
        "message a turn in the channel; people change it with `/scrum table view thread` and `channel`",
    )
    slack_command: str = Field(
        default="/scrum",
        examples=["/scrum"],
        pattern=r"^/[a-z0-9_-]{1,31}$",
        description="The name of the slash command, for a workspace where another app owns `/scrum`; "
        "`scrum-table slack-manifest` prints the manifest with it",
    )
    slack_api_url: str = Field(
        default="https://slack.com/api/",
        examples=["https://slack.com/api/"],
        pattern="^https?://.+$",
        description="Base URL of Slack’s Web API, for a proxy or a test server",
    )

    teams_app_id: str = Field(
        default="",
        examples=[_ID],
        pattern=_GUID,
        description="The id of the bot’s registration: turns Microsoft Teams on (extra `teams`)",
    )
    teams_app_secret: SecretStr | None = Field(
        default=None, min_length=1, description="The client secret that goes with it"
    )
    teams_tenant_id: str = Field(
        default="", examples=[_ID], pattern=_GUID, description="The id of the tenant in which the bot is registered"
    )
    teams_tenants: Tenants = Field(
        default=(),
        examples=[_ID],
        description="The tenants whose people may use the bot, `ID,ID`; default: only the one where it is registered",
    )
    teams_targeted: bool = Field(
        default=False,
        description="Answer typed commands in place, by Teams’ targeted messages (a preview), instead of in a chat "
        "with the bot",
    )
    teams_tab: bool = Field(
        default=False,
        description="Whether Microsoft Teams may show the web table in a tab and beside meetings; needs the Teams bot, "
        "`WEB_TABLE` and a `WEB_URL` with https",
    )
    teams_login_url: str = Field(
        default="",
        examples=["https://login.microsoftonline.com"],
        pattern="^(https?://.+)?$",
        description="Base URL of Microsoft’s sign-in, for another cloud or a test server",
    )
    teams_metadata_url: str = Field(
        default="",
        examples=["https://login.botframework.com/v1/.well-known/openidconfiguration"],
        pattern="^(https?://.+)?$",
        description="URL of the Bot Framework’s OpenID metadata, for another cloud or a test server",
    )

    web_table: bool = Field(
        default=False,
        description="Whether `run` also serves the web table beside the chat platforms; `play` always does",
    )
    web_url: SiteAddress = Field(
        default="",
        examples=["https://table.example.org"],
        pattern=r"^(https?://[^/?#@\s]+/?)?$",
        description="The public address of the HTTP server, `https://table.example.org`, if not its host and port",
    )
    web_secret: SecretStr | None = Field(
        default=None,
        min_length=16,
        description="Signs cookies and links; at least 16 characters; default: a random key beside the SQLite file",
    )
    web_hosts: HostNames = Field(
        default=(),
        examples=["table.local,abc.tunnel.example"],
        description="Other names by which browsers reach the web table, `table.local,abc.tunnel.example`; "
        "requests to any other name are refused",
    )
    web_embed: Sites = Field(
        default=(),
        examples=["https://teams.example.org"],
        description="Sites that may show the web table in a frame, `https://teams.example.org`; needs a `WEB_URL` "
        "with https; default: none",
    )
    web_tables: int = Field(
        default=150,
        ge=0,
        description="How many tables one address may open at the web table at once and per hour, those of "
        "teams included; all addresses together twenty times as many; `0`: addresses have no limits",
    )
    http_host: str = Field(
        default="127.0.0.1",
        min_length=1,
        description="The address the HTTP server listens on; `0.0.0.0` in a container",
    )
    http_port: int = Field(default=8080, ge=0, le=65535, description="The HTTP server’s port; `0`: any free one")
    http_proxies: int = Field(
        default=0,
        ge=0,
        le=10,
        description="How many proxies of your own stand in front of the HTTP server: visitors are told apart by what "
        "the outermost of them writes into `X-Forwarded-For`; `0`: by the address that connects",
    )

    remind_minutes: int = Field(
        default=10,
        ge=0,
        le=43_200,
        description="Minutes until the first reminder, at tables that haven’t chosen a pace; `0`: no reminders",
    )
    automatic_pause: float = Field(
        default=2.0,
        ge=0,
        le=60,
        description="Seconds between rounds of automatic players when nobody else can move",
    )
    put_away_days: int = Field(
        default=14,
        ge=0,
        le=3650,
        description="Days after which an unused table is put away, one that nobody has come to after a day; `0`: never",
    )
    retention_days: int = Field(
        default=365, ge=0, le=36_500, description="Days after which an unused table is deleted; `0`: never"
    )
    retention_gap_days: int = Field(
        default=30,
        ge=1,
        le=36_500,
        description="If no table was used for longer than this while Scrum Table wasn’t running, it takes the clock to "
        "be wrong and deletes nothing until you set this to more days",
    )

    forecasts: bool = Field(
        default=True, description="Add a line to messages unasked: the forecast after a day, ratings after a game"
    )
    decks_folder: Folder | None = Field(
        default=None, description="The folder with your own Scrumkin decks; spreadsheets need the extra `decks`"
    )
    beacon_url: str = Field(
        default="",
        examples=["https://api.drand.sh/public/latest"],
        pattern="^(https?://.+)?$",
        description="A public beacon whose latest round every game with dice or cards includes when it starts: the "
        "address of a drand server’s latest round, `https://api.drand.sh/public/latest`; default: none",
    )
    actions_webhook_url: str = Field(
        default="",
        examples=["https://tracker.example.org/hook"],
        pattern="^(https?://.+)?$",
        description="Where a tracker is told what becomes of the actions that retrospectives agree on, each in a "
        "signed message; only a public address; default: nowhere",
        repr=False,  # such addresses often contain a token
    )
    actions_webhook_secret: SecretStr | None = Field(
        default=None, min_length=16, description="Signs what is sent there; at least 16 characters"
    )
    actions_webhook_internal: bool = Field(default=False, description="Allow an address inside your own network for it")

    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = Field(
        default="WARNING", description="The lowest level to log: `DEBUG`, `INFO`, `WARNING` or `ERROR`"
    )
    log_format: Literal["auto", "text", "json"] = Field(
        default="auto", description="`text`, `json`, or `auto`: text on a terminal, else JSON"
    )
    otel_exporter_otlp_endpoint: str = Field(
        default="",
        examples=["http://127.0.0.1:4318"],
        pattern="^(https?://.+)?$",
        description="The address of an OTLP collector, `http://127.0.0.1:4318`: turns tracing on (extra `tracing`)",
        repr=False,  # it may contain a password
    )
    otel_exporter_otlp_headers: SecretStr | None = Field(
        default=None, min_length=1, description="Headers for the collector: `NAME=VALUE,NAME=VALUE`"
    )
    otel_service_name: str = Field(
        default="scrum-table", min_length=1, description="The name of this service in traces"
    )

    secrets_dir: Folder | None = Field(
        default=None,
        description="A folder of files named after settings, each holding a value, such as `/run/secrets`",
    )

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,  # noqa: ARG003  it reads another folder
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """The environment first, then `.env`, then the secrets folder that one of them names."""
        folder = {**dotenv_settings(), **env_settings(), **init_settings()}.get("secrets_dir")
        return init_settings, env_settings, dotenv_settings, SecretFiles(settings_cls, folder)

    @field_validator(*_SLACK_SETTINGS.values())
    @classmethod
    def _has_the_right_kind(cls, token: SecretStr | None, info: ValidationInfo) -> SecretStr | None:
        """Slack shows several tokens side by side; the wrong one would only be noticed online."""
        name, found = str(info.field_name), token.get_secret_value().partition("-")[0] if token else ""
        if found in _SLACK_TOKENS and _SLACK_SETTINGS.get(found) != name:
            wanted = next(kind for kind, setting in _SLACK_SETTINGS.items() if setting == name)
            raise Mistaken(
                f"{name.upper()} is {_SLACK_TOKENS[found]} ({found}-…). "
                f"Put {_SLACK_TOKENS[wanted]} ({wanted}-…) there: see docs/slack.md."
            )
        return token

    @classmethod
    def is_secret(cls, name: str) -> bool:
        """Whether a setting is, or may contain, a token or a password."""
        field = cls.model_fields[name]
        return not field.repr or SecretStr in get_args(field.annotation)

    def secrets(self) -> list[str]:
        """Every secret value, as it could appear in a log."""
        values = [getattr(self, name) for name in type(self).model_fields]
        found = [value.get_secret_value() for value in values if isinstance(value, SecretStr)]
        keys = [part.strip() for value in found for part in value.split(",")]  # SLACK_TOKEN_KEY may hold several keys
        named = [part.partition("=")[2].strip() for part in keys]  # OTEL_EXPORTER_OTLP_HEADERS has name=value pairs
        addresses = (self.database_url, self.database_pooler, self.otel_exporter_otlp_endpoint)
        passwords = map(_password, addresses)
        everything = (*found, *keys, *named, *passwords, self.actions_webhook_url)
        return [secret for secret in dict.fromkeys((*everything, *map(unquote, everything))) if secret]

    @property
    def platforms(self) -> dict[str, str]:
        """The chat platforms that are turned on, each with the name of a setting that does so."""
        given = {name: [each.upper() for each in names if getattr(self, each)] for name, names in _SWITCHES.items()}
        return {name: names[0] for name, names in given.items() if names}

    @property
    def address(self) -> str:
        """The address of the HTTP server: as others reach it, if that is set."""
        host = f"[{self.http_host}]" if ":" in self.http_host else self.http_host
        return self.web_url.rstrip("/") or f"http://{host}:{self.http_port}"

    @property
    def uses_postgres(self) -> bool:
        return self.database_url.partition(":")[0].lower() in {"postgresql", "postgres"}

    @property
    def database_file(self) -> Path | None:
        """The path of the SQLite database; None if there is no file."""
        scheme, _, file = self.database_url.partition(":///")
        return Path(file) if scheme.lower() == "sqlite" and file not in {"", ":memory:"} else None
