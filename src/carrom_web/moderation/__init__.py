"""Decisions of the site's operators about names and behaviour, and appeals against them."""
