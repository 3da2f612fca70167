"""What came of the mutants, by package and module, and the survivors with those that are explained taken out."""

import tomllib
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tests.mutants.sources import Mutant
from tests.mutants.trial import Outcome

Key = tuple[str, str, str, str]
COLUMNS = ("mutants", "killed", "timeout", "explained", "survived")


def explained(file: Path) -> dict[Key, str]:
    """Mutants that nothing can kill, with the reason."""
    rows = tomllib.loads(file.read_text()).get("mutant", []) if file.exists() else []
    return {(row["path"], row["scope"], row["before"], row["after"]): row["why"] for row in rows}


@dataclass(slots=True)
class Report:
    reasons: dict[Key, str]
    counts: dict[str, Counter[str]] = field(default_factory=dict)
    survivors: list[tuple[Mutant, Outcome]] = field(default_factory=list)
    needless: list[Mutant] = field(default_factory=list)  # explained, and killed all the same

    def note(self, mutant: Mutant, outcome: Outcome) -> str:
        """What to call it."""
        name = self._called(mutant, outcome)
        self.counts.setdefault(mutant.path, Counter()).update(["mutants", name])
        if name == "survived":
            self.survivors.append((mutant, outcome))
        elif mutant.key in self.reasons and name != "explained":
            self.needless.append(mutant)
        return name

    def _called(self, mutant: Mutant, outcome: Outcome) -> str:
        if outcome.status in {"killed", "timeout"}:
            return outcome.status
        return "explained" if mutant.key in self.reasons else "survived"

    def lines(self, found: Sequence[Mutant]) -> Iterable[str]:
        for mutant, outcome in self.survivors:
            yield str(mutant) + ("\n  (no test reaches it)" if outcome.status == "unreached" else "")
        for mutant in self.needless:
            yield f"Explained, but killed: {mutant}"
        for key in self.unknown(found):
            yield "Explained, but gone: " + " | ".join(key)
        yield from table(self.counts)

    def unknown(self, found: Sequence[Mutant]) -> list[Key]:
        """Explanations of mutants that there are no more."""
        keys = {mutant.key for mutant in found}
        return [key for key in self.reasons if key not in keys]


def table(counts: dict[str, Counter[str]]) -> Iterable[str]:
    rows = [(path, counts[path]) for path in sorted(counts)]
    packages: dict[str, Counter[str]] = {}
    for path, count in rows:
        packages.setdefault(path.rpartition("/")[0], Counter()).update(count)
    total = sum(counts.values(), Counter[str]())
    yield f"{'':36}" + "".join(f"{name:>11}" for name in COLUMNS)
    for name, count in [*rows, *(sorted(packages.items()) if len(rows) > 1 else ()), ("all", total)]:
        yield f"{name:36}" + "".join(f"{count[column]:>11}" for column in COLUMNS)
