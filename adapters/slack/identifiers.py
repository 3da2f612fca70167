"""Translates Slack's ids of channels, people and deliveries, and its escaped text, into ours."""

import hashlib
import html
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bot.messages import Person, Typed

PLATFORM = "slack"

_ANGLE = re.compile(r"<([^<>]*)>")


@dataclass(frozen=True, slots=True)
class SlackRoom:
    """A channel or thread in a workspace. The workspace is part of its name, so names never collide."""

    team: str
    channel: str
    thread: str = ""  # the `ts` of its first message

    @classmethod
    def parse(cls, room: str) -> "SlackRoom":
        _, team, channel, *thread = room.split(":")
        return cls(team, channel, *thread)

    @property
    def name(self) -> str:
        return ":".join([PLATFORM, self.team, self.channel, *([self.thread] if self.thread else [])])

    @property
    def arguments(self) -> dict[str, Any]:
        """Arguments for chat.postMessage and chat.postEphemeral."""
        return {"channel": self.channel, **({"thread_ts": self.thread} if self.thread else {})}


def person_id(team: str, user: str) -> str:
    return f"{PLATFORM}:{team}:{user}"


def user_of(person: Person, team: str) -> str | None:
    """The person's user id in this workspace, if they belong to it."""
    platform, _, rest = person.id.partition(":")
    at, _, user = rest.partition(":")
    return user if (platform, at) == (PLATFORM, team) and user else None


def team_of(body: Mapping[str, Any]) -> str:
    """The workspace of an interaction."""
    return str((body.get("team") or {}).get("id") or body["user"]["team_id"])


def person_of(team: str, body: Mapping[str, Any]) -> Person:
    """The person behind an interaction."""
    user = body["user"]
    return Person(person_id(team, user["id"]), user.get("username") or user.get("name") or user["id"])


def parse_text(text: str, team: str) -> Typed:
    """Parse typed text, which Slack escapes: `<@U1|ben>`, `<#C1|general>`, `&amp;`."""
    mentions: dict[str, str] = {}

    def plain(match: re.Match[str]) -> str:
        meant, _, label = match[1].partition("|")
        if meant.startswith("@"):
            name = "".join(label.replace('"', "").split()) or meant[1:]
            mentions[name] = person_id(team, meant[1:])
            return f"@{name}"
        if meant.startswith("#"):
            return f"#{label or meant[1:]}"
        if meant.startswith("!"):
            return f"@{(label or meant[1:]).removeprefix('@')}"
        return label or meant

    return Typed(html.unescape(_ANGLE.sub(plain, text)), mentions)


def delivery_id(team: str, body: Mapping[str, Any]) -> str:
    """A unique id, the same for a redelivery: Slack repeats the payload, and every interaction has its own trigger."""
    unique = body.get("trigger_id") or body.get("event_id")
    if not unique:  # without a trigger, user, time and action identify it
        actions = body.get("actions") or [{}]
        made = f"{body.get('user', {}).get('id')} {actions[0].get('action_ts')} {actions[0].get('action_id')}"
        # hashed, because it must not name the person: it is stored with notes that may be anonymous
        unique = hashlib.sha256(made.encode()).hexdigest()[:32]
    return f"{PLATFORM}:{team}:{unique}"
