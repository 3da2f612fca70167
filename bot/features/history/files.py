"""A finished game as a file: Markdown to read, CSV for a spreadsheet, JSON (bot.table.export) to verify."""

import asyncio
import csv
import io
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Literal

from bot.features.fairness.export import EXPORTED_EARLY, Export, export, steps, write
from bot.features.history.films import film
from bot.features.history.games import EXPORTED, feature, played_by
from bot.kernel.calls import Call, Context, at_finished_game, at_table
from bot.kernel.feature import seed_is_done
from bot.kernel.messages import Reply
from bot.kernel.table.model import PREFIX
from bot.kernel.table.narration import sentence
from games import GAMES
from games.contract import Parameter
from games.language import lazy
from games.text import escape, harmless, name_of, spell

ENDINGS = {"json": "json", "csv": "csv", "markdown": "md"}


@feature.query(
    "export",
    lazy("Get a finished game as a file"),
    Parameter(
        "form",
        lazy("json, csv, markdown or film"),
        kind="choice",
        choices=("json", "csv", "markdown", "film"),
        required=False,
        titles=(
            lazy("JSON: everything, to verify"),
            lazy("CSV: for a spreadsheet"),
            lazy("Markdown: to read"),
            lazy("Film: to watch"),
        ),
    ),
    group="room",
    needs=(
        at_table,
        at_finished_game,
    ),
    public=True,
)
async def export_file(context: Context, call: Call) -> Reply:
    live = call.table
    if call.argument("form") == "film":
        return film(context, call)
    context.spend_if_long(call)
    form, rows = call.argument("form", "json"), await context.store.events(live.id)
    done = await seed_is_done(context, live.standing.table)
    game = export(live.id, live.seed, live.standing, rows, round_over=done, inside=form != "json")
    file = await asyncio.to_thread(as_file, game, live.names, form)
    early = form == "json" and not done
    return Reply(str(EXPORTED_EARLY if early else EXPORTED), files=(file,))


def as_file(game: Export, names: Sequence[str], form: str) -> tuple[str, str]:
    """The file's name and its contents."""
    name = f"{game.game}-{game.table}.{ENDINGS[form]}"
    match form:
        case "json":
            return name, write(game)
        case "csv":
            return name, _own(game, names, "csv") or _csv(game, names)
        case _:
            return name, _own(game, names, "markdown") or _markdown(game, names)


def _told(game: Export, names: Sequence[str]) -> list[tuple[int, float, str, str]]:
    """The number, time, kind and sentence of every event."""
    rows = []
    for row, (event, standing) in zip(game.events, steps(game), strict=True):
        told = sentence(event, standing.game, None) or ""
        spelled = spell(told, lambda seat: name_of(names, seat))
        rows.append((row.sequence, row.at, event.kind, spelled))
    return rows


def _own(game: Export, names: Sequence[str], form: Literal["markdown", "csv"]) -> str:
    """The game's own report, with names escaped so that they can't break the format."""
    events = [event for event, _ in steps(game) if not event.kind.startswith(PREFIX)]
    quoted = [escape(name) if form == "markdown" else harmless(name).replace('"', '""') for name in names]
    text = GAMES[game.game].memories.report(events, form) if events else ""
    return spell(text, lambda seat: name_of(quoted, seat))


def _csv(game: Export, names: Sequence[str]) -> str:
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(("event", "time", "kind", "text"))
    for number, at, kind, told in _told(game, names):
        writer.writerow((number, _time(at), kind, harmless(told)))
    return file.getvalue()


def _markdown(game: Export, names: Sequence[str]) -> str:
    title = GAMES[game.game].about.title
    began = _time(game.events[0].at) if game.events else ""
    story = [f"- {escape(told)}" for _, _, _, told in _told(game, names) if told]
    return "\n".join([f"# {title}", "", played_by(began, [escape(name) for name in names]), "", *story, ""])


def _time(at: float) -> str:
    return datetime.fromtimestamp(at, UTC).strftime("%Y-%m-%d %H:%M:%S")
