"""The wizard form that leads to a move step by step, in games with hands and with hundreds of moves."""

from adapters.layout import MORE
from games.text import spell
from tests.adapters.slack.harness import SlackHarness, SlackUser, labels, texts
from tests.adapters.slack.incoming.open_form import OpenForm
from tests.adapters.slack.test_games import move, standing_of


async def start_game(harness: SlackHarness, key: str) -> list[SlackUser]:
    """Start a game with two people; the awaited one comes first."""
    people = [harness.person("anna"), harness.person("ben")]
    await people[0].types(f"new {key}")
    await people[1].types("join")
    await people[0].presses("Start")
    standing = await standing_of(harness)
    first = standing.game.awaits(standing.state)[0]
    return [people[first], people[1 - first]]


async def open_wizard(who: SlackUser) -> OpenForm:
    await who.presses(str(MORE))
    return OpenForm(who)


async def cards_of(harness: SlackHarness, who: SlackUser) -> list[str]:
    standing = await standing_of(harness)
    hand = standing.state.players[0 if who.name == "anna" else 1].hand
    return [f"{card} {standing.state.card(card).title}" for card in hand]


async def test_a_card_is_played(harness: SlackHarness) -> None:
    """First the card, then the player; nothing has to be typed, and the room sees the move."""
    who, other = await start_game(harness, "scrumkin")
    form = await open_wizard(who)
    assert form.headings() == [
        "Play a card",
        "Drop a card",
    ]
    card, *_ = await cards_of(harness, who)
    (first,) = [label for label in form.offered() if label.startswith(card) and label.endswith(" …")]
    await form.chooses(first)
    assert form.offered() == ["for yourself", f"on {other.name}"]
    await form.chooses(f"on {other.name}")
    await form.sends()
    assert (await harness.kinds())[-1] == "played"
    assert f"{who.name} plays" in texts(harness.slack.in_channel("C1")[-1].blocks)


async def test_a_whole_turn_in_one_form(harness: SlackHarness) -> None:
    """The form continues with the next move of the turn and closes after the last one."""
    who, other = await start_game(harness, "scrumkin")
    form = await open_wizard(who)
    await form.chooses(next(label for label in form.offered() if label.startswith("Drop")))
    assert (await form.sends())["response_action"] == "update"
    assert "still your turn" in texts(form.view["blocks"])
    assert form.chosen() == []
    assert not any(label.startswith("Drop") for label in form.offered())
    await form.chooses(form.offered()[0])
    await form.chooses(f"on {other.name}")
    assert await form.sends() == {}
    kinds = await harness.kinds()
    assert kinds.index("dropped") < kinds.index("played") < kinds.index("turn_began", kinds.index("played"))


async def test_a_hand_is_only_in_its_owners_form(harness: SlackHarness) -> None:
    """The other player's form and the channel show nothing of it."""
    who, other = await start_game(harness, "scrumkin")
    await open_wizard(who)
    await open_wizard(other)
    mine, theirs = (texts(form["blocks"]) + str(labels(form["blocks"])) for form in harness.slack.forms)
    seen = "".join(texts(message.blocks) + str(labels(message.blocks)) for message in harness.slack.messages)
    for title in (card.partition(" ")[2] for card in await cards_of(harness, who)):
        assert title in mine
        assert title not in theirs
        assert title not in seen


async def test_a_rugby_turn(harness: SlackHarness) -> None:
    """The piece, its target and the ball's target; then the second step ends the turn."""
    blue, red = await start_game(harness, "rugby")
    form = await open_wizard(blue)
    assert {"a6 → …", "c4 → …", "Resign"} <= set(form.offered())
    await form.chooses("c4 → …")
    assert "c5" in form.offered()
    await form.chooses("a6 → …")
    assert "b6, ball to …" in form.offered()
    await form.chooses("b6, ball to …")
    await form.chooses("c7")
    assert form.chosen() == ["a6 → …", "b6, ball to …", "c7"]
    assert await form.sends() == {}
    assert (await standing_of(harness)).state.last[0].ball is not None
    form = await open_wizard(red)
    for first, then in (("a8 → …", "a7"), ("b9 → …", "b8")):
        await form.chooses(first)
        await form.chooses(then)
        answer = await form.sends()
    assert answer == {}
    standing = await standing_of(harness)
    assert (standing.state.turns, standing.game.awaits(standing.state)) == (2, (0,))


async def test_the_form_shows_the_board(harness: SlackHarness) -> None:
    """As the picture that the channel shows; as text if Slack doesn't accept that in a form yet."""
    anna = harness.person("anna")
    for line in ("new rugby", "bot", "start"):
        await anna.types(line)
    shown = next(block for block in harness.slack.in_channel("C1")[-1].blocks if block["type"] == "image")
    await anna.presses(str(MORE))
    board = next(block for block in harness.slack.forms[-1]["blocks"] if block.get("block_id") == "board")
    assert board["slack_file"] == shown["slack_file"]
    harness.slack.refuse("views.open", "invalid_arguments")
    await anna.presses(str(MORE))
    assert not any(block["type"] == "image" for block in harness.slack.forms[-1]["blocks"])


