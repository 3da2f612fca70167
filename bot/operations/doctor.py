"""`scrum-table doctor`: checks settings, database, platforms and fonts. It never prints a secret."""

import logging
import os
from collections.abc import Awaitable, Callable, Iterator, Sequence
from pathlib import Path

from bot import extras
from bot.files import is_default_file
from bot.found import GO_BACK, NO_FOLDER, FoundDatabase, NoDatabase
from bot.kernel.store import Store, StoreUnavailable
from bot.settings import Settings
from games import GAMES, plugins
from games.language import languages
from games.plugins import Plugin
from games.scrumkin import deck_files
from games.text import listing
from games.values import value


def broken_plugins() -> list[Plugin]:
    """The installed plugins that cannot be used. Games and formats are loaded with GAMES; decks are loaded here."""
    assert GAMES
    deck_files.plugin_decks()
    return [plugin for plugin in plugins.found() if plugin.fault]


log = logging.getLogger(__name__)

# A few letters of each script; a font that has these has the rest.
_SCRIPTS = {
    "Chinese": "李汉語",
    "Japanese": "さクラ",
    "Korean": "김민",
    "Arabic": "عمر",
    "Hebrew": "אור",
    "Devanagari": "अनि",
    "Bengali": "অনি",
    "Tamil": "தமி",
    "Thai": "ไทย",
    "Georgian": "გიო",
    "Armenian": "Արա",
    "emoji": "🚀👍🎉",
}


@value
class Finding:
    ok: bool
    what: str
    advice: str = ""  # what to do next
    exit_code: int = 1  # of the doctor, unless it is ok


Check = Callable[[Settings], Awaitable[list[Finding]]]


def database_check(describe: Callable[[str], Awaitable[FoundDatabase]]) -> Check:
    """Say which database is used, and whether this version can; nothing is created or changed."""

    async def check(settings: Settings) -> list[Finding]:
        try:
            found = await describe(settings.database_url)
        except NoDatabase as fault:
            return [_first_start(fault.file)]
        except (StoreUnavailable, OSError, ValueError) as fault:
            return [Finding(ok=False, what=f"Can't use the database: {fault}", advice="Check DATABASE_URL.")]
        if found.is_newer:
            return [Finding(ok=False, what=str(found), advice=GO_BACK, exit_code=2)]
        if found.tables is None:
            return [Finding(ok=False, what=str(found), advice="Run `scrum-table check`.")]
        known = Finding(ok=True, what=str(found), advice=_BACK_UP if found.is_older else "")
        return [known, *_read_only(settings.database_file)]

    return check


def _read_only(file: Path | None) -> Iterator[Finding]:
    """A file that this user can read, but that the program can't use; SQLite also writes beside it."""
    locked = [path for path in (file, file.absolute().parent) if not os.access(path, os.W_OK)] if file else []
    if locked:
        advice = "Run this as the user who runs Scrum Table, or give them write access."
        yield Finding(ok=False, what=f"You can't write to {listing(list(map(str, locked)))}.", advice=advice)


_BACK_UP = "Make a backup first: see docs/upgrading.md."


def _first_start(file: Path) -> Finding:
    """A new installation has no database yet; but a folder that is missing, too, may be a typing error."""
    if is_default_file(file) or file.parent.is_dir():
        where = next(folder for folder in file.parents if folder.is_dir())
        if not os.access(where, os.W_OK):
            what = f"There is no database {file} yet, and you can't create it: {where} is read-only for you."
            return Finding(ok=False, what=what, advice="Run this as the user who runs Scrum Table.")
        return Finding(ok=True, what=f"There is no database {file} yet; the first start creates it.")
    return Finding(ok=False, what=f"There is no database {file}, and not even its folder.", advice=NO_FOLDER)


def pooler_check(check_pooler: Callable[[str], Awaitable[None]]) -> Check:
    """Check that the pooler in front of PostgreSQL answers, and that commits behind it are kept."""

    async def check(settings: Settings) -> list[Finding]:
        if not settings.database_pooler or not settings.uses_postgres or extras.missing("postgres"):
            return []
        try:
            await check_pooler(settings.database_pooler)
        except (StoreUnavailable, OSError, ValueError) as fault:
            return [Finding(ok=False, what=f"Can't use the pooler: {fault}", advice="Check DATABASE_POOLER.")]
        return [Finding(ok=True, what="The pooler answers, and commits behind it are kept.")]

    return check


def store_check(store: Store) -> Callable[[], Awaitable[str]]:
    """A health check of the open database: a sentence if it can't store changes, else nothing."""

    async def check() -> str:
        try:
            await store.ready()
        except StoreUnavailable as fault:
            log.warning("not ready: %s", fault)
            return fault.brief
        return ""

    return check


