"""What a retrospective passes on to the next one, and cards to the next game."""

from collections.abc import Mapping, Sequence

from games.inheritance import (
    OpenAction,
    read_rows,
    write_actions,
    write_asked,
    write_cards,
    write_prompts,
    write_rows,
)
from games.retro.events import Event
from games.retro.folding import evolve
from games.retro.formats import COLUMN_LIMIT, TITLE_LIMIT
from games.retro.model import AGREEMENT_LIMIT, MAX_AGREEMENT, SCALE, PastCheck, SavedFormat, State
from games.retro.profiles import MAX_PAST, past_after
from games.text import clean


def inheritance(events: Sequence[Event]) -> Mapping[str, str]:
    """Questions from the last game are answered, so none are passed on. Cards stay until newer ones replace them."""
    state: State | None = None
    for event in events:
        state = evolve(state, event)
    if state is None:
        return {}
    still_open = [OpenAction(each.what, each.due, each.origin) for each in state.earlier if each.mark in {"", "keep"}]
    agreed = [OpenAction(each.what, each.due) for each in state.actions]
    written = [card for card in state.cards if card is not None]
    return {
        "prompts": write_prompts(()),
        "actions": write_actions([*agreed, *still_open]),
        "cards": write_cards(dict.fromkeys([*written, *state.inherited])),
        "agreement": write_rows(state.agreement),
        "check_ins": write_asked(state.asked_before),
        "health": write_rows([{"name": check.name, "means": dict(check.means)} for check in past_after(state)]),
        "formats": write_rows([{"name": each.name, "columns": list(each.columns)} for each in state.formats]),
    }


# --- reading it, with care: it may be old or damaged ---------------------------------------------------------------


def read_agreement(text: object) -> tuple[str, ...]:
    found = [clean(row, AGREEMENT_LIMIT) for row in read_rows(text) if isinstance(row, str)]
    return tuple(dict.fromkeys(filter(None, found)))[:MAX_AGREEMENT]


def read_health(text: object) -> tuple[PastCheck, ...]:
    rows = [row for row in read_rows(text) if isinstance(row, dict) and isinstance(row.get("means"), dict)]
    found = [PastCheck(clean(str(row.get("name", "")), TITLE_LIMIT), _means(row["means"])) for row in rows]
    return tuple(check for check in found if check.name and check.means)[-MAX_PAST * 3 :]


def _means(found: Mapping[object, object]) -> dict[str, float]:
    return {
        clean(title, TITLE_LIMIT): float(mean)
        for title, mean in found.items()
        if isinstance(title, str) and isinstance(mean, int | float) and SCALE[0] <= mean <= SCALE[-1]
    }


def read_formats(text: object) -> tuple[SavedFormat, ...]:
    rows = [row for row in read_rows(text) if isinstance(row, dict) and isinstance(row.get("columns"), list)]
    found = [
        SavedFormat(
            clean(str(row.get("name", "")), TITLE_LIMIT),
            tuple(clean(str(each), COLUMN_LIMIT) for each in row["columns"]),
        )
        for row in rows
    ]
    return tuple(each for each in found if each.name and 2 <= len(each.columns) <= 6 and all(each.columns))


def _column(title: object) -> str:
    return clean(str(title), COLUMN_LIMIT)
