"""Where acts go, for every game: one layout for all platforms, within the limits of each."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adapters.console import screen as console
from adapters.discord.outgoing import controls as discord
from adapters.layout import MORE, Layout, Limits, asked_for, in_its_language, laid_out, panel
from adapters.slack.incoming import wizard
from adapters.slack.outgoing import acts as slack
from adapters.teams.outgoing import controls as teams
from adapters.web.table import serialization as web
from bot.kernel.messages import Act, Reply
from bot.kernel.store import Store
from games import BUILT_IN, GAMES
from games.contract import Parameter, Role
from games.language import speaking
from tests.bot.harness import Bench
from tests.languages.pseudo import TAG, accented, install

LIMITS = [discord.LIMITS, slack.LIMITS, wizard.LIMITS, teams.LIMITS, web.LIMITS, console.LIMITS]
ROLES: tuple[Role, ...] = ("main", "usual", "thing", "lead", "rare")


def within(layout: Layout, limits: Limits) -> bool:
    buttons = len(layout.things) + len(layout.buttons)
    entries = max((len(menu.acts) for menu in layout.menus), default=0)
    return buttons <= limits.buttons and len(layout.menus) <= limits.menus and entries <= limits.entries


def placed(layout: Layout) -> Counter[str]:
    return Counter(act.button for control in layout.controls for act in control.acts)


def check(acts: tuple[Act, ...], limits: Limits) -> None:
    """A room's message, and the panel of a person who has these acts, page by page."""
    room = laid_out(acts, limits)
    assert within(room, limits)
    assert all(control.first.role not in {"lead", "rare"} for control in room.controls)
    assert placed(room) + Counter(act.button for act in room.more) == Counter(act.button for act in acts)
    found, page = Counter[str](), 0
    while left := panel(acts, limits, page):
        shown = laid_out(left, limits, private=True)
        assert within(shown, limits)
        found += placed(shown)
        page += 1
    assert found == Counter(act.button for act in acts)


def check_lists(acts: tuple[Act, ...]) -> None:
    """On the web everything is drawn once; at the console everything has a number or, if it is rare, a name.

    A form stands for all acts that it can do.
    """
    drawn = web.layout(acts)
    places = {area: [at for control in drawn[area] for at in control["acts"]] for area in ("now", "lead", "more")}
    assert sorted(at for area in places.values() for at in area) == list(range(len(acts)))
    assert all(acts[at].role not in {"lead", "rare"} for at in places["now"])
    assert {acts[at].role for at in places["lead"]} <= {"lead"}
    numbered = console.numbered(Reply(acts=acts))
    usual = [act for act in acts if act.role != "rare"]
    assert Counter(act for act in numbered if not act.form) == Counter(act for act in usual if not act.form)
    assert {act.form for act in numbered} == {act.form for act in usual}
    assert all(act.role != "main" for act in numbered[1:] if len(numbered) <= console.LIMITS.buttons)


@pytest.mark.parametrize("game", BUILT_IN)
async def test_every_act_of_a_game_has_its_place(sqlite_store: Store, game: str) -> None:
    """At most one is the main one, what is for leaders is in the panel only, limits are kept, and nothing is lost."""
    bench = Bench(sqlite_store)
    await bench.seat("anna", "ben", game=game)
    await bench.say("anna", "start")
    for _ in range(8 if GAMES[game].bots.thinks else 60):
        live = await bench.live()
        for seat in (None, *range(len(live.names))):
            acts = live.reply(seat=seat, private=seat is not None, board=False).acts
            assert sum(act.role == "main" for act in acts) <= 1
            check_lists(acts)
            for limits in LIMITS:
                check(acts, limits)
        if not live.standing.playing:
            break
        await bench.step()
    await bench.service.close()


@st.composite
def offered(draw: st.DrawFn) -> tuple[Act, ...]:
    """More acts than a game ever has, of commands that may or may not be known."""
    commands = draw(st.lists(st.sampled_from(["go", "vote", "note", "a", "b", "c"]), min_size=1, unique=True))
    asks = st.sampled_from([None, Parameter("text", "What")])
    return tuple(
        Act(
            f"t:1:{at}",
            f"{at}",
            f"{draw(st.sampled_from(commands))} {at}",
            draw(st.sampled_from(ROLES)),
            "",
            draw(asks),
            draw(st.sampled_from(["", "A form"])),
        )
        for at in range(draw(st.integers(0, 160)))
    )


@settings(max_examples=40)
@given(offered(), st.sampled_from(LIMITS))
def test_any_number_of_acts_has_a_place(acts: tuple[Act, ...], limits: Limits) -> None:
    check(acts, limits)


@settings(max_examples=40)
@given(offered())
def test_pages_and_terminals_show_them_all(acts: tuple[Act, ...]) -> None:
    check_lists(tuple(act for at, act in enumerate(acts) if act.role != "main" or not at))


def test_the_main_act_is_the_first_button() -> None:
    usual, main = Act("t:1:0", "Hint", "hint"), Act("t:1:1", "Roll", "roll", "main")
    assert [control.first for control in laid_out((usual, main), discord.LIMITS).buttons] == [main, usual]


def test_only_the_largest_command_becomes_a_menu() -> None:
    """With many acts, the command with the most goes to a menu; all others stay buttons."""
    spaces = tuple(Act(f"t:1:{number}", f"S{number}", f"go {number}", "thing") for number in range(12))
    cover = tuple(Act(f"t:1:{name}", f"Carry on without {name}", f"cover {name}") for name in "ab")
    layout = laid_out((*spaces, *cover), discord.LIMITS)
    assert [menu.acts for menu in layout.menus] == [spaces]
    assert [button.first for button in layout.buttons] == [*cover]


def test_a_form_stands_for_acts_that_belong_together() -> None:
    """A note for every column is one button, dots on topics are another; taking a note out of its group is none."""
    asks = Parameter("text", "What")
    notes = tuple(
        Act(f"t:1:{at}", f"Note {at}", f"note {at}", "main" if not at else "usual", asks=asks, form="Write notes")
        for at in range(3)
    )
    dots = tuple(Act(f"t:1:1{at}", f"Topic {at}", f"vote {at}", "thing", form="Place my dots") for at in range(5))
    other = Act("t:1:20", "Ungroup 3", "group 3", "thing")
    layout = laid_out((*notes, *dots, other), slack.LIMITS)
    assert [(control.form, control.acts) for control in layout.buttons] == [("Write notes", notes)]
    assert [(control.form, control.acts) for control in layout.things] == [("Place my dots", dots), ("", (other,))]
    assert not layout.menus


# --- languages -------------------------------------------------------------------------------------------------------


def test_a_reply_is_drawn_in_its_language() -> None:
    """Whatever language is spoken around it; afterwards that one is spoken again."""

    @in_its_language
    def drawn(reply: Reply, more: str) -> str:
        return f"{reply.story} {MORE} {more}"

    install()
    with speaking("en"):
        assert drawn(Reply("Roll!", language=TAG), "now") == f"Roll! {accented('More…')} now"
        assert drawn(Reply("Roll!"), more="now") == "Roll! More… now"
    with speaking(TAG):
        assert Reply().language == TAG
        assert drawn(Reply("Roll!", language="en"), "now") == "Roll! More… now"


def test_what_is_asked_for() -> None:
    """The names of parameters are typed in English, but read above a field; a plugin's are as they are."""
    assert (asked_for("reason"), asked_for("wish")) == ("Reason", "Wish")
    install()
    with speaking(TAG):
        assert (asked_for("reason"), asked_for("wish")) == (accented("Reason"), "Wish")
