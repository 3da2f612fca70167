"""Every property of this folder as a target of atheris, which looks for values that reach new lines of the program.

`python -m tests.fuzz --seconds 60 [name …]` tries all targets, or those whose names begin so, and prints what came of
it; exit 1 if something was found. What is found lies in `.fuzz/NAME.found`: `python -m tests.fuzz NAME --again FILE`
shows what it was.
"""

import argparse
import os
import random
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from tests.fuzz import parts
from tests.fuzz.targets import Target, targets

FOLDER = Path(".fuzz")
HOUSE = ["adapters", "bot", "games", "storage"]  # whose lines count
LONGEST = 8192  # bytes that become one example
FIRST = 8  # random examples, to begin with: from nothing the fuzzer would need long to make a whole one


def drive(kept: Path, options: list[str]) -> parts.Driver:
    """Does not return: the process ends with what libFuzzer found. What broke the property is kept in a file."""

    def tried(target: Callable[[bytes], object]) -> None:
        import atheris  # noqa: PLC0415  an extra

        def one(data: bytes) -> None:
            try:
                target(data)
            except BaseException:
                kept.write_bytes(data)  # libFuzzer does not when it has only begun
                raise

        atheris.Setup(["fuzz", *options], one)
        atheris.Fuzz()

    return tried


def corpus(target: Target) -> Path:
    """What has reached something new so far: the next run goes on from there."""
    folder = FOLDER / target.file_name
    folder.mkdir(parents=True, exist_ok=True)
    whim = random.Random(7)
    for number in range(FIRST):
        (folder / f"first-{number}").write_bytes(whim.randbytes(LONGEST // 4))
    return folder


def in_a_child(target: Target, options: list[str]) -> tuple[int, str]:
    """Its exit code and what it wrote. Forked: this process has loaded and prepared everything."""
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryFile() as written:
        child = os.fork()
        if not child:
            os.environ["TMPDIR"] = tempfile.tempdir = folder  # the child ends without cleaning up
            for stream in (1, 2):
                os.dup2(written.fileno(), stream)
            parts.driver[:] = [drive(FOLDER / f"{target.file_name}.found", options)]
            try:
                target.run(Path(folder))
            finally:
                os._exit(3)  # it broke, or it was never tried
        _, status = os.waitpid(child, 0)
        written.seek(0)
        return os.waitstatus_to_exitcode(status), written.read().decode("utf-8", "replace")


def main() -> int:
    words = argparse.ArgumentParser(prog="python -m tests.fuzz")
    words.add_argument("names", nargs="*", help="targets whose names begin so; none: all")
    words.add_argument("--seconds", type=int, default=0, help="for each target")
    words.add_argument("--runs", type=int, default=0, help="examples for each target, instead of seconds")
    words.add_argument("--again", type=Path, help="only what is in this file")
    args = words.parse_args()
    try:
        import atheris  # noqa: PLC0415
    except ModuleNotFoundError:
        print("atheris is not installed (extra `fuzz`, on Linux on x86-64 only): nothing was tried.")
        return 2
    # before the properties are loaded
    parts.driver.append(drive(FOLDER, []))
    parts.aloud = bool(args.again)
    with atheris.instrument_imports(include=HOUSE):
        known = targets()
    wanted = [each for each in known if not args.names or each.name.startswith(tuple(args.names))]
    found = 0
    for target in wanted:
        options = [str(args.again)] if args.again else _options(target, args)
        code, written = in_a_child(target, options)
        found += code != 0
        print(f"{target.name:45} {_summary(code, written)}", flush=True)
        if code or args.again:
            print(_told(written), flush=True)
    return 1 if found else 0


def _options(target: Target, args: argparse.Namespace) -> list[str]:
    much = [f"-runs={args.runs}"] if args.runs else [f"-max_total_time={args.seconds}"]
    made = [f"-artifact_prefix={FOLDER}/{target.file_name}-", "-len_control=0", f"-max_len={LONGEST}"]  # too slow ones
    return [*much, *made, "-print_final_stats=1", "-timeout=60", "-rss_limit_mb=0", str(corpus(target))]


def _summary(code: int, written: str) -> str:
    """Examples, lines and branches reached, at first and at last, and the verdict."""
    lines = written.splitlines()
    reached = [line.split("cov: ")[1].split()[0] for line in lines if line.startswith("#") and "cov: " in line]
    stats = dict(line.removeprefix("stat::").split(":") for line in lines if line.startswith("stat::"))
    examples = stats.get("number_of_executed_units", "?").strip()
    first, last = (reached[0], reached[-1]) if reached else ("?", "?")
    return f"{examples:>9} examples  reached {first:>5} -> {last:>5}  {'ok' if code == 0 else f'FOUND ({code})'}"


def _told(written: str) -> str:
    """Without the names of all that was prepared."""
    return "\n".join(line for line in written.splitlines() if not line.startswith(("INFO: Instr", "#", "stat::")))


if __name__ == "__main__":
    sys.exit(main())
