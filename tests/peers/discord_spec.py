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
        if part.get("type") is not None and not (COMMAND_NAME.fullmatch(name) and name == name.lower()):
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
    yield from _components(message.get("components") or ())


def _components(rows: Sequence[dict[str, Any]]) -> Iterator[str]:
    if len(rows) > 5:
        yield "more than five rows"
    parts = [part for row in rows for part in row.get("components") or [row.get("component") or {}]]
    ids = [part["custom_id"] for part in parts if "custom_id" in part]
    if len(set(ids)) < len(ids):
        yield f"a custom_id is there twice: {ids}"
    for row in rows:
        inside = row.get("components") or ()
        if len(inside) > 5 or (len(inside) > 1 and any(part["type"] == 3 for part in inside)):
            yield "a row is too full"
    for part in parts:
        if part.get("type") == 2 and not 0 < len(part.get("label", "")) <= 80:
            yield "a button’s label is empty or too long"
        values = [option["value"] for option in part.get("options") or ()]
        if len(set(values)) < len(values) or len(values) > 25:
            yield "a menu has too many or repeated values"
