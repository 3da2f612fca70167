"""Reading the settings, and a sentence for each that is wrong: it names the setting and never shows its value."""

import logging
from pathlib import Path
from typing import Any

from dotenv.parser import parse_stream
from pydantic import ValidationError
from pydantic_core import ErrorDetails
from pydantic_settings import DotEnvSettingsSource

from bot.settings import ENV_FILE, Mistaken, Settings, Unreadable
from games.text import listing
from games.values import value

logging.getLogger("dotenv").setLevel(logging.ERROR)  # its warning of such a line is a sentence of ours, see below


@value
class Configuration:
    settings: Settings  # whatever is wrong is left at its default
    faults: dict[str, str]  # a sentence for each setting that is wrong, and for a file that can't be read


def read_configuration() -> Configuration:
    """Read what the operator has set. The program starts only without faults; `doctor` goes on with the rest."""
    unreadable = _fault_of_file()
    how: dict[str, Any] = {"_env_file": None if unreadable else ENV_FILE}
    fault = unreadable or _bad_lines()
    faults = {ENV_FILE: fault} if fault else {}
    try:
        return Configuration(Settings(**how), faults)
    except ValidationError as error:
        wrong = {str(each["loc"][0]): each for each in error.errors(include_url=False)}
    defaults = {name: Settings.model_fields[name].get_default(call_default_factory=True) for name in wrong}
    sentences = {name: _sentence(name, each) for name, each in wrong.items()}
    return Configuration(Settings(**how, **defaults), {**faults, **sentences})


def names_in_file() -> list[str]:
    """The names in `.env`, in lower case; none if it isn't there or can't be read."""
    found = {} if _fault_of_file() else DotEnvSettingsSource(Settings).env_vars
    return [name for name, given in found.items() if given is not None]


def _fault_of_file() -> str:
    file = Path(ENV_FILE)
    try:
        if file.is_file():
            file.read_text("utf-8")
    except OSError as fault:
        return f"Can't read the file {file.resolve()}: {fault.strerror}."
    except UnicodeDecodeError:
        return f"Can't read the file {file.resolve()}: it isn't text."
    return ""


def _bad_lines() -> str:
    """A sentence if lines of `.env` are neither settings nor comments: the library would leave them out."""
    if not Path(ENV_FILE).is_file():
        return ""
    with Path(ENV_FILE).open(encoding="utf-8-sig") as file:
        parsed = list(parse_stream(file))
    numbers = [str(each.original.line) for each in parsed if each.error or (each.key and each.value is None)]
    if not numbers:
        return ""
    return f"{'Line' if len(numbers) == 1 else 'Lines'} {listing(numbers)} of {ENV_FILE} must look like NAME=VALUE."


def _sentence(name: str, error: ErrorDetails) -> str:
    match error:
        case {"input": Unreadable(sentence=sentence)}:
            return sentence
        case {"ctx": {"error": Mistaken() as mistake}}:
            return str(mistake)
    return f"{name.upper()} must {demand(name)}."


def demand(name: str) -> str:
    """What the value of a setting must be, or have, or look like."""
    described: dict[str, Any] = Settings.model_json_schema()["properties"][name]
    schema = described | described.get("anyOf", [{}])[0]  # the other choice is that it isn't set
    match schema:
        case {"enum": [*choices]}:
            return f"be {listing(choices, 'or')}"
        case {"type": "boolean"}:
            return "be on or off"
        case {"type": "integer"}:
            return f"be a whole number{_range(schema)}"
        case {"type": "number"}:
            return f"be a number{_range(schema)}"
        case {"format": "directory-path"}:
            return "be a folder that exists and can be read"
        case {"examples": [example]}:
            return f"look like {example}"
        case {"minLength": 1}:
            return "not be empty"
        case {"minLength": length}:
            return f"have at least {length} characters"
    return "be text"


def _range(schema: dict[str, Any]) -> str:
    match schema:
        case {"minimum": least, "maximum": most}:
            return f" from {least:g} to {most:g}"
        case {"minimum": least}:
            return f" of at least {least:g}"
    return ""
