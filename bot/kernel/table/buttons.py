"""Buttons for what can be done at a table now.

A button carries `table:sequence:index`. What it stands for follows from the table at that moment, so nothing has to be
remembered for it: it works after a restart, and one that is out of date is noticed.
"""

from collections.abc import Mapping, Sequence
from functools import cache, reduce
from typing import Any

from bot.kernel.messages import INSTEAD, OF_ROOM, SURE, Act, Called
from bot.kernel.table.catalogue import OWN_COMMANDS, about, find
from bot.kernel.table.journal import Standing
from bot.kernel.table.pace import absent
from games import GAMES
from games.chance import SEED_BYTES, Chance
from games.contract import SHARED, AnyGame, Parameter, Phrase, Role, is_meeting, public_moves
from games.language import lazy, spoken, t
from games.text import who
from games.values import replace, value

# --- labels ----------------------------------------------------------------------------------------------------------

EARLY_NOTE = lazy("Write a note already")
_BUTTONS = {
    "bot": lazy("Add an automatic player"),
    "start": lazy("Start"),
    "again": lazy("Play again"),
    "meet again": lazy("Meet again"),
    "film": lazy("Film"),
    "proof": lazy("Fair dice"),
    "share": lazy("Share"),
    "talk": lazy("Talk about it"),
    "resume": lazy("Resume"),
    "more": lazy("Add time"),
    "undo": lazy("Take back my move"),
    "agree": lazy("Let them take it back"),
    "back": lazy("Take my seat back"),
    "save": EARLY_NOTE,
    "options": lazy("Settings"),
    "+1": lazy("+1 min"),
    "-1": lazy("−1 min"),
    "pause": lazy("Pause"),
    "resume clock": lazy("Resume"),
    "nudge": lazy("Nudge"),
    "every": lazy("Plan the next one"),
    "copy": lazy("Copy as text"),
    "actions": lazy("Our actions"),
    "here again": lazy("I’m here again"),
}


def start(game: AnyGame) -> str:
    return t("Start the {noun}", noun=game.about.noun) if is_meeting(game) else str(_BUTTONS["start"])


def cover(seat: int) -> str:
    return t("Carry on without {who}", who=who(seat))


# --- buttons ---------------------------------------------------------------------------------------------------------

MAX_IN_ROOM = 20
FACILITATOR = 0  # the seat of whoever leads a meeting, until they hand that over


def _asked_for(phrase: Phrase) -> tuple[str, frozenset[tuple[str, str]]]:
    """The request behind a phrase, whatever the person types: equal for two phrases that do the same."""
    if not phrase.asks:
        return phrase.command, frozenset(phrase.arguments.items())
    return phrase.command, frozenset(given for given in phrase.arguments.items() if given[0] != phrase.asks)


def typed_arguments(phrase: Phrase, game: AnyGame) -> dict[str, str]:
    """The phrase's arguments as they would be typed, with players as `#seat`."""
    players = {each.name for each in find(phrase.command, game).parameters if each.kind == "player"}
    return {name: f"#{value}" if name in players else value for name, value in phrase.arguments.items()}


def available(standing: Standing, seat: int | None) -> tuple[Phrase, ...]:
    """The phrases of what the room (None) or one seat may do now; a seat's secret ones included."""
    asked = spoken(), seat
    if asked not in standing.offered:
        standing.offered[asked] = _one_main(_available(standing, seat))
    return standing.offered[asked]


def _available(standing: Standing, seat: int | None) -> tuple[Phrase, ...]:
    if standing.table.phase == "lobby":
        return _lobby(standing, seat)
    if standing.table.phase == "over":
        if is_meeting(standing.game):
            return _after_meeting(standing)
        if standing.table.led:
            return tuple(_looking_back(standing))  # what comes next is decided elsewhere
        talk = [Phrase("talk", str(_BUTTONS["talk"]))] if about(standing.game) is not None else []
        filmed = standing.finished and "export" in OWN_COMMANDS
        film = [Phrase("export", str(_BUTTONS["film"]), {"form": "film"})] if filmed else []
        return (Phrase("again", str(_BUTTONS["again"]), role="main"), *talk, *film, *_looking_back(standing))
    if standing.table.asleep:
        return (Phrase("resume", str(_BUTTONS["resume"]), role="main"),)
    if standing.state is None or standing.table.paused is not None:
        return ()  # between the start and the first event of the game itself
    if seat is None:
        found = _public(standing)
        found = _narrowed(found) if len(found) > MAX_IN_ROOM else found
    else:
        found = _phrases(standing, seat)
    return (*found, *_ways_to_a_move(standing.game.key, spoken()), *_facilitating(standing, seat))


