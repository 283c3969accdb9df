"""Members of the requests and answers of the HTTP API, as its description lists them."""

from datetime import date, datetime
from typing import Annotated, Any, Literal
from uuid import UUID

from ninja import Schema
from pydantic import ConfigDict, Field

Json = dict[str, Any]
Page = Annotated[int, Field(ge=1, le=10_000)]


class Strict(Schema):
    """A body in which nothing stands that is not known."""

    model_config = ConfigDict(extra="forbid")


class Fault(Schema):
    """Every error: a stable code, and a sentence in the language that Accept-Language asks for."""

    code: str
    text: str


class MatchCard(Schema):
    """A match in a list."""

    id: UUID
    title: str
    ruleset: str
    score: str
    turn: str
    phase: str
    version: int
    url: str


class MatchList(Schema):
    """Matches, the last played first."""

    matches: list[MatchCard]
    page: int = 1
    pages: int = 1


class MatchState(Schema):
    """A match as it stands: `view` as docs/wire.md describes it, `seats` those of the token's owner."""

    id: UUID
    version: int
    seats: list[str]
    url: str
    view: Json


class Entries(Schema):
    """The newest entries of a match, the oldest of them first, each as the `event` of docs/wire.md."""

    entries: list[Json]


class PositionText(Strict):
    """A position, or a situation, as docs/notation.md writes it."""

    text: str = Field(max_length=4000)


class PositionValues(Schema):
    """A position: how it is written, and each piece with its kind, number and centre in metres."""

    text: str
    situation: str | None = Field(description="the whole situation, where a stroke or a due is awaited")
    pieces: list[Json]
    svg: str = Field(description="a picture that needs nothing else")


class Question(Strict):
    """A question for the laws: `query` as docs/notation.md writes a question, or ruleset, board and stroke apart."""

    query: str | None = Field(None, max_length=4000)
    ruleset: str = Field("icf", max_length=64)
    given: Json = Field(default_factory=dict, description="the board; keys as in docs/laws/cases.md")
    stroke: Json = Field(default_factory=dict, description="what happened; keys as in docs/laws/cases.md")


class AimedStroke(Strict):
    """A stroke on a situation."""

    situation: str = Field(max_length=4000)
    offset: float = Field(description="metres to the right of the middle of the base line", allow_inf_nan=False)
    angle: float = Field(description="radians to the left of straight ahead", allow_inf_nan=False)
    speed: float = Field(description="metres a second", allow_inf_nan=False)


class NewMatchBody(Strict):
    """A match against a computer, or alone under laws for one player. The token's bot is the first player."""

    ruleset: str = Field("icf", max_length=64)
    level: str = Field("", max_length=32, description="the computer, as /computers lists them; empty: alone")
    length: str = Field("board", max_length=16, description="board, game or match")
    breaks: str = Field("toss", max_length=16, description="toss, me or other")


class Done(Schema):
    """A request was stored under this number."""

    number: int


class Sought(Strict):
    """The terms of a challenge: laws, length, and seconds for a stroke."""

    ruleset: str = Field("icf", max_length=64)
    length: str = Field("board", max_length=16, description="board, game or match")
    clock: str = Field("30", max_length=8, description="15, 30 or 60 seconds for a stroke, or none")
    by_link: bool = Field(False, description="not in the lobby: only the holder of the link may sit down")


class Challenge(Schema):
    """A seat that is offered. `match` is there once somebody sits down."""

    id: UUID
    host: str
    host_is_bot: bool
    terms: Json
    is_rated: bool
    open_until: datetime | None
    match: UUID | None
    url: str


class ChallengeList(Schema):
    """The open challenges of the lobby, the oldest first."""

    challenges: list[Challenge]


class Started(Schema):
    """A match that has started."""

    id: UUID
    url: str


class RecordText(Strict):
    """A match file (docs/notation.md), the side that was one's own (a, b or empty), and which match of the file."""

    text: str = Field(max_length=2_000_000)
    side: Literal["", "a", "b"] = ""
    match: int | None = Field(default=None, ge=1, le=100_000)


class Ruleset(Schema):
    """Laws under which one can play."""

    slug: str
    title: str
    players: int = Field(description="1: these laws are for one player alone")
    edition: int


class Computer(Schema):
    """A computer to play against."""

    level: str
    title: str


class CompetitionCard(Schema):
    """An event, league, season, championship or rating list."""

    kind: str
    slug: str
    title: str
    club: str
    state: str
    changed_at: datetime
    url: str
    data: str


class CompetitionList(Schema):
    """Competitions that everybody may see, the last changed first."""

    competitions: list[CompetitionCard]
    page: int
    pages: int


class Table(Schema):
    """One of the standings: the first place first; the keys of a row are those of the kind."""

    title: str
    rows: list[Json]


class Standings(Schema):
    """All standings of a competition."""

    kind: str
    slug: str
    title: str
    tables: list[Table]


class RatedPlayer(Schema):
    """A player with an online rating."""

    place: int
    name: str
    is_bot: bool
    rating: int
    gain: int | None = Field(description="points gained in the week; null over all time")
    results: int
    provisional: bool


class Ratings(Schema):
    """The best of a week, named by its Monday, or of all time."""

    group: str
    week: date | None
    groups: list[str]
    players: list[RatedPlayer]


class Club(Schema):
    """A club."""

    slug: str
    name: str
    place: str
    url: str


class ClubList(Schema):
    """Clubs by name."""

    clubs: list[Club]


class PersonCard(Schema):
    """A player of a club who agreed to be named."""

    id: UUID
    name: str
    url: str


class PersonList(Schema):
    """The players of a club who agreed to be named, by name."""

    people: list[PersonCard]
    page: int
    pages: int


class Person(Schema):
    """A player of a club in all its competitions."""

    id: UUID
    name: str
    played: int
    won: int
    tied: int
    lost: int
    competitions: list[Json]
    matches: list[Json]


class Account(Schema):
    """Whose token this is, and what it may do."""

    name: str
    is_bot: bool
    scopes: list[str]


class NewWebhook(Strict):
    """An address to write to, and the topic: `topic` is "matches" (one's own) or KIND/SLUG of a competition."""

    url: str = Field(max_length=300)
    topic: str = Field("matches", max_length=121)


class WebhookValues(Schema):
    """A webhook. `secret` signs its messages."""

    id: UUID
    url: str
    topic: str
    is_active: bool
    failures: int
    last_error: str
    secret: str


class WebhookList(Schema):
    """One's own webhooks."""

    webhooks: list[WebhookValues]


class Embed(Schema):
    """An answer of oEmbed 1.0 of the type "rich"."""

    version: str = "1.0"
    type: str = "rich"
    title: str
    provider_name: str
    provider_url: str
    html: str
    width: int
    height: int
    cache_age: int
