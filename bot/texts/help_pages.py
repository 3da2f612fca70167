"""Help, rules, the log and the status of a table."""

from collections.abc import Iterable, Sequence

from bot.texts.wording import short, usage
from games.api import AnyGame, Command, Topic
from games.text import listing

WELCOME = (
    "Hi, I’m Scrum Table. Your team plays; I know the rules, roll the dice and keep the score. There’s no table in "
    "this room yet: open one, and the others can press “Join”."
)


def help_page(
    situation: str, now: Sequence[tuple[str, str]], always: Sequence[tuple[str, str]], others: Sequence[str]
) -> str:
    """What this person can do now, what they can always do, and the names of the other commands."""
    parts = [situation]
    if now:
        parts.append("\n".join(["Right now you can:", *(f"- `/scrum {line}`: {what}" for line, what in now)]))
    parts.append("\n".join(["At any time:", *(f"- `/scrum {line}`: {what}" for line, what in always)]))
    if others:
        names = listing([f"`/scrum {name}`" for name in others])
        parts.append(f"There’s more: {names}. For details, try `/scrum help {others[0]}`.")
    return "\n\n".join(parts)


def command_page(found: Sequence[Command]) -> str:
    """How to type a command, what it does, and what its arguments mean."""
    parts = []
    for command in found:
        words = [f"- {word.name}: {word.description}" for word in command.parameters]
        parts.append("\n".join([f"`/scrum {usage(command)}`: {command.description}.", *words]))
    return "\n\n".join(parts)


def nothing_to_do() -> str:
    return "There’s nothing for you to do right now."


def status(situation: str, names: Sequence[str], host: str | None) -> str:
    hosted = f" Host: {host}." if host else ""
    return f"{situation}\nAt the table: {listing(names) or 'nobody'}.{hosted}"


def log_page(lines: Sequence[tuple[int, str]], left_out: int) -> str:
    earlier = [f"… {left_out} earlier"] if left_out else []
    return "\n".join([*earlier, *(f"{number}. {line}" for number, line in lines)]) or "Nothing has happened yet."


def which_rules(games: Iterable[AnyGame]) -> str:
    return f"Which rules? {listing([f'`/scrum rules {game.key}` ({game.title})' for game in games], 'or')}."


def rules_overview(game: AnyGame) -> str:
    first = game.rules[0]
    return f"{game.title}\n\n{first.text}\n\n{topic_list(game.rules)}"


def topic(found: Topic) -> str:
    return f"{found.title}\n\n{found.text}"


def topic_list(topics: Sequence[Topic]) -> str:
    return f"Topics: {', '.join(f'`{topic.key}`' for topic in topics)}."


def unknown_topic(word: str, topics: Sequence[Topic]) -> str:
    return f"The rules have no topic “{short(word)}”. {topic_list(topics)}"


def rule(topic: Topic) -> str:
    return f"(`/scrum rules {topic.key}`: {topic.title})"


def no_such_choice(word: str) -> str:
    return f"No format is about “{short(word)}”. Try sprint, release, health, conflict, celebration or future."


def choices(found: Sequence[tuple[str, str]], left_out: int) -> str:
    """What can be chosen, as it would be typed, and what each is good for."""
    more = [f"… and {left_out} more: add a word, such as `/scrum formats conflict`."] if left_out else []
    return "\n".join([*(f"- `{line}`: {note}" for line, note in found), *more])
