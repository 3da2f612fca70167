"""Generates the table in docs/settings.md from the code: `python -m tests.bot.settings_page`."""

from pathlib import Path

from pydantic.fields import FieldInfo

from bot.settings import Settings

PAGE = Path(__file__).parents[2] / "docs" / "settings.md"
HEAD = "| variable | default | meaning |"


def _default(field: FieldInfo) -> str:
    if field.default_factory is not None:
        return "a file in your data folder"
    value = field.default
    if value in (None, "", ()):
        return "none"
    return f"`{str(value).lower() if isinstance(value, bool) else value}`"


def table() -> list[str]:
    rows = [
        f"| `{name.upper()}` | {_default(field)} | {field.description} |"
        for name, field in Settings.model_fields.items()
    ]
    return [HEAD, "|---|---|---|", *rows]


def documented() -> list[str]:
    return [line for line in PAGE.read_text("utf-8").splitlines() if line.startswith("|")]


if __name__ == "__main__":
    lines = PAGE.read_text("utf-8").splitlines()
    first = lines.index(HEAD)
    rest = [line for line in lines[first:] if not line.startswith("|")]
    PAGE.write_text("\n".join([*lines[:first], *table(), *rest]) + "\n", "utf-8")