@cache
def _ways_to_a_move(game: str, language: str) -> tuple[Phrase, ...]:  # noqa: ARG001  each is worded in a language
    """Buttons on every message of a running game: a hand is the way to a move, advice is only an offer."""
    return tuple(
        Phrase(each.name, str(each.button), role="usual" if each.advises else "main")
        for each in GAMES[game].commands
        if each.button
    )


def _looking_back(standing: Standing) -> list[Phrase]:
    """Queries about a finished game; one that ended before it began has nothing to tell."""
    if not standing.finished:
        return []
    return [Phrase(command.name, str(command.afterwards)) for command in standing.game.commands if command.afterwards]


def _phrases(standing: Standing, seat: int) -> list[Phrase]:
    """The phrases of what a seat may do; where they are the same for every seat, each is made once."""
    game, state = standing.game, standing.state
    if not game.seating.worded_alike:
        return [game.phrase(state, seat, move) for move in game.moves(state, seat)]
    moves, known = game.moves(state, seat), standing.phrases.setdefault(spoken(), {})
    known.update((move, game.phrase(state, seat, move)) for move in moves if move not in known)
    return [known[move] for move in moves]


def _public(standing: Standing) -> list[Phrase]:
    """The phrases for everybody whom the room faces, without giving anything away; each only once."""
    game, faced = standing.game, [(standing.state, seat) for seat in _facing_the_room(standing)]
    faced += _newcomer(standing)
    if len(faced) == 1:
        state, seat = faced[0]
        phrases = [game.phrase(state, seat, move) for move in public_moves(game, state, seat)]
        return [phrase for phrase in phrases if not phrase.secret]
    found: dict[tuple[str, frozenset[tuple[str, str]]], Phrase] = {}
    offered: set[object] = set()  # moves; most are the same for every seat, and putting them into words takes time
    for state, seat in faced:
        for move in public_moves(game, state, seat):
            phrase = None if move in offered else game.phrase(state, seat, move)
            if phrase is not None and not phrase.secret and not _names(phrase, len(standing.table.seats), game):
                offered.add(move)
                found.setdefault(_asked_for(phrase), phrase)
    return list(found.values())


def _names(phrase: Phrase, seat: int, game: AnyGame) -> bool:
    """True if it is about this seat."""
    players = (each.name for each in find(phrase.command, game).parameters if each.kind == "player")
    return any(phrase.arguments.get(name) == str(seat) for name in players)


def _newcomer(standing: Standing) -> list[tuple[Any, int]]:
    """Where seats are open, the next person as if they had come in: also if nobody else has anything left to do."""
    game, arrival, seat = standing.game, standing.arrival, len(standing.table.seats)
    if not game.seating.open or arrival is None or not has_free_seat(standing):
        return []
    comes = game.decide(standing.state, seat, arrival, Chance(bytes(SEED_BYTES)))
    return [(reduce(game.evolve, comes, standing.state), seat)]


def _one_main(found: tuple[Phrase, ...]) -> tuple[Phrase, ...]:
    """The phrases with only the first main act left as main."""
    others = [at for at, phrase in enumerate(found) if phrase.role == "main"][1:]
    if not others:
        return found
    return tuple(replace(phrase, role="usual") if at in others else phrase for at, phrase in enumerate(found))


def _facing_the_room(standing: Standing) -> list[int]:
    """The people whose moves a message in the room offers: those awaited, then those who lead."""
    awaited = sorted(standing.game.awaits(standing.state))
    leading = standing.game.seating.leads(standing.state)
    people = set(standing.table.people)
    return [seat for seat in dict.fromkeys([*awaited, *leading]) if seat in people]


