"""Sentences about workshops: at a table, at the entrance, on the desk."""

from collections.abc import Sequence

from games.contract import AnyGame
from games.debrief import STAGE_TITLES, Kit
from games.language import Text, lazy, n, t
from games.text import listing, who

TRAINER = lazy("The trainer")


# --- at a table ----------------------------------------------------------------------------------------------------


def trainer_spoke(text: str, *, to_all: bool) -> str:
    text = hint(t(text.removeprefix(_HINT))) if text.startswith(_HINT) else text
    if to_all:
        return t("📣 The trainer to all teams: {text}", text=text)
    return t("📣 The trainer: {text}", text=text)


def question_asked(seat: int, text: str) -> str:
    return t("✋ {who} asks the trainer: {text}", who=who(seat), text=text)


def team_named(team: str) -> str:
    return t("This team is now called {team}.", team=team)


def clock_set(minutes: int) -> str:
    if not minutes:
        return t("The trainer has removed the shared clock.")
    return n(
        "⏱ The trainer has set a clock for all teams: {count} minute.",
        "⏱ The trainer has set a clock for all teams: {count} minutes.",
        minutes,
    )


_HINT = "💡 "


def hint(text: str) -> str:
    """A hint of the kit, which is stored in English and said to each team in its language."""
    return f"{_HINT}{text}"


def seed_shown(seed: str) -> str:
    return t(
        "The last team is done. The seed of the dice that all teams shared: `{seed}`. Everybody "
        "can now export their game and check that all teams rolled the same.",
        seed=seed,
    )


TIME_IS_UP = lazy("⏰ Time’s up! Please finish what you’re doing.")
UP_TO_THE_TRAINER = lazy("This table belongs to a workshop: its trainer decides that.")
LUCK_BY_LINK = lazy(
    "All teams share their dice here, so luck comes from everybody who takes a seat by the workshop’s link."
)
NO_TRAINER = lazy("This table isn’t part of a workshop, so there’s no trainer to ask.")
ASKED = lazy("I’ve put your question on the trainer’s desk.")


# --- the entrance --------------------------------------------------------------------------------------------------

GONE = lazy("This link leads nowhere any more. Ask your trainer for a new one.")
ENDED = lazy("This workshop is over.")


# --- the desk ------------------------------------------------------------------------------------------------------

NO_WEB = lazy("A workshop needs the web table, and it isn’t turned on here. The operator can set `WEB_TABLE=true`.")
OPENED_ALREADY = lazy("I’ve already opened this workshop. If you didn’t get the link to its desk, open another one.")
NO_SUCH_TEAM = lazy("There’s no such team.")
NOBODY_THERE = lazy("Nobody sits there.")
SAME_TEAM = lazy("They’re in that team already.")
NOTHING_SAID = lazy("Type what you’d like to say.")
HINT_DOES_NOT_FIT = lazy("That hint doesn’t fit what is going on there any more.")
DONE = lazy("Done.")
WORKSHOP_ENDED = lazy("The workshop is over. All tables are closed, and the comparison stays here.")


def team(number: int) -> str:
    return t("Team {number}", number=number)


def bad_teams(most: int) -> str:
    return t("A workshop has 1 to {most} teams.", most=most)


def bad_size(game: AnyGame, least: int, most: int) -> str:
    title = game.about.title
    if least == most:
        return t("{title} is played by {people} people in a team.", title=title, people=most)
    return t("{title} is played by {least} to {most} people in a team.", title=title, least=least, most=most)


def no_dice(game: AnyGame) -> str:
    return t("{title} has neither dice nor cards that could be the same for every team.", title=game.about.title)


def bad_clock(most: int) -> str:
    return t("The clock can be set to 1 to {most} minutes; 0 removes it.", most=most)


def too_few_to_talk(people: int) -> str:
    if people == 1:
        return t("A retrospective needs at least 2 people, and only 1 person is here.")
    return t("A retrospective needs at least 2 people, and nobody is here.")


def team_full(name: str) -> str:
    return t("{team} has no free seat.", team=name)


NEW_ENTRANCE = lazy("Here is a new link to the seats. The old one leads nowhere any more.")
BY_LINK = lazy("To take a seat, open the workshop’s link. Your trainer has it.")


# Nobody is named in these two: the desk's answers are stored with the workshop.


def removed(people: int) -> str:
    return n("{count} person has no seat any more.", "{count} people have no seat any more.", people)


def moved(name: str) -> str:
    return t("Moved to {team}.", team=name)


def empty_team(name: str) -> str:
    return t("{team} is empty and won’t start yet.", team=name)


def small_team(name: str, people: int, bots: int) -> str:
    if bots == 1:
        return n(
            "{team} has {count} person: an automatic player joins at the start.",
            "{team} has {count} people: an automatic player joins at the start.",
            people,
            team=name,
        )
    return n(
        "{team} has {count} person: {bots} automatic players join at the start.",
        "{team} has {count} people: {bots} automatic players join at the start.",
        people,
        team=name,
        bots=bots,
    )


def started(count: int) -> str:
    if not count:
        return t("No team could start: nobody has come in yet, or all are playing.")
    return n("{count} team started.", "{count} teams started.", count)


def paused(count: int) -> str:
    return n("{count} team paused.", "{count} teams paused.", count)


