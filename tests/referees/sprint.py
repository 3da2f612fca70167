"""A referee for The Scrum Game, from its document and the decisions in its rules page: see `tests/referees/record.py`.

The boards are written down as one reads them from the picture. Which way a piece can take is worked out by sending
scouts ahead, one step at a time; what a card says is concluded from what happens after it was drawn.
"""

from collections import Counter
from collections.abc import Iterator

from tests.referees.record import Deviation, Event, Export, Record

SCRUM = 6
BOARDS = {
    "standard": (
        "start P1:+50 P2:die P3:+25 P4:-25 P5:+50",
        "S0:day S1:stop S2:chance S3:tool S4:day S5:stop S6:chance S7:tool S8:day S9:x2 S10:stop S11:chance S12:tool",
        "D1:x1 D2:x2 D3:up D4:x1 D5:x2 D6:up",
        "S9",
        {"discuss": 11, "daily": 11, "evening": 2},
    ),
    "long": (
        "start P1:+20 P2:-10 P3:+10 P4:-20 P5:-30",
        (
            "S0:day S1:tool S2:chance S3:stop S4:tool S5:x1 S6:day S7:stop S8:chance S9:tool S10:stop S11:chance "
            "S12:die S13:tool S14:day S15:x1 S16:x2 S17:stop S18:up S19:x1 S20:chance S21:tool"
        ),
        "D1:x2 D2:up D3:stop D4:x1 D5:day D6:x1 D7:up D8:tool D9:day",
        "S15",
        {"discuss": 14, "daily": 6, "evening": 4},
    ),
}


def check(export: Export) -> list[str]:
    """Every deviation from the document, as sentences."""
    game = Game(export)
    try:
        game.play()
    except Deviation as fault:
        game.record.found.append(str(fault))
    return game.record.found


class _Board:
    def __init__(self, name: str) -> None:
        planning, sprint, circle, self.scrum, self.cards = BOARDS[name]
        lines = [[word.partition(":") for word in part.split()] for part in (planning, sprint, circle)]
        self.signs = {space: sign for line in lines for space, _, sign in line} | {"review": "review"}
        before, ring, loop = ([space for space, _, _ in line] for line in lines)
        self.after = {space: [following] for space, following in zip(before, [*before[1:], "S0"], strict=True)}
        self.after |= {space: [following] for space, following in zip(ring, [*ring[1:], "S0"], strict=True)}
        self.after |= {space: [following] for space, following in zip(loop, [*loop[1:], self.scrum], strict=True)}
        self.after["S0"].append("review")
        self.after[self.scrum].append("D1")
        self.closed = False  # the way to Sprint Review
        self.once = name == "standard"  # a lap; on the long board days end in the circle, so it is free

    def walks(self, piece: "Piece", steps: int) -> Iterator[tuple[str, ...]]:
        """Every way that the piece can take with so many steps; Sprint Review ends it early."""
        scouts: list[tuple[tuple[str, ...], bool]] = [((piece.space,), piece.circled)]
        for step in range(steps):
            scouts = [
                onward for scout in scouts for onward in self._onward(*scout, sent=piece.sent and not step) or [scout]
            ]
        return (walk[1:] for walk, _ in scouts)

    def _onward(self, walk: tuple[str, ...], circled: bool, *, sent: bool) -> list[tuple[tuple[str, ...], bool]]:  # noqa: FBT001
        here, found = walk[-1], []
        for space in self.after.get(here, []):
            turns_in = here == self.scrum and space == "D1"
            may = turns_in if sent else not (turns_in and circled and self.once)
            may = may and not (space == "review" and self.closed)
            if may:
                found.append(((*walk, space), turns_in or (circled and here != self.scrum)))
        return found


class Piece:
    def __init__(self) -> None:
        self.space = "start"
        self.rolled = False  # before: it rolls one die
        self.card = ""  # the impediment in front of it
        self.tools: list[str] = []
        self.circled = False
        self.sent = False


