"""Commands that change nothing: looking, reading, asking."""

from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

from bot import texts
from bot.commands import changes
from bot.live.table import LiveTable
from bot.live.thinking import Thinker
from bot.messages import Called, Chair, Choice, Page, Person, Reply, Request, Suggestion
from bot.ports import Store, StoredEvent
from bot.table.catalogue import TABLE_COMMANDS, Invocation, everything, find
from bot.table.export import export, verify
from bot.table.journal import Draft, decode
from bot.table.luck import luck
from bot.table.model import PREFIX, Refused
from bot.table.narration import paragraphs
from games import GAMES
from games.api import AnyGame, IllegalMove

LOOKS = frozenset({"board", "chart", "status", "log", "rules", "help", "verify"})
LOG_LINES = 15
MAX_LINES = 8  # of one command in the help


async def look(store: Store, live: LiveTable | None, person: Person, order: Invocation) -> Reply:
    match order.name:
        case "help":
            return _about(order.arguments["command"], live) if "command" in order.arguments else _help(live, person)
        case "rules":
            return _rules(live, order.arguments.get("topic", ""))
    if live is None:
        raise Refused(texts.NO_TABLE)
    match order.name:
        case "board":
            return live.reply(live.situation())
        case "chart":
            return _chart(live)
        case "log":
            return await _log(store, live)
        case "verify":
            return await _verify(store, live)
        case _:
            return _status(live, person)


def asides(live: LiveTable, draft: Draft, person: Person | None) -> list[Reply]:
    """What the events tell the mover that they do not tell the room."""
    seat = live.seat_of(person) if person else None
    if seat is None or live.standing.table.seats[seat] == "automatic":  # whoever left has nothing to do with it
        return []
    game = live.standing.game
    secrets = [event for event in draft.caused_by(seat) if event.kind in game.hidden]
    own = [event for event in secrets if game.narrate(event, seat) != game.narrate(event, None)]
    told = paragraphs(own, game, seat)
    return [live.reply("\n".join(told), seat=seat, private=True, board=False)] if told else []


def own_wish(live: LiveTable, request: Request, order: Invocation) -> Reply:
    """What a person set for themselves alone; nothing happened at the table."""
    assert request.person is not None
    seating = next(each for each in live.people if each.person == request.person.id)
    if order.name == "remind":
        return Reply(texts.own_reminder(seating.remind), private=True)
    return Reply(texts.own_view(text=seating.text), private=True)


def as_it_stands(live: LiveTable, person: Person | None) -> Reply:
    """It was done before: the answer to what arrived twice."""
    seat = live.seat_of(person) if person else None
    return live.reply(f"{texts.ALREADY_DONE}\n{live.situation()}", seat=seat, private=True)


def refusal(live: LiveTable, person: Person, fault: Refused | IllegalMove) -> Reply:
    """The sentence, the paragraph behind it, and what would be allowed."""
    text = fault.sentence
    if isinstance(fault, IllegalMove):
        found = [topic for topic in live.standing.game.rules if topic.key == fault.rule]
        text = " ".join([text, *map(texts.rule, found)])
    return live.reply(text, seat=live.seat_of(person), private=True, board=False)


async def page(live: LiveTable, thinker: Thinker, person: Person | None) -> Page:
    """The whole table as this person sees it, without what happened: that is `feed`."""
    held = await _held(live, thinker, person) if person else ()  # the only wait: from here on it is one moment
    standing, names = live.standing, live.names
    game, table = standing.game, standing.table
    seat = live.seat_of(person) if person else None
    view = None if standing.state is None else game.view(standing.state, seat)
    awaited = {other.id for other in live.awaited}
    waiting = set(game.awaits(standing.state)) if standing.playing and standing.state is not None else set()
    hosts = {seating.seat for seating in live.people if seating.host}
    reply = live.reply(live.situation(), seat=seat, private=person is not None, board=False)
    return Page(
        table=live.id,
        sequence=standing.sequence,
        game=game.key,
        title=game.title,
        phase=table.phase,
        rooms=tuple(live.rooms),
        chairs=tuple(
            Chair(name, table.seats[at] == "automatic", at in hosts, at in waiting) for at, name in enumerate(names)
        ),
        seat=seat,
        host=person is not None and live.is_host(person),
        awaited=person is not None and person.id in awaited,
        reply=reply,
        board=None if view is None else game.draw(view, names),
        chart=None if view is None else game.chart(view, names),
        held=held,
    )


async def _held(live: LiveTable, thinker: Thinker, person: Person) -> tuple[Reply, ...]:
    """What this person holds: the looks that have a button."""
    looks: list[Reply] = []
    for command in live.standing.game.commands:
        if command.is_query and command.button:
            request = Request("", "", person, Called(command.name))
            with suppress(Refused):  # before the game, or while the automatic player has the seat
                looks.append(await changes.look(live, thinker, request, Invocation(command, {})))
    return tuple(looks)


def feed(game: AnyGame, rows: Sequence[StoredEvent]) -> tuple[tuple[int, str], ...]:
    """What happened, in paragraphs; what one request caused ends with it."""
    told: list[tuple[int, str]] = []
    batch: list[StoredEvent] = []
    for at, row in enumerate(rows):
        batch.append(row)
        if at + 1 == len(rows) or rows[at + 1].request is not None:
            events = [decode(each.kind, each.payload, game) for each in batch]
            told += [(row.sequence, paragraph) for paragraph in paragraphs(events, game)]
            batch = []
    return tuple(told)


