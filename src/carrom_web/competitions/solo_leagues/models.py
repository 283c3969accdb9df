"""Seasons of 19-coin solo as rows.

A season is folded from the log of its acts (`carrom.league.solo_log`). The rows of its players, sets, requests and
excuses are what the database has to find, to count and to hold unique, projected from the folded state (`projection`),
and what acts never hold: names, addresses, films, links to matches.
"""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from carrom_web.accounts.models import Guest
from carrom_web.competitions.models import Competition, GetsLetters, new_key
from carrom_web.matches.models import Match
from carrom_web.people.models import PlayerRow

NAME_LENGTH = 60
EMAIL_LENGTH = 254
TEXT_LENGTH = 300


class Kind(models.TextChoices):
    """The kinds of entries of a season's audit log."""

    DRAFTED = "drafted", _("announced as a draft")
    ANNOUNCED = "announced", _("announced")
    REOPENED = "reopened", _("opened again")
    CHANGED = "changed", _("terms changed")
    WEEKS_CHANGED = "weeks-changed", _("weeks changed")
    CLOSED = "closed", _("closed")
    IMPORTED = "imported", _("read from a file")
    JOINED = "joined", _("joined")
    INVITED = "invited", _("players of last season placed")
    WITHDRAWN = "withdrawn", _("withdrawn")
    MOVED_UP = "moved-up", _("moved up from the waiting list")
    EQUIPMENT_DECLARED = "equipment-declared", _("equipment declared")
    PLACED = "placed", _("moved to another division")
    PLACED_BY_AVERAGE = "placed-by-average", _("placed by last season's averages")
    PLACED_NEXT = "placed-next", _("next divisions decided")
    LOTS_DRAWN = "lots-drawn", _("lots drawn")
    WEEK_EXCUSED = "week-excused", _("week excused")
    EXCUSE_WITHDRAWN = "excuse-withdrawn", _("excuse cancelled")
    SET_STARTED = "set-started", _("set started")
    SET_GIVEN_UP = "set-given-up", _("set abandoned")
    SET_HANDED_IN = "set-handed-in", _("set handed in")
    SET_REPORTED = "set-reported", _("set reported")
    WEEK_ENTERED = "week-entered", _("sets of a week entered")
    SET_RESUMED = "set-resumed", _("set in progress")
    SET_CORRECTED = "set-corrected", _("set corrected")
    SHEET_CORRECTED = "sheet-corrected", _("set corrected on its sheet")
    SHEET_EVIDENCE = "sheet-evidence", _("evidence on the sheet")
    CORRECTION_REQUESTED = "correction-requested", _("correction requested")
    REQUEST_WITHDRAWN = "request-withdrawn", _("request for a correction withdrawn")
    CORRECTION_ACCEPTED = "correction-accepted", _("correction accepted")
    CORRECTION_REFUSED = "correction-refused", _("correction not accepted")
    WITNESS_ASKED = "witness-asked", _("witness asked")
    WITNESSED = "witnessed", _("confirmed by the witness")
    WITNESS_REFUSED = "witness-refused", _("rejected by the witness")
    FILM_ADDED = "film-added", _("film added")
    WORD_GIVEN = "word-given", _("accepted by the organiser")
    SET_REFUSED = "set-refused", _("not accepted")
    SET_STRUCK = "set-struck", _("removed")
    LATE_ACCEPTED = "late-accepted", _("late set accepted")
    LATE_REFUSED = "late-refused", _("late set not accepted")
    LATE_BY_TERMS = "late-by-terms", _("late set handled by the terms")
    ERASED = "erased", _("a person was deleted")
    REVERTED = "revert", _("undone")


class Season(Competition):
    """One season of a club; what it announces, and how many places of it are taken, as its log says."""

    terms = models.TextField()
    first_day = models.DateField()
    last_day = models.DateField()
    most = models.PositiveIntegerField(null=True)  # players; none: as many as like
    taken = models.PositiveIntegerField(default=0)  # places of them
    previous = models.ForeignKey("self", on_delete=models.SET_NULL, null=True, blank=True, related_name="next_seasons")

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(most=None) | Q(taken__lte=F("most")), name="no_more_players_than_places"
            ),
        ]


