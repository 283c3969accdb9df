"""Devices that get notifications by web push, and the notifications that wait to be sent to them."""

from django.db import models

from carrom_web.accounts.models import Guest

LONGEST_ENDPOINT = 1000  # characters; those of today's push services have up to 600
LABEL_LENGTH = 60


class Device(models.Model):
    """One browser of a guest: where its push service takes notifications, and the keys that encrypt them for it."""

    guest = models.ForeignKey(Guest, on_delete=models.CASCADE, related_name="devices")
    endpoint = models.CharField(max_length=LONGEST_ENDPOINT, unique=True)
    public_key = models.CharField(max_length=120)  # of the browser (`p256dh`), base64url
    secret = models.CharField(max_length=40)  # shared with the browser (`auth`), base64url
    site_key = models.CharField(max_length=120)  # the site's public key for which the browser subscribed
    session = models.CharField(max_length=16, blank=True)  # of an account: the session in which it was switched on
    label = models.CharField(max_length=LABEL_LENGTH, blank=True)  # "Firefox, Android"
    language = models.CharField(max_length=12, default="en")
    failures = models.PositiveIntegerField(default=0)  # one after another
    made_at = models.DateTimeField(auto_now_add=True)
    taken_at = models.DateTimeField(null=True)  # when its push service last took a notification

    def __str__(self) -> str:
        return f"{self.pk} of {self.guest_id}"


class Notification(models.Model):
    """One notification for one device; the row goes when it is sent, or is too old to be of use."""

    device = models.ForeignKey(Device, on_delete=models.CASCADE, related_name="notifications")
    content = models.JSONField()  # title, body, url, tag
    tag = models.CharField(max_length=80)  # a newer one of the same tag takes its place
    is_urgent = models.BooleanField(default=False)
    made_at = models.DateTimeField(auto_now_add=True)
    due_at = models.DateTimeField()  # no attempt before
    expires_at = models.DateTimeField()  # no attempt after
    claimed_until = models.DateTimeField(null=True)  # another process sends it until then
    attempts = models.PositiveIntegerField(default=0)
    last_error = models.CharField(max_length=300, blank=True)

    class Meta:
        indexes = [models.Index(fields=["due_at"], name="notification_due")]

    def __str__(self) -> str:
        return f"{self.pk} for {self.device_id}"