async def test_a_choice_that_is_out_of_date(harness: SlackHarness) -> None:
    """The form says so and stays open; choosing again shows what is possible now."""
    blue, _ = await start_game(harness, "rugby")
    form = await open_wizard(blue)
    await form.chooses("a6 → …")
    await form.chooses("a7")
    await blue.types("move c4-c5")
    before = await harness.kinds()
    refused = await form.sends()
    assert refused["response_action"] == "errors"
    assert "out of date" in next(iter(refused["errors"].values()))
    assert form.chosen() == ["a6 → …", "a7"]
    assert await harness.kinds() == before
    await form.chooses("b5 → …")
    assert not any(label.endswith(" → …") for label in labels(form.view["blocks"]))


async def test_the_game_moved_on_while_choosing(harness: SlackHarness) -> None:
    """The form starts over and says why."""
    blue, red = await start_game(harness, "rugby")
    await blue.types("move c4-c5")
    form = await open_wizard(red)
    await form.chooses("a8 → …")
    await red.types("move a8-a7")
    await form.chooses("a7")
    assert "has moved on" in texts(form.view["blocks"])
    assert form.chosen() == []
    assert "a7 → …" not in form.offered()
    await form.chooses("b9 → …")
    await form.chooses("b8")
    assert "has moved on" not in texts(form.view["blocks"])
    assert await form.sends() == {}


async def test_a_form_cannot_move_for_others(harness: SlackHarness) -> None:
    """Submitting another player's form is refused."""
    who, other = await start_game(harness, "scrumkin")
    form = await open_wizard(who)
    await form.chooses(next(label for label in form.offered() if label.startswith("Drop")))
    before = await harness.kinds()
    form.who = other
    refused = await form.sends()
    assert refused["response_action"] == "errors"
    assert await harness.kinds() == before


async def test_sent_before_the_next_question(harness: SlackHarness) -> None:
    """A form sent too early is answered with the next menu."""
    blue, _ = await start_game(harness, "rugby")
    form = await open_wizard(blue)
    await form.chooses("c4 → …", undelivered=True)
    before = await harness.kinds()
    assert (await form.sends())["response_action"] == "update"
    assert await harness.kinds() == before
    assert form.chosen() == ["c4 → …"]
    await form.chooses("c5", undelivered=True)
    assert await form.sends() == {}
    assert len(await harness.kinds()) > len(before)


async def test_sent_twice(harness: SlackHarness) -> None:
    """A redelivered submission counts once."""
    who, _ = await start_game(harness, "scrumkin")
    form = await open_wizard(who)
    await form.chooses(next(label for label in form.offered() if label.startswith("Drop")))
    await form.sends()
    before = await harness.kinds()
    assert await who.again() == {}
    assert await harness.kinds() == before


async def test_a_form_that_was_closed(harness: SlackHarness) -> None:
    """A choice delivered after the form was closed does no harm."""
    blue, _ = await start_game(harness, "rugby")
    form = await open_wizard(blue)
    harness.slack.closed.add(form.number)
    await form.chooses("c4 → …")
    assert len(form.inputs) == 1


async def test_from_the_home_page(harness: SlackHarness) -> None:
    """The page has the same button, and the channel sees the move."""
    who, _ = await start_game(harness, "scrumkin")
    await who.opens_home()
    await who.presses_at_home(str(MORE))
    form = OpenForm(who)
    dropped = next(label for label in form.offered() if label.startswith("Drop"))
    await form.chooses(dropped)
    before = texts(harness.slack.in_channel("C1")[-1].blocks)
    await form.sends()
    assert texts(harness.slack.in_channel("C1")[-1].blocks) != before
    assert dropped not in labels(who.home["blocks"])


async def test_a_spectator(harness: SlackHarness) -> None:
    """Without a seat there's nothing to choose, and the form says so."""
    await start_game(harness, "scrumkin")
    form = await open_wizard(harness.person("cleo"))
    assert form.inputs == []
    assert "nothing for you to choose" in texts(form.view["blocks"])


async def test_when_the_wizard_is_offered(harness: SlackHarness) -> None:
    """It is offered if choices are many or secret; a few public ones are just buttons."""
    people = await start_game(harness, "sprint")
    assert str(MORE) not in labels(harness.slack.in_channel("C1")[-1].blocks)
    await people[0].types("thread new rugby")
    await harness.person("ben").presses("Join")
    await people[0].presses("Start")
    assert labels(harness.slack.in_channel("C1")[-1].blocks)[-1] == str(MORE)


async def test_a_choice_that_asks_for_text(harness: SlackHarness) -> None:
    """Its input appears with the choice; an empty answer is an error, and the answer is shown in the channel."""
    people = await start_game(harness, "sprint")
    people.sort(key=lambda person: person.name)
    while True:
        standing = await standing_of(harness)
        who = people[standing.game.awaits(standing.state)[0]]
        moves = standing.game.moves(standing.state, people.index(who))
        phrases = [standing.game.phrase(standing.state, people.index(who), each) for each in moves]
        asking = [spell(phrase.label, lambda seat: people[seat].name) for phrase in phrases if phrase.asks]
        if asking:
            break
        await move(harness, people)
    button = {"type": "button", "action_id": "guide", "block_id": "do:0", "value": "guide"}
    await who.press(button, harness.slack.in_channel("C1")[-1])
    form = OpenForm(who)
    await form.chooses(next(label for label in form.offered() if asking[0].startswith(label.removesuffix(" …"))))
    if form.inputs[-1]["element"]["type"] == "static_select":  # several players have an impediment
        await form.chooses(form.offered()[0])
    assert (await form.sends())["errors"] == {"answer": "Please type something."}
    form.types("We know this")
    assert await form.sends() == {}
    assert "We know this" in texts(harness.slack.in_channel("C1")[-1].blocks)
