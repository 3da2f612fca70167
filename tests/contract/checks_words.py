"""What people read and type: promises about commands, sentences, boards and charts."""

import re
from collections.abc import Iterable, Sequence
from typing import Any

from games.api import AnyGame, Command, IllegalMove
from games.chance import Chance
from games.graphics.drawing import ALT_LIMIT, WIDTH, Drawing, columns
from games.text import spell
from tests.contract.checks_secrets import shown, viewers
from tests.contract.play import Playthrough

MANY = 40
FEW = 8
LABEL_LIMIT = 75  # characters on a button
PRIVATE = re.compile("[\ue000-\uf8ff]")

WILD_NAMES = (
    "Zoë 👩‍💻❤️🇪🇺",
    "e\u0301a\u0308\u0323" * 12,
    "<script>&\"'</script>",
    "x" * 5_000,
    "測試測試測試測試測試測試測試測試測試測試測試",
    "**bold** @everyone `code`",
    "",
    "👍🏽" * 300,
    "\u200fעברית\u200e",
    "a b  c",
    "…" * 60,
    "ﷺ" * 40,
)
WILD_WORDS = ("", "²", "٣", "-1", "9" * 30, "👍", "S99", "\\", "yes no", "review " * 20, "None", "0", "1")


# --- words ---------------------------------------------------------------------------------------------------------


def check_words(game: AnyGame, played: Playthrough) -> None:
    """Every listed move can be said in words that are read as the same move."""
    commands = {command.name: command for command in game.commands}
    for state, drawn in played.sample(MANY):
        for seat in range(played.seats):
            for move in game.moves(state, seat):
                phrase = game.phrase(state, seat, move)
                assert 0 < len(phrase.label) <= LABEL_LIMIT, f"a button cannot say {phrase.label!r}"
                parameters = commands[phrase.command].parameters
                required = {parameter.name for parameter in parameters if parameter.required}
                words = {**phrase.arguments, **({phrase.asks: "Because it helps."} if phrase.asks else {})}
                assert required <= set(words) <= {parameter.name for parameter in parameters}
                understood = game.read(state, seat, phrase.command, words)
                if phrase.asks:
                    assert game.decide(state, seat, understood, Chance(played.seed, drawn))
                else:
                    assert understood == move, f"{phrase} is read as {understood}, not as {move}"


def check_wild_words(game: AnyGame, played: Playthrough) -> None:
    """Whatever is typed is understood or refused with a sentence; nothing breaks."""
    for state, drawn in played.sample(FEW):
        for seat in range(played.seats):
            for command in (each for each in game.commands if not each.slow):
                for word in WILD_WORDS if command.parameters else ("",):
                    words = {each.name: "0" if each.kind == "player" else word for each in command.parameters}
                    try:
                        _do(game, played, (state, drawn), seat, (command, words))
                    except IllegalMove as refused:
                        assert_plain(refused.sentence, played.seats)


def _do(
    game: AnyGame, played: Playthrough, at: tuple[Any, int], seat: int, said: tuple[Command, dict[str, str]]
) -> None:
    command, words = said
    state, drawn = at
    if command.is_query:
        names = [f"Player {each}" for each in range(played.seats)]
        look = game.answer(game.view(state, seat), command.name, words, names)
        assert look.text or look.drawing
    else:
        game.decide(state, seat, game.read(state, seat, command.name, words), Chance(played.seed, drawn))


def check_commands_are_reached(game: AnyGame, games: Iterable[Playthrough]) -> None:
    """Each command is what some move is called, or the rules explain it."""
    reached = {
        game.phrase(state, seat, move).command
        for played in games
        for state in played.states
        for seat in range(played.seats)
        for move in game.moves(state, seat)
    }
    explained = " ".join(topic.text for topic in game.rules)
    for command in game.commands:
        assert command.name in reached or f"`/scrum {command.name}" in explained, f"nothing leads to {command.name}"
    assert reached <= {command.name for command in game.commands if not command.is_query}


# --- sentences -----------------------------------------------------------------------------------------------------


