"""What a retrospective is remembered by, compared with others of its room: actions, and how it was. It names nobody."""

from collections.abc import Sequence

from games.meetings import AgreedAction, Agreements, Review, SettledAction
from games.retro.events import CheckedIn, Event, Rated, SaidReady
from games.retro.folding import evolve
from games.retro.model import State
from games.retro.similar import subjects
from games.retro.wording import mean


def agreements(state: State) -> Agreements:
    return Agreements(
        actions=tuple(AgreedAction(each.what, each.owner, each.due) for each in state.actions),
        settled=tuple(
            SettledAction(each.what, each.origin, each.mark, each.due) for each in state.earlier if each.mark
        ),
    )


def review(events: Sequence[Event]) -> Review | None:
    state: State | None = None
    for event in events:
        state = evolve(state, event)
    if state is None:
        return None
    return Review(
        agreements=agreements(state),
        worth=mean(state.poll),
        people=len({event.seat for event in events if isinstance(event, CheckedIn | SaidReady | Rated)}),
        seats=state.seats,
        notes=len(state.notes),
        subjects=subjects(_topics(state)),
    )


def _topics(state: State) -> tuple[str, ...]:
    """What got dots, most first: only what the whole room has seen."""
    votes = {topic.key: topic.votes for topic in state.topics}
    return tuple(state.note(key).text for key in state.agenda if votes.get(key)) if state.votes_shown else ()
