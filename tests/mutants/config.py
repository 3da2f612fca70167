"""Which code is changed, and which tests may catch it."""

from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True, slots=True)
class Config:
    root: Path = ROOT
    sources: tuple[str, ...] = ("games/**/*.py", "bot/table/*.py", "bot/live/*.py")
    # the contract's tests; numbers fitted to games, of which one more or less is not wrong
    not_changed: tuple[str, ...] = ("games/testing/", "games/rugby/engine/weights.py")
    tests: tuple[str, ...] = (
        *("tests/games", "tests/contract", "tests/gallery", "tests/bot", "tests/fixtures"),
        *("tests/plugins/test_broken.py", "tests/plugins/test_missing.py"),
    )
    # parts of a test's name: they start another server or process, or take long and find what others find, too
    left_out: tuple[str, ...] = (
        *("postgres", "bot/pictures", "drawn_in_full", "film", "backups", "killed"),
        *("calibration", "random_games", "thousand", "wins_more_than", "win_some", "wins_as_often", "test_pictures["),
        *("test_docs", "test_logs", "test_tracing", "test_metrics", "test_settings"),
    )
    explained: str = "tests/mutants/explained.toml"
    folder: str = ".mutants"  # what a run keeps for the next one
    budget: float = 4.0  # seconds of tests that are tried first; what survives them is tried with all the others
    patience: float = 10.0  # a mutant may take four times as long as its tests, and so many seconds more
    jobs: int = 2

    def paths(self) -> list[str]:
        found = {path for pattern in self.sources for path in self.root.glob(pattern)}
        names = {path.relative_to(self.root).as_posix() for path in found if path.read_text().strip()}
        return sorted(name for name in names if not name.startswith(self.not_changed))