def _chart(live: LiveTable) -> Reply:
    standing = live.standing
    if standing.state is None:
        raise Refused(texts.NOT_STARTED)
    drawing = standing.game.chart(standing.game.view(standing.state, None), live.names)
    if drawing is None:
        raise Refused(texts.no_chart(standing.game))
    return Reply(
        live.situation(),
        drawing=drawing,
        pictures=standing.table.pictures,
        names=live.names,
        table=live.id,
        sequence=standing.sequence,
    )


def _status(live: LiveTable, person: Person) -> Reply:
    text = texts.status(live.situation(), live.names, live.host)
    return live.reply(text, seat=live.seat_of(person), private=True, board=False)


async def _log(store: Store, live: LiveTable) -> Reply:
    rows = await store.events(live.id)
    game = live.standing.game
    lines = paragraphs([decode(row.kind, row.payload, game) for row in rows], game)
    numbered = list(enumerate(lines, start=1))[-LOG_LINES:]
    return Reply(texts.log_page(numbered, len(lines) - len(numbered)), private=True, names=live.names)


async def _verify(store: Store, live: LiveTable) -> Reply:
    standing = live.standing
    if standing.table.phase == "lobby":
        text = texts.VERIFY_LOBBY
    elif standing.playing:
        text = texts.verify_running(standing.table.commitment, standing.drawn)
    else:
        rows = await store.events(live.id)
        verdict = verify(export(live.id, live.seed, standing, rows))
        if verdict.wrong is None:
            text = texts.verify_passed(verdict.events, verdict.draws, verdict.commitment, verdict.last_hash)
            text = "\n".join([text, *_luck(live, rows)])
        else:
            text = texts.verify_failed(verdict.wrong, verdict.fault)
    return Reply(text, names=live.names, table=live.id, sequence=standing.sequence)


def _luck(live: LiveTable, rows: Sequence[StoredEvent]) -> list[str]:
    game = live.standing.game
    own = (decode(row.kind, row.payload, game) for row in rows if not row.kind.startswith(PREFIX))
    lines = luck([die for event in own for die in game.dice(event)], live.names)
    return [texts.luck(lines)] if lines else []


# --- rules and help ------------------------------------------------------------------------------------------------


def _rules(live: LiveTable | None, words: str) -> Reply:
    """At a table its own rules; elsewhere the first word may name the game."""
    game = live.standing.game if live else None
    first, _, rest = words.strip().partition(" ")
    if first.lower() in GAMES:
        game, words = GAMES[first.lower()], rest
    if game is None:
        if len(GAMES) > 1:
            return Reply(texts.which_rules(GAMES.values()), private=True, lines=_each_game("rules"))
        game = next(iter(GAMES.values()))
    return Reply(_topic(game, words.strip().lower()), private=True)


def _topic(game: AnyGame, word: str) -> str:
    if not word:
        return texts.rules_overview(game)
    exact = [topic for topic in game.rules if topic.key == word]
    found = exact or [topic for topic in game.rules if word in topic.key or word in topic.title.lower()]
    if not found:
        raise Refused(texts.unknown_topic(word, game.rules))
    return texts.topic(found[0])


def _help(live: LiveTable | None, person: Person) -> Reply:
    """What this person can do now, then what is there anyway."""
    if live is None:
        return _welcome()
    seat = live.seat_of(person)
    page = live.reply(live.situation(), seat=seat, private=True, board=False)
    now = _possible(page.choices, live.standing.game)
    seated = seat is not None
    always = ("board", "chart", "status", "log", "rules", "verify", "leave" if seated else "join", "end")
    idle = texts.nothing_to_do() if seated or live.unclaimed else texts.WATCHING
    situation = page.text if now else f"{page.text}\n{idle}"
    return replace(page, text=texts.help_page(situation, now, _commands(always), _others(always)))


def _welcome() -> Reply:
    """The help where there is no table."""
    now = [(f"new {game.key}", f"{game.title}: {game.summary.lower()}") for game in GAMES.values()]
    always = ("tutorial", "join", "rules", "history")
    text = texts.help_page(texts.WELCOME, now, _commands(always), ())
    return Reply(text, private=True, lines=_each_game("new"))


def _each_game(command: str) -> tuple[Suggestion, ...]:
    return tuple(Suggestion(f"{command} {game.key}", game.title) for game in GAMES.values())


def _about(word: str, live: LiveTable | None) -> Reply:
    """One command: how it is typed, what it does, and what its words mean; without a table those of all games."""
    name = word.rsplit(maxsplit=1)[-1].lower().removeprefix("/")  # behind a group, or behind /scrum
    if live is not None:
        return Reply(texts.command_page([find(name, live.standing.game)]), private=True)
    found = [command for _, command in everything() if command.name == name]
    return Reply(texts.command_page(found or [find(name, None)]), private=True)


def _others(told: Sequence[str]) -> list[str]:
    """The table's own commands that a page did not tell of."""
    usual = {"new", "help", "start", "bot", "join", "leave"}
    return [command.name for command in TABLE_COMMANDS if command.name not in {*told, *usual}]


def _possible(offered: Sequence[Choice], game: AnyGame) -> list[tuple[str, str]]:
    """Each choice in a line; a command with very many (a hand full of cards, a pitch full of steps) in one."""
    counts = Counter(choice.command.split()[0] for choice in offered)
    lines: dict[str, str] = {}
    for choice in offered:
        name = choice.command.split()[0]
        if counts[name] <= MAX_LINES:
            lines[choice.command] = choice.label
        else:
            command = find(name, game)
            lines[texts.usage(command)] = command.description
    return list(lines.items())


def _commands(names: Sequence[str]) -> list[tuple[str, str]]:
    described = {command.name: command for command in TABLE_COMMANDS}
    return [(texts.usage(described[name]), described[name].description) for name in names]
