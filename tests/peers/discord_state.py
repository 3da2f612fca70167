"""The Discord peer's state: channels with their messages, interactions with their responses."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from games import GAMES

EPHEMERAL, LAYOUT = 64, 1 << 15  # flags of messages; a layout is made of components only (Components V2)
ROW, BUTTON, MENU, WORDS, CONTAINER, LABEL, RADIOS = 1, 2, 3, 10, 17, 18, 21  # types of components
TEXT, DM, GROUP, THREAD, FORUM = 0, 1, 3, 11, 15  # types of channels
EVERYTHING = ((1 << 50) - 1) & ~(1 << 3)  # all permissions but Administrator, which would imply them
USE_EXTERNAL_APPS = 1 << 50
LAUNCH = 12  # the answer that opens an Activity
APPLICATION, BOT, GUILD = 1001, 1001, 77 << 22
CDN = "https://cdn.discordapp.com/attachments"
JSON = dict[str, Any]

_attachment_ids = count(9_000_000)


def paths_of(command: JSON) -> list[tuple[str, ...]]:
    """The command itself, or each of its subcommands: `("scrum", "table", "pace")`."""
    inside = [option for option in command.get("options") or () if option["type"] in {1, 2}]
    return [(command["name"], *path) for option in inside for path in paths_of(option)] or [(command["name"],)]


def as_typed(text: str) -> str:
    """Commands as other platforms write them: not clickable, without the group, and all of them under /scrum."""
    plain = re.sub(r"</([^:>]+):\d+>", r"`/\1`", text)
    return re.sub(rf"(?<=`)/(?:scrum (?:table |room |me )?|(?:{'|'.join(GAMES)}) )", "/scrum ", plain)


def user(number: int, name: str, *, bot: bool = False) -> JSON:
    return {
        "id": str(number),
        "username": "u" + str(number),
        "global_name": name,
        "discriminator": "0",
        "avatar": None,
        "bot": bot,
        "public_flags": 0,
        "flags": 0,
    }


def nested(components: Sequence[JSON]) -> Iterator[JSON]:
    """Every component, those inside others included, in the order in which people see them."""
    for component in components:
        yield component
        inner = [component.get(name) for name in ("component", "accessory")]
        yield from nested([*(component.get("components") or ()), *(each for each in inner if each)])


def attached_names(components: Sequence[JSON]) -> list[str]:
    """The attachments that a layout shows."""
    shown = [each.get("file") or {} for each in nested(components)]
    shown += [item["media"] for each in nested(components) for item in each.get("items") or ()]
    urls = [str(media.get("url", "")) for media in shown]
    return [url.removeprefix("attachment://") for url in urls if url.startswith("attachment://")]


def resolved(part: Any, attachments: Sequence[JSON]) -> Any:
    """Components as Discord returns them: with the addresses and ids of the attachments that they show."""
    if isinstance(part, list):
        return [resolved(each, attachments) for each in part]
    if not isinstance(part, Mapping):
        return part
    name = str(part.get("url", "")).removeprefix("attachment://")
    shown = next((each for each in attachments if each["filename"] == name), None)
    if shown is not None:
        return {**part, "url": shown["url"], "proxy_url": shown["proxy_url"], "attachment_id": shown["id"]}
    return {key: resolved(value, attachments) for key, value in part.items()}


@dataclass
class Refusal(Exception):
    """An error response from Discord."""

    status: int
    code: int
    message: str
    headers: dict[str, str] = field(default_factory=dict)
    extra: JSON = field(default_factory=dict)

    @property
    def body(self) -> JSON:
        return {"code": self.code, "message": self.message, **self.extra}


@dataclass
class Message:
    id: int
    channel: int
    plain: str = ""  # the content of a message that isn't a layout
    embeds: list[JSON] = field(default_factory=list)
    attachments: list[JSON] = field(default_factory=list)
    files: list[bytes] = field(default_factory=list)
    components: list[JSON] = field(default_factory=list)
    flags: int = 0
    seen_by: int | None = None  # ephemeral: visible to this user only
    pinged: list[int] = field(default_factory=list)  # users it notified; only a new message notifies
    answers: int | None = None  # the interaction that it responds to
    edits: int = 0
    nonce: str = ""
    gone: bool = False  # removed by the bot, or dismissed by whoever saw it

    def fill(self, data: JSON, files: list[bytes], *, keeps_unnamed: bool = True) -> None:
        """Write or edit it. `keeps_unnamed`: without a list of attachments, those that it has stay."""
        self.flags |= (data.get("flags") or 0) & LAYOUT  # once set, it stays
        self.plain = (data["content"] or "").strip() if "content" in data else self.plain
        for name in ("embeds", "components"):
            if name in data:
                setattr(self, name, data[name] or [])
        if "attachments" in data or not keeps_unnamed:
            self._attach(data.get("attachments") or [], files)
        self._check_layout()

    def _attach(self, named: list[JSON], files: list[bytes]) -> None:
        """Keep those that are named by their id, and add the uploaded ones, whose id is their place in `files`."""
        had = {each["id"]: (each, content) for each, content in zip(self.attachments, self.files, strict=True)}
        now = [had.get(str(each["id"])) or self._uploaded(each, files) for each in named]
        if [each["id"] for each, _ in now] != list(had):
            self.attachments, self.files = [each for each, _ in now], [content for _, content in now]

    def _uploaded(self, named: JSON, files: list[bytes]) -> tuple[JSON, bytes]:
        if int(named["id"]) >= len(files):
            raise Refusal(400, 50035, f"Invalid Form Body: there is no attachment {named['id']}")
        content, number = files[int(named["id"])], next(_attachment_ids)
        url = f"{CDN}/{self.channel}/{number}/{named['filename']}"
        about = {"filename": named["filename"], "description": named.get("description"), "size": len(content)}
        return {"id": str(number), **about, "url": url, "proxy_url": url}, content

    def _check_layout(self) -> None:
        """A layout shows all its attachments, and nothing but components."""
        shown, attached = attached_names(self.components), [each["filename"] for each in self.attachments]
        if self.is_layout and (self.plain or self.embeds):
            raise Refusal(400, 50035, "Invalid Form Body: a layout has no content and no embeds")
        if set(shown) - set(attached) or (self.is_layout and set(attached) - set(shown)):
            raise Refusal(400, 50035, f"Invalid Form Body: {attached} attached, {shown} shown")

    @property
    def is_layout(self) -> bool:
        return bool(self.flags & LAYOUT)

    @property
    def only_calls(self) -> bool:
        """True if it calls people in plain words, and hasn't become a layout with controls yet."""
        return bool(self.pinged) and not self.is_layout

    def ping(self, allowed: JSON | None) -> None:
        """Notify the mentioned users; without allowed_mentions, all of them."""
        text = "\n".join([self.plain, *self._texts()])
        mentioned = list(dict.fromkeys(int(found) for found in re.findall(r"<@!?(\d+)>", text)))
        if allowed is not None and "users" not in (allowed.get("parse") or []):
            mentioned = [one for one in mentioned if one in [int(user) for user in allowed.get("users") or []]]
        self.pinged = mentioned

    # --- what people see -------------------------------------------------------------------------------------------

    def _texts(self) -> list[str]:
        return [each["content"] for each in nested(self.components) if each["type"] == WORDS]

    @property
    def heading(self) -> str:
        return next((text.removeprefix("### ") for text in self._texts() if text.startswith("### ")), "")

    @property
    def content(self) -> str:
        """The text, without the heading and the board."""
        texts = [text for text in self._texts() if not text.startswith(("### ", "```"))]
        return "\n\n".join(texts) if self.is_layout else self.plain

    @property
    def situation(self) -> str:
        """The last text, without small print and the board."""
        texts = [text for text in self._texts() if not text.startswith(("-# ", "```"))]
        return texts[-1] if texts else ""

    @property
    def accent(self) -> int | None:
        """The colour of its container."""
        return next((each.get("accent_color") for each in self.components if each["type"] == CONTAINER), None)

    @property
    def alt(self) -> str:
        """The alt text of its picture."""
        items = [item for each in nested(self.components) for item in each.get("items") or ()]
        return "".join(item.get("description") or "" for item in items)

    @property
    def json(self) -> JSON:
        return {
            "id": str(self.id),
            "channel_id": str(self.channel),
            "author": user(BOT, "Scrum Table", bot=True),
            "content": self.plain,
            "embeds": [{"type": "rich", **embed} for embed in self.embeds],
            "attachments": [] if self.is_layout else self.attachments,
            "components": resolved(self.components, self.attachments),
            "flags": self.flags,
            "timestamp": "2026-01-01T00:00:00+00:00",
            "edited_timestamp": None,
            "tts": False,
            "mention_everyone": False,
            "mentions": [],
            "mention_roles": [],
            "pinned": False,
            "type": 0,
        }

    @property
    def parts(self) -> list[JSON]:
        """Buttons and menus."""
        return [part for part in nested(self.components) if part["type"] in {BUTTON, MENU}]

    def offered(self) -> Iterator[tuple[str, JSON, str]]:
        """Each label that can be pressed, with its component and, for a menu, its value."""
        for part in self.parts:
            if part.get("disabled"):
                continue
            if part["type"] == BUTTON:
                yield part["label"], part, ""
            for option in part.get("options") or ():
                yield option["label"], part, option["value"]

    @property
    def labels(self) -> list[str]:
        return [label for label, _, _ in self.offered()]

    @property
    def board(self) -> str:
        """The text board."""
        embedded = [embed.get("description", "") for embed in self.embeds]
        return "".join([*embedded, *(text for text in self._texts() if text.startswith("```"))])


