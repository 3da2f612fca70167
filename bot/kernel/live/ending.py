"""What features add to the words of a table: its end, and in a meeting the names of people who aren't there."""

from collections.abc import Mapping

from bot.kernel.messages import Act
from games.boards import MeetingBoard
from games.language import lazy
from games.sheets import Passage, Sheet, line, reworded
from games.text import name_absent
from games.values import replace, value


@value
class Ending:
    """What a feature adds to the message of a table that is over."""

    following: str = ""  # what is worth remembering, or what comes next, in lines below it
    acts: tuple[Act, ...] = ()  # in place of the table's own
    files: tuple[tuple[str, str], ...] = ()


def completed(summary: Sheet, ending: Ending) -> Sheet:
    """The summary with what comes next."""
    following = (Passage((line(ending.following),)),) if ending.following else ()
    return replace(summary, passages=(*summary.passages, *following))


_UNKNOWN = lazy("somebody")


def named(sheet: Sheet, absent: Mapping[str, str]) -> Sheet:
    """The sheet with the names of people who have no seat."""
    return reworded(sheet, lambda text: name_absent(text, lambda key: absent.get(key, str(_UNKNOWN))))


def board_named(board: MeetingBoard, absent: Mapping[str, str]) -> MeetingBoard:
    def name(marked: str) -> str:
        return name_absent(marked, lambda key: absent.get(key, str(_UNKNOWN)))

    return replace(board, earlier=tuple(replace(each, owner_name=name(each.owner_name)) for each in board.earlier))
