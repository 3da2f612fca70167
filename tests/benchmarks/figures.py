"""How measurements are printed."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Figure:
    """A measured value with its description, and its goal if it has one."""

    what: str
    value: float
    unit: str = ""
    at_least: float | None = None
    at_most: float | None = None

    @property
    def missed(self) -> bool:
        too_low = self.at_least is not None and self.value < self.at_least
        too_high = self.at_most is not None and self.value > self.at_most
        return too_low or too_high

    def __str__(self) -> str:
        goal = ""
        if self.at_least is not None:
            goal = f"   (goal: at least {self.at_least:g})"
        if self.at_most is not None:
            goal = f"   (goal: at most {self.at_most:g})"
        verdict = " MISSED" if self.missed else ""
        return f"{self.what:58} {self.value:10.2f} {self.unit}{goal}{verdict}"
