"""Match leagues as rows: terms, teams, captains, sheets of matches.

Fixtures, days and results are folded from the league's log (`carrom.league.match_record`), which holds keys, never
names; names, addresses and rosters stand in rows.
"""

from django.db import models
from django.db.models import Q

from carrom_web.accounts.models import Guest
from carrom_web.competitions.models import NAME_LENGTH, Competition, GetsLetters, new_key
from carrom_web.matches.models import Match
from carrom_web.people.models import PlayerRow

EMAIL_LENGTH = 254


class League(Competition):
    """One season of a match league."""

    terms = models.TextField()  # JSON
    first_day = models.DateField()
    previous = models.ForeignKey("self", on_delete=models.SET_NULL, null=True, related_name="following")


class Team(GetsLetters, PlayerRow):
    """One side of a league: a player, a pair, a team. Its captain, `person`, comes back by a signed link."""

    class Standing(models.TextChoices):
        ENTERED = "entered"
        WITHDRAWN = "withdrawn"

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="teams")
    key = models.CharField(max_length=40, default=new_key)
    name = models.CharField(max_length=NAME_LENGTH)
    club_name = models.CharField(max_length=NAME_LENGTH, blank=True)
    captain = models.CharField(max_length=NAME_LENGTH, blank=True)
    standing = models.CharField(max_length=10, choices=Standing.choices, default=Standing.ENTERED)
    venue = models.CharField(max_length=NAME_LENGTH, blank=True)
    at_once = models.PositiveSmallIntegerField(default=1)  # matches or ties that its venue holds on one day
    weekday = models.PositiveSmallIntegerField(null=True)
    time = models.CharField(max_length=5, blank=True)
    language = models.CharField(max_length=12, default="en")
    site = models.CharField(max_length=200, blank=True)
    made_at = models.DateTimeField()

    class Meta(PlayerRow.Meta):
        constraints = [
            models.UniqueConstraint(fields=["league", "key"], name="one_team_a_key"),
            models.UniqueConstraint(
                fields=["league", "name"], condition=Q(standing="entered") & ~Q(name=""), name="one_team_a_name"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.league_id} {self.key}"

    @property
    def shows_names(self) -> bool:
        """Whether all who play for it agree to be named in public."""
        return all(one.shows_name for one in self.members.all() if one.active)


class TeamMember(PlayerRow):
    """One person of a team; who has left it stays for the matches that they played."""

    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="members")
    key = models.CharField(max_length=40, default=new_key)
    position = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=NAME_LENGTH, blank=True)
    rating = models.FloatField(null=True)
    active = models.BooleanField(default=True)

    class Meta(PlayerRow.Meta):
        constraints = [models.UniqueConstraint(fields=["team", "key"], name="one_league_member_a_key")]

    def __str__(self) -> str:
        return f"{self.team_id} {self.position}"


class Captain(models.Model):
    """A guest who acts for a team: they entered it, or have opened its link and said so."""

    team = models.ForeignKey(Team, on_delete=models.CASCADE, related_name="captains")
    guest = models.ForeignKey(Guest, on_delete=models.CASCADE, related_name="captain_of")
    since = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["team", "guest"], name="one_row_a_captain")]

    def __str__(self) -> str:
        return f"{self.team_id} {self.guest_id}"


class SheetMatch(models.Model):
    """The match of a fixture, or of a match of its tie ("1.2/3"): a score sheet, or online. Its end is the result."""

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="sheets")
    fixture = models.CharField(max_length=40)
    a = models.CharField(max_length=80)  # the sides for which it was started
    b = models.CharField(max_length=80)
    match = models.OneToOneField(Match, on_delete=models.CASCADE, related_name="league_fixture")
    started_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)
    is_online = models.BooleanField(default=False)  # a match on this site between the players' guests
    seen_version = models.PositiveIntegerField(default=0)  # of the match, when it was looked at last
    is_withdrawn = models.BooleanField(default=False)  # its line-ups were taken back: its result does not count

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["league", "fixture"], condition=Q(ended_at=None), name="one_sheet_a_fixture"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.league_id} {self.fixture}"
