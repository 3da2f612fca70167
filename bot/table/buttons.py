"""What can be done at a table now, as buttons.

A button carries `table:sequence:key`. The offers of a moment follow from where the table stood, so a button needs no
memory of its own: it works after a restart, and one that is out of date is noticed.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from bot import texts
from bot.messages import Choice
from bot.table.catalogue import find
from bot.table.journal import Standing
from bot.table.pace import absent
from games.api import ButtonStyle, Parameter, Phrase

MAX_IN_ROOM = 20


@dataclass(frozen=True, slots=True)
class Offer:
    command: str
    label: str
    arguments: Mapping[str, str] = field(default_factory=dict)
    asks: str = ""  # the word that the person has to type
    narrowed_by: tuple[str, str, str] | None = None
    spots: tuple[str, ...] = ()
    style: ButtonStyle = "secondary"

    def same_as(self, other: "Offer") -> bool:
        """Whether both ask for the same thing, whatever the person types."""
        return self.command == other.command and self.fixed == other.fixed

    def spelled(self, standing: Standing) -> dict[str, str]:
        """Its words as they would be typed, with players as `#seat`."""
        players = {p.name for p in find(self.command, standing.game).parameters if p.kind == "player"}
        return {name: f"#{word}" if name in players else word for name, word in self.arguments.items()}

    @property
    def fixed(self) -> dict[str, str]:
        return {name: word for name, word in self.arguments.items() if name != self.asks}


def offers(standing: Standing, seat: int | None) -> tuple[Offer, ...]:
    """What the room may choose from (None), or what one seat may, its secret choices included."""
    return _one_main(_offers(standing, seat))


def _offers(standing: Standing, seat: int | None) -> tuple[Offer, ...]:
    if standing.table.phase == "lobby":
        return _lobby(standing, seat)
    if standing.table.phase == "over":
        return (Offer("again", texts.BUTTONS["again"], style="primary"),)
    if standing.table.asleep:
        return (Offer("resume", texts.BUTTONS["resume"], style="primary"),)
    game, state = standing.game, standing.state
    if state is None:
        return ()  # between the start and the first event of the game itself
    seats = _facing_the_room(standing) if seat is None else [seat]
    found: list[Offer] = []
    for each in seats:
        phrases = (game.phrase(state, each, move) for move in game.moves(state, each))
        found.extend(_new(found, (_offer(phrase) for phrase in phrases if seat is not None or not phrase.secret)))
    if seat is None and len(found) > MAX_IN_ROOM:
        found = _narrowed(found)
    # where nothing else can be pressed, what one holds is the way to a move
    buttons = (Offer(command.name, command.button, style="primary") for command in game.commands if command.button)
    return (*found, *buttons, *_facilitating(standing, seat))


def _one_main(found: tuple[Offer, ...]) -> tuple[Offer, ...]:
    """The first that could be the main one is, and no other."""
    others = [offer for offer in found if offer.style == "primary"][1:]
    return tuple(replace(offer, style="secondary") if offer in others else offer for offer in found)


def _facing_the_room(standing: Standing) -> list[int]:
    """The people whose moves a message in the room offers: those awaited, then whoever leads."""
    awaited = sorted(standing.game.awaits(standing.state))
    leading = standing.game.leads(standing.state)
    people = set(standing.table.people)
    return [seat for seat in dict.fromkeys([*awaited, *leading]) if seat in people]


def _facilitating(standing: Standing, seat: int | None) -> list[Offer]:
    """What helps the table along: more time, an absent player's seat, a move to be taken back."""
    table, state = standing.table, standing.state
    found = []
    if standing.game.deadline(state) is not None and not standing.game.gives_time:
        found.append(Offer("more", texts.BUTTONS["more"]))
    if absent(standing):
        awaited = [each for each in standing.game.awaits(state) if each in table.people and each != seat]
        found += [Offer("cover", texts.cover_button(each), {"player": str(each)}) for each in awaited]
    if table.undo is not None:
        if seat is None or seat not in table.agreed | {table.undo.seat}:
            found.append(Offer("undo", texts.BUTTONS["agree"]))
    elif seat is not None and any(step.seat == seat for step in standing.undo_points):
        found.append(Offer("undo", texts.BUTTONS["undo"]))
    if seat is not None and table.seats[seat] == "automatic":
        return [Offer("join", texts.BUTTONS["back"], style="primary")]
    return found


