"""What a table says in another language: one of a program, which puts every text in brackets."""

from collections.abc import Iterator

import pytest

from bot.kernel.table import names, refusals, settings, texts
from bot.kernel.table.buttons import available
from bot.kernel.table.meeting_words import in_words_of
from bot.kernel.table.narration import paragraphs
from bot.kernel.table.settings import Settings
from games import GAMES, language
from games.contract import defaults
from games.language import Catalogue, add_language, speaking
from games.sprint.model import Moved, Rolled
from games.text import spell
from tests.bot.harness import Bench
from tests.languages.messages import TRANSLATED

OTHER = "x-brackets"


class _Bracketed(dict[str, str]):
    """Every text, in brackets."""

    def get(self, key: str, default: str = "") -> str:  # type: ignore[override]
        del key
        return f"[{default}]"


class _Counted(dict[str, tuple[str, ...]]):
    """Every text that counts something, in brackets and as if there were one."""

    def get(self, key: str, default: object = None) -> tuple[str, ...]:
        del default
        return (f"[{key}]", f"[{key}]")


@pytest.fixture(autouse=True)
def other_language() -> Iterator[None]:
    add_language(Catalogue(OTHER, "Bracketed", _Bracketed(), _Counted(), lambda count: int(count != 1)))
    yield
    del language._made[OTHER]
    language._forget()


async def test_a_table_speaks_two_languages_at_once(bench: Bench) -> None:
    """What it keeps of names, offers and whose turn it is is kept by language."""
    await bench.seat("anna", options="hours=250")
    await bench.say("anna", "bot")
    live = await bench.live()
    before = live.names, live.reply().acts, live.situation(), live.chairs(), live.overview()
    with speaking(OTHER):
        assert live.names == ("anna", "[Grace (bot)]")
        assert [chair.name for chair in live.chairs()] == list(live.names)
        assert {act.label[0] for act in live.reply().acts} == {"["}
        assert live.situation().startswith("[")
        assert [act.command for act in live.reply().acts] == [act.command for act in before[1]]
    assert (live.names, live.reply().acts, live.situation(), live.chairs(), live.overview()) == before
    await bench.say("anna", "start")
    prompt = live.situation()
    with speaking(OTHER):
        assert live.situation() != prompt
    assert live.situation() == prompt


async def test_buttons_mean_the_same_in_every_language(bench: Bench) -> None:
    """A button carries a place in the list of what can be done."""
    await bench.begin()
    standing = await bench.standing()
    with speaking(OTHER):
        others = available(standing, 0)
    assert [(each.command, each.arguments, each.role) for each in others] == [
        (each.command, each.arguments, each.role) for each in available(standing, 0)
    ]


def test_the_names_of_seats() -> None:
    """They are kept in English and said as people read them; without the mark they are found in any language."""
    with speaking(OTHER):
        assert names.said_name("Ada (bot)") == "[Ada (bot)]"
        assert names.said_name("Somebody") == "[Somebody]"
        assert names.said_name("anna") == "anna"
    assert {names.own_name(each) for each in ("[Ada (bot)]", "Ada (bot)", "[Ada (away)]", "Ada")} == {"Ada"}


def test_the_words_of_a_meeting() -> None:
    """A table's sentence is replaced in every language, also where the replacement names the meeting."""
    retro, sprint = GAMES["retro"], GAMES["sprint"]
    with speaking(OTHER):
        assert in_words_of(sprint, refusals.TABLE_OVER) == f"[{refusals.TABLE_OVER.text}]"
        assert "`/scrum new retro`.]" in in_words_of(retro, refusals.TABLE_OVER)
        assert in_words_of(retro, "as it was said") == "as it was said"
    assert in_words_of(retro, refusals.NOT_PUT_AWAY) == "This retrospective is open; just carry on."


def test_sentences_are_only_merged_where_they_begin_with_the_player() -> None:
    """Elsewhere each stays a sentence of its own."""
    events = (Rolled(0, (1, 4)), Moved(0, "S3", ()))

    def told() -> str:
        (paragraph,) = paragraphs(events, GAMES["sprint"])
        return spell(paragraph, ("anna", "ben").__getitem__)

    assert told().count("anna") == 1
    with speaking(OTHER):
        assert told().count("anna") == len(events)


async def test_a_remark_is_said_when_it_is_shown(bench: Bench) -> None:
    """It isn't kept in the language of whoever made the move."""
    await bench.begin(options="days=3")
    with speaking(OTHER):
        standing = await bench.play_until_remark()
        assert [line[0] for _, line in standing.remarks] == ["["]
    (sequence, line), *_ = standing.remarks
    assert line == "An impediment is the team’s now. Who can help before the day ends?"
    assert sequence <= standing.sequence


@pytest.mark.parametrize("key", TRANSLATED)
def test_names_of_options_and_levels_can_be_translated(key: str) -> None:
    """People type them in English; what they read instead is in the catalogue."""
    game = GAMES[key]
    assert {option.name for option in game.options} <= {each.text for each in texts.OPTION_NAMES}
    assert set(game.bots.levels) <= {each.text for each in texts.LEVELS}
    with speaking(OTHER):
        fields = settings.fields(game, Settings(defaults(game)))
    assert fields
    assert {field.label[0] for field in fields} == {"["}


def test_durations() -> None:
    assert [texts.length(seconds) for seconds in (1, 59, 60, 90, 3600, 5400, 86400, 172800)] == [
        "1 second",
        "59 seconds",
        "1 minute",
        "2 minutes",
        "1 hour",
        "90 minutes",
        "1 day",
        "2 days",
    ]
    assert [texts.time_left(seconds) for seconds in (0, 59, 60, 7000, 7200, 200_000)] == [
        "1 second",
        "59 seconds",
        "1 min",
        "117 min",
        "2 hours",
        "2 days",
    ]
