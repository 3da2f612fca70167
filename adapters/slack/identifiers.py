"""Translations of Slack's ids of channels, people and deliveries, and of its escaped text, into ours."""

import hashlib
import html
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from slack_bolt.request.internals import extract_enterprise_id, extract_is_enterprise_install, extract_team_id

from bot.kernel.messages import Person, Typed

PLATFORM = "slack"
_DIRECT = "directmessage"  # what Slack calls the channel of a direct message between two people

_ANGLE = re.compile(r"<([^<>]*)>")
_MENTION = re.compile(r"<@([^<>|]+)(?:\|([^<>]*))?>")
SOMEBODY = "somebody"  # whose name Slack doesn't tell us


@dataclass(frozen=True, slots=True)
class SlackRoom:
    """A channel, direct message or thread. Where the app is installed is part of its name, so names never collide."""

    team: str  # a workspace, or an Enterprise Grid organisation that installed the app as a whole
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
    """The workspace that the app is installed in, or the organisation if that has installed it as a whole.

    Guests from another company come with their own workspace; the form they fill in names the one that has the app.
    """
    if extract_is_enterprise_install(dict(body)) and (enterprise := extract_enterprise_id(dict(body))):
        return enterprise
    team = extract_team_id(dict(body))
    if not team:
        raise LookupError("a delivery names no workspace")  # not prose
    return team


def user_id_of(body: Mapping[str, Any]) -> str:
    """The user who typed a command or pressed something."""
    return str(body["user"]["id"] if "user" in body else body["user_id"])


def is_direct(body: Mapping[str, Any]) -> bool:
    """True if it comes from a direct message, which nobody can be invited to."""
    return str(body.get("channel_name") or (body.get("channel") or {}).get("name") or "") == _DIRECT


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


def mentioned_users(text: str) -> list[str]:
    """The users whom a text mentions, as Slack writes it."""
    return [found[1] for found in _MENTION.finditer(text)]


def with_names(text: str, names: Mapping[str, str]) -> str:
    """The text, still escaped, with names in place of mentions; without one, as Slack calls them."""

    def name(found: re.Match[str]) -> str:
        return html.escape(names.get(found[1]) or found[2] or SOMEBODY, quote=False)

    return _MENTION.sub(name, text)


def delivery_id(team: str, body: Mapping[str, Any]) -> str:
    """A unique id, the same for a redelivery: Slack repeats the payload, and every interaction has its own trigger."""
    unique = body.get("trigger_id") or body.get("event_id")
    if not unique:  # without a trigger, user, time and action identify it
        actions = body.get("actions") or [{}]
        made = f"{body.get('user', {}).get('id')} {actions[0].get('action_ts')} {actions[0].get('action_id')}"
        # hashed, because it must not name the person: it is stored with notes that may be anonymous
        unique = hashlib.sha256(made.encode()).hexdigest()[:32]
    return f"{PLATFORM}:{team}:{unique}"