class Game:
    def __init__(self, export: Export) -> None:
        self.record = Record(export)
        self.options = export["options"]
        self.over = False

    def play(self) -> None:
        self._begin()
        seat = 0
        while not self.over:
            self.record.same("who is next", self.record.take("turn_began")["seat"], seat)
            self._turn(seat)
            if not self.over:
                seat = self._next(seat)
        self.record.must(self.record.kind == "", "the game goes on after its end")

    def _begin(self) -> None:
        started = self.record.take("started")
        self.board = _Board(started["board"])
        self.pieces = [Piece() for _ in range(started["seats"])]
        self.hours, self.days, self.day, self.dice = started["hours"], started["days"], 0, 3
        self.costly, self.helpful = started["costly"], started.get("helpful", False)
        self.stacks = {name: Counter(cards) for name, cards in started["decks"].items()}
        self.used: dict[str, Counter[str]] = {name: Counter() for name in self.stacks}
        self.kinds: Counter[str] = Counter()  # of opportunities
        self._check_setup()

    def _check_setup(self) -> None:
        published = self.options.get("difficulty", "document") == "document"
        for name, shown, usual in (("hours", self.hours, 300), ("days", self.days, 10)):
            if chosen := self.options.get(name) or (usual if published else 0):
                self.record.same(name, shown, chosen)
        self.record.must(len(self.stacks["opportunities"]) == 24, "there are 24 opportunities")

    def _next(self, seat: int) -> int:
        """The next player; those in Sprint Review only if they hold a tool that somebody needs."""
        count = len(self.pieces)
        needed = any(piece.card for piece in self.pieces)
        order = [(seat + step) % count for step in range(1, count + 1)]
        return next(at for at in order if self.pieces[at].space != "review" or (self.pieces[at].tools and needed))

    # --- a turn ------------------------------------------------------------------------------------------------------

    def _turn(self, seat: int) -> None:
        refused: set[tuple[str, int]] = set()
        while self.record.kind == "tool_offered":
            if self._offer(seat, refused):
                return
        if self.pieces[seat].space == "review":
            self.record.same("who passes", self.record.take("turn_passed")["seat"], seat)
        else:
            self._roll(seat)

    def _roll(self, seat: int) -> None:
        piece, rolled = self.pieces[seat], self.record.take("rolled")
        if self.options.get("review") == "late":
            self.board.closed = self.hours > 50
        dice = list(rolled["dice"])
        self.record.same("who rolls", rolled["seat"], seat)
        self.record.same("the number of dice", len(dice), 2 if piece.rolled else 1)
        self._check_faces(dice)
        piece.rolled = True
        stuck = bool(piece.card)
        self.record.same("impeded", rolled["impeded"], stuck)
        if stuck:
            if SCRUM not in dice:
                return
            self._free(seat, "scrum")
        steps = sum(face for face in dice if face < SCRUM)
        if steps:
            self._move(seat, steps, may_stay=stuck)

    def _check_faces(self, dice: list[int]) -> None:
        self.record.must(all(1 <= face <= SCRUM for face in dice), f"no die shows {dice}")

    def _move(self, seat: int, steps: int, *, may_stay: bool) -> None:
        piece = self.pieces[seat]
        walks = set(self.board.walks(piece, steps))
        ends = {walk[-1] for walk in walks}
        if len(ends) > 1 or may_stay:
            fork = self.record.take("fork_reached")
            self.record.same("where it can go", {each["space"] for each in fork["landings"]}, ends)
            self.record.same("whether it may stay", fork["may_stay"], may_stay)
            if self.record.kind == "stayed" and may_stay:
                self.record.take("stayed")
                return
        moved = self.record.take("moved")
        path = tuple(moved["path"])
        self.record.must(moved["seat"] == seat and path in walks and path[-1] == moved["space"], "no such way")
        entered = self.board.scrum in (piece.space, *path[:-1]) and "D1" in path
        left = self.board.scrum in (piece.space, *path[:-1]) and not path[-1].startswith("D")
        piece.circled = (
            path[-1].startswith("D") or (entered and path[-1] == self.board.scrum) or (piece.circled and not left)
        )
        piece.space, piece.sent = path[-1], False
        self._land(seat)

    # --- where it lands ----------------------------------------------------------------------------------------------

    def _land(self, seat: int) -> None:
        sign = self.board.signs[self.pieces[seat].space]
        if sign == "day":
            self._evening()
        elif sign == "review":
            if all(piece.space == "review" for piece in self.pieces):
                self._finish(won=self.hours == 0, reason="unfinished" if self.hours else "review")
        elif self.hours == 0:
            return
        elif sign[0] in "+-":
            self._change_plan(int(sign))
        elif sign == "die":
            self._gain_die()
        elif sign in {"x1", "x2", "up"}:
            self._report(seat, sign)
        elif sign == "chance":
            self._opportunity(seat)
        else:
            self._draw(seat, "tools" if sign == "tool" else "impediments")

    def _evening(self) -> None:
        ended = self.record.take("day_ended")
        self.day += 1
        self.hours += 5 * sum(bool(piece.card) for piece in self.pieces) if self.costly else 0
        self.record.same("the day", (ended["day"], ended["of"]), (self.day, self.days))
        self.record.same("the hours", ended["hours"], self.hours)
        if self.day == self.days:
            self._finish(won=False, reason="days")

    def _finish(self, *, won: bool, reason: str) -> None:
        finished = self.record.take("finished")
        shown = (finished["won"], finished["reason"], finished["hours"], finished["day"])
        self.record.same("the end", shown, (won, reason, self.hours, self.day))
        self.over = True

    def _change_plan(self, amount: int) -> None:
        changed = self.record.take("plan_changed")
        self.hours = max(0, self.hours + amount)
        self.record.same("the plan", (changed["amount"], changed["hours"]), (amount, self.hours))
        self._all_free_when_done()

    def _gain_die(self) -> None:
        if self.dice < 10:
            self.dice += 1
            self.record.same("the dice", self.record.take("die_taken")["dice"], self.dice)

    def _report(self, seat: int, sign: str) -> None:
        reported = self.record.take("reported")
        dice = list(reported["dice"])
        self._check_faces(dice)
        self.record.same("who reports", reported["seat"], seat)
        self.record.same("the number of progress dice", len(dice), self.dice)
        worth = _worth(dice) * (2 if sign == "x2" else 1)
        self.hours = self.hours + worth if sign == "up" else max(0, self.hours - worth)
        self.record.same("progress", (reported["amount"], reported["hours"]), (worth, self.hours))
        self._all_free_when_done()

    def _all_free_when_done(self) -> None:
        for seat, piece in enumerate(self.pieces):
            if self.hours == 0 and piece.card:
                self._free(seat, "work_done")

    def _free(self, seat: int, by: str) -> None:
        piece, freed = self.pieces[seat], self.record.take("freed")
        self.record.same("who is free", (freed["seat"], freed["card"], freed["by"]), (seat, piece.card, by))
        self.used["impediments"][piece.card] += 1
        piece.card = ""

    # --- cards -------------------------------------------------------------------------------------------------------

    def _draw(self, seat: int, stack: str) -> str:
        if not self.stacks[stack].total() and self.used[stack].total() and stack != "opportunities":
            self.record.same("the renewed deck", self.record.take("deck_renewed")["deck"], stack)
            self.stacks[stack], self.used[stack] = self.used[stack], Counter()
        if not self.stacks[stack].total():
            self.record.take("deck_was_empty")
            return ""
        drawn = self.record.take("card_drawn")
        card = str(drawn["card"])
        self.record.same("who draws", (drawn["seat"], drawn["deck"]), (seat, stack))
        self.record.must(self.stacks[stack][card] > 0, f"{card} isn't in the deck any more")
        self.stacks[stack] -= Counter([card])
        if stack == "tools":
            self.pieces[seat].tools.append(card)
        elif stack == "impediments":
            self.pieces[seat].card = card
        return card

    def _opportunity(self, seat: int) -> None:
        card = self._draw(seat, "opportunities")
        if not card:
            return
        if self.record.kind == "discussion_opened":
            self._kind("discuss")
            self._discuss(card)
            return
        moved, piece = self.record.take("moved"), self.pieces[seat]
        daily = moved["space"] == self.board.scrum
        self._kind("daily" if daily else "evening")
        self.record.must(daily or moved["space"] == "S0", "a card sends nobody there")
        self.record.same("who is sent", (moved["seat"], list(moved["path"])), (seat, []))
        piece.space, piece.circled, piece.sent = moved["space"], False, daily
        self._land(seat)

    def _kind(self, kind: str) -> None:
        self.kinds[kind] += 1
        self.record.must(self.kinds[kind] <= self.board.cards[kind], f"there aren't so many cards to {kind}")

    def _discuss(self, card: str) -> None:
        opened = self.record.take("discussion_opened")
        self.record.same("the discussion", (opened["card"], opened["number"]), (card, self.kinds["discuss"]))
        votes = self._votes(set(range(len(self.pieces))))
        closed = self.record.take("discussion_closed")
        missing = len(self.pieces) - len(votes)
        counted = (votes.count(True), votes.count(False), missing)
        self.record.same("the votes", (closed["yes"], closed["no"], closed["missing"]), counted)
        if votes.count(True) == len(self.pieces):
            self._gain_die()

    def _votes(self, voters: set[int]) -> list[bool]:
        votes = []
        while self.record.kind == "voted":
            voted = self.record.take("voted")
            self.record.must(voted["seat"] in voters, "they have no vote, or have voted")
            voters.discard(voted["seat"])
            votes.append(bool(voted["yes"]))
        return votes

    def _offer(self, seat: int, refused: set[tuple[str, int]]) -> bool:
        """Whether the tool was accepted, which ends the turn."""
        piece, offered = self.pieces[seat], self.record.take("tool_offered")
        tool, target = str(offered["card"]), int(offered["target"])
        impeded = self.pieces[target]
        self.record.must(offered["seat"] == seat and piece.rolled, "nobody offers a tool before their first roll")
        self.record.must(tool in piece.tools, "they don't hold that tool")
        self.record.must(bool(impeded.card) and offered["impediment"] == impeded.card, "there is no such impediment")
        self.record.must((tool, target) not in refused, "it was refused this turn")
        self.record.must(0 < len(offered["reason"].strip()) <= 300, "a reason is one sentence")
        others = set(range(len(self.pieces))) - {seat}
        votes = self._votes(set(others))
        self.record.must(len(votes) == len(others), "all the others vote")
        if not all(votes):
            told = self.record.take("tool_refused")
            self.record.same("the votes", (told["yes"], told["no"]), (votes.count(True), votes.count(False)))
            refused.add((tool, target))
            return False
        self._accept(seat, tool, target)
        return True

    def _accept(self, seat: int, tool: str, target: int) -> None:
        accepted: Event = self.record.take("tool_accepted")
        saved = min(10, self.hours) if self.helpful else 0
        shown = (accepted["seat"], accepted["card"], accepted["target"], accepted.get("burned", 0))
        self.record.same("the tool", shown, (seat, tool, target, saved))
        self.hours -= saved
        self.pieces[seat].tools.remove(tool)
        self.used["tools"][tool] += 1
        self._free(target, "tool")
        self._all_free_when_done()


def _worth(dice: list[int]) -> int:
    """Each scrum doubles the largest number that isn't doubled yet."""
    numbers = sorted(face for face in dice if face < SCRUM)
    worth = 0
    for _ in range(dice.count(SCRUM)):
        worth += 2 * numbers.pop() if numbers else 0
    return worth + sum(numbers)
