"""A whole table at once, for places that show everything: the web table, Slack's App Home."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from bot.kernel.calls import Call
from bot.kernel.feature import ENTRIES
from bot.kernel.live.owned import OwnKeys
from bot.kernel.live.table import LiveTable
from bot.kernel.live.work import Thinker
from bot.kernel.messages import Act, Called, Guide, Page, Person, Reply, Request, Step, Suggestion
from bot.kernel.queries import private_answer
from bot.kernel.store import StoredEvent
from bot.kernel.table import rules, texts
from bot.kernel.table.buttons import acts, available
from bot.kernel.table.catalogue import GROUPS, Invocation, commands, find
from bot.kernel.table.journal import Draft, PastEvent, Standing, decode
from bot.kernel.table.model import Refused, SeatTaken
from bot.kernel.table.narration import numbered_paragraphs, sentence
from games import GAMES
from games.contract import AnyGame, Command, Option, Parameter
from games.graphics.drawing import Drawing
from games.language import p, t
from games.parts import Field, Form, Holding, ShownCard
from games.rulebook import lessons_for
from games.sheets import Sheet
from games.text import name_of, spell

_FILM = "export film"  # not prose: what types a film

# --- pages -----------------------------------------------------------------------------------------------------------


async def page(live: LiveTable, thinker: Thinker, person: Person | None, own: OwnKeys) -> Page:
    """The whole table as this person sees it, without its story: that is `feed`. Its reply is the private panel."""
    held = await _held(live, thinker, person) if person else {}  # the only await: the rest is one moment
    standing = live.public
    game, table = standing.game, standing.table
    seat = live.seat_of(person) if person else None
    awaited = {other.id for other in live.awaited}
    reply = panel(live, person, own) if person else live.reply(situation=live.situation(), board=False)
    # the page has its own ways to these
    shown = {*held, _FILM, *(command.name for command in game.commands if command.advises)}
    return Page(
        table=live.id,
        sequence=standing.sequence,
        game=game.key,
        title=str(game.about.title),
        goal=str(game.about.goal),
        phase=table.phase,
        rooms=tuple(live.rooms),
        chairs=live.chairs(),
        seat=seat,
        host=person is not None and live.is_host(person),
        awaited=person is not None and person.id in awaited and _is_awaited(live, seat),
        joins=_joins(live, seat),
        reply=replace(reply, acts=tuple(each for each in reply.acts if each.command not in shown)),
        board=None if game.meeting.has_board else live.board(seat),
        meets=game.meeting.has_board,
        meeting=live.meeting(seat),
        sheet=live.sheet() if game.meeting.has_board and table.phase != "playing" else None,
        figures=_figures(standing.game, standing.state),
        holdings=_holdings(standing.game, standing.state),
        chart=live.chart(seat),
        held=tuple(held.values()),
        cards=live.cards(),
        advice=_advice(live, seat),
        pin=live.pin,
        options=table.options,
        team=table.team,
        paused=table.paused is not None,
        exercise=table.exercise if table.phase != "over" else None,
    )


def _figures(game: AnyGame, state: Any) -> tuple[tuple[str, str], ...]:
    return () if state is None else game.debrief.glance(game.view(state, None))


def _holdings(game: AnyGame, state: Any) -> tuple[tuple[Holding, ...], ...]:
    return () if state is None else game.shows.holdings(game.view(state, None))


def _joins(live: LiveTable, seat: int | None) -> bool:
    """True if `join` would give whoever has this seat, or none, a seat now."""
    standing = live.standing
    try:
        rules.join(standing.table, standing.game, seat, live.unclaimed, late=standing.arrival is not None)
    except Refused:
        return False
    return True


def _is_awaited(live: LiveTable, seat: int | None) -> bool:
    """True unless this seat has just done what it was awaited for."""
    standing = live.seen_by(seat)
    return not standing.playing or seat in standing.game.awaits(standing.state)


_SETTINGS = "options"  # the command for them


def panel(live: LiveTable, person: Person, own: OwnKeys) -> Reply:
    """All that this person can do, with what they own, and with what only whoever leads reads."""
    seat = live.seat_of(person)
    standing = live.seen_by(seat)
    comes = seat is None and standing.playing and standing.game.seating.open and live.takes_more
    buttons = _for_newcomers(live) if comes else None
    reply = live.reply(situation=live.situation(), seat=seat, private=True, board=False, buttons=buttons)
    return replace(own.added(live, person, offered_to(live, person, reply)), lead=_lead(standing, seat))


def offered_to(live: LiveTable, person: Person, reply: Reply) -> Reply:
    """The reply without what only the host can do before the start, for anybody else."""
    if live.standing.table.phase != "lobby" or live.is_host(person):
        return reply
    return replace(reply, acts=tuple(act for act in reply.acts if act.opens != _SETTINGS))


def _for_newcomers(live: LiveTable) -> tuple[Act, ...]:
    """Acts for somebody without a seat: to come in, and what the room is offered, which seats them too."""
    offered = acts(live.id, live.public, live.names, None)
    return tuple(
        replace(each, role="usual") if each.command == "join" else each for each in offered if each.role != "lead"
    )


def _lead(standing: Standing, seat: int | None) -> Sheet | None:
    """What only whoever leads reads."""
    if seat is None or not standing.playing or standing.state is None or standing.table.resting:
        return None
    if seat not in standing.game.seating.leads(standing.state):
        return None
    return standing.game.shows.lead(standing.view(seat))


def form(live: LiveTable, person: Person, command: str, *, newcomer: bool = False) -> Form | None:
    """The form of a command as this person gets it, with names; None if they can't use it now.

    `newcomer`: somebody without a seat gets it as if they had just taken one.
    """
    seat, standing, names = live.seat_of(person), live.standing, live.names
    if seat is None and newcomer and standing.game.seating.open and live.takes_more and standing.arrival is not None:
        draft = Draft(live.id, standing, live.seed, standing.at)
        seat = len(standing.table.seats)
        draft.record([SeatTaken(seat)])
        draft.play(seat, standing.arrival)
        standing, names = draft.standing, (*names, person.name)
    if seat is None or not standing.playing or standing.state is None:
        return None
    name, *keys = command.split() or [""]
    found = _keyed_form(standing, seat, name, keys) if keys else None
    found = found or standing.game.shows.form(standing.view(seat), command)
    return found and replace(found, fields=tuple(_named(each, names) for each in found.fields))


def _keyed_form(standing: Standing, seat: int, name: str, keys: Sequence[str]) -> Form | None:
    """The form to change what belongs to somebody who has its key, with what is there now."""
    game = standing.game
    owned = game.secrets.owned(standing.state, keys)
    phrase = next((each for each in owned.phrases if each.command == name and each.asks), None) if owned else None
    if phrase is None:
        return None
    now = (phrase.text,)
    made = game.shows.form(standing.view(seat), name)
    if made is not None:
        return replace(
            made, fields=tuple(replace(each, filled=now) for each in made.fields if each.name == phrase.asks)
        )
    asked = next(each for each in find(name, game).parameters if each.name == phrase.asks)
    return Form(phrase.label, (Field(asked.name, str(asked.description), filled=now, required=True),))


def _named(field: Field, names: Sequence[str]) -> Field:
    options = tuple((value, spell(label, lambda seat: name_of(names, seat))) for value, label in field.options)
    return replace(field, options=options)


def _advice(live: LiveTable, seat: int | None) -> str:
    """The command that advises this seat, while the game waits for the person there."""
    standing = live.seen_by(seat)
    if not standing.playing or seat not in standing.table.people or seat not in standing.game.awaits(standing.state):
        return ""
    if standing.game.bots.waits(standing.state, (seat,)):  # in a vote, everybody decides for themselves
        return ""
    return next((command.name for command in standing.game.commands if command.advises), "")


def guide(live: LiveTable) -> Guide:
    """The guide to a table, with what everybody may see."""
    standing = live.standing
    game = standing.game
    cards = () if standing.state is None else game.shows.every_card(game.view(standing.state, None))
    return Guide(str(game.about.goal), game.rules, lessons_for(game.lessons, standing.table.options), cards)


async def _held(live: LiveTable, thinker: Thinker, person: Person) -> dict[str, Reply]:
    """The things that this person holds: the answers to queries that have a button, which the page doesn't need."""
    held: dict[str, Reply] = {}
    for command in live.standing.game.commands:
        if command.is_query and command.button and not command.advises:
            request = Request("", "", person, Called(command.name))
            with suppress(Refused):  # before the game, or while the automatic player has the seat
                held[command.name] = await private_answer(thinker, Call(request, Invocation(command, {}), live))
    return held