def _facilitating(standing: Standing, seat: int | None) -> list[Phrase]:
    """Phrases that help the table along: more time, an absent player's seat, a move to be taken back."""
    table, state = standing.table, standing.state
    if is_meeting(standing.game):
        return _meeting_on(standing, seat)
    found = []
    deadline = standing.game.clock.deadline(state)
    if deadline is not None and not deadline.fixed and not standing.game.clock.gives_time:
        found.append(Phrase("more", str(_BUTTONS["more"])))
    if absent(standing):
        found += _covering(standing, seat)
    if table.undo is not None:
        if seat is None or seat not in table.agreed | {table.undo.seat}:
            found.append(Phrase("undo", str(_BUTTONS["agree"])))
    elif seat is not None and any(point.seat == seat for point in standing.undo_points):
        found.append(Phrase("undo", str(_BUTTONS["undo"]), role="rare"))
    if standing.arrival is not None and seat is None and has_free_seat(standing):
        found.append(Phrase("join", str(standing.game.about.join)))
    if seat is not None and table.seats[seat] == "automatic":
        return [Phrase("join", str(_BUTTONS["back"]), role="main")]
    return found


def _covering(standing: Standing, seat: int | None) -> list[Phrase]:
    awaited = [each for each in standing.game.awaits(standing.state) if each in standing.table.people and each != seat]
    return [Phrase("cover", cover(each), {"player": str(each)}) for each in awaited]


def _meeting_on(standing: Standing, seat: int | None) -> list[Phrase]:
    """Phrases that help a meeting along: the clock for whoever leads it, and what to do if they are away."""
    table, game = standing.table, standing.game
    if seat is not None and table.seats[seat] == "automatic":
        return [Phrase("join", str(_BUTTONS["here again"]), role="main")]
    found = _covering(standing, seat) if absent(standing) else []
    if seat in game.seating.leads(standing.state):
        found += clock_acts(standing)
        if not table.nudged and any(each in table.people and each != seat for each in game.awaits(standing.state)):
            found.append(Phrase("nudge", str(_BUTTONS["nudge"]), role="rare"))
    if standing.arrival is not None and seat is None and has_free_seat(standing):
        # where seats are open, any press takes one
        found.append(Phrase("join", str(game.about.join), role="rare" if game.seating.open else None))
    return found


def clock_acts(standing: Standing) -> list[Phrase]:
    """The clock for whoever leads; none while it can't be set."""
    deadline, stopped = standing.game.clock.deadline(standing.state), standing.table.stopped
    if deadline is None or deadline.fixed:
        return []
    still = stopped is not None and stopped.clock == deadline.name
    last = ("resume", "resume clock") if still else ("pause", "pause")  # not prose
    changes = (("+1", "+1"), ("-1", "-1"), last)
    return [Phrase("clock", str(_BUTTONS[label]), {"change": change}, role="lead") for change, label in changes]


def has_free_seat(standing: Standing) -> bool:
    return len(standing.table.seats) + 1 < standing.game.seats.stop


def _after_meeting(standing: Standing) -> tuple[Phrase, ...]:
    """What follows a meeting: the next one, its text, its actions."""
    led = standing.table.led  # what comes next is decided elsewhere
    if not standing.summed_up:
        return () if led else (Phrase("again", str(_BUTTONS["meet again"]), role="main"),)
    following = [] if led else _asking("every", "when", role="main")
    texts = [Phrase(name, str(_BUTTONS[name])) for name in ("copy", "actions") if name in OWN_COMMANDS]
    return (*following, *texts, *_looking_back(standing))


def _asking(command: str, parameter: str, role: Role = "usual") -> list[Phrase]:
    """A phrase of one of the table's own commands, in its form where it has one."""
    known = OWN_COMMANDS.get(command)
    if known is None:
        return []
    label, in_form = str(_BUTTONS[command]), bool(known.form)
    return [Phrase(command, label, {parameter: ""}, parameter, role=role, in_form=in_form, form=label)]


def _narrowed(found: list[Phrase]) -> list[Phrase]:
    """Phrases that first ask for, say, the piece, and in private where it goes: a room can't show too many buttons."""
    queries: dict[tuple[str, str, str], Phrase] = {}
    for phrase in found:
        if phrase.narrowed_by is not None:
            command, parameter, word = phrase.narrowed_by
            queries[phrase.narrowed_by] = Phrase(command, word, {parameter: word}, role="thing")
    forms = {phrase.command: phrase for phrase in reversed(found) if phrase.in_form and phrase.narrowed_by}
    return [*forms.values(), *queries.values(), *(phrase for phrase in found if phrase.narrowed_by is None)]


def hides_some(standing: Standing) -> bool:
    """Whether somebody may do something that no message in a room shows: take a move of their own back."""
    table = standing.table
    if is_meeting(standing.game) or not standing.playing or table.resting or table.undo is not None:
        return False
    return any(point.seat in table.people for point in standing.undo_points)


