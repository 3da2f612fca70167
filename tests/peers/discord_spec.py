"""Validates everything the bot sends against Discord's specification and the limits missing from it.

The specification is not in the repository, but in ../shared/specs or in the folder SCRUM_TABLE_SPECS.
"""

import json
import os
import re
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from tests.peers.discord_state import BUTTON, LABEL, LAYOUT, MENU, ROW, WORDS, nested

SPECS = Path(os.environ.get("SCRUM_TABLE_SPECS", Path(__file__).parents[2].parent / "shared" / "specs"))
SPEC = SPECS / "discord-openapi.json"

# fields that discord.py adds although they aren't in the specification
ALLOWANCES = {
    "RichEmbed": {"flags": {"type": "integer"}},
    "MessageEditRequestPartial": {"tts": {"type": "boolean"}},
    "IncomingWebhookUpdateRequestPartial": {"tts": {"type": "boolean"}},
    "IncomingWebhookUpdateForInteractionCallbackRequestPartial": {"tts": {"type": "boolean"}},
    "ApplicationCommandUpdateRequest": {"nsfw": {"type": "boolean"}},
}
MAX_FILES, FILE_LIMIT = 10, 10 * 1024 * 1024
MAX_ROWS, MAX_IN_ROW = 5, 5
MAX_COMPONENTS, MAX_TEXT = 40, 4000  # of a layout, those inside others counted
COMMAND_NAME = re.compile(r"[-_'\w]{1,32}")


def available() -> bool:
    return SPEC.exists()


def violations_of(method: str, template: str, payload: Any) -> list[str]:
    """Violations of the specification or the limits by a request."""
    found = list(_limits(template, payload))
    if available():
        validator = _validator(method.lower(), template)
        if validator is None:
            found.append(f"the specification has no {method} {template}")
        elif payload is not None:
            found += [f"{error.instance_path}: {error.message}"[:300] for error in validator.iter_errors(payload)]
    return found


def file_violations(payload: Any, files: Sequence[bytes]) -> Iterator[str]:
    """Violations by a request's files: each must be named, and none may be too large."""
    message = payload.get("data", payload) if isinstance(payload, dict) else {}
    named = [each for each in message.get("attachments") or () if each.get("filename")]
    if len(named) != len(files):
        yield f"{len(files)} files, {len(named)} of them named"
    if len(files) > MAX_FILES or any(not 0 < len(file) <= FILE_LIMIT for file in files):
        yield f"too many files, or empty or too large ones: {[len(file) for file in files]}"


# --- the specification ---------------------------------------------------------------------------------------------


@cache
def _document() -> dict[str, Any]:
    document: dict[str, Any] = json.loads(SPEC.read_text("utf-8"))
    schemas = document["components"]["schemas"]
    for name, extra in ALLOWANCES.items():
        if name in schemas:
            schemas[name]["properties"] = {**extra, **schemas[name].get("properties", {})}
    schemas["SnowflakeType"] = {"anyOf": [schemas["SnowflakeType"], {"type": "integer"}]}
    _close(schemas)
    return document


def _close(schema: Any) -> None:
    """Forbid unknown keys, which the specification allows, so that a typo is noticed."""
    if isinstance(schema, dict):
        if (
            isinstance(schema.get("properties"), dict)
            and "additionalProperties" not in schema
            and "allOf" not in schema
        ):
            schema["additionalProperties"] = False
        for inner in schema.values():
            _close(inner)
    elif isinstance(schema, list):
        for inner in schema:
            _close(inner)


@cache
def _validator(method: str, template: str) -> Any:
    import jsonschema_rs  # noqa: PLC0415  # only where the specification is

    operation = _document()["paths"].get(template, {}).get(method)
    if operation is None:
        return None
    body = operation.get("requestBody")
    schema: Any = body["content"]["application/json"]["schema"] if body else {}
    needed: dict[str, Any] = {}
    _collect(schema, needed)
    return jsonschema_rs.Draft202012Validator({**schema, "components": {"schemas": needed}})


def _collect(schema: Any, needed: dict[str, Any]) -> None:
    """Collect the schemas that this one refers to; compiling all 539 would take a second per kind of request."""
    if isinstance(schema, dict):
        name = str(schema.get("$ref", "")).rpartition("/")[2]
        if name and name not in needed:
            needed[name] = _document()["components"]["schemas"][name]
            _collect(needed[name], needed)
        for inner in schema.values():
            _collect(inner, needed)
    elif isinstance(schema, list):
        for inner in schema:
            _collect(inner, needed)


