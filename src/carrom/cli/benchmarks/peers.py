"""Other engines that simulate the same strokes in steps of time, as far as they are installed.

They know neither spin by friction at the rims nor pockets, so their surface is `strokes.WITHOUT_SPIN`, and strokes are
those of `strokes.for_every_engine`. Each is set up as well as it goes: friction of the board as a force of constant
size against the velocity, restitution without threshold where it lets us.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from importlib.util import find_spec
from typing import Any

from carrom.cli.benchmarks.strokes import WITHOUT_SPIN, Sample
from carrom.physics.surface import Surface

Places = dict[int, tuple[float, float]]  # of all discs at rest by number, metres; 0 is the striker

_LOOK = 0.02  # s between looks whether all lie still
_LONGEST = 8.0  # s
_STILL = 1e-3  # m/s


@dataclass(frozen=True, slots=True, kw_only=True)
class Peer:
    """An engine: its name, the steps at which it is measured, and how it plays a stroke."""

    name: str
    module: str
    steps: tuple[float, ...]  # s
    play: Callable[[Sample, Surface, float], Places]
    surface: Surface = WITHOUT_SPIN
    note: str = ""

    @property
    def is_installed(self) -> bool:
        """Whether it can be imported."""
        return find_spec(self.module) is not None


def installed() -> list[Peer]:
    """The peers of this environment."""
    return [peer for peer in PEERS if peer.is_installed]


@dataclass(frozen=True, slots=True)
class _Disc:
    number: int
    x: float
    y: float
    vx: float
    vy: float
    radius: float
    mass: float


def _discs(sample: Sample, surface: Surface) -> list[_Disc]:
    position, stroke = sample
    vx, vy = -stroke.speed * math.sin(stroke.angle), stroke.speed * math.cos(stroke.angle)
    striker = _Disc(0, stroke.offset, -surface.base_middle, vx, vy, surface.striker_radius, surface.striker_mass)
    coins = (_Disc(p.number, p.x, p.y, 0.0, 0.0, surface.coin_radius, surface.coin_mass) for p in position.pieces)
    return [striker, *coins]


def play_pymunk(sample: Sample, surface: Surface, step: float) -> Places:
    """pymunk, in millimetres and grams; restitutions are multiplied, so each disc has the root of theirs."""
    import pymunk

    space = pymunk.Space()
    space.collision_slop = 1e-3
    space.collision_bias = 0.9**60
    half, thick = 1000 * surface.half_surface, 50
    for x, y in ((1, 0), (-1, 0), (0, 1), (0, -1)):  # thick frames: nothing passes through them in a step
        middle_x, middle_y = x * (half + thick), y * (half + thick)
        ends = (
            (middle_x - y * 2 * half, middle_y - x * 2 * half),
            (middle_x + y * 2 * half, middle_y + x * 2 * half),
        )
        frame = pymunk.Segment(space.static_body, *ends, thick)
        frame.elasticity = surface.frame_restitution / math.sqrt(surface.disc_restitution)
        space.add(frame)
    bodies = {}
    for disc in _discs(sample, surface):
        mass, radius = 1000 * disc.mass, 1000 * disc.radius
        body = pymunk.Body(mass, pymunk.moment_for_circle(mass, 0, radius))
        body.position, body.velocity = (1000 * disc.x, 1000 * disc.y), (1000 * disc.vx, 1000 * disc.vy)
        circle = pymunk.Circle(body, radius)
        circle.elasticity = math.sqrt(surface.disc_restitution)
        slide = pymunk.PivotJoint(space.static_body, body, (0, 0), (0, 0))
        slide.max_bias, slide.max_force = 0, mass * surface.board_friction * surface.gravity * 1000
        space.add(body, circle, slide)
        bodies[disc.number] = body
    steps = max(1, round(_LOOK / step))
    for _ in range(round(_LONGEST / _LOOK)):
        for _ in range(steps):
            space.step(step)
        if max(body.velocity.length for body in bodies.values()) < 1000 * _STILL:
            break
    return {number: (body.position.x / 1000, body.position.y / 1000) for number, body in bodies.items()}


def play_box2d(sample: Sample, surface: Surface, step: float) -> Places:
    """Box2D, in centimetres, which keeps its tolerances small; of two restitutions it takes the greater."""
    import Box2D

    world = Box2D.b2World(gravity=(0, 0), doSleep=True)
    frame, board = world.CreateStaticBody(), world.CreateStaticBody()  # a joint ends collisions with its own body
    half = 100 * surface.half_surface
    corners = [(-half, -half), (half, -half), (half, half), (-half, half)]
    for k in range(4):
        edge = Box2D.b2EdgeShape(vertices=[corners[k], corners[(k + 1) % 4]])
        frame.CreateFixture(shape=edge, restitution=surface.frame_restitution, friction=0)
    bodies = {}
    for disc in _discs(sample, surface):
        radius, at = 100 * disc.radius, (100 * disc.x, 100 * disc.y)
        body = world.CreateDynamicBody(position=at, linearVelocity=(100 * disc.vx, 100 * disc.vy), bullet=True)
        density = 1000 * disc.mass / (math.pi * radius * radius)
        circle = Box2D.b2CircleShape(radius=radius)
        body.CreateFixture(shape=circle, density=density, restitution=surface.disc_restitution, friction=0)
        force = 1000 * disc.mass * surface.board_friction * surface.gravity * 100
        world.CreateFrictionJoint(
            bodyA=board, bodyB=body, localAnchorA=at, localAnchorB=(0, 0), maxForce=force, maxTorque=0
        )
        bodies[disc.number] = body
    steps = max(1, round(_LOOK / step))
    for _ in range(round(_LONGEST / _LOOK)):
        for _ in range(steps):
            world.Step(step, 8, 3)
        if max(body.linearVelocity.length for body in bodies.values()) < 100 * _STILL:
            break
    return {number: (body.position.x / 100, body.position.y / 100) for number, body in bodies.items()}


def play_mujoco(sample: Sample, surface: Surface, step: float) -> Places:
    """MuJoCo: spheres that slide along x and y; its soft contacts take a damping, fitted to the restitution."""
    damping = tuple(_mujoco_damping(step, e) for e in (surface.disc_restitution, surface.frame_restitution))
    places, _ = _mujoco(_discs(sample, surface), surface, step, (damping[0], damping[1]), _LONGEST)
    return places


@cache
def _mujoco_damping(step: float, restitution: float) -> float:
    """The damping with which two coins, one at rest, part at `restitution` times the speed at which they met."""
    surface = replace(WITHOUT_SPIN, board_friction=0.01)
    radius, mass = surface.coin_radius, surface.coin_mass
    pair = [
        _Disc(2, 0.0, 0.0, 1.0, 0.0, radius, mass),
        _Disc(3, 2 * radius + 0.003, 0.0, 0.0, 0.0, radius, mass),
    ]
    low, high = 0.0, 1.0
    for _ in range(18):
        middle = (low + high) / 2
        _, speeds = _mujoco(pair, surface, step, (middle, middle), 0.003 + 40 * step)
        if speeds[3][0] - speeds[2][0] > restitution:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def _mujoco(
    discs: list[_Disc], surface: Surface, step: float, damping: tuple[float, float], longest: float
) -> tuple[Places, Places]:
    """Places and velocities at rest, or after `longest`."""
    import mujoco
    import numpy as np

    stiffness = (math.pi / (12 * step)) ** 2
    on_disc, on_frame = (f"{-stiffness:g} {-2 * part * math.sqrt(stiffness):g}" for part in damping)
    half = surface.half_surface
    frames = "".join(
        f'<geom type="plane" priority="1" solref="{on_frame}" pos="{x * half:g} {y * half:g} 0" '
        f'zaxis="{-x} {-y} 0" size="1 1 1"/>'
        for x, y in ((1, 0), (-1, 0), (0, 1), (0, -1))
    )
    bodies = "".join(
        f'<body pos="{disc.x:.17g} {disc.y:.17g} 0">'
        '<joint type="slide" axis="1 0 0"/><joint type="slide" axis="0 1 0"/>'
        f'<geom type="sphere" size="{disc.radius:.9g}" mass="{disc.mass:.9g}"/></body>'
        for disc in discs
    )
    model = mujoco.MjModel.from_xml_string(
        f'<mujoco><option timestep="{step:g}" gravity="0 0 0" integrator="Euler" cone="elliptic" solver="Newton">'
        '<flag eulerdamp="disable"/></option>'
        f'<default><geom condim="1" solref="{on_disc}" solimp="0.9999 0.9999 0.001"/></default>'
        f"<worldbody>{frames}{bodies}</worldbody></mujoco>"
    )
    data: Any = mujoco.MjData(model)
    data.qvel[:] = [value for disc in discs for value in (disc.vx, disc.vy)]
    braking = surface.board_friction * surface.gravity
    mass = np.array([[disc.mass] for disc in discs])
    look = max(1, round(_LOOK / step))
    for count in range(round(longest / step)):
        velocity = data.qvel.reshape(-1, 2)
        speed = np.hypot(velocity[:, 0], velocity[:, 1])[:, None]
        data.qfrc_applied[:] = (-mass * braking * velocity / np.maximum(speed, braking * step)).ravel()
        mujoco.mj_step(model, data)
        if count % look == 0 and speed.max() < _STILL:
            break
    start = np.array([(disc.x, disc.y) for disc in discs])
    places, speeds = start + data.qpos.reshape(-1, 2), data.qvel.reshape(-1, 2)
    return (
        {disc.number: (float(x), float(y)) for disc, (x, y) in zip(discs, places, strict=True)},
        {disc.number: (float(x), float(y)) for disc, (x, y) in zip(discs, speeds, strict=True)},
    )


PEERS = (
    Peer(name="pymunk", module="pymunk", steps=(1e-3, 1e-4), play=play_pymunk),
    Peer(
        name="Box2D",
        module="Box2D",
        steps=(1e-3,),
        play=play_box2d,
        surface=replace(WITHOUT_SPIN, frame_restitution=WITHOUT_SPIN.disc_restitution),
        note="frames as lively as discs",
    ),
    Peer(name="MuJoCo", module="mujoco", steps=(2e-3, 5e-4), play=play_mujoco),
)