def _narrowed(found: list[Offer]) -> list[Offer]:
    """Too many buttons for a room: first the piece, say, and then, in private, where it can go."""
    looks: dict[tuple[str, str, str], Offer] = {}
    for offer in found:
        if offer.narrowed_by is not None:
            command, parameter, word = offer.narrowed_by
            looks[offer.narrowed_by] = Offer(command, word, {parameter: word})
    return [*looks.values(), *(offer for offer in found if offer.narrowed_by is None)]


def on_offer(standing: Standing, seat: int | None, offer: Offer) -> bool:
    """Whether this seat could have asked for it when the table stood so."""
    return any(offer.same_as(other) for other in offers(standing, seat))


def _lobby(standing: Standing, seat: int | None) -> tuple[Offer, ...]:
    game, seated = standing.game, len(standing.table.seats)
    names = [] if seated >= game.seats.stop - 1 else ["bot"] if seat is not None else ["join", "bot"]
    if seated in game.seats:
        names.append("start")
    main = "start" if "start" in names else "join"
    return tuple(Offer(name, texts.BUTTONS[name], style="primary" if name == main else "secondary") for name in names)


def _offer(phrase: Phrase) -> Offer:
    return Offer(
        phrase.command, phrase.label, phrase.arguments, phrase.asks, phrase.narrowed_by, phrase.spots, phrase.style
    )


def _new(known: list[Offer], more: Iterable[Offer]) -> list[Offer]:
    return [offer for offer in more if not any(offer.same_as(other) for other in known)]


def choices(
    table: str, standing: Standing, names: tuple[str, ...], seat: int | None, look: Mapping[str, str] | None = None
) -> tuple[Choice, ...]:
    """The offers as buttons; with `look`, the words of one that narrows them down, only those that it leaves."""
    prefix = "" if seat is None else f"{seat}."
    return tuple(
        Choice(
            button=f"{table}:{standing.sequence}:{prefix}{index}",
            label=offer.label,
            command=_typed(offer, standing, names),
            asks=_asked(offer, standing),
            spots=offer.spots,
            style=offer.style,
        )
        for index, offer in enumerate(offers(standing, seat))
        if look is None or (offer.narrowed_by is not None and look.items() == {offer.narrowed_by[1:]})
    )


def _asked(offer: Offer, standing: Standing) -> Parameter | None:
    parameters = find(offer.command, standing.game).parameters
    return next((parameter for parameter in parameters if parameter.name == offer.asks), None)


def _typed(offer: Offer, standing: Standing, names: tuple[str, ...]) -> str:
    """What one could type instead of pressing."""
    words = [offer.command]
    for parameter in find(offer.command, standing.game).parameters:
        word = offer.arguments.get(parameter.name, "")
        if parameter.name == offer.asks:
            words.append(f"<{parameter.name}>")
        elif word:
            words.append(names[int(word)] if parameter.kind == "player" else word)
    return " ".join(words)


@dataclass(frozen=True, slots=True)
class Button:
    table: str
    sequence: int
    seat: int | None
    index: int

    @classmethod
    def read(cls, text: str) -> "Button | None":
        """None if it is no button of ours."""
        parts = text.split(":")
        if len(text) > 100 or len(parts) != 3 or not (parts[0].isascii() and parts[0].isalnum()):
            return None
        seat, dot, index = parts[2].rpartition(".")
        numbers = [parts[1], index, *([seat] if dot else [])]
        if not all(number.isascii() and number.isdigit() for number in numbers):
            return None
        return cls(parts[0], int(parts[1]), int(seat) if dot else None, int(index))

    def offer(self, standing: Standing) -> Offer | None:
        """What it offered when the table stood so."""
        available = offers(standing, self.seat) if self.seat is None or self.seat < len(standing.table.seats) else ()
        return available[self.index] if self.index < len(available) else None
