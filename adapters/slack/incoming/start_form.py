"""The form that opens a table: which game or meeting, where, with whom, and the settings that matter most.

A workshop is opened by the same form: the same game for several teams.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from adapters.slack import texts as ui_texts
from adapters.slack.identifiers import SlackRoom
from adapters.slack.incoming.command_forms import entered, input_of
from adapters.slack.outgoing.acts import LABEL_LIMIT, Block, FormContext, form, plain
from bot.kernel.messages import Called, Person, TableForm
from bot.kernel.opening import named_game
from bot.kernel.table import settings
from bot.kernel.table.catalogue import ListedGame, listed_games
from bot.kernel.table.settings import BOTS, LEVEL, Settings
from games.contract import ChoiceCard, OptionValue
from games.parts import Field

START_GAME = "start_game"  # callback of the shortcut in the manifest, and of the form
# inputs; those for settings begin with _OPTION
GAME, WHERE, INVITED, PLAYED, TEAMS = "game", "where", "invited", "played", "teams"
_OPTION = "option"
WORKSHOP = "workshop"  # instead of a game
_MAX_TEAMS, _USUAL_TEAMS = 30, 6


@dataclass(frozen=True, slots=True)
class StartForm:
    """What was chosen so far. `workshops`: they are offered too."""

    context: FormContext
    workshops: bool = False
    chosen: str = ""  # the game, or WORKSHOP
    entered: Mapping[str, str] | None = None  # by input

    @classmethod
    def read(cls, view: dict[str, Any]) -> "StartForm":
        """The form as somebody left it."""
        context = FormContext(**json.loads(view["private_metadata"]))
        values = {block: entered(view, block) for block in view["state"]["values"]}
        offered = [option["value"] for option in view["blocks"][0]["element"]["options"]]
        return cls(context, WORKSHOP in offered, values.get(GAME, ""), values)

    @property
    def _is_workshop(self) -> bool:
        return self.workshops and self.chosen == WORKSHOP

    @property
    def _game(self) -> ListedGame:
        """The chosen game, or the one that the teams of a workshop play."""
        games = listed_games()
        wanted = self._value(PLAYED) if self._is_workshop else self.chosen
        return next((game for game in games if game.key == wanted), games[0])

    def _value(self, block: str, usual: str = "") -> str:
        return (self.entered or {}).get(block) or usual

    # --- the form ----------------------------------------------------------------------------------------------------

    def view(self) -> Block:
        game = self._game
        asked = self._of_workshop() if self._is_workshop else self._of_table(game)
        blocks, title = [self._what(), self._where(), *asked], ui_texts.start_title(game.title, meets=game.is_meeting)
        if self._is_workshop:
            title = str(ui_texts.WORKSHOP_TITLE)
        return form(START_GAME, self.context, blocks, title=title, submit=str(ui_texts.OPEN_IT))

    def _what(self) -> Block:
        """Everything that can be opened, with a line about each."""
        games = [(game.key, game.title, _in_brief(game.summary)) for game in listed_games()]
        workshop = [(WORKSHOP, str(ui_texts.WORKSHOP), str(ui_texts.WORKSHOP_NOTE))] if self.workshops else []
        every = [*games, *workshop]
        now = WORKSHOP if self._is_workshop else self._game.key
        options = tuple((key, title) for key, title, _ in every)
        notes = tuple(note for _, _, note in every)
        return _changing(input_of(Field(GAME, str(ui_texts.WHICH_GAME), options=options, notes=notes, filled=(now,))))

    def _where(self) -> Block:
        where = {
            "type": "conversations_select",
            "action_id": WHERE,
            "placeholder": plain(str(ui_texts.PICK)),
            "default_to_current_conversation": True,
            "response_url_enabled": True,  # so that the table appears even where the bot isn't a member
            "filter": {"include": ["public", "private", "mpim", "im"]},
        }
        return {"type": "input", "block_id": WHERE, "label": plain(str(ui_texts.WHICH_CHANNEL)), "element": where}

    def _of_table(self, game: ListedGame) -> list[Block]:
        """The settings that the lobby's form asks for, too; how strong automatic players are only if there are some."""
        now = Settings(self._options(game), bots=int(self._value(f"{_OPTION}:{game.key}:{BOTS}", "0")))
        fields = [each for each in settings.fields(named_game(game.key), now) if each.name != LEVEL or now.bots]
        return [*(block for each in fields for block in self._setting(game, each)), self._invited(game)]

    def _options(self, game: ListedGame) -> dict[str, OptionValue]:
        chosen = {option.name: self._value(f"{_OPTION}:{game.key}:{option.name}") for option in game.options}
        return {option.name: chosen[option.name] or option.default for option in game.options}

    def _setting(self, game: ListedGame, asked: Field) -> list[Block]:
        """A setting; one whose choices have cards, such as a format, has the chosen one's below it."""
        block = f"{_OPTION}:{game.key}:{asked.name}"
        made = input_of(asked, block)
        option = next((each for each in game.options if each.name == asked.name and each.cards), None)
        if option is None:
            return [_changing(made) if asked.name == BOTS and game.levels else made]
        cards = dict(zip(option.choices, option.cards, strict=True))
        about = plain(_about(cards[asked.filled[0]]))
        return [_changing(made), {"type": "context", "block_id": f"{block}:about", "elements": [about]}]

    def _invited(self, game: ListedGame) -> Block:
        people = {
            "type": "multi_users_select",
            "action_id": INVITED,
            "placeholder": plain(str(ui_texts.PICK)),
            "max_selected_items": game.maximum - 1,
        }
        block = {"type": "input", "block_id": f"{INVITED}:{game.key}", "label": plain(str(ui_texts.WITH_WHOM))}
        return {**block, "element": people, "optional": True, "hint": plain(str(ui_texts.WITH_WHOM_HINT))}

    def _of_workshop(self) -> list[Block]:
        games = tuple((game.key, game.title) for game in listed_games() if not game.is_meeting)
        played = Field(PLAYED, str(ui_texts.PLAYED), options=games, filled=(self._game.key,), required=True)
        teams = Field(
            TEAMS,
            str(ui_texts.HOW_MANY_TEAMS),
            str(ui_texts.TEAMS_HINT),
            kind="number",
            text=str(_USUAL_TEAMS),
            required=True,
            minimum=1,
            maximum=_MAX_TEAMS,
        )
        return [input_of(played), input_of(teams)]

    # --- what was sent -----------------------------------------------------------------------------------------------

    def said(self, invited: Sequence[Person] = ()) -> TableForm | Called:
        game = self._game
        if self._is_workshop:
            teams = f"teams={self._value(TEAMS, str(_USUAL_TEAMS))}"
            return Called(WORKSHOP, {"what": "new", "game": game.key, "settings": teams})
        names = [*(option.name for option in game.options), BOTS, LEVEL]
        entered = {name: self._value(f"{_OPTION}:{game.key}:{name}") for name in names}
        usual = {option.name: option.default for option in game.options}
        options = settings.option_words(named_game(game.key), entered, usual)
        bots = int(entered[BOTS] or 0)
        return TableForm(game.key, options, bots, entered[LEVEL] if bots else "", tuple(invited))


