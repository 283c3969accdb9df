"""What the health check writes."""

from django.db import models


class Heartbeat(models.Model):
    """One row, written by `/healthz`: a database that can be read may still refuse to store anything."""

    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.at}"