def is_available(standing: Standing, seat: int | None, phrase: Phrase) -> bool:
    """True if this seat may do it at this moment; before it was taken, whatever the room was offered."""
    seat = seat if seat is None or seat < len(standing.table.seats) else None
    return _asked_for(phrase) in map(_asked_for, available(standing, seat))


def _lobby(standing: Standing, seat: int | None) -> tuple[Phrase, ...]:
    """What people may do before a game. Places are fixed: the main act, an automatic player, and the settings, which
    only the host can change; once the game can start, Join takes their place."""
    game, seated = standing.game, len(standing.table.seats)
    if standing.table.led:  # whoever leads it starts, and decides who plays
        full = seated >= game.seats.stop - 1
        return () if full or seat is not None else (Phrase("join", str(game.about.join), role="main"),)
    if is_meeting(game):
        return _meeting_lobby(standing, seat)
    free = [] if seated >= game.seats.stop - 1 else ["bot"]
    join = [Phrase("join", str(game.about.join))] if free and seat is None else []
    bot = [Phrase(name, str(_BUTTONS[name])) for name in free]
    if seated not in game.seats:
        return (*(replace(each, role="main") for each in join), *bot, *_asking("options", "options"))
    starts = Phrase("start", start(game), role="main")
    return (starts, *bot, *join, *_asking("options", "options", role="lead"))


def _meeting_lobby(standing: Standing, seat: int | None) -> tuple[Phrase, ...]:
    """What people may do before a meeting; only whoever facilitates it starts, and has the settings."""
    game = standing.game
    here = [Phrase("join", str(game.about.join), role="main")] if seat is None and has_free_seat(standing) else []
    if seat is not None and seat != FACILITATOR:
        return (*here, *_asking("save", "text"))
    starts = [Phrase("start", start(game), role="lead")] if len(standing.table.seats) in game.seats else []
    return (*here, *_asking("save", "text"), *starts, *_asking("options", "options", role="lead"))


def acts(
    table: str, standing: Standing, names: tuple[str, ...], seat: int | None, narrow: Mapping[str, str] | None = None
) -> tuple[Act, ...]:
    """The available phrases as buttons. `narrow`: arguments of a query that narrows them down, to keep only those."""
    prefix = f"{table}:{standing.sequence}:" if seat is None else f"{table}:{standing.sequence}:{seat}."
    found = available(standing, seat)
    return tuple(
        [
            _act(f"{prefix}{index}", phrase, standing.game, names)
            for index, phrase in enumerate(found)
            if narrow is None or (phrase.narrowed_by is not None and narrow.items() == {phrase.narrowed_by[1:]})
        ]
    )


def _act(button: str, phrase: Phrase, game: AnyGame, names: tuple[str, ...]) -> Act:
    command, asks = phrase.command, None
    if phrase.arguments or phrase.asks:
        parameters = find(command, game).parameters
        command, asks = _typed(phrase, parameters, names), _asked(phrase, parameters)
    return Act(
        button,
        phrase.label,
        command,
        _role_of(phrase),
        phrase.thing,
        asks,
        str((phrase.form or find(phrase.command, game).form) if phrase.in_form else ""),
        phrase.spots,
        phrase.cards,
        phrase.note,
        phrase.grave,
        phrase.yes,
        phrase.instead,
        phrase.text,
        phrase.beside,
        phrase.badge,
    )


def _role_of(phrase: Phrase) -> Role:
    return phrase.role or ("thing" if phrase.spots or phrase.cards else "usual")


def keyed_acts(table: str, standing: Standing, phrases: Sequence[Phrase]) -> tuple[Act, ...]:
    """Buttons that carry their command themselves, because nothing that is stored says who may use them."""
    prefix = f"{table}:{standing.sequence}:="
    return tuple(
        _act(f"{prefix}{' '.join([phrase.command, *_given(phrase)])}", phrase, standing.game, ()) for phrase in phrases
    )


def proof_act(code: str) -> Act | None:
    """The way to what can be checked. `code`: a fingerprint or a pin, which the button keeps where it is shown."""
    return line_act(f"verify {code}", str(_BUTTONS["proof"])) if "verify" in OWN_COMMANDS else None  # not prose


