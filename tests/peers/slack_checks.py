"""Validates calls against Slack's published types, its library's checks, and the limits missing from both."""

import json
import os
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema_rs
from slack_sdk.errors import SlackObjectFormationError
from slack_sdk.models.blocks import Block

NAME = "slack-blockkit.schema.json"
MESSAGES = frozenset({"chat.postMessage", "chat.postEphemeral", "chat.update"})
VIEWS = frozenset({"views.open", "views.update", "views.publish"})
TRUE = frozenset({"1", "true", "True"})
MENUS = {"static_select": 100, "multi_static_select": 100, "radio_buttons": 10, "checkboxes": 10}  # and their options


@cache
def schema() -> dict[str, Any] | None:
    """The schema; None if the specs are not available."""
    folder = Path(os.environ.get("SCRUM_TABLE_SPECS") or Path(__file__).parents[3] / "shared" / "specs")
    file = folder / NAME
    return json.loads(file.read_text("utf-8")) if file.exists() else None


@cache
def _validator(entry: str) -> Any:
    """The validator for a Web API method, or for `blocks`."""
    whole = schema()
    if whole is None or entry not in whole["properties"]:
        return None
    return jsonschema_rs.Draft7Validator(
        {"$schema": whole["$schema"], "definitions": whole["definitions"], "allOf": [whole["properties"][entry]]}
    )


def violations_of(method: str, arguments: dict[str, Any]) -> list[str]:
    """All violations by a call."""
    found = [*_schema_violations(method, _as_declared(method, arguments))]
    if method in MESSAGES:
        found += [*message_violations(arguments)]
    if method in VIEWS:
        view = arguments["view"]
        found += [*_block_violations(view["blocks"], most=100)]
        found += ["private_metadata"] if len(view.get("private_metadata", "")) > 3000 else []
    return found


def message_violations(message: dict[str, Any]) -> Iterator[str]:
    """Violations by a message, however it was sent."""
    if not message.get("text"):
        yield "no text for notifications"
    if len(message.get("text", "")) > 4000:
        yield "text beyond 4000 characters"
    if "<" in message.get("text", ""):
        yield "a control sequence in the text"
    yield from block_violations(message.get("blocks", []))


def block_violations(blocks: list[dict[str, Any]]) -> Iterator[str]:
    """Violations by the blocks of a message, of a preview, or of a text in a list."""
    yield from _schema_violations("blocks", blocks)
    yield from _block_violations(blocks, most=50)


def _block_violations(blocks: list[dict[str, Any]], most: int) -> Iterator[str]:
    if len(blocks) > most:
        yield f"{len(blocks)} blocks"
    for block in blocks:
        try:
            parsed = Block.parse(block)
            if parsed is None:
                yield f"slack_sdk does not know {block['type']}"
            else:
                parsed.validate_json()
        except (SlackObjectFormationError, TypeError) as fault:
            yield f"slack_sdk: {fault}"
    # action ids must be unique within their block; several tables on one page use the same ones
    for name, many in (("block_id", blocks), *(("action_id", elements(block)) for block in blocks)):
        ids = [one[name] for one in many if name in one]
        if len(set(ids)) < len(ids):
            yield f"the same {name} twice in {ids}"
    for menu in (element for block in blocks for element in elements(block) if element["type"] in MENUS):
        yield from _menu_violations(menu)
    for block in blocks:
        if block["type"] == "rich_text" and not all(part["elements"] for part in block["elements"]):
            yield "rich text without text"


def _menu_violations(menu: dict[str, Any]) -> Iterator[str]:
    groups = menu.get("option_groups", [])
    many = [menu["options"]] if "options" in menu else [group["options"] for group in groups]
    if not 1 <= len(many) <= 100 or not all(1 <= len(some) <= MENUS[menu["type"]] for some in many):
        yield f"a menu with {list(map(len, many))} options"
    values = [option["value"] for option in options(menu)]
    if len(set(values)) < len(values) or max(map(len, values), default=0) > 150:
        yield f"menu values that are too long or not unique: {values}"
    first = menu.get("initial_options") or [menu["initial_option"]] if "initial_option" in menu else []
    if any(option not in options(menu) for option in first):
        yield "what a menu begins with is none of its options"
    if len(first) > menu.get("max_selected_items", len(first)):
        yield "more is chosen already than may be chosen"


def options(element: dict[str, Any]) -> list[dict[str, Any]]:
    """The options of a menu; none for other elements."""
    grouped = [option for group in element.get("option_groups", []) for option in group["options"]]
    return [*element.get("options", []), *grouped]


def elements(block: dict[str, Any]) -> list[dict[str, Any]]:
    """The interactive elements of a block."""
    if block["type"] == "input":
        return [block["element"]]
    if block["type"] == "section" and block.get("accessory", {}).get("type") != "image":
        return [block["accessory"]] if "accessory" in block else []
    return list(block["elements"]) if block["type"] == "actions" else []


def _schema_violations(entry: str, data: Any) -> Iterator[str]:
    validator = _validator(entry)
    if validator is not None:
        for error in validator.iter_errors(data):
            yield f"{entry}: {error.message[:300]}"


def _as_declared(method: str, arguments: dict[str, Any]) -> dict[str, Any]:
    """Form fields are strings, and the types and Slack's documentation differ in one name (specs/README.md)."""
    if method == "files.getUploadURLExternal":
        renamed = {"alt_text" if name == "alt_txt" else name: value for name, value in arguments.items()}
        return {**renamed, "length": int(arguments["length"])}
    if method == "users.info" and "include_locale" in arguments:
        return {**arguments, "include_locale": str(arguments["include_locale"]) in TRUE}
    if method == "files.completeUploadExternal":
        return {**arguments, "files": json.loads(arguments["files"])}
    return arguments
