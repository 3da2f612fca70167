"""Generates the tables in docs/settings.md from the code: `python -m tests.bot.settings_page`."""

import re
from pathlib import Path

from pydantic.fields import FieldInfo

from bot.settings import GROUPS, Settings

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "settings.md"
EXAMPLE = ROOT / "deploy" / ".env.example"
_HEAD = ("| variable | default | meaning |", "|---|---|---|")


def groups() -> dict[str, list[str]]:
    """The names of the settings by the heading that they stand under."""
    headings = {first: heading for heading, first in GROUPS.items()}
    found: dict[str, list[str]] = {}
    for name in Settings.model_fields:
        if name in headings:
            found[headings[name]] = []
        found[next(reversed(found))].append(name)
    return found


def _default(field: FieldInfo) -> str:
    if field.default_factory is not None:
        return "a file in your data folder"
    value = field.default
    if value in (None, "", ()):
        return "none"
    return f"`{str(value).lower() if isinstance(value, bool) else value}`"


def table(group: str) -> list[str]:
    fields = {name: Settings.model_fields[name] for name in groups()[group]}
    rows = (f"| `{name.upper()}` | {_default(field)} | {field.description} |" for name, field in fields.items())
    return [*_HEAD, *rows]


def documented() -> dict[str, list[str]]:
    """The lines of the tables on the page, by heading."""
    return {
        heading: [line for line in text.splitlines() if line.startswith("|")]
        for heading, text in re.findall(r"(?ms)^## ([^\n]+)\n(.*?)(?=^## |\Z)", PAGE.read_text("utf-8"))
    }


def example_groups() -> dict[str, list[str]]:
    """The settings in the example, by the heading above them."""
    found: dict[str, list[str]] = {}
    for line in EXAMPLE.read_text("utf-8").splitlines():
        if heading := re.match(r"# --- ([^(;:]+?)\s*($|[(;:])", line):
            found[heading[1]] = []
        elif setting := re.match(r"#?([A-Z_]+)=", line):
            found[next(reversed(found))].append(setting[1].lower())
    return found


def _with_tables(text: str) -> str:
    for group in GROUPS:
        head, heading, rest = text.partition(f"## {group}\n\n")
        written = re.sub(r"\A(\|[^\n]*\n)*\n*", "", rest)
        text = "\n".join([f"{head}{heading}{table(group)[0]}", *table(group)[1:], "", written])
    return text


if __name__ == "__main__":
    PAGE.write_text(_with_tables(PAGE.read_text("utf-8")), "utf-8")
