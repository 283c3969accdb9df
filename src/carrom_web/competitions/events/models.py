"""Events as rows: terms, entries, payments, notices and audit entries.

What an event announces is one JSON text (`carrom.tournament.event.EventTerms`); columns are what the database itself
has to find, to count or to hold unique. What a notice said before it was corrected stands in the audit log. Money has
rows of its own (`payment_models`), pictures too (`picture_models`).
"""

import hashlib
import uuid
from datetime import date

from django.db import models
from django.db.models import F, Q

from carrom.tournament.event import Method
from carrom.tournament.registration import TAKES_A_PLACE, EntryStatus, identity
from carrom_web.accounts.models import Guest
from carrom_web.audit.models import AuditEntry, LoggedModel
from carrom_web.competitions.events.payment_models import NAME_LENGTH as NAME_LENGTH
from carrom_web.competitions.events.payment_models import LedgerEntry as LedgerEntry
from carrom_web.competitions.events.payment_models import Order as Order
from carrom_web.competitions.events.payment_models import PaymentAccount as PaymentAccount
from carrom_web.competitions.events.payment_models import StripeAccount as StripeAccount
from carrom_web.competitions.events.payment_models import WebhookDelivery as WebhookDelivery
from carrom_web.competitions.events.picture_models import ClubDesign as ClubDesign
from carrom_web.competitions.events.picture_models import ClubLogo as ClubLogo
from carrom_web.competitions.events.picture_models import PhotoPerson as PhotoPerson
from carrom_web.competitions.events.picture_models import SponsorLogo as SponsorLogo
from carrom_web.competitions.events.picture_models import WinnerPhoto as WinnerPhoto
from carrom_web.competitions.models import Competition, new_key
from carrom_web.matches.models import Match
from carrom_web.people.models import PlayerRow

EMAIL_LENGTH = 254


class Event(Competition):
    """One event of a club; `version` is raised by every change of its terms. Its categories have a log each."""

    terms = models.TextField()
    first_day = models.DateField()
    closes_at = models.DateTimeField()  # the first moment that is too late to enter
    closed_at = models.DateTimeField(null=True)  # when what was unpaid was struck out, after that moment
    forms_made = models.PositiveIntegerField(default=0)  # the last number of a form, and of a receipt
    receipts_made = models.PositiveIntegerField(default=0)
    is_online = models.BooleanField(default=False)  # as its terms say: called fixtures are matches on this site
    runs_itself = models.BooleanField(default=False)  # rounds are drawn and matches called as soon as they can be

    class Meta:
        indexes = [models.Index(fields=["closes_at"], condition=Q(closed_at=None, state="open"), name="event_to_close")]


class Category(models.Model):
    """One category of an event. `taken` counts the entries that have a place; it never passes `most`."""

    class State(models.TextChoices):
        OPEN = "open"
        CANCELLED = "cancelled"
        MERGED = "merged"  # its entries play in `merged_into`

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="categories")
    key = models.CharField(max_length=40)
    most = models.PositiveIntegerField(null=True)
    taken = models.PositiveIntegerField(default=0)
    state = models.CharField(max_length=12, choices=State.choices, default=State.OPEN)
    merged_into = models.ForeignKey("self", on_delete=models.SET_NULL, null=True, related_name="merged")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["event", "key"], name="one_category_a_key"),
            models.CheckConstraint(condition=Q(most=None) | Q(taken__lte=F("most")), name="no_place_sold_twice"),
        ]

    def __str__(self) -> str:
        return f"{self.event_id} {self.key}"


