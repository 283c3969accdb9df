"""Seasons of 19-coin solo as rows: what is announced, who plays, which sets came in how, who did what.

What a season announces is one JSON text (`carrom.league.solo_terms.SeasonTerms`); columns are what the database itself
has to find, to count or to hold unique. A line of `Deed` holds what every change was and is, so that it can be undone.
"""

import secrets

from django.db import models
from django.db.models import F, Q

from carrom_web.accounts.models import Guest
from carrom_web.clubs.models import Club
from carrom_web.matches.models import Match

NAME_LENGTH = 60
EMAIL_LENGTH = 254
SLUG_LENGTH = 60


class Season(models.Model):
    """One season of a club. `version` is raised by every change of its terms; who changes them compares it first."""

    class State(models.TextChoices):
        DRAFT = "draft"  # its organisers alone see it
        OPEN = "open"  # announced: people join, sets come in
        CLOSED = "closed"  # all is decided; nothing comes in any more

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="solo_seasons")
    slug = models.SlugField(max_length=SLUG_LENGTH, unique=True)
    terms = models.TextField()
    version = models.PositiveIntegerField(default=0)
    state = models.CharField(max_length=8, choices=State.choices, default=State.DRAFT)
    first_day = models.DateField()
    last_day = models.DateField()
    most = models.PositiveIntegerField(null=True)  # players; none: as many as like
    taken = models.PositiveIntegerField(default=0)  # places of them
    lots = models.JSONField(default=list)  # drawn for players who are level: `carrom.league.solo_season.DrawnLots`
    previous = models.ForeignKey("self", on_delete=models.SET_NULL, null=True, blank=True, related_name="next_seasons")
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(most=None) | Q(taken__lte=F("most")), name="no_more_players_than_places"
            ),
        ]

    def __str__(self) -> str:
        return self.slug


def new_key() -> str:
    """The key under which a player stands in a season's standings and file: no name can be read from it."""
    return secrets.token_hex(5)


class Player(models.Model):
    """Somebody in one season. He comes back by his guest, or by the signed link that was sent to him."""

    class Standing(models.TextChoices):
        ASKED = "asked"  # placed in a division after last season; has not said that he plays
        PLAYING = "playing"
        WAITING = "waiting"  # there was no place
        WITHDRAWN = "withdrawn"

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="players")
    key = models.CharField(max_length=40, default=new_key)
    version = models.PositiveIntegerField(default=0)
    name = models.CharField(max_length=NAME_LENGTH, blank=True)
    email = models.CharField(max_length=EMAIL_LENGTH, blank=True)
    shows_name = models.BooleanField(default=False)  # consent to be named in public
    guest = models.ForeignKey(Guest, on_delete=models.SET_NULL, null=True, related_name="solo_players")
    division = models.CharField(max_length=40)
    standing = models.CharField(max_length=10, choices=Standing.choices)
    joined_on = models.DateField()
    left_on = models.DateField(null=True)
    next_division = models.CharField(
        max_length=40, blank=True
    )  # the organiser's word for next season; empty: the table's
    equipment = models.JSONField(null=True)  # what he has declared and measured (B-006 to B-012); none: nothing yet
    language = models.CharField(max_length=12, default="en")
    site = models.CharField(max_length=200, blank=True)  # the address under which he joined, for links

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["season", "key"], name="one_player_a_key"),
            models.UniqueConstraint(
                fields=["season", "email"],
                condition=~Q(email="") & ~Q(standing="withdrawn"),
                name="one_player_an_address",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.season_id} {self.key}"


