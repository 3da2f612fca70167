"""The form that leads to a move step by step, in games with hands and with hundreds of turns."""

from games.text import spell
from tests.adapters.slack.filling import Filling
from tests.adapters.slack.parts import Desk, Someone, labels, texts
from tests.adapters.slack.test_games import move, standing_of

GUIDE = "Choose a move …"


async def begun(desk: Desk, key: str) -> list[Someone]:
    """Two people at a running game, whoever is awaited first."""
    people = [desk.person("anna"), desk.person("ben")]
    await people[0].types(f"new {key}")
    await people[1].types("join")
    await people[0].presses("Start")
    standing = await standing_of(desk)
    first = standing.game.awaits(standing.state)[0]
    return [people[first], people[1 - first]]


async def guided(who: Someone) -> Filling:
    await who.presses(GUIDE)
    return Filling(who)


async def cards_of(desk: Desk, who: Someone) -> list[str]:
    standing = await standing_of(desk)
    hand = standing.state.players[0 if who.name == "anna" else 1].hand
    return [f"{card} {standing.state.card(card).title}" for card in hand]


async def test_a_card_is_played(desk: Desk) -> None:
    """First which card, then for whom; nobody has to type, and the room is told."""
    who, other = await begun(desk, "scrumkin")
    form = await guided(who)
    assert form.headings() == ["play", "drop"]
    card, *_ = await cards_of(desk, who)
    (first,) = [label for label in form.offered() if label.startswith(card) and label.endswith(" …")]
    await form.chooses(first)
    assert form.offered() == ["for yourself", f"on {other.name}"]
    await form.chooses(f"on {other.name}")
    await form.sends()
    assert (await desk.kinds())[-1] == "played"
    assert f"{who.name} plays" in texts(desk.slack.in_channel("C1")[-1].blocks)


async def test_a_whole_turn_in_one_form(desk: Desk) -> None:
    """While it is still somebody's turn the form leads to the next move, and closes with the last one."""
    who, other = await begun(desk, "scrumkin")
    form = await guided(who)
    await form.chooses(next(label for label in form.offered() if label.startswith("Drop")))
    assert (await form.sends())["response_action"] == "update"
    assert "still your turn" in texts(form.view["blocks"])
    assert form.chosen() == []
    assert not any(label.startswith("Drop") for label in form.offered())
    await form.chooses(form.offered()[0])
    await form.chooses(f"on {other.name}")
    assert await form.sends() == {}
    kinds = await desk.kinds()
    assert kinds.index("dropped") < kinds.index("played") < kinds.index("turn_began", kinds.index("played"))


async def test_a_hand_is_in_its_own_form_alone(desk: Desk) -> None:
    """It stands in the form of the one who holds it; the other's form and the channel have none of it."""
    who, other = await begun(desk, "scrumkin")
    await guided(who)
    await guided(other)
    mine, theirs = (texts(form["blocks"]) + str(labels(form["blocks"])) for form in desk.slack.forms)
    seen = "".join(texts(message.blocks) + str(labels(message.blocks)) for message in desk.slack.messages)
    for title in (card.partition(" ")[2] for card in await cards_of(desk, who)):
        assert title in mine
        assert title not in theirs
        assert title not in seen


async def test_a_rugby_turn(desk: Desk) -> None:
    """The piece, where it goes, and where it sends the ball; then the second step, and the turn is over."""
    blue, red = await begun(desk, "rugby")
    form = await guided(blue)
    assert {"a6 → …", "c4 → …", "Resign"} <= set(form.offered())
    await form.chooses("c4 → …")
    assert "c5" in form.offered()
    await form.chooses("a6 → …")
    assert "b6, ball to …" in form.offered()
    await form.chooses("b6, ball to …")
    await form.chooses("c7")
    assert form.chosen() == ["a6 → …", "b6, ball to …", "c7"]
    assert await form.sends() == {}
    assert (await standing_of(desk)).state.last[0].ball is not None
    form = await guided(red)
    for first, then in (("a8 → …", "a7"), ("b9 → …", "b8")):
        await form.chooses(first)
        await form.chooses(then)
        answer = await form.sends()
    assert answer == {}
    standing = await standing_of(desk)
    assert (standing.state.turns, standing.game.awaits(standing.state)) == (2, (0,))


async def test_a_choice_that_is_out_of_date(desk: Desk) -> None:
    """The form says so and stays; choosing again shows what is possible now, and nothing happened by itself."""
    blue, _ = await begun(desk, "rugby")
    form = await guided(blue)
    await form.chooses("a6 → …")
    await form.chooses("a7")
    await blue.types("move c4-c5")
    before = await desk.kinds()
    refused = await form.sends()
    assert refused["response_action"] == "errors"
    assert "out of date" in next(iter(refused["errors"].values()))
    assert form.chosen() == ["a6 → …", "a7"]
    assert await desk.kinds() == before
    await form.chooses("b5 → …")
    assert not any(label.endswith(" → …") for label in labels(form.view["blocks"]))


