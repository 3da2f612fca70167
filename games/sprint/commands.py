"""The commands of The Scrum Game: reading them as moves, and phrasing moves as commands."""

from collections.abc import Mapping
from typing import assert_never

from games.contract import SHARED, Command, Parameter, Phrase
from games.language import Lazy, Text, lazy, n, t
from games.sprint import refusals
from games.sprint.board import REVIEW, card, load_board
from games.sprint.model import CallTime, Discussion, Done, Go, Improve, Move, Plan, PlayTool, Roll, State, Vote
from games.sprint.release import FORECASTS, IMPROVEMENTS, Improvement
from games.sprint.words.terms import hours, improvement_effect, improvement_title, space_name
from games.text import who
from games.values import replace

COMMANDS: tuple[Command, ...] = (
    Command("roll", lazy("Roll the dice and move; if you’re impeded, roll for a scrum"), preparable=True),
    Command(
        "go",
        lazy("Choose a space, when your roll gives you a choice"),
        (Parameter("space", lazy("A space such as S4 or D2, or review, or stay")),),
        grave=True,
    ),
    Command(
        "tool",
        lazy("Play a tool, against your impediment or a teammate’s"),
        (
            Parameter("card", lazy("Its number on the board, or part of its title")),
            Parameter("player", lazy("Who is impeded"), kind="player"),
            Parameter("reason", lazy("Why it helps, in one sentence"), rest=True),
        ),
    ),
    Command(
        "vote",
        lazy("Vote on a tool or on a discussion"),
        (
            Parameter(
                "answer", lazy("yes or no"), kind="choice", choices=("yes", "no"), titles=(lazy("Yes"), lazy("No"))
            ),
        ),
    ),
    Command(
        "plan",
        lazy("Vote for the forecast of the next sprint of a release"),
        (Parameter("hours", lazy("How much you will deliver"), kind="choice", choices=tuple(map(str, FORECASTS))),),
    ),
    Command(
        "improve",
        lazy("Vote for what the team improves before the next sprint of a release"),
        (
            Parameter(
                "improvement",
                lazy("What changes, and stays"),
                kind="choice",
                choices=IMPROVEMENTS,
                titles=tuple(improvement_title(each) for each in IMPROVEMENTS),
            ),
        ),
    ),
    Command("done", lazy("Close a discussion once everybody has voted, or pass your turn in Sprint Review")),
    Command(
        "forecast",
        lazy("Your chance of making the sprint, from many simulated games; after the game, its turning point"),
        (SHARED,),
        kind="public query",  # not prose
        slow=True,
        after=frozenset({"day_ended", "finished"}),
        afterwards=lazy("Turning point"),
    ),
    Command(
        "hint", lazy("Get a suggestion for your turn, with its reason; only you see it"), kind="query", advises=True
    ),
    Command(
        "whatif",
        lazy("Compare the choices you have now: the team’s chance after each"),
        kind="query",
        slow=True,
        advises=True,
    ),
)

_STAY = "stay"


def read(state: State, seat: int, command: str, arguments: Mapping[str, str]) -> Move:
    match command:
        case "roll":
            return Roll()
        case "go":
            return Go(_space(state, arguments["space"]))
        case "tool":
            return PlayTool(_tool(state, seat, arguments["card"]), int(arguments["player"]), arguments["reason"])
        case "vote":
            return Vote(_yes(arguments["answer"]))
        case "done":
            return Done()
        case "plan":
            return Plan(_forecast(state, arguments["hours"]))
        case "improve":
            return Improve(_improvement(arguments["improvement"]))
        case _:
            raise ValueError(f"{command} is not a move of this game")