def continued(count: int) -> str:
    return n("{count} team back in play.", "{count} teams back in play.", count)


def retros(count: int) -> str:
    return t("Retrospectives opened: {count}.", count=count) if count else t("No team has just finished its game.")


ALL_TEAMS = lazy("All teams")
TOGETHER = lazy("All teams are in one retrospective now, at one board.")


def too_many_to_talk(people: int, most: int) -> str:
    return t(
        "{people} people are here, and one retrospective has room for {most}. Open one for each "
        "team instead, and let the teams tell each other about their actions afterwards.",
        people=people,
        most=most,
    )


def next_round(number: str) -> str:
    return t("Round {number}: the tables are set. Start when you’re ready.", number=number)


def still_playing(names: Sequence[str]) -> str:
    teams = listing(names)
    return n("{teams} is still playing.", "{teams} are still playing.", len(names), teams=teams)


def clock_runs(minutes: int) -> str:
    if not minutes:
        return t("The clock is off.")
    return n("All teams see the clock: {count} minute.", "All teams see the clock: {count} minutes.", minutes)


def renamed(name: str) -> str:
    return t("The team is now called {team}.", team=name)


def team_added(name: str) -> str:
    return t("{team} is ready.", team=name)


def told(name: str) -> str:
    return t("Sent to {team}.", team=name)


def told_all(count: int) -> str:
    return n("Sent to {count} team.", "Sent to {count} teams.", count)


def problem_at(name: str, sentence: str) -> str:
    return f"{name}: {sentence}"


# --- in chat -------------------------------------------------------------------------------------------------------


JOIN = lazy("Join")
TAKE_A_SEAT = lazy("Take a seat")
SEAT_IN_BROWSER = lazy("Take a seat in the browser")
YOUR_TABLE = lazy("Your team’s table")
DESK = lazy("Open your desk")
DESK_IS_YOURS = lazy(
    "Your desk: there you start the game, watch all teams, talk to them, and compare them "
    "afterwards. Whoever has this link runs the workshop, so keep it to yourself."
)
THREAD_COMES = lazy("Its thread opens here in a moment.")
NO_ROOM_HERE = lazy(
    "Its table isn’t shown here. Use the same code where no other table is, for example in a direct message with me."
)
NO_THREADS = lazy(
    "I can’t open threads for the teams here: that isn’t possible in this place, or I lack "
    "the permission. Everybody can still take a seat in the browser, by the link above."
)
NO_THREADS_HERE = lazy("There can’t be threads here. Leave `rooms=threads` out: every team has a page in the browser.")


def opened_here(game: AnyGame, teams: int, *, threads: bool, sheet: bool, chooses: bool) -> str:
    """The invitation. `sheet`: names and times are kept, and people know that before they come."""
    parts = [
        n(
            "A workshop is open: {title} with {count} team.",
            "A workshop is open: {title} with {count} teams.",
            teams,
            title=game.about.title,
        )
    ]
    if threads:
        parts.append(t("Every team gets a thread here."))
        parts.append(
            t("Join the one you like, or press Join here, and I’ll find you a team.")
            if chooses
            else t("Press Join, and I’ll find you a team.")
        )
    if sheet:
        parts.append(t("The trainer keeps an attendance sheet: your name and arrival time."))
    return " ".join(parts)


def your_team(name: str) -> str:
    return t("You’re in {team}.", team=name)


def look_on(name: str) -> str:
    return t("No seat is free now. You can watch {team}, and join when somebody leaves.", team=name)


def moved_here(person: str, name: str) -> str:
    return t("{who}, you’re in {team} now: this is your table.", who=person, team=name)


def bad_setting(word: str) -> str:
    return t(
        "I don’t understand “{word}”. A workshop has `teams=6`, `size=5`, `dice=same`, "
        "`seats=choose`, `rooms=web`, `attendance=on`, and the options of its game, such as "
        "`hours=250`.",
        word=word,
    )


def guide(title: str, kit: Kit) -> str:
    """A guide to running a game and what to ask afterwards, as a message."""
    timing = kit.timing
    first = t(
        "{title}: a guide for trainers. About {introduction} + {game} + {debrief} minutes (introduction, game, "
        "debrief).",
        title=title,
        introduction=timing.introduction,
        game=timing.game,
        debrief=timing.debrief,
    )
    lengths = [
        t("- `{settings}`: about {minutes} minutes for the game", settings=settings, minutes=minutes)
        for settings, minutes in kit.lengths.items()
    ]
    questions = [f"{STAGE_TITLES[each.stage]} {each.text}" for each in kit.questions if not each.when]
    parts = [
        "\n".join([first, *lengths]),
        _listed(t("What people can learn:"), kit.goals),
        *([_listed(t("Afterwards, they can:"), kit.outcomes)] if kit.outcomes else []),
        t("Before: {before}", before=kit.before),
        t("During: {during}", during=kit.during),
        t("After: {after}", after=kit.after),
        _listed(t("Watch for:"), kit.watch),
        _listed(t("To ask afterwards:"), questions),
    ]
    return "\n\n".join(parts)


def _listed(title: str, texts: Sequence[Text]) -> str:
    return "\n".join([title, *(f"- {each}" for each in texts)])


WHICH_GAME = lazy("Which game? For example `/scrum workshop new sprint teams=6`.")
NO_GUIDE = lazy("There’s no guide for this game yet.")
