"""Which code is changed, and which tests may catch it."""

from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]

RULES = (
    *("api", "chance", "inheritance", "recorder", "rulebook", "text"),
    *("*/commands", "*/deciding", "*/folding", "*/inheritance", "*/landing", "*/model", "*/notation", "*/phases"),
    *("*/rules", "*/sprints", "*/turns", "*/velocity"),
)


@dataclass(frozen=True, slots=True)
class Config:
    root: Path = ROOT
    sources: tuple[str, ...] = (*(f"games/{name}.py" for name in RULES), "bot/table/*.py", "bot/live/*.py")
    tests: tuple[str, ...] = ("tests/games", "tests/contract", "tests/bot", "tests/fixtures")
    # parts of a test's name: they start another server or process, draw, or take long and find what others find, too
    left_out: tuple[str, ...] = (
        *("postgres", "picture", "drawing", "graphics/", "lettering", "chart", "cone", "film", "backups", "killed"),
        *("calibration", "random_games", "engine/", "thousands", "wins_more_than_chance", "win_some"),
        *("test_docs", "test_logs", "test_tracing", "test_metrics", "test_settings"),
    )
    explained: str = "tests/mutants/explained.toml"
    folder: str = ".mutants"  # what a run keeps for the next one
    budget: float = 4.0  # seconds of tests that are tried first; what survives them is tried with all the others
    patience: float = 10.0  # a mutant may take four times as long as its tests, and so many seconds more
    jobs: int = 2

    def paths(self) -> list[str]:
        found = {path for pattern in self.sources for path in self.root.glob(pattern)}
        return sorted(path.relative_to(self.root).as_posix() for path in found if path.read_text().strip())