class SoloSet(models.Model):
    """One set of a player: begun, handed in, shown by evidence or not yet, or of no account any more.

    Its place is the `nth` of its week; a season without weeks has one, number 1, from its first day to its last.
    """

    class Standing(models.TextChoices):
        BEGUN = "begun"  # its match goes on
        PENDING = "pending"  # the evidence that the season asks for is missing
        COUNTS = "counts"
        REFUSED = "refused"  # by its witness or the organiser
        STRUCK = "struck"  # given up by the player, or taken out by the organiser

    class Origin(models.TextChoices):
        PLAYED = "played"  # on the site
        KEPT = "kept"  # at home, on the phone
        REPORTED = "reported"  # as numbers

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="sets")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="sets")
    key = models.CharField(max_length=40, default=new_key)
    version = models.PositiveIntegerField(default=0)
    week = models.PositiveSmallIntegerField()
    nth = models.PositiveSmallIntegerField()
    day = models.DateField()  # on which it was played
    strokes = models.JSONField(default=list)  # board by board, in the order in which they were played
    origin = models.CharField(max_length=10, choices=Origin.choices)
    standing = models.CharField(max_length=10, choices=Standing.choices)
    source = models.CharField(max_length=60, blank=True)  # the record that it was taken from, also when that is gone
    has_word = models.BooleanField(default=False)  # the organiser's word speaks for it
    witness = models.CharField(max_length=NAME_LENGTH, blank=True)
    witness_email = models.CharField(max_length=EMAIL_LENGTH, blank=True)
    witness_code = models.CharField(max_length=12, blank=True)  # in his link; another one when he is asked anew
    witnessed_at = models.DateTimeField(null=True)  # when he said that he saw it
    film = models.URLField(max_length=300, blank=True)
    is_sure = models.BooleanField(default=False)  # few strokes on a board, and the player was asked
    late_accepted = models.BooleanField(null=True)  # the organiser's word on a late one; none: not said
    note = models.CharField(max_length=200, blank=True)
    match = models.OneToOneField(Match, on_delete=models.SET_NULL, null=True, related_name="solo_set")
    heard = models.PositiveIntegerField(default=0)  # the version of the match that was looked at last
    begun_at = models.DateTimeField()
    handed_in_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["season", "key"], name="one_set_a_key"),
            models.UniqueConstraint(
                fields=["player", "week", "nth"],
                condition=Q(standing__in=["begun", "pending", "counts"]),
                name="one_set_a_place",
            ),
        ]
        indexes = [models.Index(fields=["season", "week"], name="set_by_week")]

    def __str__(self) -> str:
        return f"{self.player_id} week {self.week}, {self.nth}"


class CorrectionRequest(models.Model):
    """What a player would correct in a set after its deadline: the organiser accepts it, or does not."""

    class Standing(models.TextChoices):
        ASKED = "asked"
        ACCEPTED = "accepted"
        REFUSED = "refused"
        TAKEN_BACK = "taken_back"  # by the player or on the sheet, or something else was asked since

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="asked_corrections")
    set = models.ForeignKey(SoloSet, on_delete=models.CASCADE, related_name="asked_corrections")
    version = models.PositiveIntegerField(default=0)
    standing = models.CharField(max_length=10, choices=Standing.choices)
    strokes = models.JSONField()
    day = models.DateField()
    is_sure = models.BooleanField(default=False)
    why = models.CharField(max_length=200, blank=True)
    asked_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["set"], condition=Q(standing="asked"), name="one_question_a_set"),
        ]

    def __str__(self) -> str:
        return f"{self.set_id} {self.standing}"


class Excuse(models.Model):
    """A week for which the organiser excuses a player; one that was taken back does not hold."""

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="excuses")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="excuses")
    version = models.PositiveIntegerField(default=0)
    week = models.PositiveSmallIntegerField()
    holds = models.BooleanField(default=False)
    why = models.CharField(max_length=200, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["player", "week"], name="one_excuse_a_week")]

    def __str__(self) -> str:
        return f"{self.player_id} week {self.week}"


class AuditEntry(models.Model):
    """A line of the log: who did what, why, and what every changed value was and is."""

    class Role(models.TextChoices):
        ORGANISER = "organiser"
        PLAYER = "player"
        WITNESS = "witness"
        RECORD = "record"  # the match that was played or kept

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="deeds")
    at = models.DateTimeField()
    by = models.CharField(max_length=NAME_LENGTH, blank=True)
    guest = models.ForeignKey(Guest, on_delete=models.SET_NULL, null=True, related_name="solo_deeds")
    role = models.CharField(max_length=10, choices=Role.choices)
    what = models.CharField(max_length=40)
    why = models.CharField(max_length=200, blank=True)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, null=True, related_name="deeds")
    set = models.ForeignKey(SoloSet, on_delete=models.CASCADE, null=True, related_name="deeds")
    changes = models.JSONField(default=list)  # [table, row, {column: [was, is]}]
    undoes = models.OneToOneField("self", on_delete=models.CASCADE, null=True, related_name="undone_by")

    def __str__(self) -> str:
        return f"{self.season_id} {self.what}"