def invited_users(view: dict[str, Any]) -> list[str]:
    """The users who were picked."""
    picked = (block for name, block in view["state"]["values"].items() if name.startswith(INVITED))
    return [user for block in picked for value in block.values() for user in value.get("selected_users") or ()]


def chosen_place(team: str, body: dict[str, Any]) -> FormContext:
    """The place where the table is to be opened, with a response_url for that conversation."""
    view = body["view"]
    channel = view["state"]["values"][WHERE][WHERE]["selected_conversation"]
    urls = [each["response_url"] for each in body.get("response_urls") or () if each["channel_id"] == channel]
    opened_at = FormContext(**json.loads(view["private_metadata"]))
    return FormContext(SlackRoom(team, channel).name, answers=next(iter(urls), ""), at_home=opened_at.at_home)


def _changing(block: Block) -> Block:
    """An input that changes the rest of the form."""
    return {**block, "dispatch_action": True}


def _about(card: ChoiceCard) -> str:
    parts = card.asks or tuple(part.title for part in card.parts)
    return f"{' · '.join(map(str, parts))}. {card.when}".strip()


def _in_brief(summary: str) -> str:
    """The beginning of a summary that is too long, up to a place where a sentence can end."""
    while len(summary) > LABEL_LIMIT and (cut := max(summary.rfind(end) for end in (":", ",", " and "))) > 0:
        summary = summary[:cut]
    return summary