class WaiverText(models.Model):
    """A version of the terms that every player of an event accepts: what exactly somebody accepted, and from when."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="waivers")
    version = models.PositiveIntegerField()
    text = models.TextField()
    made_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["event", "version"], name="one_waiver_a_version")]

    def __str__(self) -> str:
        return f"{self.event_id} version {self.version}"


class Group(models.Model):
    """Registrations that one person made for a club, and pays for together. Its link is theirs alone."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="groups")
    name = models.CharField(max_length=NAME_LENGTH)  # whom to ask
    email = models.CharField(max_length=EMAIL_LENGTH)
    club_name = models.CharField(max_length=NAME_LENGTH)
    language = models.CharField(max_length=12, default="en")
    site = models.CharField(max_length=200, blank=True)
    method = models.CharField(max_length=12, choices=[(one.value, one.value) for one in Method])
    guest = models.ForeignKey(Guest, on_delete=models.SET_NULL, null=True, related_name="event_groups")
    made_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.event_id} {self.club_name}"


class Handover(models.Model):
    """A registration that its owner gives to somebody else, until that person takes it by the link in an email."""

    form = models.OneToOneField("Registration", on_delete=models.CASCADE, primary_key=True, related_name="handover")
    name = models.CharField(max_length=NAME_LENGTH)
    email = models.CharField(max_length=EMAIL_LENGTH)
    made_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.form_id}"