def phrase(state: State, seat: int, move: Move) -> Phrase:
    match move:
        case Roll():
            impeded = state.players[seat].impediment is not None
            label = t("Roll for a scrum") if impeded else t("Roll the dice")
            return Phrase("roll", label, spots=(f"seat:{seat}",), role="main", badge="scrum" if impeded else "dice")
        case Go():
            return _phrase_go(state, seat, move.space)
        case PlayTool():
            number = 1 + state.players[seat].tools.index(move.card)
            label = t("{tool} for {who}", tool=card(move.card).title, who=who(move.target))
            words = {"card": str(number), "player": str(move.target), "reason": move.reason}
            return replace(
                Phrase("tool", label, words, asks="reason", spots=(f"tool:{move.card}", f"seat:{move.target}")),
                role="thing",
                thing=f"tool:{move.card}",
                badge="tool",
                note=t(
                    "All yes: {who} is free. Any no: you keep the tool, and it’s still your turn.", who=who(move.target)
                ),
                cards=tuple(str(card(key).title) for key in (move.card, state.players[move.target].impediment) if key),
            )
        case Vote(yes=yes):
            return Phrase("vote", t("Yes") if yes else t("No"), {"answer": "yes" if yes else "no"}, role="usual")
        case Done():
            label = t("Close the discussion") if isinstance(state.phase, Discussion) else t("Pass")
            return Phrase("done", label, role="main")
        case Plan(hours=forecast):
            return Phrase("plan", hours(forecast), {"hours": str(forecast)}, role="usual")
        case Improve(improvement=improvement):
            return Phrase(
                "improve",
                str(improvement_title(improvement)),
                {"improvement": improvement},
                role="thing",  # usual acts have places for three beside **Add time**, and no choice may stand apart
                thing=f"improvement:{improvement}",
                note=str(improvement_effect(improvement)),
            )
        case CallTime():
            raise ValueError("only the clock calls time: there is no command for it")
        case _:
            assert_never(move)


_BADGES = {"tool": "tool", "impediment": "impediment", "opportunity": "opportunity", "day": "day", "die": "dice"}


def _phrase_go(state: State, seat: int, space: str | None) -> Phrase:
    if space is None:
        return Phrase("go", t("Stay"), {"space": _STAY}, spots=(f"seat:{seat}",), role="thing", thing=f"seat:{seat}")
    place = load_board(state.board).spaces[space]
    name = space_name(place)
    if place.kind == "review":
        return _phrase_review(state, name, space)
    way = Phrase("go", f"{space} {name}", {"space": space}, spots=(space,), role="thing", thing=space)
    return replace(way, badge=_BADGES.get(place.kind, ""))


def _phrase_review(state: State, name: str, space: str) -> Phrase:
    """The phrase for going to Sprint Review: nobody comes back, so with work left it needs a second thought."""
    way = Phrase("go", name, {"space": space}, spots=(space,), role="main")
    if not state.hours:
        return way
    outside = sum(player.space != REVIEW for player in state.players) - 1
    label = t("Sprint Review with {hours} h left", hours=state.hours)
    if outside:
        note = n(
            "There’s no way back from Sprint Review. There are {count} hour of work left, and the others have to do "
            "it.",
            "There’s no way back from Sprint Review. There are {count} hours of work left, and the others have to do "
            "it.",
            state.hours,
        )
    else:
        note = n(
            "There’s no way back from Sprint Review. There are {count} hour of work left, and then nobody is left to "
            "do it: the sprint is lost at once.",
            "There’s no way back from Sprint Review. There are {count} hours of work left, and then nobody is left to "
            "do it: the sprint is lost at once.",
            state.hours,
        )
    return replace(way, label=label, role="thing", grave=True, note=note)


def _space(state: State, word: str) -> str | None:
    if word.lower() == _STAY:
        return None
    known = {space.lower(): space for space in load_board(state.board).spaces}
    return known.get(word.lower(), word)


def _yes(word: str) -> bool:
    if word.lower() in {"yes", "y", "👍"}:
        return True
    if word.lower() in {"no", "n", "👎"}:
        return False
    raise refusals.yes_or_no()


def _forecast(state: State, word: str) -> int:
    if word.isascii() and word.isdigit() and len(word) < 6:
        return int(word)
    raise refusals.no_such_forecast(state.release.forecasts if state.release else FORECASTS)


def _improvement(word: str) -> Improvement:
    named = {name.lower(): each for each in IMPROVEMENTS for name in (each, *_titles(improvement_title(each)))}
    if word.lower() not in named:
        raise refusals.no_such_improvement(IMPROVEMENTS)
    return named[word.lower()]


def _tool(state: State, seat: int, word: str) -> str:
    tools = state.players[seat].tools
    if word.isdecimal() and 1 <= int(word) <= len(tools):
        return tools[int(word) - 1]
    needle = word.lower()
    known = {tool: (tool, *(title.lower() for title in _titles(card(tool).title))) for tool in tools}
    exact = [tool for tool, names in known.items() if needle in names]
    found = exact or [tool for tool, names in known.items() if any(needle in name for name in names)]
    if len(found) > 1:
        raise refusals.which_tool([str(card(tool).title) for tool in found])
    if not found:
        raise refusals.tool_not_held()
    return found[0]


def _titles(title: Text) -> tuple[str, ...]:
    """What may be typed for something: its title as people read it, and in English."""
    return (str(title), title.text) if isinstance(title, Lazy) else (title,)
