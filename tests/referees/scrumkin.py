"""A referee for Scrumkin, from its document and the decisions in its rules page: see `tests/referees/record.py`."""

from collections import Counter
from fractions import Fraction
from typing import Any

from tests.referees.record import Deviation, Event, Export, Record

TRACK, HAND, START = 20, 3, 10


def check(export: Export) -> list[str]:
    """Every deviation from the document, as sentences."""
    game = _Game(export)
    try:
        game.play()
    except Deviation as fault:
        game.record.found.append(str(fault))
    return game.record.found


class _Card:
    """A card on the table: the values still to come, the one of this sprint first."""

    def __init__(self, printed: Event) -> None:
        self.number = printed["number"]
        words = printed["effect"].split()
        self.meets = words == ["n∞"]  # Scrum of Scrums
        self.for_good = words[-1].endswith("∞")
        self.values = [] if self.meets else [int(word.removesuffix("∞")) for word in words]

    def grows_older(self) -> bool:
        """Whether it is still on the table in the next sprint."""
        if self.meets or (self.for_good and len(self.values) == 1):
            return True
        self.values.pop(0)
        return bool(self.values)

    def next_four(self) -> int:
        """The velocity that it adds over the next four sprints; a meeting never costs any."""
        if self.meets:
            return 0
        last = self.values[-1:] if self.for_good else [0]
        return sum((self.values + 4 * last)[:4])


class _Player:
    def __init__(self) -> None:
        self.hand: dict[int, Event] = {}
        self.cards: list[_Card] = []
        self.backlog = START
        self.taken = 0

    @property
    def at_the_meeting(self) -> bool:
        return any(card.meets for card in self.cards)