class Registration(PlayerRow):
    """One person's registration for one event (K-001, K-007). Its owner comes back by a signed link."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="forms")
    number = models.PositiveIntegerField()
    identity = models.CharField(max_length=40)  # a digest of what tells people apart (`new_identity`)
    name = models.CharField(max_length=NAME_LENGTH)
    gender = models.CharField(max_length=8, blank=True)
    age_class = models.PositiveSmallIntegerField(null=True)  # once the date of birth is deleted (`age_classes`)
    club_name = models.CharField(max_length=NAME_LENGTH, blank=True)
    language = models.CharField(max_length=12, default="en")
    site = models.CharField(max_length=200, blank=True)  # the address under which it was handed in, for links
    method = models.CharField(max_length=12, choices=[(one.value, one.value) for one in Method])
    guest = models.ForeignKey(Guest, on_delete=models.SET_NULL, null=True, related_name="forms")
    made_at = models.DateTimeField()
    withdrawn_at = models.DateTimeField(null=True)
    came_at = models.DateTimeField(null=True)  # checked in on the day
    wants_calls = models.BooleanField(default=False)  # an email, too, when a match of theirs is called to a board
    new_email = models.CharField(max_length=EMAIL_LENGTH, blank=True)  # to be confirmed by the letter sent there
    answers = models.JSONField(default=dict)  # to the event's own questions, by these
    consents = models.JSONField(default=list)  # to its terms, each {version, at, by, guardian}; the last one holds
    holder = models.PositiveSmallIntegerField(default=0)  # raised when it goes to another person, with whom a new link
    group = models.ForeignKey("Group", on_delete=models.SET_NULL, null=True, related_name="forms")
    version = models.PositiveIntegerField(default=0)  # raised by every change; who changes compares it first
    history = models.JSONField(default=dict)  # by its entry in the audit log: what stood before and after each change

    class Meta(PlayerRow.Meta):
        constraints = [
            models.UniqueConstraint(
                fields=["event", "identity"], condition=Q(withdrawn_at=None), name="one_form_a_person"
            ),
            models.UniqueConstraint(fields=["event", "number"], name="one_form_a_number"),
        ]

    def __str__(self) -> str:
        return f"{self.event_id} {self.number}"


def new_identity(name: str, born: date | None) -> str:
    """A digest of what makes two forms be of one person (K-007), so that no row holds a day of birth."""
    return hashlib.blake2b(identity(name, born).encode(), digest_size=10).hexdigest()


class Entry(models.Model):
    """One side in one category: a player, a pair, a team."""

    key = models.CharField(max_length=40, default=new_key)
    form = models.ForeignKey(Registration, on_delete=models.CASCADE, related_name="entries")
    category = models.ForeignKey(Category, on_delete=models.CASCADE, related_name="entries")
    team = models.CharField(max_length=NAME_LENGTH, blank=True)  # what a team calls itself
    standing = models.CharField(max_length=12, choices=[(one.value, one.value) for one in EntryStatus])
    fee = models.PositiveIntegerField()
    made_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["form", "category"],
                condition=~Q(standing__in=["withdrawn", "cancelled", "expired"]),
                name="one_entry_a_category",
            ),
            models.UniqueConstraint(fields=["category", "key"], name="one_entry_a_key"),
        ]
        indexes = [models.Index(fields=["category", "standing", "id"], name="entry_by_standing")]

    def __str__(self) -> str:
        return f"{self.category_id} {self.form_id} {self.standing}"

    @property
    def players(self) -> list["Member"]:
        """Its people in order, without a captain who does not play."""
        return sorted((one for one in self.members.all() if one.plays), key=lambda one: one.position)

    @property
    def takes_a_place(self) -> bool:
        """Whether this entry counts against the places of its category."""
        return EntryStatus(self.standing) in TAKES_A_PLACE


class Member(PlayerRow):
    """One person of an entry. Nobody is in a category twice, no matter who filled in the form."""

    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="members")
    category = models.ForeignKey(Category, on_delete=models.CASCADE, related_name="members")
    position = models.PositiveSmallIntegerField()  # 0: who filled the form in
    identity = models.CharField(max_length=40)
    name = models.CharField(max_length=NAME_LENGTH)
    gender = models.CharField(max_length=8, blank=True)
    age_class = models.PositiveSmallIntegerField(null=True)  # as that of a registration
    agreed_at = models.DateTimeField(null=True)  # a partner's own word
    active = models.BooleanField(default=True)  # the entry stands
    plays = models.BooleanField(default=True)  # False: a captain who leads their team and plays no match
    consents = models.JSONField(default=list)  # of a partner, as those of a registration
    photo_consents = models.JSONField(default=list)  # to photos of winners, each a `PhotoWord`; the last one holds

    class Meta(PlayerRow.Meta):
        constraints = [
            models.UniqueConstraint(fields=["entry", "position"], name="one_member_a_position"),
            models.UniqueConstraint(
                fields=["category", "identity"], condition=Q(active=True), name="nobody_twice_in_a_category"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.entry_id} {self.position}"

    @property
    def shows_name(self) -> bool:
        """Whether the player agreed to be named in public; one whom another named has to agree to play first."""
        return self.agreed_at is not None and super().shows_name


class Contest(LoggedModel):
    """Draw and results of one category: a log (`carrom.tournament.record`), one row for each act."""

    category = models.OneToOneField(Category, on_delete=models.CASCADE, primary_key=True, related_name="contest")
    terms = models.JSONField()  # what it began with: the record without its entries

    def __str__(self) -> str:
        return f"{self.category_id} {self.version}"


class BoardCall(models.Model):
    """A fixture that was called to a board, and the match that is scored there; it ends with the fixture's result."""

    category = models.ForeignKey(Category, on_delete=models.CASCADE, related_name="tables")
    fixture = models.CharField(max_length=40)
    a = models.CharField(max_length=80)  # the entrants for whom it was called
    b = models.CharField(max_length=80)
    board = models.PositiveIntegerField()
    called_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)
    match = models.OneToOneField(Match, on_delete=models.SET_NULL, null=True, related_name="table")
    seen_version = models.PositiveIntegerField(default=0)  # the version of the match whose result was looked at last
    is_overruled = models.BooleanField(default=False)  # no result counts: one was entered, or line-ups were taken back

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["category", "fixture"], condition=Q(ended_at=None), name="one_call_a_fixture"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.category_id} {self.fixture} at {self.board}"


class ReportedResult(models.Model):
    """A result as one of the two says it by their own link, until the other, an official or time confirms it."""

    category = models.ForeignKey(Category, on_delete=models.CASCADE, related_name="reported_results")
    fixture = models.CharField(max_length=40)
    a = models.CharField(max_length=80)  # the entrants who met
    b = models.CharField(max_length=80)
    by = models.CharField(max_length=80)  # one of them
    way = models.CharField(max_length=10)  # as the result pad sends it
    value = models.CharField(max_length=200)
    time_up = models.BooleanField(default=False)
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["category", "fixture", "by"], name="one_report_a_side")]
        indexes = [models.Index(fields=["at"], name="report_by_time")]

    def __str__(self) -> str:
        return f"{self.category_id} {self.fixture} {self.by}"


