"""What a page may say, and what is refused."""

import json
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from carrom.errors import CarromError
from carrom.match import requests
from carrom.terms import Seat, Stroke
from carrom_web.matches.messages import (
    LARGEST,
    Aim,
    Ask,
    Differs,
    Known,
    PlayHere,
    Sync,
    read_message,
    request_id_in,
)

ID = "5f0c8a4e-0000-4000-8000-000000000001"


def say(**members: object) -> str:
    return json.dumps(members)


@pytest.mark.parametrize(
    ("members", "request_"),
    [
        ({"kind": "toss"}, requests.Toss()),
        ({"kind": "choose", "choice": "break"}, requests.Choose("break")),
        ({"kind": "stroke", "offset": 0.1, "angle": -0.25, "speed": 2}, requests.MakeStroke(Stroke(0.1, -0.25, 2.0))),
        ({"kind": "pass"}, requests.Pass()),
        ({"kind": "place", "piece": 12, "x": 0.05, "y": -0.01}, requests.Place(12, 0.05, -0.01)),
        ({"kind": "forgo"}, requests.Forgo()),
        ({"kind": "claim", "points": 2}, requests.Claim(2)),
        ({"kind": "concede", "what": "match"}, requests.Concede("match")),
        ({"kind": "take_back"}, requests.TakeBack()),
        ({"kind": "offer", "what": "draw"}, requests.Offer("draw")),
        ({"kind": "reply", "offer": 3, "accept": True}, requests.Reply(3, True)),
    ],
)
def test_every_request_is_read(members: dict[str, object], request_: requests.Request):
    assert read_message(say(id=ID, after=17, **members)) == Ask(ID, 17, request_)


def test_what_is_not_stored_is_read():
    assert read_message(say(kind="sync", have=4)) == Sync(4)
    assert read_message(say(kind="sync")) == Sync(None)
    assert read_message(say(kind="known", id=ID)) == Known(ID)
    assert read_message(say(kind="play_here")) == PlayHere()
    assert read_message(say(kind="differs", number=7, part="final")) == Differs(7, "final")
    aim = read_message(say(kind="aim", offset=0, angle=0.5, speed=1.5, phase="pull", seat="north"))
    assert aim == Aim(seat=Seat.NORTH, offset=0.0, angle=0.5, speed=1.5, phase="pull")


def test_a_float_arrives_exactly():
    angle = math.nextafter(0.1, 1.0)

    ask = read_message(say(kind="stroke", id=ID, after=0, offset=5e-324, angle=angle, speed=1.0))

    assert isinstance(ask, Ask)
    assert ask.request == requests.MakeStroke(Stroke(5e-324, angle, 1.0))


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "unreadable-message"),
        ("{", "unreadable-message"),
        ("[]", "unreadable-message"),
        ("17", "unreadable-message"),
        ("null", "unreadable-message"),
        ("[" * 30_000, "unreadable-message"),
        ("{}", "unreadable-message"),
        (say(kind=3), "unreadable-message"),
        (say(kind="resign"), "unknown-kind"),
        (say(kind="toss", after=1), "unreadable-message"),
        (say(kind="toss", id=ID), "unreadable-message"),
        (say(kind="toss", id="x", after=1), "unreadable-message"),
        (say(kind="toss", id="'; drop table", after=1), "unreadable-message"),
        (say(kind="toss", id=ID, after=-1), "unreadable-message"),
        (say(kind="toss", id=ID, after=1.0), "unreadable-message"),
        (say(kind="toss", id=ID, after=True), "unreadable-message"),
        (say(kind="toss", id=ID, after=2**60), "unreadable-message"),
        ('{"kind":"toss","id":"%s","after":%s}' % (ID, "9" * 5000), "unreadable-message"),
        (say(kind="toss", id=ID, after=1, winner="a"), "unreadable-message"),
        (say(kind="stroke", id=ID, after=1, offset=0, angle=0), "unreadable-message"),
        (say(kind="stroke", id=ID, after=1, offset="0", angle=0, speed=1), "unreadable-message"),
        (say(kind="stroke", id=ID, after=1, offset=True, angle=0, speed=1), "unreadable-message"),
        (say(kind="stroke", id=ID, after=1, offset=None, angle=0, speed=1), "unreadable-message"),
        ('{"kind":"stroke","id":"%s","after":1,"offset":NaN,"angle":0,"speed":1}' % ID, "unreadable-message"),
        ('{"kind":"stroke","id":"%s","after":1,"offset":1e999,"angle":0,"speed":1}' % ID, "unreadable-message"),
        ('{"kind":"stroke","id":"%s","after":1,"offset":-Infinity,"angle":0,"speed":1}' % ID, "unreadable-message"),
        (say(kind="place", id=ID, after=1, piece=1.5, x=0, y=0), "unreadable-message"),
        (say(kind="concede", id=ID, after=1, what="board"), "unreadable-message"),
        (say(kind="reply", id=ID, after=1, offer=1, accept=1), "unreadable-message"),
        (say(kind="aim", offset=0, angle=0, speed=0, phase="dream"), "unreadable-message"),
        (say(kind="aim", offset=0, angle=0, speed=0, phase="aim", seat="moon"), "unreadable-message"),
        (say(kind="known", id=7), "unreadable-message"),
        (say(kind="reply", id=ID, after=1, offer=-1, accept=True), "unreadable-message"),
        (say(kind="choose", id=ID, after=1, choice="x" * 65), "unreadable-message"),
        ('{"kind":"sync","have":1,"have":2}', "unreadable-message"),
        (say(kind="sync", text="x" * LARGEST), "message-too-large"),
        ("x" * 10_000_000, "message-too-large"),
        ("ü" * (LARGEST // 2 + 1), "message-too-large"),
        ("\ud800", "unreadable-message"),
    ],
)
def test_everything_else_is_refused_with_a_code(text: str, code: str):
    with pytest.raises(CarromError) as caught:
        read_message(text)

    assert caught.value.code == code


def test_the_id_of_a_message_that_cannot_be_read_is_found_if_it_has_one():
    assert request_id_in(say(kind="stroke", id=ID, after=1)) == ID
    assert request_id_in(say(kind="stroke", id=[1])) is None
    assert request_id_in("{") is None
    assert request_id_in("[" * 30_000) is None
    assert request_id_in("x" * 10_000_000) is None


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
KINDS = st.sampled_from(
    "toss choose stroke pass place forgo claim concede take_back offer reply sync known aim play_here differs".split()
)
NAMES = st.sampled_from(
    "id after offset angle speed piece x y points what choice offer accept have phase seat extra".split()
)


@given(
    st.text()
    | JSON.map(json.dumps)
    | st.builds(lambda kind, rest: json.dumps({**rest, "kind": kind}), KINDS, st.dictionaries(NAMES, JSON))
)
def test_no_message_brings_anything_but_a_value_or_a_coded_error(text: str):
    try:
        message = read_message(text)
    except CarromError as error:
        assert error.code in {"unreadable-message", "unknown-kind", "message-too-large"}
        assert str(error)
    else:
        assert isinstance(message, Ask | Sync | Known | Aim | PlayHere)
    request_id_in(text)