def share_act(query: str) -> Act:
    """Shows everybody the answer that somebody got in private."""
    return line_act(f"{query} {SHARED.choices[0]}", str(_BUTTONS["share"]))


def line_act(line: str, label: str, *, role: Role = "usual", thing: str = "", form: str = "") -> Act:
    """An act that types a line in its room, whatever table that shows. `form`: the title of the form that completes
    the line, where there are forms."""
    return Act(f"{OF_ROOM}:0:={line}", label, line, role, thing, form=form)


def _given(phrase: Phrase) -> list[str]:
    return [word for name, word in phrase.arguments.items() if name != phrase.asks]


def _asked(phrase: Phrase, parameters: Sequence[Parameter]) -> Parameter | None:
    """The parameter that a person fills in, in the words of now: the act may be shown later, and elsewhere."""
    if not phrase.asks:
        return None
    found = next((parameter for parameter in parameters if parameter.name == phrase.asks), None)
    return found and replace(found, description=str(found.description), titles=tuple(map(str, found.titles)))


def _typed(phrase: Phrase, parameters: Sequence[Parameter], names: tuple[str, ...]) -> str:
    """The words to type instead of pressing the button."""
    words = [phrase.command]
    for parameter in parameters:
        word = phrase.arguments.get(parameter.name, "")
        if parameter.name == phrase.asks:
            words.append(f"<{parameter.name}>")
        elif word:
            words.append(names[int(word)] if parameter.kind == "player" else word)
    return " ".join(words)


@value
class Button:
    table: str
    sequence: int
    seat: int | None
    index: int
    sure: bool = False  # the person was asked
    instead: bool = False  # they were, and chose what was offered instead
    line: tuple[str, ...] = ()  # the command and its arguments, if it carries them itself

    @classmethod
    def read(cls, text: str) -> "Button | None":
        """Parse a button's id; None if it isn't one of ours."""
        sure, instead = text.endswith(SURE), text.endswith(INSTEAD)
        parts = text[: len(text) - (sure or instead)].split(":", 2)
        if len(text) > 100 or len(parts) != 3 or not (parts[0].isascii() and parts[0].isalnum()):
            return None
        if parts[2].startswith("=") and parts[1].isascii() and parts[1].isdigit() and parts[2][1:].split():
            return cls(parts[0], int(parts[1]), None, 0, sure, line=tuple(parts[2][1:].split()))
        seat, dot, index = parts[2].rpartition(".")
        numbers = [parts[1], index, *([seat] if dot else [])]
        if not all(number.isascii() and number.isdigit() for number in numbers):
            return None
        return cls(parts[0], int(parts[1]), int(seat) if dot else None, int(index), sure, instead)

    def phrase(self, standing: Standing) -> Phrase | None:
        """The phrase that the button stood for at this moment."""
        if self.line:
            return self._carried(standing)
        if self.seat is not None and self.seat >= len(standing.table.seats):
            return None
        found = available(standing, self.seat)
        return found[self.index] if self.index < len(found) else None

    @property
    def is_grave(self) -> bool:
        """True if it answers the question whether to do something to the whole table."""
        return self.sure and bool(self.line) and self.line[0] in OWN_COMMANDS and OWN_COMMANDS[self.line[0]].grave

    def _carried(self, standing: Standing) -> Phrase | None:
        """The command that the button carries; the first parameter without an argument is asked for."""
        name, *words = self.line
        own = [OWN_COMMANDS[name]] if self.is_grave else []
        command = next((each for each in (*standing.game.commands, *own) if each.name == name), None)
        names = [parameter.name for parameter in command.parameters] if command else []
        if command is None or len(words) > len(names):
            return None
        missing = [parameter.name for parameter in command.parameters[len(words) :] if parameter.required]
        given = {**dict(zip(names, words, strict=False)), **dict.fromkeys(missing[:1], "")}
        return Phrase(name, name, given, asks=missing[0] if missing else "")


def as_command(game: AnyGame, phrase: Phrase, reason: str = "It helps.") -> Called:  # not prose
    """A move as a person would give it, with a reason where it asks for one."""
    parameters = next(command.parameters for command in game.commands if command.name == phrase.command)
    players = {parameter.name for parameter in parameters if parameter.kind == "player"}
    words = {name: f"#{word}" if name in players else word for name, word in phrase.arguments.items()}
    asked = {each.name: reason for each in parameters if each.name == phrase.asks and each.required}
    return Called(phrase.command, {**asked, **words})