class ClosedLineUp(models.Model):
    """A line-up that was handed in and that nobody sees until the other is in too; then both go into the record.

    `of` names the contest ("category 12"), so that contests of other apps keep theirs here as well.
    """

    of = models.CharField(max_length=60)
    fixture = models.CharField(max_length=40)
    team = models.CharField(max_length=80)
    line_up = models.TextField()
    handed_in_at = models.DateTimeField()
    guest = models.ForeignKey(Guest, on_delete=models.SET_NULL, null=True, related_name="closed_line_ups")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["of", "fixture", "team"], name="one_line_up_a_team")]

    def __str__(self) -> str:
        return f"{self.of} {self.fixture} {self.team}"


class LineUpDeadline(models.Model):
    """Until when the captains of a tie hand in their line-ups themselves."""

    of = models.CharField(max_length=60)
    fixture = models.CharField(max_length=40)
    until = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["of", "fixture"], name="one_deadline_a_tie")]

    def __str__(self) -> str:
        return f"{self.of} {self.fixture} {self.until}"


class Challenge(models.Model):
    """A challenge on a ladder, from the word to the result. The match itself is a fixture of the contest."""

    class State(models.TextChoices):
        OPEN = "open"  # asked; the other has not answered
        ACCEPTED = "accepted"  # to be played: `fixture`
        DECLINED = "declined"
        LAPSED = "lapsed"  # not answered in time
        WITHDRAWN = "withdrawn"
        OVER = "over"  # its fixture has a result

    category = models.ForeignKey(Category, on_delete=models.CASCADE, related_name="challenges")
    by = models.CharField(max_length=40)  # the keys of the two entries
    to = models.CharField(max_length=40)
    state = models.CharField(max_length=10, choices=State.choices, default=State.OPEN)
    made_at = models.DateTimeField()
    until = models.DateTimeField(null=True)  # to be answered by then; once accepted, to be played
    fixture = models.CharField(max_length=40, blank=True)
    boards = models.CharField(max_length=200, blank=True)  # as one of the two has reported them, the challenger first
    reported_by = models.CharField(max_length=40, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["category", "by"], condition=Q(state__in=["open", "accepted"]), name="one_challenge_at_a_time"
            ),
            models.UniqueConstraint(
                fields=["category", "to"], condition=Q(state__in=["open", "accepted"]), name="challenged_once_at_a_time"
            ),
        ]
        indexes = [models.Index(fields=["until"], condition=Q(state="open"), name="challenge_to_answer")]

    def __str__(self) -> str:
        return f"{self.category_id} {self.by} {self.to} {self.state}"


class Notice(models.Model):
    """Something that the organiser says in public. A moved deadline has both days (K-011).

    `version` is raised by every change; who changes it compares it first.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="notices")
    at = models.DateTimeField()
    text = models.CharField(max_length=1000, blank=True)
    deadline_was = models.DateField(null=True)
    deadline_is = models.DateField(null=True)
    category = models.ForeignKey(Category, on_delete=models.CASCADE, null=True, related_name="notices")  # cancelled
    audit = models.ForeignKey(AuditEntry, on_delete=models.SET_NULL, null=True, related_name="+")  # who said it
    is_free = models.BooleanField(default=False)  # the organiser's own words and no decision: may be withdrawn
    is_withdrawn = models.BooleanField(default=False)
    version = models.PositiveIntegerField(default=0)

    def __str__(self) -> str:
        return f"{self.event_id} {self.at}"

    @property
    def by(self) -> str:
        """The name of who said it; empty once it is erased."""
        return self.audit.by if self.audit else ""
