"""A table in memory: its state, who sits there, which rooms show it."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from bot.kernel.live.counts import Counts, with_counts_of
from bot.kernel.live.drawings import Drawings
from bot.kernel.live.ending import Ending, board_named, completed, named
from bot.kernel.live.schedule import game_clock, game_timers
from bot.kernel.live.shown import ShownRoom
from bot.kernel.messages import Act, Chair, Overview, Person, Reply, is_private_room
from bot.kernel.store import StoredEvent, StoredTable, Timer
from bot.kernel.table import model as tables
from bot.kernel.table import texts as table_texts
from bot.kernel.table.buttons import acts, hides_some, proof_act
from bot.kernel.table.journal import Clock, RecentChanges, RecentStandings, Standing, decode
from bot.kernel.table.meeting_words import in_words_of
from bot.kernel.table.model import SHORT, pin
from bot.kernel.table.names import said_name, seat_names
from bot.kernel.table.pace import Pace, day_in, pace_of
from bot.kernel.table.rules import changed_options
from games import GAMES
from games.boards import MeetingBoard
from games.graphics.drawing import Drawing
from games.language import spoken, t
from games.parts import Deadline, ShownCard
from games.sheets import Run, Sheet
from games.text import who
from games.values import replace, value

_TIME_TO_COME = 60.0  # seconds in which somebody whom a message calls can look and act


@value
class Invitation:
    """An invitation of these people to a table: its words, with marks for them."""

    people: tuple[Person, ...]
    words: Callable[[Sequence[str]], str]


class LiveTable:
    __slots__ = (
        "_chairs",
        "_drawings",
        "_endings",
        "_named",
        "_prompted",
        "_put_away",
        "_unused",
        "_usual",
        "absent",
        "changes",
        "counts",
        "id",
        "invitation",
        "lock",
        "people",
        "recent",
        "rooms",
        "seed",
        "standing",
        "tail",
        "timers",
        "version",
        "watched_at",
    )

    def __init__(
        self, stored: StoredTable, counts: Counts, usual: Pace, put_away: float | None, unused: float | None
    ) -> None:
        """Load a table. `counts`: when everybody sees what. `usual`: its pace if it chose none. `put_away`: a table
        idle for this many seconds sleeps; `unused`: the same for one that nobody has come to."""
        self.recent = RecentStandings()
        self.changes = RecentChanges()
        standing = self.recent.fold(GAMES[stored.record.game], stored.events, None)
        assert standing is not None, "a stored table has events"
        self.id = stored.record.id
        self.seed = stored.record.seed
        self.standing: Standing = standing
        self.people = stored.people
        self.timers = stored.timers
        self.version = stored.version  # of the copy that this is; a change is only stored if nothing has changed since
        self.invitation: Invitation | None = None  # in the message of a table that opened by itself
        self.absent: Mapping[str, str] = {}  # names of people without a seat, as they are known right now
        self._endings: dict[str, Ending] = {}  # of a table that is over, once people are told; by language
        self.watched_at = ""  # the address of the page where everybody can look at it
        self.rooms = {record.room: ShownRoom(record.shown, record.message, record.since) for record in stored.rooms}
        # the last events this process stored, until every room has seen them
        self.tail: tuple[tuple[int, Any], ...] = ()
        self.counts = counts
        if not any(map(is_private_room, self.rooms)):
            counts.follow(None, [row.kind for row in stored.events], self.recent, standing)
        self.lock = asyncio.Lock()
        self._drawings = Drawings()
        self._prompted: tuple[object, str, str] = (
            None,
            "",
            "",
        )  # at this standing, in this language: the game's prompt
        # of these seats and people, in this language: the names
        self._named: tuple[object, object, str, tuple[str, ...]] = (None, None, "", ())
        self._chairs: dict[tuple[int, ...], tuple[Chair, ...]] = {}  # with those names, by the seats that are awaited
        self._usual = usual
        self._put_away, self._unused = put_away, unused

    @property
    def language(self) -> str:
        """The language in which its rooms are told."""
        return self.standing.table.language

    @property
    def ending(self) -> Ending | None:
        """What features add to the end of the table, in the language spoken now."""
        return self._endings.get(spoken())

    def end_with(self, ending: Ending) -> None:
        self._endings[spoken()] = ending

    @property
    def pace(self) -> Pace:
        return self.pace_of(self.standing.table)

    def pace_of(self, table: tables.Table) -> Pace:
        return pace_of(table.pace, self._usual)

    @property
    def left(self) -> float | None:
        """Seconds on the game's clock while whoever leads has stopped it."""
        standing = self.standing
        stopped = standing.table.stopped
        if stopped is None or not standing.playing or standing.state is None:
            return None
        deadline = standing.game.clock.deadline(standing.state)
        return stopped.left if deadline is not None and deadline.name == stopped.clock else None

    def clock(self, now: float) -> Clock | None:
        """The game's running clock; none at an async table, where it is the pace that runs out."""
        running = None if self.pace.is_async else min(game_timers(self.timers), key=_due, default=None)
        return None if running is None else Clock(running.name, running.due - now)

    def reload(self, stored: StoredTable) -> None:
        """Take over what another process stored: the events after this copy's last one, and everything else."""
        standing = self.recent.fold(self.standing.game, stored.events, self.standing)
        assert standing is not None
        events = [decode(row.kind, row.payload, standing.game) for row in stored.events]
        self.changes.add(self.standing, stored.events, events)
        self._follow([event.kind for event in events], standing)
        self.standing, self.people, self.timers = standing, stored.people, stored.timers
        self.version = stored.version
        shown = {record.room for record in stored.rooms}
        self.rooms = {room: at for room, at in self.rooms.items() if room in shown}
        for record in stored.rooms:
            room = self.rooms.setdefault(record.room, ShownRoom(record.shown, record.message, record.since))
            if record.shown > room.shown:  # the other process has announced more
                room.adopt(record)

    def opened_here(self, events: Sequence[StoredEvent]) -> None:
        """Note that this process stored the first events itself, so it announces them."""
        game = self.standing.game
        self.tail = tuple((row.sequence, decode(row.kind, row.payload, game)) for row in events)

    def adopt(self, standing: Standing, rows: Sequence[StoredEvent], events: Sequence[Any]) -> None:
        """Take over what this process just stored."""
        first = standing.sequence - len(events) + 1
        self.changes.add(self.standing, rows, events)
        self.recent.add(standing.game, (event.kind for event in events), standing)
        self._follow([event.kind for event in events], standing)
        self.standing = standing
        self.tail = (*self.tail, *enumerate(events, start=first))

    def _follow(self, kinds: Sequence[str], standing: Standing) -> None:
        if kinds and not any(map(is_private_room, self.rooms)):
            self.counts.follow(self.standing, kinds, self.recent, standing)

    @property
    def public(self) -> Standing:
        """The table as everybody sees it: counts are a little behind (see `counts`)."""
        return self.counts.public(self.standing)

    def seen_by(self, seat: int | None) -> Standing:
        """The table as a seat sees it, which knows what it has just done; None: the room."""
        public = self.public
        is_new = seat is not None and seat >= len(public.table.seats)
        return self.standing if is_new or self.counts.has_acted(seat) else public

    def stored_elsewhere(self, sequence: int) -> bool:
        """True if another process stored this event, or this one before a restart."""
        return sequence <= self.standing.sequence and all(own != sequence for own, _ in self.tail)

    def forget_seen(self, sequence: int) -> None:
        """Drop events that every room has seen, now that one has seen them up to this one."""
        # the room may show another table by now, and no room this one
        seen_by_all = min((other.shown for other in self.rooms.values()), default=sequence)
        self.tail = tuple(entry for entry in self.tail if entry[0] > seen_by_all)

    # --- people ----------------------------------------------------------------------------------------------------

    def seat_of(self, person: Person) -> int | None:
        for seating in self.people:  # asked several times per request, so without a generator
            if seating.person == person.id:
                return seating.seat
        return None

    def wants_text(self, seat: int | None) -> bool:
        return seat is not None and any(seating.text for seating in self.people if seating.seat == seat)

    def is_host(self, person: Person) -> bool:
        return any(seating.host for seating in self.people if seating.person == person.id)

    @property
    def host(self) -> str | None:
        return next((seating.name for seating in self.people if seating.host), None)

    @property
    def unclaimed(self) -> tuple[int, ...]:
        """Automatic seats that don't belong to a person who left."""
        claimed = {seating.seat for seating in self.people}
        return tuple(seat for seat in self.standing.table.automatic if seat not in claimed)

    @property
    def takes_more(self) -> bool:
        """True if the running game has a seat for somebody who comes now."""
        standing = self.standing
        free = len(standing.table.seats) + 1 < standing.game.seats.stop
        return bool(self.unclaimed) or (free and standing.arrival is not None)

    def is_absent(self, person: Person) -> bool:
        """True if this person has no seat, or has left it to an automatic player."""
        seat = self.seat_of(person)
        return seat is None or self.standing.table.seats[seat] == "automatic"

    @property
    def names(self) -> tuple[str, ...]:
        table, people = self.standing.table, self.people
        seats, named, language, names = self._named
        if seats is not table.seats or named is not people or language != spoken():
            names = tuple(map(said_name, seat_names(table, people)))
            self._named, self._chairs = (table.seats, people, spoken(), names), {}
        return names

    @property
    def names_for_all(self) -> tuple[str, ...]:
        """The names of the people whom everybody knows to be here."""
        return self.names[: len(self.public.table.seats)]

    @property
    def awaited(self) -> tuple[Person, ...]:
        """The people the game waits for, as everybody sees it."""
        return () if self.public.playing and self._waits_quietly else self.expected

    @property
    def expected(self) -> tuple[Person, ...]:
        """The people who can act now, also where the game goes on without them once its clock runs out."""
        standing = self.public
        if not standing.playing or standing.table.resting:
            return ()
        seats = set(standing.game.awaits(standing.state)) & set(standing.table.people)
        return tuple(Person(seating.person, seating.name) for seating in self.people if seating.seat in seats)

    @property
    def _waits_quietly(self) -> bool:
        """True if the game waits for a clock, and not for people."""
        return self._quiet_clock is not None

    @property
    def waits_briefly(self) -> bool:
        """True if the game waits for a quiet clock that is over before somebody whom it called would be back."""
        clock = self._quiet_clock if self.standing.playing else None
        return clock is not None and clock.seconds < _TIME_TO_COME

    @property
    def _quiet_clock(self) -> Deadline | None:
        deadline = self.standing.game.clock.deadline(self.standing.state)
        return deadline if deadline is not None and deadline.quiet and not self.pace.is_async else None

    # --- what is shown ---------------------------------------------------------------------------------------------

    def situation(self) -> str:
        """The next thing to do, as told to the room."""
        standing = self.public
        if standing.table.phase == "lobby":
            changed = changed_options(standing.game, standing.table.options)
            return table_texts.seat_list(standing.game, self._lobby_seats(), changed, team=standing.table.team)
        if standing.table.phase == "over":
            return self.ending.following if self.ending else ""
        if standing.table.asleep:
            return in_words_of(standing.game, table_texts.PUT_AWAY)
        return self._prompt() if standing.table.paused is None else str(table_texts.NOW_PAUSED)

    def sleeps_at(self, standing: Standing) -> float | None:
        """The time at which the table is put away if nobody uses it any more: soon if nobody has come to it yet."""
        alone = standing.table.phase == "lobby" and len(standing.table.people) <= 1
        after = self._unused if alone and self._unused is not None else self._put_away
        return None if after is None else standing.touched + after

    @property
    def _exercise(self) -> float | None:
        """The end of the time set from elsewhere; None if it has passed: everybody is told so then."""
        table = self.standing.table
        running = table.phase != "over" and table.exercise is not None and table.exercise > self.standing.at
        return table.exercise if running else None

    @property
    def pin(self) -> str:
        standing = self.standing
        decided = standing.state is not None and standing.game.proof.luck
        return pin(self.seed, standing.hash) if decided else ""

    @property
    def _proof(self) -> Act | None:
        """The way to what can be checked; its button carries the fingerprint, or the last pin, to where it is shown."""
        table = self.standing.table
        if not self.standing.game.proof.luck or table.phase == "playing" or (table.phase == "over" and not self.pin):
            return None
        return proof_act(self.pin or table.commitment[:SHORT])

    def _lobby_seats(self) -> list[str]:
        hosts = {seating.seat for seating in self.people if seating.host}
        seats = range(len(self.standing.table.seats))
        return [t("{who} (host)", who=who(seat)) if seat in hosts else who(seat) for seat in seats]

    def overview(self) -> Overview:
        standing = self.public
        title = str(standing.game.about.title)
        if standing.table.team:
            title = table_texts.team_title(standing.table.team, title)
        return Overview(standing.game.key, title, standing.table.phase, self._chairs_for_all(), self._in_one_line())

    def _in_one_line(self) -> str:
        standing = self.standing
        if standing.table.phase == "lobby":
            enough = len(standing.table.seats) in standing.game.seats
            return str(table_texts.READY) if enough else in_words_of(standing.game, table_texts.WAITING)
        if standing.table.phase == "over" and (standing.state is None or standing.game.result(standing.state) is None):
            return str(table_texts.ENDED_EARLY)
        if standing.table.paused is not None:
            return str(table_texts.NOW_PAUSED)
        return in_words_of(standing.game, table_texts.PUT_AWAY) if standing.table.asleep else self._prompt()

    def _prompt(self) -> str:
        asked, language, prompt = self._prompted
        standing = self.public
        if asked is not standing or language != spoken():
            game, view = standing.game, standing.view(None)
            prompt = (game.bots.asks(view, standing.table.people) if self._people_first else "") or game.prompt(view)
            self._prompted = standing, spoken(), prompt
        return prompt

    @property
    def _people_first(self) -> bool:
        """True while automatic players wait for people, as in a vote."""
        standing = self.public
        return bool(standing.table.automatic) and standing.game.bots.waits(standing.state, standing.table.people)

    def call(self) -> str:
        """The words of a lock screen: what the awaited should do, and how the table stands."""
        standing = self.public
        gist = standing.game.shows.gist(standing.view(None)) if standing.playing and standing.state is not None else ""
        return table_texts.call(self.situation(), gist)

    def chairs(self) -> tuple[Chair, ...]:
        """The seats as everybody sees them."""
        standing, names = self.public, self.names_for_all
        waiting = tuple(standing.game.awaits(standing.state)) if standing.playing else ()
        if waiting and self._people_first:
            waiting = tuple(seat for seat in waiting if seat in standing.table.people)
        known = (len(names), *waiting)
        if known not in self._chairs:
            hosts = {seating.seat for seating in self.people if seating.host}
            people = {seating.seat: seating.person for seating in self.people}
            kinds = zip(names, standing.table.seats, strict=True)
            self._chairs[known] = tuple(
                Chair(name, kind == "automatic", seat in hosts, seat in waiting, people.get(seat, ""))
                for seat, (name, kind) in enumerate(kinds)
            )
        return self._chairs[known]

    def _chairs_for_all(self) -> tuple[Chair, ...]:
        """The chairs as a room sees them; at a meeting, only whoever leads it learns who hasn't finished."""
        if self.standing.game.seating.called_live:
            return self.chairs()
        return tuple(replace(chair, awaited=False) for chair in self.chairs())

    def cards(self) -> tuple[ShownCard, ...]:
        """The cards that matter now, as everybody sees them."""
        standing = self.public
        return standing.game.shows.cards(standing.view(None)) if standing.playing else ()

    def board(self, seat: int | None) -> Drawing | None:
        """The board as this seat sees it, or everybody (None); None before the game starts."""
        return self._drawings.board(self.seen_by(seat), self.names, seat)

    def meeting(self, seat: int | None) -> MeetingBoard | None:
        """The board of a meeting as this seat sees it, or everybody (None): what is the seat's own, at once."""
        standing, public = self.seen_by(seat), self.public
        if standing.state is None:
            return None
        found = standing.game.meeting.board(standing.view(seat))
        board = found and board_named(found, self.absent)
        if standing is public or board is None:
            return board
        known = public.game.meeting.board(public.view(seat))
        return board if known is None else with_counts_of(known, board, seat)

    def chart(self, seat: int | None) -> Drawing | None:
        """The chart as this seat sees it, or everybody (None); None if the game has none."""
        return self._drawings.chart(self.seen_by(seat), self.names, seat)

    def sheet(self) -> Sheet | None:
        """The words for the room, where they are more than sentences."""
        standing = self.public
        if standing.table.resting:
            return None
        if standing.table.phase == "lobby":
            lobby = standing.game.shows.lobby(standing.table.settings, len(standing.table.seats))
            return lobby and replace(lobby, note=self._starts_together() or lobby.note)
        if standing.state is None:
            return None
        if standing.table.phase == "over":
            day = day_in(self.pace.zone, standing.at).isoformat()
            summary = standing.game.meeting.summary(standing.state, day)
            if summary is not None and not standing.finished:
                summary = replace(summary, note=f"{table_texts.ENDED_EARLY} {summary.note}")
            summary = summary and named(summary, self.absent)
            return completed(summary, self.ending) if summary and self.ending else summary
        found = standing.game.shows.sheet(standing.view(None))
        sheet = found and named(found, self.absent)
        if sheet is None or self.left is None:
            return sheet
        return replace(sheet, progress=(*sheet.progress, Run(table_texts.stopped(self.left, after=sheet.progress))))

    def _starts_together(self) -> str:
        """Who starts, if that isn't up to the people here."""
        team = self.standing.table.team
        return table_texts.trainer_starts(self.standing.game, team) if team else ""

    def reply(
        self,
        story: str = "",
        situation: str = "",
        *,
        seat: int | None = None,
        private: bool = False,
        board: bool = True,
        buttons: tuple[Act, ...] | None = None,
    ) -> Reply:
        """A message with the board for the room or for one seat. `buttons`: shown instead of the current acts."""
        standing = self.seen_by(seat) if private else self.public
        names = self.names[: len(standing.table.seats)]
        if buttons is None:
            watching = private and seat is None and standing.playing  # they have no moves to press
            ended = self.ending.acts if self.ending and not private else ()
            buttons = () if watching else ended or acts(self.id, standing, names, seat if private else None)
        sheet = None if private else self.sheet()
        return Reply(
            story=story if sheet is None else "",
            situation=situation if sheet is None else "",
            sheet=sheet,
            private=private,
            drawing=self._message_drawing(seat if private else None, sheet) if board else None,
            pictures=standing.table.pictures and not (private and self.wants_text(seat)),
            dark=standing.table.dark,
            acts=buttons,
            proof=None if private else self._proof,
            more=not private and hides_some(standing),
            names=names,
            awaited=() if private else self.awaited,
            until=game_clock(self.timers) if standing.playing else None,
            left=self.left,
            exercise=self._exercise,
            table=self.id,
            game=standing.game.key,
            sequence=standing.sequence,
            pin="" if private else self.pin,
        )

    def _message_drawing(self, seat: int | None, sheet: Sheet | None) -> Drawing | None:
        if sheet is None:
            return self.board(seat)
        return self._drawings.illustration(self.standing, self.names)


def _due(timer: Timer) -> float:
    return timer.due