async def fonts_check(_: Settings) -> list[Finding]:
    """Check which scripts pictures can show on this machine. A missing script is advice, not a failure."""
    from bot.pictures.fonts import can_write_in, has  # noqa: PLC0415  every start imports this module, few draw letters

    shown = [script for script, letters in _SCRIPTS.items() if all(map(has, letters))]
    missing = [script for script in _SCRIPTS if script not in shown]
    what = f"Pictures show names and notes in {listing(['Latin', 'Greek', 'Cyrillic', *shown])}."
    advice = f"For {listing(missing)}, install fonts: see docs/deployment.md." if missing else ""
    unwritten = [name for tag, name in languages().items() if not can_write_in(tag)]
    in_text = [
        Finding(
            ok=False,
            what=f"Pictures can't show {listing(unwritten)}: rooms that speak it get text boards.",
            advice="Install fonts: see docs/deployment.md.",
        )
    ]
    return [Finding(ok=True, what=what, advice=advice), *(in_text if unwritten else ())]


async def decks_check(settings: Settings) -> list[Finding]:
    """Check every deck in DECKS_FOLDER, and name files that belong to none."""
    if settings.decks_folder is None:
        return []
    folder = deck_files.DeckFolder(settings.decks_folder)
    found = [_deck_finding(name, report) for name, report in folder.reports().items()]
    names = "Decks are called NAME.toml, NAME.xlsx, or NAME_sprint.xlsx and NAME_action.xlsx, in lower case."
    unused = [
        Finding(ok=False, what=f"The file {name} in DECKS_FOLDER belongs to no deck.", advice=names)
        for name in folder.unused()
    ]
    empty = Finding(ok=False, what="DECKS_FOLDER is set, but has no decks.", advice=names)
    return [*found, *unused] or [empty]


def _deck_finding(name: str, report: deck_files.DeckReport) -> Finding:
    if not report.problems:
        return Finding(ok=True, what=f"The deck {name} can be played.")
    first, more = report.problems[0], len(report.problems) - 1
    rest = f"There {'is 1 more problem' if more == 1 else f'are {more} more problems'}: " if more else ""
    advice = f"{rest}`scrum-table deck check` shows {'them all' if more else 'more'}."
    return Finding(ok=False, what=f"The deck {name} can't be played: {first}", advice=advice)


async def speed_check(_: Settings) -> list[Finding]:
    """Say how strong the rugby expert is: it also plays without the extra."""
    if extras.missing("speed"):
        advice = "With the extra `speed`, it looks further ahead."
        return [Finding(ok=True, what="The rugby expert is not compiled.", advice=advice)]
    return [Finding(ok=True, what="The rugby expert is compiled.")]


async def plugins_check(_: Settings) -> list[Finding]:
    """List every installed plugin, and what is wrong with those that are left out."""
    broken = [
        Finding(ok=False, what=f"The plugin {each} is left out: {each.fault}", advice="Update it or uninstall it.")
        for each in broken_plugins()
    ]
    usable = [Finding(ok=True, what=f"The plugin {each} is installed.") for each in plugins.found() if not each.fault]
    return [*usable, *broken]


async def retention_check(settings: Settings) -> list[Finding]:
    """How long tables are kept: an operator has to be able to say so."""
    if not settings.retention_days:
        return [Finding(ok=True, what="Tables are kept until somebody removes them (RETENTION_DAYS=0).")]
    days = "a day" if settings.retention_days == 1 else f"{settings.retention_days} days"
    what = f"Tables that nobody has used for {days} are deleted."
    return [Finding(ok=True, what=what, advice="RETENTION_DAYS says how long; 0 keeps everything.")]


async def guarded(what: str, finding: Awaitable[list[Finding]]) -> list[Finding]:
    """The findings of a check; one that fails doesn't keep the others from running."""
    try:
        return await finding
    except Exception as fault:
        log.debug("a check failed", exc_info=True)
        return [
            Finding(
                ok=False,
                what=f"The check of {what} failed ({type(fault).__name__}: {fault}).",
                advice="LOG_LEVEL=DEBUG shows where.",
            )
        ]


async def examine(settings: Settings, checks: Sequence[Check]) -> list[Finding]:
    return [finding for check in checks for finding in await guarded(check.__module__, check(settings))]


def lines(findings: Sequence[Finding]) -> list[str]:
    return [f"{'ok ' if each.ok else 'NO '} {each.what}{f' {each.advice}' if each.advice else ''}" for each in findings]
