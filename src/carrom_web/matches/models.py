"""Matches as rows: the record, entry by entry, and the state after the last entry, cached for speed.

What an entry says is one JSON text (`common.typed_json`), since the library's types are its schema; columns are
what the database itself has to find or to hold unique.
"""

import uuid

from django.db import models
from django.utils.translation import gettext_lazy as _

from carrom_web.accounts.models import Guest

FORMAT = 1  # of stored entries and snapshots; older formats keep a reader


class Match(models.Model):
    """One match. `version` is the number of its last entry; who changes it compares it first."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    version = models.PositiveIntegerField(default=0)
    snapshot = models.TextField()
    snapshot_format = models.PositiveSmallIntegerField(default=FORMAT)
    phase = models.CharField(max_length=12)  # toss, playing, over
    awaits_computer = models.BooleanField(default=False)
    deadline = models.DateTimeField(null=True)  # when the awaited decision is out of time; none: no clock runs
    days = models.PositiveSmallIntegerField(null=True)  # by correspondence: for each answer; `deadline` is by them
    rests_until = models.DateTimeField(null=True)  # days off of who is awaited: until then it stands still
    notice = models.CharField(max_length=4, blank=True)  # of such a match: of what its players are notified next
    notice_at = models.DateTimeField(null=True)  # and when
    lapses = models.PositiveSmallIntegerField(default=0)  # clocks that ran out one after another
    rematch_sides = models.CharField(max_length=2, blank=True)  # those that want another match, once this is over
    next = models.OneToOneField("self", on_delete=models.SET_NULL, null=True, related_name="previous")
    is_listed = models.BooleanField(default=False)  # whether the lobby shows it to those who want to watch
    rated_group = models.CharField(max_length=32, blank=True)  # in which online ratings it counts; empty: in none
    imported_by = models.ForeignKey(  # who brought the record of a match that was played elsewhere; it has no seats
        Guest, on_delete=models.CASCADE, null=True, related_name="imported_matches"
    )
    made_at = models.DateTimeField(auto_now_add=True)
    changed_at = models.DateTimeField(auto_now=True)

    class Meta:
        indexes = [
            models.Index(fields=["id"], condition=models.Q(awaits_computer=True), name="match_awaits_computer"),
            models.Index(fields=["deadline"], condition=models.Q(deadline__isnull=False), name="match_deadline"),
            models.Index(fields=["notice_at"], condition=models.Q(notice_at__isnull=False), name="match_notice"),
        ]

    def __str__(self) -> str:
        return str(self.id)


class Entry(models.Model):
    """One line of a match's record. A request that is sent again has the same id, so it is stored once."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="entries")
    number = models.PositiveIntegerField()
    request_id = models.CharField(max_length=64)
    kind = models.CharField(max_length=16)
    format = models.PositiveSmallIntegerField(default=FORMAT)
    content = models.TextField()
    motion = models.BinaryField(null=True)  # for drawing alone; positions are in `content`, exact

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="one_entry_a_number"),
            models.UniqueConstraint(fields=["match", "request_id"], name="one_entry_a_request"),
        ]

    def __str__(self) -> str:
        return f"{self.match_id} {self.number} {self.kind}"