class _Game:
    def __init__(self, export: Export) -> None:
        self.record = Record(export)
        self.options = export["options"]
        self.together = self.options["mode"] == "collaborative"
        self.last = self.options.get("sprints", 0) or (10 if self.together else 0)
        self.players: list[_Player] = [_Player() for _ in range(export["seats"])]
        self.leader = 0
        self.stack: set[int] = set()
        self.under: list[int] = []  # dropped cards, the first one on top
        self.discarded: list[int] = []
        self.actions: set[int] = set()
        self.used_actions: list[int] = []
        self.boost = 0
        self.bugs = 0  # of this sprint's card
        self.one_attack = self.options.get("attacks") == "one" and not self.together
        self.attacked = set[int]()  # the games that took a card from others in this sprint

    def play(self) -> None:
        self._setup()
        sprint = 1
        while not self._sprint(sprint):
            self._refill({seat: HAND - len(player.hand) for seat, player in enumerate(self.players)})
            self.leader = self._after(self.leader)
            sprint += 1
        self.record.must(not self.record.kind, "something happens after the end")

    def _setup(self) -> None:
        started = self.record.take("started")
        deck = started["deck"]
        self.record.same("the number of sprint and action cards", (len(deck["sprint"]), len(deck["action"])), (88, 22))
        self.record.same("the mode", started["mode"], self.options["mode"])
        self.leader = started["leader"]
        self.stack = {card["number"] for card in deck["sprint"]}
        self.actions = {card["number"] for card in deck["action"]}
        self._refill(dict.fromkeys(range(len(self.players)), HAND))

    def _after(self, seat: int) -> int:
        return (seat + 1) % len(self.players)

    def _clockwise(self) -> list[int]:
        return [(self.leader + step) % len(self.players) for step in range(len(self.players))]

    # --- drawing -----------------------------------------------------------------------------------------------------

    def _refill(self, owed: dict[int, int]) -> None:
        """Everybody gets what they are owed, the leader first, for as long as there are cards."""
        while any(count > 0 for count in owed.values()):
            if not self.stack and not self.under:
                if not self.discarded:
                    return
                self.record.same("the stack", self.record.take("stack_renewed")["stack"], "sprint")
                self.stack, self.discarded = set(self.discarded), []
            drawn = self.record.take("hands_filled")["cards"]
            for seat in self._clockwise():
                for card in drawn[seat]:
                    self._draw(card["number"])
                    self.players[seat].hand[card["number"]] = card
                    owed[seat] = owed.get(seat, 0) - 1
            self.record.must(min(owed.values()) >= 0, "somebody draws too many cards")
            short = any(count > 0 for count in owed.values())
            self.record.must(not short or not (self.stack or self.under), "somebody draws too few cards")

    def _draw(self, number: int) -> None:
        if self.stack:
            self.record.must(number in self.stack, f"card {number} is not in the stack")
            self.stack.remove(number)
        else:
            self.record.must(self.under[:1] == [number], f"card {number} is not the next one under the stack")
            self.under.pop(0)

    # --- a sprint ----------------------------------------------------------------------------------------------------

    def _sprint(self, number: int) -> bool:
        """Whether it was the last one."""
        began = self.record.take("sprint_began")
        self.record.same("the sprint and its leader", (began["number"], began["leader"]), (number, self.leader))
        self._turn_action_card()
        self.attacked = set()
        for seat in self._clockwise():
            self._turn(seat)
        self.record.same("the window", self.record.take("window_opened")["seconds"], self.options["window"])
        self._window()
        return self._burn_down(number)

    def _turn_action_card(self) -> None:
        if not self.actions:
            self.record.same("the stack", self.record.take("stack_renewed")["stack"], "action")
            self.actions, self.used_actions = set(self.used_actions), []
        turned = self.record.take("action_turned")
        card, leader = turned["card"], self.players[self.leader]
        self.record.must(card["number"] in self.actions, "that action card is not in the stack")
        self.actions.remove(card["number"])
        self.used_actions.append(card["number"])
        self.boost = card["boost"]
        before, leader.backlog = leader.backlog, min(TRACK, leader.backlog + card["bugs"])
        self.bugs = leader.backlog - before
        shown = turned["seat"], turned["backlog"]
        self.record.same("who turned it, and their backlog", shown, (self.leader, leader.backlog))

    def _turn(self, seat: int) -> None:
        """Two plays in two different ways, and nobody may pass."""
        self.record.same("whose turn it is", self.record.take("turn_began")["seat"], seat)
        player, ways, took = self.players[seat], set[str](), False
        while len(ways) < 2:
            self._refill({seat: 2 - len(ways) - len(player.hand)})
            if not player.hand:
                return
            event = self.record.take("played", "dropped", "countered", "took_over")
            if event["kind"] == "countered":
                self._counter(event)
                continue
            self.record.must(event["seat"] == seat, "it is somebody else's turn")
            if event["kind"] == "took_over":
                self.record.must(not took, "items are taken over twice in a turn")
                took = True
                self._take_over(event)
                continue
            way = self._drop(event) if event["kind"] == "dropped" else self._lay(event)
            self.record.must(way not in ways, f"two plays of the same kind: {way}")
            ways.add(way)

    def _from_hand(self, seat: int, number: int) -> Event:
        self.record.must(number in self.players[seat].hand, f"card {number} is not in that hand")
        return self.players[seat].hand.pop(number)

    def _lay(self, event: Event) -> str:
        printed = self._from_hand(event["seat"], event["card"]["number"])
        self.record.same("the card", event["card"], printed)
        self.players[event["target"]].cards.append(_Card(printed))
        if event["target"] == event["seat"]:
            return "own"
        again = self.one_attack and event["target"] in self.attacked
        self.record.must(not again, "a game takes a second card from others in one sprint")
        self.attacked.add(event["target"])
        return "other"

    def _drop(self, event: Event) -> str:
        self._from_hand(event["seat"], event["card"]["number"])
        self.under.append(event["card"]["number"])
        if self.together:
            leader = self.players[self.leader]
            allowed = self.options.get("drops") == "bugs" and self.bugs > 0 and leader.backlog > 0
            self.record.must(allowed, "cards can't be dropped in collaborative mode")
            self.bugs -= 1
            leader.backlog -= 1
            leader.taken = min(leader.taken, leader.backlog)
            fixed = self.record.take("bug_fixed")
            shown = fixed["seat"], fixed["leader"], fixed["backlog"]
            self.record.same("the fixed bug", shown, (event["seat"], self.leader, leader.backlog))
        return "drop"

    def _counter(self, event: Event) -> None:
        shield = self._from_hand(event["seat"], event["shield"]["number"])
        self.record.must(shield["shield"], f"card {shield['number']} has no shield")
        target = self.players[event["target"]]
        hit = [card for card in target.cards if card.number == event["card"]["number"]]
        self.record.must(bool(hit), "the countered card is not in that game")
        target.cards.remove(hit[0])
        self.discarded += [shield["number"], hit[0].number]

    def _take_over(self, event: Event) -> None:
        giver, taker, count = self.players[event["target"]], self.players[event["seat"]], event["count"]
        self.record.must(self.together and giver is not taker, "nobody can take over these items")
        self.record.must(1 <= count <= giver.backlog and taker.backlog + count <= TRACK, f"{count} items are too many")
        giver.backlog -= count
        giver.taken = min(giver.taken, giver.backlog)
        taker.backlog += count
        taker.taken += count

    def _window(self) -> None:
        """It ends when everybody is ready, or by the clock; a shield asks everybody again."""
        ready = set[int]()
        while self.record.kind in {"said_ready", "countered"}:
            event = self.record.take("said_ready", "countered")
            if event["kind"] == "countered":
                self._counter(event)
                ready = set()
                continue
            self.record.must(event["seat"] not in ready, "somebody is ready twice")
            ready.add(event["seat"])
        clock = self.record.move.get("kind") == "close_window"
        self.record.must(len(ready) == len(self.players) or clock, "the window closes before everybody is ready")

    # --- the end of a sprint -----------------------------------------------------------------------------------------

    def _velocity(self, seat: int) -> int:
        meeting = sum(other.at_the_meeting for at, other in enumerate(self.players) if at != seat)
        player = self.players[seat]
        return sum(meeting if card.meets else card.values[0] for card in player.cards) + self.boost - player.taken

    def _burn_down(self, number: int) -> bool:
        ended = self.record.take("sprint_ended")
        seats = range(len(self.players))
        speeds = [self._velocity(seat) for seat in seats]
        burdens = [self._burdens(seat) for seat in seats]
        before = [player.backlog for player in self.players]
        done = [min(max(0, speed), player.backlog) for speed, player in zip(speeds, self.players, strict=True)]
        bugs = [-speed if self.together and speed < -3 else 0 for speed in speeds]
        for seat, player in enumerate(self.players):
            player.backlog = min(TRACK, player.backlog - done[seat] + bugs[seat])
            player.taken = max(0, player.taken - done[seat])
        backlogs = [player.backlog for player in self.players]
        for what, counted in (("velocities", speeds), ("done", done), ("bugs", bugs), ("backlogs", backlogs)):
            self.record.same(what, ended[what], counted)
        gone = [card.number for player in self.players for card in player.cards if not card.grows_older()]
        for player in self.players:
            player.cards = [card for card in player.cards if card.number not in gone]
        self.record.same("the cards that leave", Counter(ended["gone"]), Counter(gone))
        self.discarded += gone
        times = [
            Fraction(items, speed) if speed > 0 else Fraction(TRACK)
            for items, speed in zip(before, speeds, strict=True)
        ]
        if self._finish(number, speeds, burdens, times):
            return True
        if self.options.get("retro") == "on":
            for seat in (seat for seat in seats if speeds[seat] <= 0):
                self._look_back(seat)
        return False

    def _look_back(self, seat: int) -> None:
        """Whoever got nothing done puts away the card that would cost most over the next four sprints."""
        cards = self.players[seat].cards
        costs = {card.number: card.next_four() for card in cards if card.next_four() < 0}
        if not costs:
            return
        put = self.record.take("put_away")
        worst = next(number for number, cost in costs.items() if cost == min(costs.values()))
        self.record.same("who puts which card away", (put["seat"], put["card"]["number"]), (seat, worst))
        self.players[seat].cards = [card for card in cards if card.number != worst]
        self.discarded.append(worst)

    def _burdens(self, seat: int) -> int:
        return sum(not card.meets and card.values[0] < 0 for card in self.players[seat].cards)

    def _finish(self, number: int, speeds: list[int], burdens: list[int], times: list[Fraction]) -> bool:
        backlogs = [player.backlog for player in self.players]
        least, left = min(backlogs), sum(backlogs)
        over = number == self.last or (left == 0 if self.together else least == 0)
        if not over:
            return False
        finished = self.record.take("finished")
        if self.together:
            winners = list(range(len(backlogs))) if left == 0 else []
        else:
            by_time = self.one_attack and least == 0
            ranks = {
                seat: (times[seat] if by_time else Fraction(0), -speeds[seat], burdens[seat])
                for seat, items in enumerate(backlogs)
                if items == least
            }
            winners = [seat for seat, rank in ranks.items() if rank == min(ranks.values())]
        shown: tuple[Any, ...] = finished["winners"], finished["sprint"], finished["left"]
        self.record.same("the result", shown, (winners, number, left))
        return True
