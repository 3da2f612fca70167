"""The Discord peer's state: channels with their messages, interactions with their responses."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

EPHEMERAL = 64
APPLICATION, BOT, GUILD = 1001, 1001, 77 << 22
JSON = dict[str, Any]


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
    content: str = ""
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

    def fill(self, data: JSON, files: list[bytes]) -> None:
        for name in ("content", "embeds", "components"):
            if name in data:
                setattr(self, name, data[name] or ("" if name == "content" else []))
        self.content = self.content.strip()
        if "attachments" in data:
            self.attachments = [
                {
                    "id": str(900 + number),
                    "filename": each.get("filename", "board.png"),
                    "description": each.get("description"),
                    "size": len(files[number]) if number < len(files) else 0,
                    "url": "http://127.0.0.1/",
                    "proxy_url": "http://127.0.0.1/",
                }
                for number, each in enumerate(data["attachments"] or [])
            ]
            self.files = files

    def ping(self, allowed: JSON | None) -> None:
        """Notify the mentioned users; without allowed_mentions, all of them."""
        mentioned = [int(found) for found in re.findall(r"<@!?(\d+)>", self.content)]
        if allowed is not None and "users" not in (allowed.get("parse") or []):
            mentioned = [one for one in mentioned if one in [int(user) for user in allowed.get("users") or []]]
        self.pinged = mentioned

    @property
    def json(self) -> JSON:
        return {
            "id": str(self.id),
            "channel_id": str(self.channel),
            "author": user(BOT, "Scrum Table", bot=True),
            "content": self.content,
            "embeds": [{"type": "rich", **embed} for embed in self.embeds],
            "attachments": self.attachments,
            "components": self.components,
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
        return [part for row in self.components for part in row.get("components", [])]

    def offered(self) -> Iterator[tuple[str, JSON, str]]:
        """Each label with its component and, for a menu, its value."""
        for part in self.parts:
            if part["type"] == 2:
                yield part["label"], part, ""
            for option in part.get("options") or ():
                yield option["label"], part, option["value"]

    @property
    def labels(self) -> list[str]:
        return [label for label, _, _ in self.offered()]

    @property
    def board(self) -> str:
        return "".join(embed.get("description", "") for embed in self.embeds)


@dataclass
class Channel:
    id: int
    type: int = 0
    parent: int | None = None
    messages: dict[int, Message] = field(default_factory=dict)  # public ones
    denied: bool = False  # the bot isn't allowed to write here
    no_files: bool = False  # the bot may write, but not attach files

    @property
    def shown(self) -> list[Message]:
        return list(self.messages.values())

    @property
    def last(self) -> Message:
        return self.shown[-1]

    @property
    def json(self) -> JSON:
        found: JSON = {"id": str(self.id), "type": self.type, "name": "lounge", "guild_id": str(GUILD)}
        if self.type == 0:
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
    answer: int = 0  # the type of the first response; 0: none yet
    original: Message | None = None
    loading: bool = False  # shows a placeholder
    choices: list[JSON] = field(default_factory=list)  # completions
    form: JSON | None = None
    answered_at: float = 0.0
    private: list[Message] = field(default_factory=list)  # ephemeral responses, as first shown

    @property
    def settled(self) -> bool:
        return self.answer != 0 and not self.loading

    @property
    def private_text(self) -> str:
        return "\n".join(message.content for message in self.private)