class Seat(models.Model):
    """A player: the nth of a side is a guest or a computer. Where they sit changes with the sides."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="seats")
    side = models.CharField(max_length=1)
    player = models.PositiveSmallIntegerField(default=0)
    guest = models.ForeignKey(Guest, on_delete=models.SET_NULL, null=True, related_name="seats")
    level = models.CharField(max_length=32, blank=True)  # a computer's; empty for a person
    left_at = models.DateTimeField(null=True)  # since when the others wait for somebody who has no page open
    left_by = models.ForeignKey(Guest, on_delete=models.SET_NULL, null=True, related_name="left_seats")  # to come back

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "side", "player"], name="one_player_a_seat")]

    def __str__(self) -> str:
        return f"{self.match_id} {self.side}{self.player}"


class Played(models.Model):
    """A match that is over, as it counts for one guest who played it: what their own list filters and sums up."""

    class Against(models.TextChoices):
        """The kind of opponent."""

        PERSON = "person", _("A person")
        COMPUTER = "computer", _("A computer")
        SCREEN = "screen", _("At one screen")
        ALONE = "alone", _("Alone")

    class Outcome(models.TextChoices):
        """How it ended for the guest; none where both sides are theirs, or there is one only."""

        WON = "won", _("Won")
        LOST = "lost", _("Lost")
        LEVEL = "level", _("Tied")

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="played")
    guest = models.ForeignKey(Guest, on_delete=models.CASCADE, related_name="played")
    side = models.CharField(max_length=1, blank=True)
    ruleset = models.CharField(max_length=64)  # its slug; a club's own is a name that nothing ships under
    against = models.CharField(max_length=8, choices=Against)
    outcome = models.CharField(max_length=5, choices=Outcome, blank=True)
    is_doubles = models.BooleanField(default=False)
    points = models.PositiveIntegerField(default=0)
    points_against = models.PositiveIntegerField(default=0)
    best_board = models.PositiveSmallIntegerField(null=True)  # points of the best own board; alone: fewest strokes
    best_entry = models.PositiveIntegerField(null=True)  # the entry that ended it
    average = models.FloatField(null=True)  # strokes a board, alone
    ended_at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "guest"], name="one_row_a_player")]
        indexes = [models.Index(fields=["guest", "-ended_at"], name="played_by_guest")]

    def __str__(self) -> str:
        return f"{self.match_id} {self.guest_id}"


class Invitation(models.Model):
    """A seat offered by link, or to anyone in the lobby: then with `terms`, a *challenge*.

    The match begins when somebody sits down; `match` tells then where.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    host = models.ForeignKey(Guest, on_delete=models.CASCADE, related_name="invitations")
    wish = models.JSONField()  # the host's answers on the form of a new match
    match = models.ForeignKey(Match, on_delete=models.CASCADE, null=True, related_name="invitations")
    terms = models.CharField(max_length=64, blank=True)  # what two who seek must agree in; empty: by link alone
    is_table = models.BooleanField(default=False)  # four seats that fill
    is_rated = models.BooleanField(default=False)
    seeks_near = models.BooleanField(default=False)  # only somebody of about the host's rating
    device = models.CharField(max_length=32, blank=True)  # of a rated one: the browser that posted it
    open_until = models.DateTimeField(null=True)  # the end of its lease, which its host's open page renews
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        indexes = [
            models.Index(fields=["made_at"], condition=models.Q(open_until__isnull=False), name="invitation_in_lobby"),
        ]

    def __str__(self) -> str:
        return str(self.id)


class TableSeat(models.Model):
    """One of the four places of a table: a person who has sat down, a computer, or nobody yet."""

    table = models.ForeignKey(Invitation, on_delete=models.CASCADE, related_name="seats")
    side = models.CharField(max_length=1)
    player = models.PositiveSmallIntegerField(default=0)
    guest = models.ForeignKey(Guest, on_delete=models.SET_NULL, null=True, related_name="table_seats")
    level = models.CharField(max_length=32, blank=True)  # a computer's
    device = models.CharField(max_length=32, blank=True)  # at a rated table: the browser of who sits here
    seen_at = models.DateTimeField(null=True)  # when the page of who sits here said last that it is open

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["table", "side", "player"], name="one_place_a_seat"),
            models.UniqueConstraint(fields=["table", "guest"], name="one_place_a_guest"),
        ]

    def __str__(self) -> str:
        return f"{self.table_id} {self.side}{self.player}"


class DaysOff(models.Model):
    """A time in which the clocks of somebody's matches by correspondence stand still."""

    guest = models.ForeignKey(Guest, on_delete=models.CASCADE, related_name="days_off")
    begins_at = models.DateTimeField()
    ends_at = models.DateTimeField()  # as planned, or earlier: when they came back

    class Meta:
        indexes = [models.Index(fields=["guest", "ends_at"], name="days_off_by_end")]

    def __str__(self) -> str:
        return f"{self.guest_id} {self.begins_at:%F} {self.ends_at:%F}"


class Block(models.Model):
    """A guest is never brought together again with another, and does not hear them."""

    guest = models.ForeignKey(Guest, on_delete=models.CASCADE, related_name="blocks")
    blocked = models.ForeignKey(Guest, on_delete=models.CASCADE, related_name="blocked_by")
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["guest", "blocked"], name="one_block_a_pair")]

    def __str__(self) -> str:
        return f"{self.guest_id} {self.blocked_id}"


