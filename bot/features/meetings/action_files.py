"""A room's actions as a file: Markdown, CSV, or a calendar of tasks."""

import csv
import io
from datetime import UTC, datetime

from bot.features.meetings.records import RoomAction, RoomActions
from games.dates import shown
from games.language import t
from games.text import escape, harmless

FORMS = {"markdown": "md", "csv": "csv", "calendar": "ics"}
LINE_OCTETS = 75  # of a line in a calendar; longer ones are folded (RFC 5545, 3.1)
_STATUS = {"open": "NEEDS-ACTION", "done": "COMPLETED", "drop": "CANCELLED"}


def as_file(known: RoomActions, form: str) -> tuple[str, str]:
    """The file's name and contents. A calendar names nobody: people subscribe to it and pass it on."""
    written = {"markdown": _markdown, "csv": _csv, "calendar": _calendar}[form](known)
    return f"actions.{FORMS[form]}", written


def _markdown(known: RoomActions) -> str:
    lines = [
        f"- [{'x' if action.status == 'done' else ' '}] {_described(known, action)}"
        for action in reversed(known.everything)
    ]
    return "\n".join([f"# {t('Actions')}", "", *(lines or [t("None.")]), ""])


def _described(known: RoomActions, action: RoomAction) -> str:
    what, owner, day = escape(action.what), escape(known.owner_of(action).said), escape(shown(action.due))
    if action.due and action.status == "drop":
        return t("{what} ({owner}, by {day}, dropped)", what=what, owner=owner, day=day)
    if action.status == "drop":
        return t("{what} ({owner}, dropped)", what=what, owner=owner)
    if action.due:
        return t("{what} ({owner}, by {day})", what=what, owner=owner, day=day)
    return f"{what} ({owner})"


def _csv(known: RoomActions) -> str:
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\r\n")
    writer.writerow(("action", "owner", "due", "status", "agreed"))
    for action in known.everything:
        agreed = datetime.fromtimestamp(action.agreed, UTC).date().isoformat()
        row = (action.what, known.owner_of(action).said, action.due, action.status, agreed)
        writer.writerow([harmless(cell) for cell in row])
    return file.getvalue()


def _calendar(known: RoomActions) -> str:
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Scrum Table//Actions//EN"]  # not prose
    for action in known.everything:
        lines += _task(action)
    return "".join(f"{folded(line)}\r\n" for line in [*lines, "END:VCALENDAR"])


def _task(action: RoomAction) -> list[str]:
    due = [f"DUE;VALUE=DATE:{action.day:%Y%m%d}"] if action.day else []
    return [
        "BEGIN:VTODO",
        f"UID:{action.table}-{action.number}@scrum-table",
        f"DTSTAMP:{datetime.fromtimestamp(action.changed, UTC):%Y%m%dT%H%M%SZ}",
        f"SUMMARY:{_text(action.what)}",
        *due,
        f"STATUS:{_STATUS[action.status]}",
        "END:VTODO",
    ]


def _text(text: str) -> str:
    """The text escaped as in RFC 5545, 3.3.11; what people write is one line already."""
    escaped = text.replace("\\", "\\\\").replace(";", "\\;").replace(",", "\\,")
    return escaped.replace("\r", "").replace("\n", "\\n")


def folded(line: str) -> str:
    """The line folded to at most 75 octets each, never inside a character."""
    parts, part, octets = [], "", 0
    for character in line:
        size = len(character.encode())
        if octets + size > LINE_OCTETS:
            parts.append(part)
            part, octets = "", 1  # the space that every following line starts with
        part += character
        octets += size
    return "\r\n ".join([*parts, part])
