"""`python -m tests.mutants`: exit 1 if a mutant survives and nobody has explained why."""

import argparse
import json
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from tests.mutants.config import Config
from tests.mutants.report import Report, explained
from tests.mutants.runner import all_mutants, sample, try_out
from tests.mutants.sources import Mutant
from tests.mutants.trial import Outcome

DEFAULT_SAMPLE = 400  # about ten minutes on two cores


def main(words: Sequence[str] | None = None) -> int:
    options = _parser().parse_args(words)
    usual = Config()
    config = replace(
        usual,
        root=options.root.resolve(),
        sources=tuple(options.sources or usual.sources),
        tests=tuple(options.tests or usual.tests),
        jobs=options.jobs,
        budget=options.budget,
        patience=options.patience,
    )
    found = all_mutants(config)
    report = Report(explained(config.root / config.explained))
    kept = config.root / config.folder / "survivors.jsonl"
    chosen = _chosen(found, options, kept)
    print(f"{len(chosen)} of {len(found)} mutants", flush=True)
    progress = _Progress(report, len(chosen), verbose=options.verbose)
    if not options.all:  # an explained one is not worth its time
        for mutant in chosen:
            if mutant.key in report.reasons:
                progress.done(mutant, Outcome("survived"))
        chosen = [mutant for mutant in chosen if mutant.key not in report.reasons]
    try_out(config, chosen, progress.done)
    kept.write_text("".join(json.dumps(mutant.key) + "\n" for mutant, _ in report.survivors))
    print("\n".join(report.lines(found)))
    return 1 if report.survivors or report.needless or report.unknown(found) else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("--sample", type=int, help="how many mutants; the same ones every time")
    parser.add_argument("--each", type=int, help="how many mutants of every package")
    parser.add_argument("--all", action="store_true", help="every mutant")
    parser.add_argument(
        "--only", action="append", default=[], help="a folder, file or file.py::function; all of its mutants"
    )
    parser.add_argument("--again", action="store_true", help="the survivors of the last run")
    parser.add_argument("--jobs", type=int, default=2, help="processes at once")
    parser.add_argument("--budget", type=float, default=Config().budget, help="seconds of tests that are tried first")
    parser.add_argument("--patience", type=float, default=Config().patience, help="seconds before a mutant times out")
    parser.add_argument("--verbose", action="store_true", help="print the killed ones too, with the test that did it")
    parser.add_argument("--root", type=Path, default=Config().root, help="the project")
    parser.add_argument("--sources", action="append", help="a pattern of files to change, in the place of the usual")
    parser.add_argument("--tests", action="append", help="a folder of tests, in the place of the usual")
    return parser


def _chosen(found: Sequence[Mutant], options: argparse.Namespace, kept: Path) -> list[Mutant]:
    if options.again:
        survived = {tuple(json.loads(line)) for line in kept.read_text().splitlines()}
        return [mutant for mutant in found if mutant.key in survived]
    everything = options.all or (options.only and not options.sample)
    parts = options.only or [""]
    within = [mutant for mutant in found if any(mutant.function.startswith(part) for part in parts)]
    if options.each:
        packages = {mutant.package for mutant in within}
        return [mutant for package in sorted(packages) for mutant in _of(package, within, options.each)]
    return sample(within, None if everything else options.sample or DEFAULT_SAMPLE)


def _of(package: str, found: Sequence[Mutant], size: int) -> list[Mutant]:
    return sample([mutant for mutant in found if mutant.package == package], size)


class _Progress:
    """Prints each survivor as soon as it is known."""

    def __init__(self, report: Report, total: int, *, verbose: bool) -> None:
        self._report = report
        self._total = total
        self._verbose = verbose
        self._count = 0
        self._began = time.monotonic()

    def done(self, mutant: Mutant, outcome: Outcome) -> None:
        name = self._report.note(mutant, outcome)
        self._count += 1
        if name == "survived" or self._verbose:
            by = f" by {outcome.killer}" if outcome.killer else ""
            at = f"[{self._count}/{self._total}, {time.monotonic() - self._began:.0f} s]"
            print(f"{at} {name}{by}: {mutant}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