class Report(models.Model):
    """A player is reported for how they behaved in a match; the operator sees it (`config.admin`)."""

    class Reason(models.TextChoices):
        """The reason."""

        WORDS = "words", _("Insults or threats")
        NAME = "name", _("An offensive name")
        STALLING = "stalling", _("Makes others wait on purpose")
        CHEATING = "cheating", _("Uses a program to play")

    reporter = models.ForeignKey(Guest, on_delete=models.CASCADE, related_name="reports")
    reported = models.ForeignKey(Guest, on_delete=models.CASCADE, related_name="reports_of")
    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="reports")
    reason = models.CharField(max_length=12, choices=Reason)
    made_at = models.DateTimeField(auto_now_add=True)
    closed_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["reporter", "reported", "match"], name="one_report_a_match"),
        ]

    def __str__(self) -> str:
        return f"{self.match_id} {self.reason}"


class RatedResult(models.Model):
    """The value of a rated match for one of its players: their part of the win, and whom they met as rated then."""

    class Why(models.TextChoices):
        """Why it counts."""

        OVER = "over", _("The match is over")
        ABANDONED = "abandoned", _("The match was abandoned")

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="rated_results")
    guest = models.ForeignKey(Guest, on_delete=models.CASCADE, related_name="rated_results")
    group = models.CharField(max_length=32)
    week = models.DateField()  # its Monday
    score = models.FloatField()
    met_value = models.FloatField()
    met_deviation = models.FloatField()
    why = models.CharField(max_length=12, choices=Why)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "guest"], name="one_rated_result_a_player")]
        indexes = [models.Index(fields=["guest", "group", "week"], name="rated_result_by_week")]

    def __str__(self) -> str:
        return f"{self.match_id} {self.guest_id} {self.score}"


class OnlineRating(models.Model):
    """Somebody's rating after a week in which they played; apart from the ratings of clubs."""

    guest = models.ForeignKey(Guest, on_delete=models.CASCADE, related_name="online_ratings")
    group = models.CharField(max_length=32)
    week = models.DateField()
    start = models.FloatField()  # at the beginning of the week
    value = models.FloatField()
    deviation = models.FloatField()
    volatility = models.FloatField()
    results = models.PositiveIntegerField()  # in this week
    total = models.PositiveIntegerField()  # until its end
    gain = models.FloatField()
    is_newest = models.BooleanField(default=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["guest", "group", "week"], name="one_rating_a_week")]
        indexes = [
            models.Index(fields=["group", "week", "-gain"], name="rating_of_a_week"),
            models.Index(fields=["group", "-value"], condition=models.Q(is_newest=True), name="rating_of_all_time"),
        ]

    def __str__(self) -> str:
        return f"{self.guest_id} {self.group} {self.value:.0f}"


class HandCheck(models.Model):
    """How well the strokes of a player in a rated match fit a hand (`fair_play`); an operator sees it."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="hand_checks")
    guest = models.ForeignKey(Guest, on_delete=models.CASCADE, related_name="hand_checks")
    strokes = models.PositiveIntegerField()  # that pocketed a coin of their own, or the queen
    unlikely = models.PositiveIntegerField()  # of these, those that the best hand would rarely make
    too_quick = models.PositiveIntegerField()  # made sooner than a hand can
    median_seconds = models.FloatField(null=True)
    is_flagged = models.BooleanField(default=False)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "guest"], name="one_check_a_player")]

    def __str__(self) -> str:
        return f"{self.match_id} {self.guest_id} {self.unlikely}/{self.strokes}"


class HandEvidence(models.Model):
    """The evidence of a guest's strokes in a match about their hand (`own_hand`); nobody else sees the estimate."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="hand_evidence")
    guest = models.ForeignKey(Guest, on_delete=models.CASCADE, related_name="hand_evidence")
    strokes = models.PositiveIntegerField()  # that say something
    likelihoods = models.JSONField()  # their sum, one row for each hand (`carrom.bots.own_hand`); empty without strokes
    format = models.PositiveSmallIntegerField()  # of `likelihoods`

    class Meta:
        constraints = [models.UniqueConstraint(fields=["match", "guest"], name="one_evidence_a_player")]

    def __str__(self) -> str:
        return f"{self.match_id} {self.guest_id} {self.strokes}"


class DailyAttempt(models.Model):
    """One attempt at a day's rack; `strokes` once it is over."""

    day = models.DateField()
    guest = models.ForeignKey(Guest, on_delete=models.CASCADE, related_name="daily_attempts")
    match = models.OneToOneField(Match, on_delete=models.CASCADE, related_name="daily_attempt")
    strokes = models.PositiveIntegerField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["day", "guest"], name="one_attempt_a_day")]
        indexes = [models.Index(fields=["day", "strokes"], name="attempt_by_strokes")]

    def __str__(self) -> str:
        return f"{self.day} {self.guest_id}"
