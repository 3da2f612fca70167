"""Changes the code in one place at a time with mutmut; a test must fail.

`python -m tests.mutants games/sprint/folding.py` changes one module. The tests that may catch it are those of the
module's package and the contract's, or those named after `--tests`. `[tool.mutmut]` in pyproject.toml has the rest;
here it is narrowed to some modules, because changing everything takes hours.
"""

import argparse
import shutil
from pathlib import Path

from mutmut.configuration import config

CONTRACT = "tests/contract"  # plays every game
FOLDER = Path("mutants")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("only", nargs="*", help="modules or packages to change, such as games/sprint/folding.py")
    parser.add_argument("--tests", nargs="*", default=[], help="tests that may catch it")
    asked = parser.parse_args()
    _narrow(asked.only, asked.tests)
    shutil.rmtree(FOLDER, ignore_errors=True)  # what an earlier selection changed there
    # not above: importing it reads the configuration
    from mutmut.__main__ import cli  # noqa: PLC0415

    cli(["run"], standalone_mode=False)
    cli(["results"], standalone_mode=False)


def _narrow(only: list[str], tests: list[str]) -> None:
    chosen = config()
    if only:
        chosen.only_mutate = [path if path.endswith(".py") else f"{path.rstrip('/')}/*" for path in only]
        chosen.pytest_add_cli_args_test_selection = tests or sorted({test for path in only for test in _tests_of(path)})


def _tests_of(path: str) -> list[str]:
    """The nearest folder that mirrors the module's package."""
    folder = Path("tests", path).with_suffix("")
    while not (folder / "__init__.py").exists():
        folder = folder.parent
    return [folder.as_posix(), *([CONTRACT] if path.startswith("games/") else [])]


if __name__ == "__main__":
    main()
