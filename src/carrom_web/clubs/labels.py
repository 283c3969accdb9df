"""Labels of what members of a club are."""

from django.utils.translation import gettext as _

from carrom_web.clubs.rights import Role


def role_labels() -> dict[Role, str]:
    """What members are, in words."""
    return {
        Role.OWNER: _("Owner"),
        Role.ORGANISER: _("Organiser"),
        Role.TECHNICAL_DIRECTOR: _("Technical director"),
        Role.CHIEF_REFEREE: _("Chief referee"),
        Role.ASSISTANT_CHIEF_REFEREE: _("Assistant chief referee"),
        Role.UMPIRE: _("Umpire"),
        Role.REGISTRAR: _("Registrar"),
        Role.PLAYER: _("Player"),
    }