def feed(standing: Standing, rows: Sequence[StoredEvent]) -> tuple[tuple[int, str], ...]:
    """The story in paragraphs; no paragraph goes beyond what one request caused."""
    game, lines = standing.game, dict(standing.remarks)
    story: list[tuple[int, str]] = []
    batch: list[StoredEvent] = []
    for at, row in enumerate(rows):
        batch.append(row)
        if at + 1 == len(rows) or rows[at + 1].request is not None:
            events = [decode(each.kind, each.payload, game) for each in batch]
            first = batch[0].sequence
            remarks = {each - first: lines[each] for each in range(first, row.sequence + 1) if each in lines}
            story += [
                (first + index, paragraph) for index, paragraph in numbered_paragraphs(events, game, remarks=remarks)
            ]
            batch = []
    return tuple(story)


# --- steps -----------------------------------------------------------------------------------------------------------

_MAX_BOARDS = 6  # between the last page and this one


def steps(live: LiveTable, seat: int | None, after: int) -> tuple[Step, ...]:
    """The events that can be seen or read; where a turn ended, with the board as this seat saw it then."""
    past = live.changes.since(after)
    ends = _ends(live, past)[-_MAX_BOARDS:]
    return tuple(
        step
        for each in past
        if (step := _step(live, each, _board(live, seat, each) if each.sequence in ends else None)) is not None
    )