async def test_the_game_went_on_while_somebody_chose(desk: Desk) -> None:
    """What is gone is not offered again: the form begins anew, with a word on why."""
    blue, red = await begun(desk, "rugby")
    await blue.types("move c4-c5")
    form = await guided(red)
    await form.chooses("a8 → …")
    await red.types("move a8-a7")
    await form.chooses("a7")
    assert "has gone on" in texts(form.view["blocks"])
    assert form.chosen() == []
    assert "a7 → …" not in form.offered()
    await form.chooses("b9 → …")
    await form.chooses("b8")
    assert "has gone on" not in texts(form.view["blocks"])
    assert await form.sends() == {}


async def test_what_the_rules_refuse(desk: Desk) -> None:
    """Somebody else's form is no way to move for them."""
    who, other = await begun(desk, "scrumkin")
    form = await guided(who)
    await form.chooses(next(label for label in form.offered() if label.startswith("Drop")))
    before = await desk.kinds()
    form.who = other
    refused = await form.sends()
    assert refused["response_action"] == "errors"
    assert await desk.kinds() == before


async def test_sent_before_the_next_question(desk: Desk) -> None:
    """Whoever is quicker than the next menu gets it as the answer."""
    blue, _ = await begun(desk, "rugby")
    form = await guided(blue)
    await form.chooses("c4 → …", unheard=True)
    before = await desk.kinds()
    assert (await form.sends())["response_action"] == "update"
    assert await desk.kinds() == before
    assert form.chosen() == ["c4 → …"]
    await form.chooses("c5", unheard=True)
    assert await form.sends() == {}
    assert len(await desk.kinds()) > len(before)


async def test_sent_twice(desk: Desk) -> None:
    """Slack delivers it again: it counts once."""
    who, _ = await begun(desk, "scrumkin")
    form = await guided(who)
    await form.chooses(next(label for label in form.offered() if label.startswith("Drop")))
    await form.sends()
    before = await desk.kinds()
    assert await who.again() == {}
    assert await desk.kinds() == before


async def test_a_form_that_was_closed(desk: Desk) -> None:
    """What was chosen in it a moment before is of no use any more, and harms nobody."""
    blue, _ = await begun(desk, "rugby")
    form = await guided(blue)
    desk.slack.closed.add(form.number)
    await form.chooses("c4 → …")
    assert len(form.inputs) == 1


async def test_from_the_home_page(desk: Desk) -> None:
    """The page has the same button, and a move made there is told in the channel."""
    who, _ = await begun(desk, "scrumkin")
    await who.opens_home()
    await who.presses_at_home(GUIDE)
    form = Filling(who)
    dropped = next(label for label in form.offered() if label.startswith("Drop"))
    await form.chooses(dropped)
    before = desk.slack.in_channel("C1")[-1].ts
    await form.sends()
    assert desk.slack.in_channel("C1")[-1].ts != before
    assert dropped not in labels(who.home["blocks"])


async def test_somebody_who_looks_on(desk: Desk) -> None:
    """Without a seat there is nothing to choose, and the form says so."""
    await begun(desk, "scrumkin")
    form = await guided(desk.person("cleo"))
    assert form.inputs == []
    assert "nothing for you to choose" in texts(form.view["blocks"])


async def test_when_it_is_offered(desk: Desk) -> None:
    """Where choices are many or secret; a few that everybody may see are buttons, and words are typed in threads."""
    people = await begun(desk, "sprint")
    assert GUIDE not in labels(desk.slack.in_channel("C1")[-1].blocks)
    await people[0].types("thread new rugby")
    await desk.person("ben").presses("Join")
    await people[0].presses("Start")
    assert labels(desk.slack.in_channel("C1")[-1].blocks)[-2:] == [GUIDE, "Type a command …"]


async def test_a_choice_that_asks_for_words(desk: Desk) -> None:
    """The field appears with the choice; nothing typed is a fault beside it, and what was typed is in the channel."""
    people = await begun(desk, "sprint")
    people.sort(key=lambda person: person.name)
    while True:
        standing = await standing_of(desk)
        who = people[standing.game.awaits(standing.state)[0]]
        moves = standing.game.moves(standing.state, people.index(who))
        phrases = [standing.game.phrase(standing.state, people.index(who), each) for each in moves]
        asking = [spell(phrase.label, lambda seat: people[seat].name) for phrase in phrases if phrase.asks]
        if asking:
            break
        await move(desk, people)
    button = {"type": "button", "action_id": "guide", "block_id": "do:0", "value": "guide"}
    await who.press(button, desk.slack.in_channel("C1")[-1])
    form = Filling(who)
    await form.chooses(next(label for label in form.offered() if asking[0].startswith(label.removesuffix(" …"))))
    if form.inputs[-1]["element"]["type"] == "static_select":  # several are impeded: for whom
        await form.chooses(form.offered()[0])
    assert (await form.sends())["errors"] == {"answer": "Please type something."}
    form.types("We know this")
    assert await form.sends() == {}
    assert "We know this" in texts(desk.slack.in_channel("C1")[-1].blocks)
