"""`scrum-table doctor`: check everything that is set up."""

import argparse
import asyncio

from bot.cli.platforms import checks_of_adapters, tracing_library
from bot.operations.doctor import database_check, examine, fonts_check, lines, plugins_check
from bot.operations.redaction import Redact
from bot.settings import Settings
from storage import open_to_read


def run(settings: Settings, _: argparse.Namespace, redact: Redact) -> int:
    return asyncio.run(_doctor(settings, redact))


async def _doctor(settings: Settings, redact: Redact) -> int:
    checks = [database_check(open_to_read), fonts_check, plugins_check, *checks_of_adapters(settings)]
    if settings.otel_exporter_otlp_endpoint:
        checks.append(tracing_library().check)
    findings = await examine(settings, checks)
    print(*map(redact, lines(findings)), sep="\n")
    return 0 if all(finding.ok for finding in findings) else 1
