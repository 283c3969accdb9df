"""Template tag of the switch for notifications (`push/switch.html`)."""

from django import template

from carrom_web.push import services

register = template.Library()


@register.simple_tag
def push_key() -> str:
    """Give the key that browsers subscribe for."""
    return services.public_key()
