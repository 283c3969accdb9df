"""Match leagues as rows: what was announced and done, who plays, who acts for a team, which matches are kept.

All that a league is made of (terms, fixtures, days, results) is one record (`carrom.league.match_record`) as one text,
without names; names, addresses and rosters stand in rows. Rows of `Deed` are only added.
"""

import secrets

from django.db import models
from django.db.models import Q

from carrom_web.accounts.models import Guest
from carrom_web.clubs.models import Club
from carrom_web.matches.models import Match

NAME_LENGTH = 80
EMAIL_LENGTH = 254


def new_key() -> str:
    """A key under which a team or a person stands in the record: its own for good."""
    return secrets.token_hex(5)


class League(models.Model):
    """One season of a match league. `version` is raised by every act; who writes compares it first."""

    class State(models.TextChoices):
        DRAFT = "draft"  # its organisers alone see it
        OPEN = "open"  # announced: teams enter, then it is played
        CLOSED = "closed"  # over, in the archive
        CANCELLED = "cancelled"

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="match_leagues")
    slug = models.SlugField(max_length=60, unique=True)
    title = models.CharField(max_length=NAME_LENGTH)
    record = models.TextField()
    version = models.PositiveIntegerField(default=0)
    state = models.CharField(max_length=10, choices=State.choices, default=State.DRAFT)
    first_day = models.DateField()
    previous = models.ForeignKey("self", on_delete=models.SET_NULL, null=True, related_name="following")
    made_at = models.DateTimeField(auto_now_add=True)
    changed_at = models.DateTimeField(auto_now=True)

    def __str__(self) -> str:
        return self.slug


class Team(models.Model):
    """What plays as one side: a player, a pair, a team. Its captain comes back by a signed link."""

    class Standing(models.TextChoices):
        ENTERED = "entered"
        WITHDRAWN = "withdrawn"

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="teams")
    key = models.CharField(max_length=40, default=new_key)
    name = models.CharField(max_length=NAME_LENGTH)
    club_name = models.CharField(max_length=NAME_LENGTH, blank=True)
    captain = models.CharField(max_length=NAME_LENGTH, blank=True)
    email = models.CharField(max_length=EMAIL_LENGTH, blank=True)
    shows_names = models.BooleanField(default=False)  # all of it agree to be named in public
    standing = models.CharField(max_length=10, choices=Standing.choices, default=Standing.ENTERED)
    venue = models.CharField(max_length=NAME_LENGTH, blank=True)
    at_once = models.PositiveSmallIntegerField(default=1)  # matches or ties that its venue holds on one day
    weekday = models.PositiveSmallIntegerField(null=True)
    time = models.CharField(max_length=5, blank=True)
    language = models.CharField(max_length=12, default="en")
    site = models.CharField(max_length=200, blank=True)
    made_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["league", "key"], name="one_team_a_key"),
            models.UniqueConstraint(
                fields=["league", "name"], condition=Q(standing="entered") & ~Q(name=""), name="one_team_a_name"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.league_id} {self.key}"


class TeamMember(models.Model):
    """One person of a team; who has left it stays for the matches that he played."""

    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="members")
    key = models.CharField(max_length=40, default=new_key)
    position = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=NAME_LENGTH, blank=True)
    rating = models.FloatField(null=True)
    active = models.BooleanField(default=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["team", "key"], name="one_league_member_a_key")]

    def __str__(self) -> str:
        return f"{self.team_id} {self.position}"


class Captain(models.Model):
    """A guest who acts for a team: he entered it, or has opened its link and said so."""

    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="captains")
    guest = models.ForeignKey(Guest, on_delete=models.CASCADE, related_name="captain_of")
    since = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["team", "guest"], name="one_row_a_captain")]

    def __str__(self) -> str:
        return f"{self.team_id} {self.guest_id}"


class SheetMatch(models.Model):
    """The match in which a fixture, or a match of its tie ("1.2/3"), is kept on a sheet; its end is the result."""

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="kept")
    fixture = models.CharField(max_length=40)
    a = models.CharField(max_length=80)  # the sides for which it was begun
    b = models.CharField(max_length=80)
    match = models.OneToOneField(Match, on_delete=models.CASCADE, related_name="league_fixture")
    begun_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)
    heard = models.PositiveIntegerField(default=0)  # the version of the match that was looked at last

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["league", "fixture"], condition=Q(ended_at=None), name="one_sheet_a_fixture"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.league_id} {self.fixture}"


class AuditEntry(models.Model):
    """A line of the log: who did what, when; `line` is the line of the record, which may be undone."""

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="deeds")
    at = models.DateTimeField()
    by = models.CharField(max_length=NAME_LENGTH, blank=True)
    guest = models.ForeignKey(Guest, on_delete=models.SET_NULL, null=True, related_name="league_deeds")
    what = models.CharField(max_length=40)
    detail = models.JSONField(default=dict)
    line = models.PositiveIntegerField(null=True)

    def __str__(self) -> str:
        return f"{self.league_id} {self.what}"
