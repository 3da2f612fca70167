"""Runs every property in this folder with atheris, which looks for values that reach new lines of the program.

`python -m tests.fuzz --seconds 60 [name …]` runs all targets, or those with these prefixes, and prints the results;
exit code 1 if something was found, saved as `.fuzz/NAME.found`; `python -m tests.fuzz NAME --again FILE` shows it.
"""

import argparse
import os
import random
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from tests.fuzz import strategies
from tests.fuzz.targets import Target, targets

FOLDER = Path(".fuzz")
PACKAGES = ["adapters", "bot", "games", "storage"]  # to instrument
MAX_BYTES = 8192  # that become one example
FIRST = 8  # random examples to start with: from nothing, the fuzzer takes long to build a whole one


def drive(kept: Path, options: list[str]) -> strategies.Driver:
    """Never returns: the process exits with libFuzzer's result. A failing example is saved in a file."""

    def tried(target: Callable[[bytes], object]) -> None:
        import atheris  # noqa: PLC0415  an extra

        def one(data: bytes) -> None:
            try:
                target(data)
            except BaseException:
                kept.write_bytes(data)  # libFuzzer doesn't save the very first examples
                raise

        atheris.Setup(["fuzz", *options], one)
        atheris.Fuzz()

    return tried


def corpus(target: Target) -> Path:
    """The folder of examples that reached something new; the next run starts from them."""
    folder = FOLDER / target.file_name
    folder.mkdir(parents=True, exist_ok=True)
    whim = random.Random(7)
    for number in range(FIRST):
        (folder / f"first-{number}").write_bytes(whim.randbytes(MAX_BYTES // 4))
    return folder


def in_a_child(target: Target, options: list[str]) -> tuple[int, str]:
    """Its exit code and its output. Forked, because this process has already loaded everything."""
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryFile() as written:
        child = os.fork()
        if not child:
            os.environ["TMPDIR"] = tempfile.tempdir = folder  # the child exits without cleaning up
            for stream in (1, 2):
                os.dup2(written.fileno(), stream)
            strategies.driver[:] = [drive(FOLDER / f"{target.file_name}.found", options)]
            try:
                target.run(Path(folder))
            finally:
                os._exit(3)  # it failed, or was never run
        _, status = os.waitpid(child, 0)
        written.seek(0)
        return os.waitstatus_to_exitcode(status), written.read().decode("utf-8", "replace")


def main() -> int:
    words = argparse.ArgumentParser(prog="python -m tests.fuzz")
    words.add_argument("names", nargs="*", help="prefixes of targets (default: all)")
    words.add_argument("--seconds", type=int, default=0, help="time for each target")
    words.add_argument("--runs", type=int, default=0, help="examples for each target, instead of a time")
    words.add_argument("--again", type=Path, help="run only the example in this file")
    args = words.parse_args()
    try:
        import atheris  # noqa: PLC0415
    except ModuleNotFoundError:
        print("atheris isn't installed (extra `fuzz`, only on Linux on x86-64): nothing was run.")
        return 2
    # has to be set before the properties are imported
    strategies.driver.append(drive(FOLDER, []))
    strategies.verbose = bool(args.again)
    with atheris.instrument_imports(include=PACKAGES):
        known = targets()
    wanted = [each for each in known if not args.names or each.name.startswith(tuple(args.names))]
    found = 0
    for target in wanted:
        options = [str(args.again)] if args.again else _options(target, args)
        code, written = in_a_child(target, options)
        found += code != 0
        print(f"{target.name:45} {_summary(code, written)}", flush=True)
        if code or args.again:
            print(_relevant(written), flush=True)
    return 1 if found else 0


def _options(target: Target, args: argparse.Namespace) -> list[str]:
    much = [f"-runs={args.runs}"] if args.runs else [f"-max_total_time={args.seconds}"]
    made = [
        f"-artifact_prefix={FOLDER}/{target.file_name}-",
        "-len_control=0",
        f"-max_len={MAX_BYTES}",
    ]
    return [*much, *made, "-print_final_stats=1", "-timeout=60", "-rss_limit_mb=0", str(corpus(target))]


def _summary(code: int, written: str) -> str:
    """The number of examples, the coverage at the start and at the end, and the verdict."""
    lines = written.splitlines()
    reached = [line.split("cov: ")[1].split()[0] for line in lines if line.startswith("#") and "cov: " in line]
    stats = dict(line.removeprefix("stat::").split(":") for line in lines if line.startswith("stat::"))
    examples = stats.get("number_of_executed_units", "?").strip()
    first, last = (reached[0], reached[-1]) if reached else ("?", "?")
    return f"{examples:>9} examples  reached {first:>5} -> {last:>5}  {'ok' if code == 0 else f'FOUND ({code})'}"


def _relevant(written: str) -> str:
    """The output without the fuzzer's statistics and instrumentation messages."""
    return "\n".join(line for line in written.splitlines() if not line.startswith(("INFO: Instr", "#", "stat::")))


if __name__ == "__main__":
    sys.exit(main())