@dataclass
class Channel:
    id: int
    type: int = 0
    parent: int | None = None
    messages: dict[int, Message] = field(default_factory=dict)  # public ones
    name: str = "lounge"
    members: set[int] = field(default_factory=set)  # of a thread: users who were added
    denied: bool = False  # the bot isn't allowed to write here
    no_files: bool = False  # the bot may write, but not attach files
    added: bool = True  # the bot is a member; else people who have it on their account can use it here
    granted: int = EVERYTHING  # the bot's permissions, as interactions tell them

    @property
    def shown(self) -> list[Message]:
        return list(self.messages.values())

    @property
    def last(self) -> Message:
        return self.shown[-1]

    @property
    def context(self) -> int:
        """As interactions tell it: in a server, in the bot's own direct messages, in those of people."""
        if self.type not in {DM, GROUP}:
            return 0
        return 1 if self.added else 2

    @property
    def json(self) -> JSON:
        if self.context:
            return {"id": str(self.id), "type": self.type, "last_message_id": None, "recipients": []}
        found: JSON = {"id": str(self.id), "type": self.type, "name": self.name, "guild_id": str(GUILD)}
        if self.type == TEXT:
            found |= {"position": 0, "permission_overwrites": [], "nsfw": False, "parent_id": None, "topic": None}
        else:
            found |= {
                "parent_id": str(self.parent),
                "owner_id": str(BOT),
                "message_count": 0,
                "member_count": 0,
                "rate_limit_per_user": 0,
                "thread_metadata": {
                    "archived": False,
                    "auto_archive_duration": 1440,
                    "archive_timestamp": "2026-01-01T00:00:00+00:00",
                    "locked": False,
                },
            }
        return found