def _step(live: LiveTable, past: PastEvent, board: Drawing | None) -> Step | None:
    game, event = live.standing.game, past.event
    own = not event.kind.startswith("table.")
    text = sentence(event, game, None) or ""
    dice, motions = (game.proof.dice(event), game.shows.motions(past.before, event)) if own else ((), ())
    if not (text or dice or motions or board):
        return None
    waited = game.awaits(past.before) if own and past.before is not None else ()
    turn = waited[0] if len(waited) == 1 else None
    step = Step(past.sequence, event.kind, text, turn, dice, motions, _new_cards(game, past) if own else (), board)
    if board is None:
        return step
    return replace(step, figures=_figures(game, past.after), holdings=_holdings(game, past.after))


def _new_cards(game: AnyGame, past: PastEvent) -> tuple[ShownCard, ...]:
    """The cards that matter to everybody since this event."""
    before = () if past.before is None else game.shows.cards(game.view(past.before, None))
    known = {card.title for card in before}
    return tuple(card for card in game.shows.cards(game.view(past.after, None)) if card.title not in known)


def _ends(live: LiveTable, past: Sequence[PastEvent]) -> list[int]:
    """The last events of turns, without the last of all: that one has the page's own board."""
    game = live.standing.game
    begun = [at for at, each in enumerate(past) if sentence(each.event, game, None) == ""]
    return [past[at - 1].sequence for at in begun if 0 < at < len(past) - 1 and past[at - 1].after is not None]


def _board(live: LiveTable, seat: int | None, past: PastEvent) -> Drawing:
    game = live.standing.game
    return live.changes.shared(game.board(game.view(past.after, seat), live.names))


# --- completion ------------------------------------------------------------------------------------------------------

_MAX_SUGGESTIONS = 25  # Discord takes no more
_MAX_VALUES = 5  # of an option that are listed at once


def complete(
    live: LiveTable | None, person: Person, command: Command, parameter: Parameter, arguments: Mapping[str, str]
) -> list[Suggestion]:
    """Values for one argument that fit what was typed so far, of this argument and the others."""
    typed = arguments.get(parameter.name, "")
    entry = ENTRIES.get(command.name)
    if entry is not None and entry.suggest is not None and parameter is command.parameters[-1]:
        return entry.suggest(arguments.get("game", ""), typed)[:_MAX_SUGGESTIONS]
    if parameter.name == "options":
        game = live.standing.game.key if live and command.name == "options" else arguments.get("game", "")
        return suggest_options(game, typed)[:_MAX_SUGGESTIONS]
    found = _suggestions(live, person, command, parameter)
    needle = typed.casefold()
    unique = {one.value: one for one in found if needle in one.value.casefold() or needle in one.label.casefold()}
    return list(unique.values())[:_MAX_SUGGESTIONS]


def complete_named(
    live: LiveTable | None, person: Person, command: str, parameter: str, arguments: Mapping[str, str]
) -> list[Suggestion]:
    """Values for one argument of a named command; none if this table has no such command."""
    found = next((each for each in commands(live.standing.game if live else None) if each.name == command), None)
    wanted = next((each for each in found.parameters if each.name == parameter), None) if found else None
    return complete(live, person, found, wanted, arguments) if found and wanted else []


def _suggests(command: Command) -> bool:
    entry = ENTRIES.get(command.name)
    return entry is not None and entry.suggest is not None


