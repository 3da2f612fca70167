"""The Settings form: one submission is one change of everything, for the host alone, before the start."""

import pytest

from bot.kernel.messages import Filled, Request, Response
from bot.kernel.table import refusals, texts
from bot.kernel.table.settings import Settings, fields, option_words
from games import GAMES
from games.contract import AnyGame, defaults
from games.parts import Form
from tests.bot.harness import ROOM, Bench, new_id, person, spelled

_MOST_FIELDS = 5  # of a form on Discord


async def form(bench: Bench, name: str) -> Form | None:
    return await bench.service.form(person(name), (await bench.live()).id, "options")


async def submit(bench: Bench, name: str, delivery: str = "", **chosen: str) -> Response:
    said = Filled((await bench.live()).id, "options", chosen)
    return await bench.service.handle(Request(delivery or new_id(), ROOM, person(name), said))


async def test_the_form_shows_what_is_chosen_now_and_what_each_choice_means(bench: Bench) -> None:
    """Difficulty with measured chances, automatic players and reminders, each filled in."""
    await bench.seat("anna", options="difficulty=relaxed")
    await bench.say("anna", "bot")
    await bench.say("anna", "pace live 5")
    asked = await form(bench, "anna")
    assert asked is not None
    filled = {field.name: field.filled for field in asked.fields}
    assert filled == {
        "difficulty": ("relaxed",),
        "board": ("standard",),
        "sprints": ("1",),
        "bots": ("1",),
        "pace": ("live",),
    }
    difficulty, pace = asked.fields[0], asked.fields[-1]
    assert difficulty.notes[1] == "A sensible team of any size wins about 80%"
    assert pace.notes[0] == "I remind people after 5 minutes."


async def test_one_submission_changes_everything_at_once(bench: Bench) -> None:
    """Options, automatic players at a level and the pace are one append; sent again, it counts once."""
    await bench.seat("anna", "ben", game="scrumkin")
    chosen = {"mode": "collaborative", "drops": "never", "bots": "2", "level": "expert", "pace": "async"}
    response = await submit(bench, "anna", "the-form", **chosen)
    assert (response.outcome, response.replies) == ("done", ())
    requests = {event.request for event in (await bench.events())[3:]}
    assert requests == {"the-form", None}
    table = (await bench.standing()).table
    assert (table.options["mode"], table.levels) == ("collaborative", ("", "", "expert", "expert"))
    assert table.pace is not None
    assert "(mode: collaborative): every seat is taken" in bench.chat.texts()[-1]
    events = await bench.events()
    again = await submit(bench.another_process(), "anna", "the-form", **chosen)
    assert again.outcome == "answered"
    assert await bench.events() == events


async def test_fewer_automatic_players_and_another_level(bench: Bench) -> None:
    """The last ones leave, and people keep their seats; at another level, all are seated again."""
    await bench.seat("anna", game="scrumkin")
    await submit(bench, "anna", bots="2", level="beginner")
    await bench.say("ben", "join")
    await submit(bench, "anna", bots="1", level="beginner")
    assert (await bench.standing()).table.seats == ("person", "automatic", "person")
    await submit(bench, "anna", bots="1", level="club")
    assert (await bench.standing()).table.levels == ("", "", "club")
    live = await bench.another_process().live()
    assert [(each.name, each.seat) for each in live.people] == [("anna", 0), ("ben", 1)]


async def test_all_or_nothing(bench: Bench) -> None:
    """One value that isn't possible, and nothing has changed; the refusal names the field."""
    await bench.seat("anna", "ben", game="scrumkin")
    before = await bench.snapshot()
    wrong = {"bots": "7", "level": "grandmaster", "pace": "sometimes", "mode": "sideways"}
    for name, value in wrong.items():
        chosen = {"mode": "collaborative", "pace": "live", name: value}
        response = await submit(bench, "anna", **chosen)
        assert (response.outcome, response.field) == ("refused", name)
    assert await bench.snapshot() == before
    for same in ({"mode": "competitive"}, {"bots": "0", "level": "expert"}):  # nobody plays at that level
        assert str(refusals.SAME_OPTIONS) in spelled((await submit(bench, "anna", **same)).replies[0])


