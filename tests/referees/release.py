"""A referee for a release of The Scrum Game, from the paragraphs `release` and `improvements` of its rules page.

A sprint is refereed like any other; this adds what comes between them.
"""

from collections import Counter

from tests.referees.record import Deviation, Export
from tests.referees.sprint import Game, Piece

IMPROVEMENTS = ["die", "topics", "done", "toolbox"]
GOAL, SPRINTS, DAYS = 300, 3, 4


def check(export: Export) -> list[str]:
    """Every deviation from the rules, as sentences."""
    game = _Release(export)
    try:
        game.play()
    except Deviation as fault:
        game.record.found.append(str(fault))
    return game.record.found


class _Release(Game):
    def play(self) -> None:
        self._begin()
        self.full = {name: Counter(cards) for name, cards in self.stacks.items()}
        self.delivered, self.number, self.improved = 0, 0, list[str]()
        seat = -1
        while not self.over:
            self.number += 1
            self._plan()
            self.closed = False
            seat = (seat + 1) % len(self.pieces)
            while True:
                self.record.same("who is next", self.record.take("turn_began")["seat"], seat)
                self._turn(seat)
                if self.closed:
                    break
                seat = (seat + 1) % len(self.pieces)
            if not self.over:
                self._reflect()
        self.record.must(self.record.kind == "", "the release goes on after its end")

    def _check_setup(self) -> None:
        found = (self.hours, self.days, self.costly, self.helpful)
        self.record.same("hours, days, costly, helpful", found, (GOAL, DAYS, True, True))
        self.board.closed = True

    # --- planning ----------------------------------------------------------------------------------------------------

    def _plan(self) -> None:
        left = GOAL - self.delivered
        choices = sorted({min(hours, left) for hours in (100, 150, 200)})
        votes = self._choices([str(hours) for hours in choices]) if len(choices) > 1 else {}
        planned = self.record.take("sprint_planned")
        self.record.same("the votes", planned["votes"], votes)
        self.forecast = choices[0] if not votes else int(max(votes, key=lambda hours: (votes[hours], -int(hours))))
        self.record.same("the plan", (planned["sprint"], planned["forecast"]), (self.number, self.forecast))
        self._set_up(list(planned["tools"]))

    def _set_up(self, tools: list[str]) -> None:
        self.hours, self.day = self.forecast, 0
        self.dice = 4 if "die" in self.improved else 3
        for name in ("tools", "impediments"):
            self.stacks[name], self.used[name] = self.full[name].copy(), Counter()
        self.pieces = [Piece() for _ in self.pieces]
        everybody = len(self.pieces) if "toolbox" in self.improved else 0
        self.record.same("the number of tools", len(tools), everybody)
        for piece in self.pieces:
            piece.space = "S0"
        for piece, tool in zip(self.pieces, tools, strict=False):
            self.record.must(self.stacks["tools"][tool] > 0, f"{tool} isn't in the deck any more")
            self.stacks["tools"] -= Counter([tool])
            piece.tools.append(tool)

    def _choices(self, choices: list[str]) -> dict[str, int]:
        """Count votes for one of several things; if somebody is missing, it was the clock that ended it."""
        votes, voters, clock = dict.fromkeys(choices, 0), set(range(len(self.pieces))), False
        while self.record.kind == "voted_for":
            voted = self.record.take("voted_for")
            self.record.must(voted["seat"] in voters, "they have voted")
            self.record.must(voted["choice"] in votes, f"{voted['choice']} can't be chosen")
            voters.discard(voted["seat"])
            votes[voted["choice"]] += 1
        clock = self.record.move.get("kind") == "call_time"
        self.record.must(clock == bool(voters), "it ends with the last vote, or when time is up")
        return votes

    # --- the end of a sprint -----------------------------------------------------------------------------------------

    def _finish(self, *, won: bool, reason: str) -> None:
        """The last day is over; nobody gets to Sprint Review on foot."""
        self.record.must(not won and reason == "days", "Sprint Review is closed")
        self._close(0)

    def _all_free_when_done(self) -> None:
        super()._all_free_when_done()
        if self.hours == 0:
            self._close(self.forecast)

    def _close(self, delivered: int) -> None:
        closed = self.record.take("sprint_closed")
        self.delivered += delivered
        shown = tuple(closed[name] for name in ("sprint", "forecast", "delivered", "left", "day", "total"))
        counted = (self.number, self.forecast, delivered, self.hours, self.day, self.delivered)
        self.record.same("the sprint", shown, counted)
        self.closed = True
        if self.delivered >= GOAL or self.number == SPRINTS:
            finished = self.record.take("finished")
            end = (finished["won"], finished["reason"], finished["hours"])
            left = GOAL - self.delivered
            self.record.same("the end", end, (not left, "release", left))
            self.over = True

    def _reflect(self) -> None:
        votes = self._choices([each for each in IMPROVEMENTS if each not in self.improved])
        chosen = self.record.take("improvement_chosen")
        self.record.same("the votes", chosen["votes"], votes)
        most = next(name for name, count in votes.items() if count == max(votes.values()))
        self.record.same("the improvement", chosen["improvement"], most if any(votes.values()) else None)
        if chosen["improvement"]:
            self.improved.append(chosen["improvement"])
        if "topics" in self.improved:
            self.board.signs = {space: "chance" if sign == "stop" else sign for space, sign in self.board.signs.items()}
        if "done" in self.improved:
            self.board.signs = {space: "x1" if sign == "up" else sign for space, sign in self.board.signs.items()}
