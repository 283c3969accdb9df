"""Rows of the health check and the scheduler."""

from django.db import models


class Heartbeat(models.Model):
    """One row, written by `/healthz`: a database that can be read may still refuse to store anything."""

    at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.at}"


class SchedulerLease(models.Model):
    """One row: the server process that runs periodic tasks, and until when it does without renewing."""

    owner = models.CharField(max_length=100)  # host, process, a token
    until = models.DateTimeField()

    def __str__(self) -> str:
        return f"until {self.until}"
