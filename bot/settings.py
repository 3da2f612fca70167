"""Settings from the environment or a `.env` file."""

from pathlib import Path

from platformdirs import user_data_path
from pydantic import Field, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict


def default_database() -> str:
    return f"sqlite:///{user_data_path('scrum-table') / 'scrum-table.sqlite3'}"


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
