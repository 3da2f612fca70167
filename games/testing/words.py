"""Promises about what people read and type: commands, sentences, boards and charts."""

import re
from collections.abc import Iterable, Sequence
from typing import Any

from games.chance import Chance
from games.contract import AnyGame, Command, IllegalMove, Phrase, natures
from games.description import problems
from games.graphics.drawing import ALT_LIMIT, WIDTH, columns
from games.testing.play import BOARDS, DESCRIPTION, EVENTS, WORDS, Playthrough, plain_names
from games.testing.secrets import shown, viewers
from games.text import spell

MANY = 40
FEW = 8
MAX_CARDS = 3
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


# --- commands --------------------------------------------------------------------------------------------------------


def check_words(game: AnyGame, played: Playthrough) -> None:
    """Every listed move can be put into words that are read as the same move."""
    commands = {command.name: command for command in game.commands}
    for state, drawn in played.sample(MANY):
        for seat in range(played.seats):
            for move in game.moves(state, seat):
                _check_phrase(game, commands, (state, seat, move), Chance(played.seed, drawn))


def _check_phrase(game: AnyGame, commands: dict[str, Command], what: tuple[Any, int, Any], chance: Chance) -> None:
    state, seat, move = what
    phrase = game.phrase(state, seat, move)
    fits = 0 < len(phrase.label) <= LABEL_LIMIT
    assert fits, WORDS(f"The label of a button must have 1 to {LABEL_LIMIT} characters: {phrase.label!r}.")
    assert phrase.command in commands, WORDS(
        f"`phrase` names the command {phrase.command!r}, which is not in `commands`."
    )
    parameters = commands[phrase.command].parameters
    required = {parameter.name for parameter in parameters if parameter.required}
    words = {**phrase.arguments, **({phrase.asks: "Because it helps."} if phrase.asks else {})}
    complete = required <= set(words) <= {parameter.name for parameter in parameters}
    assert complete, WORDS(
        f"`phrase` must fill in the required parameters of {phrase.command}, and no others: {words}."
    )
    understood = game.read(state, seat, phrase.command, words)
    if phrase.asks:
        events = game.decide(state, seat, understood, chance)
        assert events, WORDS(f"{phrase.command} must be accepted when a person fills in {phrase.asks}.")
    else:
        assert understood == move, WORDS(f"`read` must turn {phrase} back into {move}, not into {understood}.")


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
        answer = game.shows.answer(game.view(state, seat), command.name, words, plain_names(played.seats))
        assert answer.text or answer.drawing, WORDS(f"The answer to {command.name} must not be empty.")
        return
    try:
        move = game.read(state, seat, command.name, words)
    except IllegalMove:
        raise
    except Exception as broke:
        sentence = f"`read` must refuse {command.name} {words} with an IllegalMove; it raised {broke!r}."
        raise AssertionError(WORDS(sentence)) from broke
    game.decide(state, seat, move, Chance(played.seed, drawn))


def check_commands_are_reached(game: AnyGame, games: Iterable[Playthrough]) -> None:
    """Each command is the name of some move, or the rules explain it."""
    reached = {
        game.phrase(state, seat, move).command
        for played in games
        for state in played.states
        for seat in range(played.seats)
        for move in game.moves(state, seat)
    }
    explained = " ".join(str(topic.text) for topic in game.rules)
    for command in game.commands:
        found = command.name in reached or f"`/scrum {command.name}" in explained
        assert found, WORDS(
            f"No move leads to the command {command.name}, and no rule mentions `/scrum {command.name}`."
        )
    queries = sorted(reached & {command.name for command in game.commands if command.is_query})
    assert not queries, WORDS(f"`phrase` must not use the queries {queries}: they change nothing.")


# --- sentences -------------------------------------------------------------------------------------------------------


def assert_plain(sentence: str, seats: int) -> None:
    """With names in place of seats, one line of plain text is left, and only existing seats are named."""
    try:
        spelled = spell(sentence, plain_names(seats).__getitem__)
    except IndexError as nobody:
        raise AssertionError(WORDS(f"A sentence names a seat that does not exist: {sentence!r}.")) from nobody
    assert not PRIVATE.search(spelled), WORDS(f"A sentence has half a mark of a seat; use games.text.who: {spelled!r}.")
    assert spelled.isprintable(), WORDS(f"A sentence must be one line of text: {spelled!r}.")
    assert spelled == spelled.strip(), WORDS(f"A sentence must not begin or end with a space: {spelled!r}.")


def check_sentences(game: AnyGame, played: Playthrough) -> None:
    """Narration, prompts and labels are single plain sentences that name existing seats."""
    for event in played.events:
        for viewer in viewers(played):
            if sentence := game.narrate(event, viewer):
                assert_plain(sentence, played.seats)
    for state, _ in played.sample(MANY):
        for viewer in viewers(played):
            prompt = game.prompt(game.view(state, viewer))
            assert prompt, WORDS("`prompt` must always say what to do next, or that the game is over.")
            assert_plain(prompt, played.seats)
        for seat in range(played.seats):
            for move in game.moves(state, seat):
                phrase = game.phrase(state, seat, move)
                assert_plain(phrase.label, played.seats)
                assert not game.seating.worded_alike or phrase == game.phrase(state, (seat + 1) % played.seats, move), (
                    WORDS(
                        f"“{phrase.label}” depends on the seat, but `seating` says that moves are worded alike for all."
                    )
                )


