"""Pictures of events as rows: logos of sponsors, photos of winners with who is on them, the design of a club's prints.

Pictures lie in the database like everything else, so that a backup has them, and what they belong to takes them along
when it is deleted (docs/decisions/0080). They are small: `carrom.printing.uploads` has made new files of them.
"""

from django.db import models

from carrom_web.clubs.models import Club


class PictureRow(models.Model):
    """A picture with its size in pixels. `digest` names exactly these bytes."""

    content = models.BinaryField()
    width = models.PositiveIntegerField()
    height = models.PositiveIntegerField()
    digest = models.CharField(max_length=24)

    class Meta:
        abstract = True


class SponsorLogo(PictureRow):
    """The logo of a sponsor, for all events of a club that name them."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="sponsor_logos")
    name_key = models.CharField(max_length=120)  # the sponsor's name, whatever its case

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "name_key"], name="one_logo_a_sponsor")]

    def __str__(self) -> str:
        return f"{self.club_id} {self.pk}"


class ClubDesign(models.Model):
    """The look of a club's certificates and labels, as JSON (`carrom.printing.certificates.Design`)."""

    club = models.OneToOneField(Club, on_delete=models.CASCADE, primary_key=True, related_name="print_design")
    design = models.TextField()

    def __str__(self) -> str:
        return str(self.club_id)


class ClubLogo(PictureRow):
    """The logo of a club on its certificates and labels."""

    club = models.OneToOneField(Club, on_delete=models.CASCADE, primary_key=True, related_name="print_logo")

    def __str__(self) -> str:
        return str(self.club_id)


class WinnerPhoto(PictureRow):
    """A photo of winners of a category, with a small version. Everybody sees it once all its people agree to that."""

    category = models.ForeignKey("events.Category", on_delete=models.CASCADE, related_name="photos")
    thumbnail = models.BinaryField()
    thumbnail_width = models.PositiveIntegerField()
    thumbnail_height = models.PositiveIntegerField()
    made_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.category_id} {self.pk}"


class PhotoPerson(models.Model):
    """Somebody who is on a photo. A person whose entry is gone agrees to nothing: the photo stays hidden."""

    photo = models.ForeignKey(WinnerPhoto, on_delete=models.CASCADE, related_name="people")
    member = models.ForeignKey("events.Member", on_delete=models.SET_NULL, null=True, related_name="photos")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["photo", "member"], name="once_on_a_photo")]

    def __str__(self) -> str:
        return f"{self.photo_id} {self.member_id}"
