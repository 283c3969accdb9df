"""Carrom: physics, laws, matches and computers. Public names are loaded when they are first used."""