def assert_plain(sentence: str, seats: int) -> None:
    """With names in the place of seats nothing private is left, and only seats that exist are meant."""
    names = [f"Player {seat}" for seat in range(seats)]
    try:
        spelled = spell(sentence, names.__getitem__)
    except IndexError as nobody:
        raise AssertionError(f"a seat that does not exist is meant in {sentence!r}") from nobody
    assert not PRIVATE.search(spelled), f"a mark was left in {spelled!r}"
    assert spelled.isprintable(), f"more than a line of text: {spelled!r}"
    assert spelled == spelled.strip()


def check_sentences(game: AnyGame, played: Playthrough) -> None:
    """Everything that is told is one plain sentence, with seats that exist."""
    for event in played.events:
        for viewer in viewers(played):
            told = game.narrate(event, viewer)
            if told:
                assert_plain(told, played.seats)
    for state, _ in played.sample(MANY):
        for viewer in viewers(played):
            prompt = game.prompt(game.view(state, viewer))
            assert prompt, "nobody knows what to do next"
            assert_plain(prompt, played.seats)
        for seat in range(played.seats):
            for move in game.moves(state, seat):
                assert_plain(game.phrase(state, seat, move).label, played.seats)


# --- pictures ------------------------------------------------------------------------------------------------------


def check_drawings(game: AnyGame, played: Playthrough) -> None:
    """Boards and charts fit a phone and alt texts the platforms, whatever people are called."""
    plain = [f"Player {seat + 1}" for seat in range(played.seats)]
    wild = [WILD_NAMES[(seat + len(played.steps)) % len(WILD_NAMES)] for seat in range(played.seats)]
    for state, _ in played.sample(FEW):
        for names in (plain, wild):
            for viewer in (None, played.seats - 1):
                _fits(game, game.view(state, viewer), names)


def _fits(game: AnyGame, view: Any, names: Sequence[str]) -> None:
    drawings: list[Drawing | None] = [game.draw(view, names), game.chart(view, names)]
    for drawing in drawings:
        if drawing is not None:
            for line in drawing.text.split("\n"):
                assert columns(line) <= WIDTH, f"{columns(line)} columns: {line!r}"
            assert drawing.text.strip()
            assert 0 < len(drawing.alt) <= ALT_LIMIT
            assert not PRIVATE.search(drawing.text + drawing.alt)


def check_quiet_events(game: AnyGame, played: Playthrough) -> None:
    """After an event of a quiet kind the board of the room looks as before."""
    names = [f"Player {seat}" for seat in range(played.seats)]
    for step in played.steps:
        state = step.before
        for event, after in zip(step.events, step.after, strict=True):
            if event.kind in game.quiet:
                boards = [shown(game.draw(game.view(each, None), names)) for each in (state, after)]
                assert boards[0] == boards[1], f"{event} is called quiet and changes the board"
            state = after


# --- the game's own description ------------------------------------------------------------------------------------


def check_description(game: AnyGame) -> None:
    """Names, options, commands and rules are whole: what the lobby and the help are made of."""
    assert re.fullmatch("[a-z]+", game.key)
    assert game.title
    assert game.summary
    assert len(game.seats) > 0
    assert game.seats[0] >= 1
    names = [command.name for command in game.commands]
    assert len(names) == len(set(names))
    keys = [topic.key for topic in game.rules]
    assert len(keys) == len(set(keys))
    assert all(topic.title and topic.text for topic in game.rules)
    kinds = set(game.events.json_schema()["discriminator"]["mapping"])
    assert game.hidden <= kinds, f"no such events: {game.hidden - kinds}"
    assert game.quiet <= kinds, f"no such events: {game.quiet - kinds}"
    for command in game.commands:
        assert command.description
        assert all(parameter.description for parameter in command.parameters)
        assert not any(parameter.rest for parameter in command.parameters[:-1]), "only the last takes the rest"
        assert all(parameter.choices for parameter in command.parameters if parameter.kind == "choice")


def check_options(game: AnyGame) -> None:
    """Each default may also be typed, what lies outside the bounds may not."""
    for option in game.options:
        assert option.description
        try:
            assert option.read(str(option.default)) == option.default
        except ValueError as refused:
            raise AssertionError(f"the default of {option.name} is not allowed: {refused}") from refused
        outside = ["", "nonsense", "-1"] + (
            [] if option.choices else [str(option.minimum - 1), str(option.maximum + 1)]
        )
        for text in outside:
            try:
                value = option.read(text)
            except ValueError:
                continue
            raise AssertionError(f"{option.name} may be {value!r}")