def guild(channels: list[Channel], joined: str, permissions: int = EVERYTHING, **more: Any) -> JSON:
    """The server as the gateway announces it."""
    everyone = {"id": str(GUILD), "name": "@everyone", "permissions": str(permissions), "position": 0}
    role = {**everyone, "color": 0, "hoist": False, "managed": False, "mentionable": False, "flags": 0}
    me = {"user": user(BOT, "Scrum Table", bot=True), "roles": [], "joined_at": joined, "flags": 0}
    return {
        "id": str(GUILD),
        "name": "The guild",
        "owner_id": "1",
        "roles": [role],
        "emojis": [],
        "features": [],
        "joined_at": joined,
        "large": False,
        "member_count": 2,
        "members": [{**me, "deaf": False, "mute": False}],
        "channels": [channel.json for channel in channels],
        "threads": [],
        "system_channel_id": str(channels[0].id) if channels else None,
        "verification_level": 0,
        "explicit_content_filter": 0,
        "default_message_notifications": 0,
        "mfa_level": 0,
        "nsfw_level": 0,
        "premium_tier": 0,
        "preferred_locale": "en-US",
        "system_channel_flags": 0,
        **more,
    }


@dataclass
class Interaction:
    """An interaction and the bot's responses."""

    id: int
    token: str
    channel: int
    by: int
    json: JSON
    source: Message | None = None  # the message whose button was pressed
    late: bool = False  # its three seconds have passed
    expired: bool = False  # its 15 minutes have passed
    followups: int = 0
    answer: int = 0  # the type of the first response; 0: none yet
    original: Message | None = None
    loading: bool = False  # shows a placeholder
    choices: list[JSON] = field(default_factory=list)  # completions
    form: JSON | None = None
    answered_at: float = 0.0
    private: list[Message] = field(default_factory=list)  # ephemeral responses, as first shown
    posted: dict[int, Message] = field(default_factory=dict)  # what its token may edit

    @property
    def fields(self) -> list[JSON]:
        """The labels with the fields of the form that the bot opened."""
        return [part for part in (self.form or {}).get("components", ()) if part["type"] == LABEL]

    @property
    def as_guest(self) -> bool:
        """The bot isn't a member there, but on somebody's account."""
        return "0" not in self.json["authorizing_integration_owners"] and self.json["context"] != 1

    @property
    def answers_are_private(self) -> bool:
        """As in servers that don't allow apps they haven't added."""
        allowed = int(self.json.get("member", {}).get("permissions", USE_EXTERNAL_APPS)) & USE_EXTERNAL_APPS
        return self.as_guest and not allowed

    @property
    def launches(self) -> bool:
        """It opened the Activity."""
        return self.answer == LAUNCH

    @property
    def settled(self) -> bool:
        unfinished = any(message.only_calls for message in self.posted.values())
        return self.answer != 0 and not self.loading and not unfinished

    @property
    def private_text(self) -> str:
        return "\n".join(message.content for message in self.private)