# --- limits missing from it ----------------------------------------------------------------------------------------


def _limits(template: str, payload: Any) -> Iterator[str]:
    if template.endswith("/commands"):
        for command in payload or ():
            yield from _command(command)
        return
    message = payload.get("data") if template.endswith("/callback") and isinstance(payload, dict) else payload
    if isinstance(message, dict):
        yield from _message(message)


def _command(command: dict[str, Any]) -> Iterator[str]:
    if len(_texts(command)) > 8000:
        yield "a command has more than 8000 characters"
    for part in _walk(command):
        name = part.get("name", "")
        on_menu = part is command and command.get("type") in {2, 3}  # their names may have spaces and capitals
        if on_menu and (part.get("description") or part.get("options")):
            yield f"{name!r} is a menu: it has no description and no options"
        if part.get("type") is not None and not on_menu and not (COMMAND_NAME.fullmatch(name) and name == name.lower()):
            yield f"{name!r} is not a valid command name"
        for kind in ("options", "choices"):
            names = [inner["name"] for inner in part.get(kind) or ()]
            if len(names) > 25 or len(set(names)) < len(names):
                yield f"{name} has too many or repeated {kind}"
        required = [inner.get("required", False) for inner in part.get("options") or ()]
        if sorted(required, reverse=True) != required:
            yield f"{name} has required options behind others"


def _texts(command: dict[str, Any]) -> str:
    parts = (f"{part.get('name', '')}{part.get('description', '')}{part.get('value', '')}" for part in _walk(command))
    return "".join(parts)


def _walk(command: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield command
    for inner in (*(command.get("options") or ()), *(command.get("choices") or ())):
        yield from _walk(inner)


def _message(message: dict[str, Any]) -> Iterator[str]:
    if len(message.get("content") or "") > 2000:
        yield "the content has more than 2000 characters"
    embeds = message.get("embeds") or ()
    if sum(len(embed.get("description", "")) + len(embed.get("title", "")) for embed in embeds) > 6000:
        yield "the embeds have more than 6000 characters"
    if any(len(attachment.get("description") or "") > 1024 for attachment in message.get("attachments") or ()):
        yield "an alt text has more than 1024 characters"
    components = message.get("components") or ()
    if (message.get("flags") or 0) & LAYOUT:
        yield from _layout(message, components)
    elif any(part["type"] not in ({LABEL, WORDS} if "title" in message else {ROW}) for part in components):
        yield "components of a layout without its flag"
    elif len(components) > MAX_ROWS:
        yield "more than five rows"
    yield from _parts(components)


def _layout(message: dict[str, Any], components: Sequence[dict[str, Any]]) -> Iterator[str]:
    parts = list(nested(components))
    if message.get("content") or message.get("embeds"):
        yield "a layout with content or embeds"
    if not parts or len(parts) > MAX_COMPONENTS:
        yield f"a layout of {len(parts)} components"
    if sum(len(part.get("content") or "") for part in parts) > MAX_TEXT:
        yield "the texts of a layout have more than 4000 characters"
    ids = [part["id"] for part in parts if "id" in part]
    if len(set(ids)) < len(ids):
        yield f"an id is there twice: {ids}"


def _parts(components: Sequence[dict[str, Any]]) -> Iterator[str]:
    parts = list(nested(components))
    ids = [part["custom_id"] for part in parts if "custom_id" in part]
    if len(set(ids)) < len(ids):
        yield f"a custom_id is there twice: {ids}"
    for part in parts:
        inside = part.get("components") or ()
        if part["type"] == ROW and (len(inside) > MAX_IN_ROW or (len(inside) > 1 and _has_menu(inside))):
            yield "a row is too full"
        if part["type"] == BUTTON and not 0 < len(part.get("label", "")) <= 80:
            yield "a button’s label is empty or too long"
        values = [option["value"] for option in part.get("options") or ()]
        if len(set(values)) < len(values) or len(values) > 25 or (part.get("max_values") or 0) > len(values):
            yield "a menu has too many or repeated values"


def _has_menu(parts: Sequence[dict[str, Any]]) -> bool:
    return any(part["type"] == MENU for part in parts)
