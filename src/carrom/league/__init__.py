"""Leagues: seasons of solo sets, and of matches. Standard library, no clock, no database."""
