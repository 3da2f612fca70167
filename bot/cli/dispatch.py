"""Carrying out a command: settings, logging, and the exit code. Imports only what the command needs."""

import argparse
import logging
import os
import sys
from importlib import import_module

from bot.cli import Fault
from bot.cli.parser import RUNNERS
from bot.configuration import read_configuration
from bot.kernel.store import StoreUnavailable, Unusable
from bot.operations import logs
from bot.operations.doctor import broken_plugins
from bot.operations.logs import Redact
from bot.settings import BadSettings, Settings

log = logging.getLogger(__name__)

AWAY = 75  # exit code: can't reach the database; unlike a wrong setting, a retry may help
BROKE = 70  # exit code: unhandled exception


def carry_out(args: argparse.Namespace) -> int:
    found = read_configuration()
    settings = found.settings
    if found.faults and args.command != "doctor":  # it lists them itself, and checks the rest
        _complain("\n".join(found.faults.values()))
        return 2
    with logs.logging_to_stderr(settings.log_level, settings.log_format, settings.secrets()) as redact:
        if args.command != "doctor":  # the same
            for plugin in broken_plugins():
                log.warning("plugin left out: %s: %s", plugin, plugin.fault)
        return _exit_code(settings, args, redact)


def _complain(sentences: str) -> None:
    """Print what is wrong, one sentence a line."""
    print(*(f"scrum-table: {sentence}" for sentence in sentences.split("\n")), sep="\n", file=sys.stderr)


def _exit_code(settings: Settings, args: argparse.Namespace, redact: Redact) -> int:
    """Run the command; print a sentence if it can't be carried out."""
    try:
        return _run(settings, args, redact)
    except BrokenPipeError:
        # the reader of our output has closed it
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except (Fault, BadSettings, StoreUnavailable, ValueError, OSError) as fault:
        _complain(redact(str(fault)))
        return AWAY if isinstance(fault, StoreUnavailable) and not isinstance(fault, Unusable) else 2
    except KeyboardInterrupt:
        return 130
    except Exception:  # the interpreter would print it unredacted
        log.critical("Unhandled exception", exc_info=True)
        return BROKE


def _run(settings: Settings, args: argparse.Namespace, redact: Redact) -> int:
    if getattr(args, "db", None):
        settings = settings.model_copy(update={"database_url": f"sqlite:///{args.db}"})
    import_module("bot.features.installed")  # from here on, their commands and events are known
    module, _, run = RUNNERS.get(args.command or "run", "tools.run").partition(".")
    return getattr(import_module(f"bot.cli.{module}"), run)(settings, args, redact)  # type: ignore[no-any-return]
