"""Arenas as rows: what happens in one is its log; rows say who is there now and which matches are played."""

from django.db import models

from carrom_web.accounts.models import Guest
from carrom_web.competitions.models import Competition, new_key
from carrom_web.matches.models import Match


class Arena(Competition):
    """One arena, of a club or of the account that opened it."""

    starts_at = models.DateTimeField()
    ends_at = models.DateTimeField()

    class Meta:
        indexes = [models.Index(fields=["ends_at"], condition=models.Q(state="open"), name="arena_to_run")]


class ArenaPlayer(models.Model):
    """Somebody who joined an arena: who they are, and until when their open page says that they are there."""

    competition = models.ForeignKey(Arena, on_delete=models.CASCADE, related_name="players")
    key = models.CharField(max_length=40, default=new_key)
    guest = models.ForeignKey(Guest, on_delete=models.SET_NULL, null=True, related_name="arena_players")
    device = models.CharField(max_length=32, blank=True)  # the browser that joined a rated arena
    here_until = models.DateTimeField()  # the end of their lease, which their open page renews
    free_since = models.DateTimeField()  # since when they wait, where they play no match

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["competition", "guest"], name="one_player_an_arena"),
            models.UniqueConstraint(fields=["competition", "key"], name="one_arena_player_a_key"),
        ]

    def __str__(self) -> str:
        return self.key


class ArenaMatch(models.Model):
    """A match that was paired in an arena; `ended_at` once the arena has taken its result, or let it go."""

    arena = models.ForeignKey(Arena, on_delete=models.CASCADE, related_name="matches")
    match = models.OneToOneField(Match, on_delete=models.CASCADE, related_name="arena_match")
    a = models.CharField(max_length=40)
    b = models.CharField(max_length=40, blank=True)  # empty: a computer
    ended_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [
            models.Index(fields=["arena"], condition=models.Q(ended_at__isnull=True), name="arena_match_running"),
        ]

    def __str__(self) -> str:
        return f"{self.arena_id} {self.match_id}"
