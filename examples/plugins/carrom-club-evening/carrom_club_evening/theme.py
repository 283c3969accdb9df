"""The clubhouse in pictures: a green board in a pale frame, coins of box and cherry."""

from dataclasses import replace

from carrom.svg.paint import LIGHT

THEME = replace(LIGHT, surface="#c9d8b6", frame="#b08d5b", frame_light="#c4a373", frame_text="#2b1d10", black="#6b2a1f")
