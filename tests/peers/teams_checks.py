"""What Teams would refuse or show badly: our own list of limits, for every message and card that the peer gets."""

import json
from collections.abc import Iterator
from typing import Any

Payload = dict[str, Any]

LIMIT = 100_000  # bytes of a message as UTF-16, without pictures
OURS = 30_000  # bytes of a card: some were refused with more
MAX_BUTTONS = 6  # that are shown beside each other
MAX_LABEL = 60
MAX_PICTURE = 1_000_000
ELEMENTS = {
    "ActionSet",
    "Container",
    "Image",
    "Input.ChoiceSet",
    "Input.Date",
    "Input.Number",
    "Input.Text",
    "Input.Time",
    "RichTextBlock",
    "TextBlock",
}
ACTIONS = {"Action.Execute", "Action.OpenUrl", "Action.ShowCard", "Action.Submit"}
KEYS = {
    "AdaptiveCard": {"$schema", "body", "fallbackText", "msteams", "type", "version"},
    "ActionSet": {"actions", "spacing", "type"},
    "Container": {"items", "separator", "spacing", "style", "type"},
    "Image": {"altText", "msTeams", "size", "type", "url"},
    "Input.ChoiceSet": {"choices", "id", "isMultiSelect", "placeholder", "spacing", "style", "type", "value"},
    "Input.Date": {"id", "spacing", "type", "value"},
    "Input.Number": {"id", "max", "min", "spacing", "type", "value"},
    "Input.Text": {"id", "isMultiline", "maxLength", "spacing", "type", "value"},
    "Input.Time": {"id", "spacing", "type", "value"},
    "RichTextBlock": {"inlines", "spacing", "type"},
    "TextBlock": {"isVisible", "spacing", "text", "type", "wrap"},
    "TextRun": {"fontType", "isSubtle", "size", "text", "type", "weight"},
    "Action.Execute": {"data", "fallback", "style", "title", "type", "verb"},
    "Action.OpenUrl": {"title", "type", "url"},
    "Action.ShowCard": {"card", "title", "type"},
    "Action.Submit": {"data", "style", "title", "type"},
}


def size_of(activity: Payload) -> int:
    """The bytes of a message as Teams counts them: UTF-16, without the pictures inside it."""
    return 2 * len(json.dumps(without_pictures(activity), ensure_ascii=False))


def without_pictures(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: without_pictures(each) for name, each in value.items()}
    if isinstance(value, list):
        return [without_pictures(each) for each in value]
    return "data:" if isinstance(value, str) and value.startswith("data:image/") else value


def cards_of(activity: Payload) -> list[Payload]:
    return [each["content"] for each in activity.get("attachments") or ()]


def violations_of(card: Payload, *, dialog: bool = False) -> list[str]:
    """What is wrong with a card."""
    found = [*_walked(card)]
    if card.get("type") != "AdaptiveCard" or card.get("version") != "1.4":
        found.append("a card without its type or version")
    length = len(json.dumps(without_pictures(card), ensure_ascii=False).encode())
    if length > OURS:
        found.append(f"a card of {length} bytes")
    ids = [each.get("id") for each in parts(card) if str(each.get("type", "")).startswith("Input.")]
    if len(ids) != len(set(ids)) or None in ids:
        found.append(f"inputs share an id, or have none: {ids}")
    if dialog and any(each.get("type") == "Action.Execute" for each in parts(card)):
        found.append("Action.Execute in a dialog")
    return found + _mentions(card)


def _mentions(card: Payload) -> list[str]:
    """Every mention in a text has its entity, and every entity its text; only a TextBlock mentions."""
    entities = [each["text"] for each in card.get("msteams", {}).get("entities", ())]
    texts = [str(each.get("text", "")) for each in parts(card) if each.get("type") == "TextBlock"]
    lost = [each for each in entities if sum(text.count(each) for text in texts) < 1]
    runs = [each["text"] for each in parts(card) if each.get("type") == "TextRun" and "<at>" in each["text"]]
    stray = [text for text in texts if text.count("<at>") > sum(text.count(each) for each in set(entities))]
    return [f"mentions that don't match: {lost} {runs} {stray}"] if lost or runs or stray else []


def _walked(card: Payload) -> Iterator[str]:
    for each in parts(card):
        kind = str(each.get("type", ""))
        unknown = each.keys() - KEYS.get(kind, set())
        if unknown and kind in KEYS:
            yield f"{kind} has {sorted(unknown)}"
        if kind not in KEYS:
            yield f"an element of the type {kind!r}"
        if kind in {"TextRun", "TextBlock"} and not isinstance(each.get("text"), str):
            yield f"{kind} without a text"
        if kind == "ActionSet" and not 0 < len(each["actions"]) <= MAX_BUTTONS:
            yield f"{len(each['actions'])} buttons in a row"
        if kind.startswith("Action."):
            yield from _action(each)
        if kind == "Image" and each["url"].startswith("data:") and len(each["url"]) > MAX_PICTURE:
            yield "a picture of more than a megabyte"
        if kind == "Image" and not each.get("altText"):
            yield "a picture without words"
        if kind == "Input.ChoiceSet" and not 0 < len(each["choices"]) <= 100:
            yield f"{len(each['choices'])} choices"


def _action(action: Payload) -> Iterator[str]:
    if not 0 < len(action["title"]) <= MAX_LABEL:
        yield f"a button labelled {action['title']!r}"
    if action["type"] == "Action.Execute":
        fallback = action.get("fallback") or {}
        same = {name: value for name, value in fallback.get("data", {}).items() if name != "msteams"}
        if fallback.get("type") != "Action.Submit" or same != action["data"]:
            yield f"{action['title']!r} has no fallback that works"


def parts(value: Any) -> Iterator[Payload]:
    """Every element, run and action of a card, those inside others included."""
    if isinstance(value, list):
        for each in value:
            yield from parts(each)
    elif isinstance(value, dict):
        if "type" in value:
            yield value
        for name in ("body", "items", "inlines", "actions", "card"):
            if name in value:
                yield from parts(value[name])
