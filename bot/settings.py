"""Settings from the environment or a `.env` file."""

from pathlib import Path
from typing import Annotated

from platformdirs import user_data_path
from pydantic import BeforeValidator, DirectoryPath, Field, NonNegativeInt, SecretStr, ValidationError
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict


def default_database() -> str:
    return f"sqlite:///{user_data_path('scrum-table') / 'scrum-table.sqlite3'}"


def _split(text: object) -> object:
    return [part for part in text.replace(",", " ").split() if part] if isinstance(text, str) else text


# `1,2,3` rather than JSON
Numbers = Annotated[tuple[NonNegativeInt, ...], NoDecode, BeforeValidator(_split)]


class Settings(BaseSettings):
    model_config = SettingsConfigDict(
        env_file=".env", env_file_encoding="utf-8", extra="ignore", hide_input_in_errors=True
    )

    database_url: str = Field(
        default_factory=default_database,
        description="sqlite:///FILE or postgresql://…; by default a file in the user’s data folder",
        repr=False,  # it may hold a password
    )
    automatic_pause: float = Field(
        default=2.0,
        ge=0,
        le=60,
        description="Seconds between rounds of automatic players when nobody else can move",
    )
    decks_folder: DirectoryPath | None = Field(
        default=None, description="Where decks of your own for Scrumkin lie; without it there is the standard deck"
    )
    discord_token: SecretStr | None = Field(default=None, min_length=1, description="The bot’s token: turns Discord on")
    discord_api_url: str = Field(
        default="", pattern="^(https?://.+)?$", description="Where Discord’s REST interface is, if not at Discord"
    )
    discord_gateway_url: str = Field(
        default="", pattern="^(wss?://.+)?$", description="Where Discord’s gateway is, if not at Discord"
    )
    discord_guilds: Numbers = Field(default=(), description="Test guilds that get the commands, instead of everywhere")
    discord_shard_ids: Numbers = Field(default=(), description="The shards of this process; without it, all")
    discord_shard_count: int | None = Field(default=None, ge=1, description="How many shards there are in all")
    discord_threads: bool = Field(default=False, description="A thread for each table")
    slack_bot_token: SecretStr | None = Field(
        default=None, min_length=1, description="The bot’s token, xoxb-…: turns Slack on, for one workspace"
    )
    slack_app_token: SecretStr | None = Field(
        default=None, min_length=1, description="The app-level token, xapp-…: Slack delivers by Socket Mode"
    )
    slack_signing_secret: SecretStr | None = Field(
        default=None, min_length=1, description="Without an app-level token: Slack delivers by HTTP, signed with this"
    )
    slack_client_id: str = Field(default="", description="For several workspaces: the app’s client id")
    slack_client_secret: SecretStr | None = Field(
        default=None, min_length=1, description="The secret that goes with the client id"
    )
    slack_token_key: SecretStr | None = Field(
        default=None, min_length=16, description="What the workspaces’ tokens are encrypted with in the database"
    )
    slack_api_url: str = Field(
        default="https://slack.com/api/", pattern="^https?://.+$", description="Where Slack’s Web API is"
    )
    http_host: str = Field(default="127.0.0.1", min_length=1, description="The address that our HTTP server listens on")
    http_port: int = Field(default=8080, ge=0, le=65535, description="Its port")
    log_level: str = Field(default="WARNING", pattern="^(DEBUG|INFO|WARNING|ERROR)$", description="What is logged")


class BadSettings(Exception):
    """A setting that cannot be used: a sentence that names it."""


def load_settings() -> Settings:
    try:
        return Settings()
    except ValidationError as fault:
        first = fault.errors(include_url=False, include_input=False)[0]
        name = "_".join(map(str, first["loc"])).upper()
        raise BadSettings(f"The setting {name} cannot be used: {first['msg']}.") from fault
    except (OSError, UnicodeDecodeError) as fault:
        raise BadSettings(f"The file {Path('.env').resolve()} cannot be read: {fault}.") from fault