async def test_only_for_the_host(bench: Bench) -> None:
    """Others can read the settings, in the same place; a form of theirs is refused, also after the start."""
    await bench.seat("anna", "ben")
    assert await form(bench, "ben") is None
    [shown] = await bench.press("ben", bench.choice("Settings"))
    assert "- `difficulty=document`: 300 hours in 10 days" in shown.text
    assert str(texts.HOST_CAN_CHANGE) in shown.text
    assert shown.acts == ()
    response = await submit(bench, "ben", difficulty="relaxed")
    assert str(refusals.ONLY_HOST_CHOOSES) in spelled(response.replies[0])
    panels = [await bench.service.page(ROOM, person(name)) for name in ("anna", "ben")]
    assert [any(act.label == "Settings" for act in page.reply.acts) for page in panels if page] == [True, False]
    help_pages = [(await bench.say(name, "help"))[0] for name in ("anna", "ben")]
    assert [any(act.label == "Settings" for act in page.acts) for page in help_pages] == [True, False]
    await bench.say("anna", "start")
    assert await form(bench, "anna") is None
    response = await submit(bench, "anna", difficulty="relaxed")
    assert str(refusals.OPTIONS_ONLY_IN_LOBBY) in spelled(response.replies[0])


async def test_options_without_arguments_are_shown(bench: Bench) -> None:
    """With their values and what these mean; the host gets the form with it, and `status` names them too."""
    await bench.seat("anna", "ben", options="difficulty=demanding hours=250")
    [shown] = await bench.say("anna", "options")
    assert "- `difficulty=demanding`: A sensible team of any size wins about 45%" in shown.text
    assert "- `hours=250`: Hours of work at the start" in shown.text
    assert "- `days=0`: Days in the sprint, as the difficulty says" in shown.text
    assert shown.text.endswith("such as `/scrum options hints=off`.")
    assert [act.form for act in shown.acts] == ["Settings"]
    [status] = await bench.say("ben", "status")
    assert "difficulty: Demanding" in status.text
    await bench.say("anna", "start")
    [status] = await bench.say("ben", "status")
    assert "Settings: difficulty: Demanding and hours: 250." in status.text


async def test_a_meeting_has_formats_with_their_columns(bench: Bench) -> None:
    """Choosing one gives up the host's own columns, which are an entry until then."""
    await bench.seat("anna", options="columns=Keep,Let_go", game="retro")
    asked = await form(bench, "anna")
    assert asked is not None
    formats = asked.fields[0]
    assert (formats.name, formats.filled) == ("format", (formats.options[0][0],))
    assert formats.options[0][1] == "Your own: Keep, Let go"
    assert formats.notes[2] == "Mad, Sad, Glad"
    response = await submit(bench, "anna", format=formats.options[0][0], dots="5")
    assert response.outcome == "done"
    assert (await bench.standing()).table.options["columns"] == "Keep,Let_go"
    await submit(bench, "anna", format="mad-sad-glad", anonymous="no")
    options = (await bench.standing()).table.options
    assert (options["format"], options["columns"], options["dots"]) == ("mad-sad-glad", "format", 5)


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_a_form_of_at_most_five_fields(game: AnyGame) -> None:
    """Discord's forms have five; with what they are filled in with, nothing changes."""
    now = Settings(defaults(game))
    asked = fields(game, now)
    assert 1 <= len(asked) + 1 <= _MOST_FIELDS  # the pace is asked for too
    assert option_words(game, {field.name: field.filled[0] for field in asked}, now.options) == ""
    described = [field for field in asked if field.notes]
    assert all(len(field.notes) == len(field.options) for field in described)
    assert all(len(note) <= 75 for field in described for note in field.notes if not field.groups)  # Slack's limit
