"""Leagues: seasons of sets played alone, and of matches. Standard library, no clock, no database."""