class Player(GetsLetters, PlayerRow):
    """Somebody in one season. They come back by their guest, or by the signed link that was sent to them."""

    class Status(models.TextChoices):
        INVITED = "invited"  # placed in a division after last season; has not said that they play
        PLAYING = "playing"
        WAITING = "waiting"  # there was no place
        WITHDRAWN = "withdrawn"

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="players")
    key = models.CharField(max_length=40, default=new_key)
    name = models.CharField(max_length=NAME_LENGTH, blank=True)
    guest = models.ForeignKey(Guest, on_delete=models.SET_NULL, null=True, related_name="solo_players")
    language = models.CharField(max_length=12, default="en")
    site = models.CharField(max_length=200, blank=True)  # the address under which they joined, for links

    division = models.CharField(max_length=40)
    status = models.CharField(max_length=10, choices=Status.choices)
    joined_on = models.DateField()
    left_on = models.DateField(null=True)
    next_division = models.CharField(max_length=40, blank=True)  # the organiser's word; empty: the table's
    equipment = models.JSONField(null=True)  # declared and measured (B-006 to B-012); none: nothing yet

    class Meta(PlayerRow.Meta):
        constraints = [
            models.UniqueConstraint(fields=["season", "key"], name="one_player_a_key"),
            models.UniqueConstraint(
                fields=["season", "person"], condition=~Q(status="withdrawn"), name="one_player_a_person"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.season_id} {self.key}"


class SoloSet(models.Model):
    """One set of a player: being played, handed in, shown by evidence or not yet, or of no account any more."""

    class Status(models.TextChoices):
        STARTED = "started"  # its match goes on
        PENDING = "pending"  # the evidence that the season asks for is missing
        COUNTS = "counts"
        REFUSED = "refused"  # by its witness or the organiser
        STRUCK = "struck"  # given up by the player, or taken out by the organiser

    class Origin(models.TextChoices):
        PLAYED = "played"  # on the site
        AT_HOME = "recorded"  # at home, on the phone
        REPORTED = "reported"  # as numbers

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="sets")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="sets")
    key = models.CharField(max_length=40, default=new_key)
    match = models.OneToOneField(Match, on_delete=models.SET_NULL, null=True, related_name="solo_set")
    match_version = models.PositiveIntegerField(default=0)  # the version of the match that was looked at last
    witness_email = models.CharField(max_length=EMAIL_LENGTH, blank=True)
    note = models.CharField(max_length=200, blank=True)

    week = models.PositiveSmallIntegerField()  # 0: its day lies in none
    day = models.DateField()  # on which it was played
    strokes = models.JSONField(default=list)  # board by board, in the order in which they were played
    origin = models.CharField(max_length=10, choices=Origin.choices)
    status = models.CharField(max_length=10, choices=Status.choices)
    source = models.CharField(max_length=60, blank=True)  # the record that it was taken from, also when that is gone
    has_word = models.BooleanField(default=False)  # the organiser's word speaks for it
    witness = models.CharField(max_length=NAME_LENGTH, blank=True)
    witnessed_at = models.DateTimeField(null=True)  # when they said that they saw it
    film = models.URLField(max_length=TEXT_LENGTH, blank=True)
    is_sure = models.BooleanField(default=False)  # few strokes on a board, and the player was asked
    late_accepted = models.BooleanField(null=True)  # the organiser's word on a late one; none: not said
    started_at = models.DateTimeField()
    handed_in_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["season", "key"], name="one_set_a_key")]
        indexes = [models.Index(fields=["season", "week"], name="set_by_week")]

    def __str__(self) -> str:
        return f"{self.player_id} week {self.week}, {self.key}"


class CorrectionRequest(models.Model):
    """A player's request to correct a set after its deadline: the organiser accepts it, or does not."""

    class Status(models.TextChoices):
        OPEN = "open"
        ACCEPTED = "accepted"
        REFUSED = "refused"
        WITHDRAWN = "withdrawn"  # by the player or on the sheet, or something else was asked since

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="correction_requests")
    set = models.ForeignKey(SoloSet, on_delete=models.CASCADE, related_name="correction_requests")
    key = models.CharField(max_length=40, default=new_key)
    why = models.CharField(max_length=200, blank=True)
    asked_at = models.DateTimeField()

    status = models.CharField(max_length=10, choices=Status.choices)
    strokes = models.JSONField()
    day = models.DateField()
    is_sure = models.BooleanField(default=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["season", "key"], name="one_request_a_key"),
            models.UniqueConstraint(fields=["set"], condition=Q(status="open"), name="one_open_request_a_set"),
        ]

    def __str__(self) -> str:
        return f"{self.set_id} {self.status}"


class Excuse(models.Model):
    """A week of which a player owes no set."""

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="excuses")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="excuses")
    week = models.PositiveSmallIntegerField()
    why = models.CharField(max_length=200, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["player", "week"], name="one_excuse_a_week")]

    def __str__(self) -> str:
        return f"{self.player_id} week {self.week}"


class PrivateText(models.Model):
    """A text about a player that acts name by its key alone, so that it can be erased while they stay."""

    class About(models.TextChoices):
        WITNESS = "witness"  # a name
        FILM = "film"  # an address
        EXCUSE = "excuse"  # a reason

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="texts")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="texts")
    key = models.CharField(max_length=40, default=new_key)
    about = models.CharField(max_length=10, choices=About.choices)
    text = models.CharField(max_length=TEXT_LENGTH, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["season", "key"], name="one_text_a_key")]

    def __str__(self) -> str:
        return f"{self.player_id} {self.about}"
