"""Forms at a terminal: a field after the other, texts one idea a line until an empty line."""

import re
from collections.abc import Iterator

from bot.kernel.messages import Filled
from games.language import speaking, t
from games.parts import Field, Form

_NUMBERED = re.compile(r"\d{1,3}")


class Filling:
    """A form that somebody fills in, line by line."""

    def __init__(self, table: str, command: str, form: Form) -> None:
        self._table = table
        self._command = command
        self._form = form
        self._typed: dict[str, str] = {}
        self._lines: list[str] = []

    @property
    def _field(self) -> Field | None:
        return next((field for field in self._form.fields if field.name not in self._typed), None)

    @property
    def title(self) -> str:
        return "\n".join(filter(None, [self._form.title, self._form.note]))

    @property
    def filled(self) -> Filled | None:
        """The whole form; None while something is missing."""
        return None if self._field else Filled(self._table, self._command, self._typed)

    @property
    def has_text(self) -> bool:
        """True if somebody typed what others should not read over their shoulder."""
        return any(self._typed.get(field.name) for field in self._form.fields if not field.options)

    @property
    def question(self) -> str:
        """What is asked for now; empty while the lines of a text are typed."""
        field = self._field
        if field is None or self._lines:
            return ""
        label = f"{field.label} ({field.hint})" if field.hint else field.label
        with speaking(self._form.language):
            if not field.options:
                return t("{field}: one a line, then an empty line.", field=label)
            if field.most > 1:
                asked = t("{field}: type their numbers, or nothing to go on.", field=label)
            else:
                asked = t("{field}: type its number, or nothing to go on.", field=label)
        return "\n".join([asked, *self._entries(field)])

    def _entries(self, field: Field) -> Iterator[str]:
        notes = field.notes or ("",) * len(field.options)
        for at, ((value, label), note) in enumerate(zip(field.options, notes, strict=True), start=1):
            yield f"  {at}{'*' if value in field.filled else ''}  {': '.join(filter(None, (label, note)))}"

    def read(self, text: str) -> None:
        """Take a line."""
        field = self._field
        assert field is not None
        if field.options:
            self._typed[field.name] = self._chosen(field, text)
        elif text.strip():
            self._lines.append(text.strip())
        else:
            self._typed[field.name] = "\n".join(self._lines or field.filled) or field.text
            self._lines = []

    def _chosen(self, field: Field, text: str) -> str:
        numbers = [int(number) for number in _NUMBERED.findall(text)][: field.most]
        chosen = [field.options[number - 1][0] for number in numbers if 1 <= number <= len(field.options)]
        return "\n".join(chosen or field.filled)