def complete_line(live: LiveTable | None, person: Person, line: str) -> list[Suggestion]:
    """Words that complete the last one of a typed line."""
    words = line.removeprefix("/scrum").split()
    begun = words[-1] if words and not line.endswith(" ") else ""
    done = words[: len(words) - bool(begun)]
    done = done[1:] if done and done[0].lower() in GROUPS else done
    known = commands(live.standing.game if live else None)
    if not done:
        named = [Suggestion(command.name, str(command.description)) for command in known]
        return [one for one in named if one.value.startswith(begun.lower())]
    command = next((command for command in known if command.name == done[0].lower()), None)
    position = len(done) - 1
    if command is not None and (command.name in {"new", "options"} or _suggests(command)):
        position = min(position, len(command.parameters) - 1)  # options follow each other
    if command is None or position >= len(command.parameters):
        return []
    names = [parameter.name for parameter in command.parameters]
    typed = dict(zip(names, done[1:], strict=False)) | {names[position]: begun}
    return complete(live, person, command, command.parameters[position], typed)


def _suggestions(live: LiveTable | None, person: Person, command: Command, parameter: Parameter) -> list[Suggestion]:
    if parameter.name == "game":
        return [Suggestion(game.key, str(game.about.title)) for game in GAMES.values()]
    if command.name == "help":
        known = commands(live.standing.game if live else None)
        return [Suggestion(each.name, str(each.description)) for each in known]
    if parameter.choices:
        return [Suggestion(choice, title) for choice, title in parameter.titled.items()]
    if command.name == "rules":
        return _topics(live)
    if live is None:
        return []
    if command.name == "bot" and parameter.name == "level":
        levels = [Suggestion(level, texts.level_name(level)) for level in live.standing.game.bots.levels]
        return [*levels, Suggestion("off", p("level", "off"))]
    if parameter.kind == "player":
        return [Suggestion(name, name) for name in live.names]
    return _from_moves(live, person, command, parameter)


def suggest_options(key: str, typed: str) -> list[Suggestion]:
    """Options of the chosen game that are still missing after those already typed.

    Each is followed by its values, with what they mean; one with many values leads to them: `format=`.
    """
    games = [GAMES[key.lower()]] if key.lower() in GAMES else GAMES.values()
    before, space, begun = typed.rpartition(" ")
    named = {word.partition("=")[0] for word in before.split()}
    missing = [option for game in games for option in game.options if option.name not in named]
    found = [(option, *each) for option in missing for each in _values(option, begun.casefold())]
    return [Suggestion(f"{before}{space}{option.name}={value}", label) for option, value, label in found]


def _values(option: Option, begun: str) -> list[tuple[str, str]]:
    """Values that an option could have and that fit what was typed, each with what it means."""
    if not option.choices:
        usual = "" if option.unset else str(option.default)
        values = [
            (
                usual,
                t(
                    "{description}, {minimum} to {maximum}",
                    description=option.description,
                    minimum=option.minimum,
                    maximum=option.maximum,
                ),
            )
        ]
    else:
        values = [(each, option.noted[each] or _titled(option, title)) for each, title in option.titled.items()]
    fitting = [each for each in values if begun in f"{option.name}={each[0]} {each[1]}".casefold()]
    many = len(values) > _MAX_VALUES and begun in f"{option.name}="
    return [("", str(option.description))] if many and begun != f"{option.name}=" else fitting


def _titled(option: Option, title: str) -> str:
    return f"{title}. {option.description}" if option.titles else str(option.description)


def _topics(live: LiveTable | None) -> list[Suggestion]:
    """Paragraphs of the rules; without a table those of every game, the games themselves first."""
    if live is not None:
        return [Suggestion(topic.key, str(topic.title)) for topic in live.standing.game.rules]
    whole = [Suggestion(game.key, str(game.about.title)) for game in GAMES.values()]
    parts = [(game, topic) for game in GAMES.values() for topic in game.rules]
    return [
        *whole,
        *(Suggestion(f"{game.key} {topic.key}", f"{game.about.title}: {topic.title}") for game, topic in parts),
    ]


def _from_moves(live: LiveTable, person: Person, command: Command, parameter: Parameter) -> list[Suggestion]:
    seat = live.seat_of(person)
    if seat is None or not live.standing.playing:
        return []
    return [
        Suggestion(phrase.arguments[parameter.name], spell(phrase.label, live.names.__getitem__))
        for phrase in available(live.standing, seat)
        if phrase.command == command.name and phrase.arguments.get(parameter.name) and parameter.name != phrase.asks
    ]