def check_shown_cards(game: AnyGame, played: Playthrough) -> None:
    """Cards are complete, a title names just one, and whatever names a card names one that can be looked up."""
    for state, _ in played.sample(FEW):
        view = game.view(state, None)
        every = [card.title for card in game.shows.every_card(view)]
        assert len(set(every)) == len(every), WORDS("Two cards of `every_card` have the same title.")
        for card in (*game.shows.every_card(view), *game.shows.cards(view)):
            assert all((card.title, card.kind)), WORDS(f"A card needs a title and a kind: {card}.")
            assert_plain(card.note, played.seats)
        named = {card.title for card in game.shows.cards(view)}
        for seat in range(played.seats):
            phrases = [game.phrase(state, seat, move) for move in game.moves(state, seat)]
            named |= {title for phrase in phrases for title in phrase.cards}
            for phrase in phrases:
                assert_plain(phrase.note, played.seats)
                _assert_asks_twice(game, phrase)
        assert named <= {*every}, WORDS(
            f"`every_card` lacks {sorted(named - {*every})}, which a move or `cards` names."
        )


def _assert_asks_twice(game: AnyGame, phrase: Phrase) -> None:
    """A grave move says what is at stake, and its command is one that asks twice."""
    grave = any(command.grave for command in game.commands if command.name == phrase.command)
    assert not phrase.grave or (phrase.note and grave), WORDS(
        f"“{phrase.label}” is grave: give it a `note`, and its command {phrase.command} the mark `grave`."
    )


def check_highlights(game: AnyGame, played: Playthrough) -> None:
    """What stood out in a game is told in plain sentences that name existing seats, also if it ended early."""
    for events in (played.events, played.events[: len(played.events) // 2]):
        for sentence in game.memories.highlights(events):
            assert_plain(sentence, played.seats)


# --- boards ----------------------------------------------------------------------------------------------------------


def check_drawings(game: AnyGame, played: Playthrough) -> None:
    """Text boards and charts fit a phone and alt texts the platforms, whatever the players are called."""
    plain = [f"Player {seat + 1}" for seat in range(played.seats)]
    wild = [WILD_NAMES[(seat + len(played.steps)) % len(WILD_NAMES)] for seat in range(played.seats)]
    for state, _ in played.sample(FEW):
        for names in (plain, wild):
            for viewer in (None, played.seats - 1):
                _check_fits(game, game.view(state, viewer), names)


def _check_fits(game: AnyGame, view: Any, names: Sequence[str]) -> None:
    for drawing in (game.board(view, names), game.shows.chart(view, names)):
        if drawing is not None:
            assert drawing.text.strip(), BOARDS("The text board must not be empty: some people read nothing else.")
            wide = [line for line in drawing.text.split("\n") if columns(line) > WIDTH]
            assert not wide, BOARDS(
                f"A line of the text board must have at most {WIDTH} columns (games.graphics.drawing.fit cuts): {wide}."
            )
            length = len(drawing.alt)
            assert 0 < length <= ALT_LIMIT, BOARDS(f"The alt text must have 1 to {ALT_LIMIT} characters, not {length}.")
            marked = PRIVATE.search(drawing.text + drawing.alt)
            assert not marked, BOARDS("A board must have names, not the marks of `games.text.who`.")


def check_cards(game: AnyGame, played: Playthrough) -> None:
    """At most three cards matter now, and each has a title and sentences to read."""
    for state, _ in played.sample(FEW):
        cards = game.shows.cards(game.view(state, None))
        assert len(cards) <= MAX_CARDS, WORDS(f"`cards` must show at most {MAX_CARDS} cards, not {len(cards)}.")
        for card in cards:
            assert all((card.title, card.kind)), WORDS(f"A shown card needs a title and a kind: {card}.")
            assert_plain(card.title, played.seats)
            if card.note:
                assert_plain(card.note, played.seats)


def check_quiet_events(game: AnyGame, played: Playthrough) -> None:
    """After an event of a quiet kind the room's board looks as before."""
    names = plain_names(played.seats)
    for step in played.steps:
        state = step.before
        for event, after in zip(step.events, step.after, strict=True):
            if event.kind in natures(game).quiet:
                boards = [shown(game.board(game.view(each, None), names)) for each in (state, after)]
                assert boards[0] == boards[1], BOARDS(
                    f"`quiet` names {event.kind}, but such an event changes the board: take it out of `quiet`."
                )
            state = after


# --- the game's own description --------------------------------------------------------------------------------------


def check_description(game: AnyGame) -> None:
    """Names, options, commands, rules and kinds of events are complete, and every platform takes them."""
    for problem in problems(game):
        raise AssertionError(DESCRIPTION(problem))


def check_options(game: AnyGame) -> None:
    """Values outside the bounds of an option are refused."""
    for option in game.options:
        outside = [""] if option.free and option.minimum == 1 else ["", "nonsense", "-1"]
        outside += [] if option.choices else [str(option.minimum - 1), str(option.maximum + 1)]
        for text in outside:
            try:
                value = option.read(text)
            except ValueError:
                continue
            raise AssertionError(DESCRIPTION(f"The option {option.name} must refuse {text!r}; it read {value!r}."))


def check_every_kind_happens(game: AnyGame, games: Iterable[Playthrough]) -> None:
    """Random games show every kind of event, so that the other checks have seen them all."""
    seen = {event.kind for played in games for event in (*played.events, *_arrivals(game, played))}
    missing = sorted(natures(game).kinds - natures(game).former - seen)
    assert not missing, EVENTS(f"These kinds of events never happened in random games: {missing}.")


def _arrivals(game: AnyGame, played: Playthrough) -> list[Any]:
    """The events when one more person joins."""
    arriving = ((state, game.seating.arrival(state)) for state in played.states if game.result(state) is None)
    state, move = next((each for each in arriving if each[1] is not None), (None, None))
    return [] if move is None else game.decide(state, played.seats, move, played.chance(0))
