"""The board in the clubhouse: a little rough, with a soft frame."""

from dataclasses import replace

from carrom.physics.surface import TOURNAMENT

SURFACE = replace(TOURNAMENT, board_friction=0.15, frame_restitution=0.68)
