"""The equipment as physics sees it: every constant of the simulation in one frozen value.

Standard library only. What each parameter means, its range and its source: docs/physics/model.md.
"""

import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from functools import lru_cache
from types import MappingProxyType

from carrom.equipment import measurements
from carrom.errors import ImpossibleError
from carrom.plugins import Kind, Listed

ENGINE = "4"  # grows whenever a stroke may end otherwise, in the last bit, than it did before

LIGHTEST_STRIKER, HEAVIEST_STRIKER = 8.0, 15.0  # grams; the laws limit it upwards only (C-031)
PRESS_STEPS = 48  # in the contact of two coins, as in the kernel


class SurfaceError(ImpossibleError):
    """A physical parameter is missing, unknown, not a number or out of its range."""

    code = "surface"


@dataclass(frozen=True, slots=True, kw_only=True)
class Surface:
    """A board, its pieces and its powder.

    Units: SI. Raises: SurfaceError when a value cannot be.
    Source: docs/physics/model.md.
    """

    # How it plays.
    board_friction: float = 0.12  # coefficient of sliding on the board
    disc_restitution: float = 0.85  # of two discs
    disc_friction: float = 0.15  # between two discs
    frame_restitution: float = 0.75  # of a disc and a frame
    frame_friction: float = 0.15  # between a disc and a frame
    gravity: float = 9.81  # m/s2
    pocket_drop: float = 0.002  # how far a disc over a pocket must fall until it is held; 0: it is held at once
    pocket_restitution: float = 0.5  # of a disc over a pocket and the frames behind it
    frame_lift: float = 0.0  # part of its speed against a frame that lifts a disc; 0: no disc goes over a frame
    # Its measures.
    frame_height: float = measurements.FRAME_HEIGHT  # m above the board
    half_surface: float = measurements.HALF_SURFACE  # m from the middle to a frame
    pocket_radius: float = measurements.POCKET_RADIUS  # m
    base_middle: float = measurements.BASE_MIDDLE  # where the striker's centre lies, from the board's centre
    front_line: float = measurements.FRONT_LINE  # m from the middle
    coin_radius: float = measurements.COIN_RADIUS  # m, of the queen too
    coin_mass: float = measurements.COIN_MASS  # kg
    striker_radius: float = measurements.STRIKER_RADIUS  # m
    striker_mass: float = measurements.STRIKER_MASS  # kg
    # How discs that lie close together press on one another.
    contact_stiffness: float = 1e7  # N/m; 0: rigid, each impact by itself takes no time
    # Thresholds of the simulation: what they change is far below what anybody can measure on a board.
    spin_ratio: float = 0.02  # R w / v below which the rest of a slide is one piece; 0: spin does not slow sliding
    slowing_part: float = 0.1  # least part of v lost in one piece of constant deceleration
    tail_speed: float = 0.15  # R w below which the rest of a slide is one piece; above, a piece loses this over R w
    rest_speed: float = 1e-4  # m/s; what is slower is at rest
    weak_speed: float = 1e-3  # m/s; slower contacts are looked at again after `contact_time`
    contact_time: float = 2e-4  # s
    elastic_speed: float = 5e-3  # m/s; impacts below it lose nothing
    tie_time: float = 1e-10  # s; contacts within it are one impact

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
                raise SurfaceError("not-finite", name=field.name, value=value)
            least, most = RANGES.get(field.name, _POSITIVE)
            if not least <= value <= most:
                raise SurfaceError("out-of-range", name=field.name, least=least, most=most, value=value)
            object.__setattr__(self, field.name, float(value))
        if 0 < self.contact_stiffness < _SOFTEST:
            raise SurfaceError("contact-stiffness", softest=_SOFTEST)
        if self.pocket_radius <= max(self.coin_radius, self.striker_radius):
            raise SurfaceError("pocket-radius")
        if not self.front_line < self.base_middle < self.half_surface - self.striker_radius:
            raise SurfaceError("base-middle")

    def with_striker(self, grams: float) -> "Surface":
        """The same board with a striker of 8 to 15 g. Raises SurfaceError: no striker has this mass. Law: C-031."""
        if not LIGHTEST_STRIKER <= grams <= HEAVIEST_STRIKER:
            raise SurfaceError("striker-mass", lightest=LIGHTEST_STRIKER, heaviest=HEAVIEST_STRIKER, grams=grams)
        return replace(self, striker_mass=grams / 1000)

    @property
    def pocket_centre(self) -> float:
        """Both coordinates of a pocket's centre, from the board's: the pocket touches both frames."""
        return self.half_surface - self.pocket_radius

    def tip_distance(self, radius: float) -> float:
        """How near to a pocket's centre a disc tips: its centre passes the chord through both points of rim on rim."""
        return math.sqrt(self.pocket_radius * self.pocket_radius - radius * radius)

    @property
    def fall_time(self) -> float:
        """How long a disc over a pocket falls until it is held."""
        return math.sqrt(2 * self.pocket_drop / self.gravity)

    @property
    def jump_speed(self) -> float | None:
        """The speed against a frame above which a disc goes over it; None: there is no such speed."""
        return math.sqrt(2 * self.gravity * self.frame_height) / self.frame_lift if self.frame_lift else None

    @property
    def parameters(self) -> tuple[float, ...]:
        """The kernel's parameters in its order (`kernel.P_HALF` and so on)."""
        return _parameters(self)

    def to_dict(self) -> dict[str, float]:
        """All values by name; `from_dict` reads them back exactly."""
        return asdict(self)

    @classmethod
    def from_dict(cls, values: Mapping[str, object]) -> "Surface":
        """Read what `to_dict` gave, now or before values were added: one that is missing is as it was then.

        Raises:
            SurfaceError: a name is missing or unknown, or a value cannot be.
        """
        names = {field.name for field in fields(cls)}
        if unknown := sorted(set(values) - names):
            raise SurfaceError("unknown", names=unknown)
        if missing := sorted(names - set(values) - set(ADDED)):
            raise SurfaceError("missing", names=missing)
        return cls(**{**ADDED, **values})  # type: ignore[arg-type]  # checked by __post_init__


ADDED: Mapping[str, float] = MappingProxyType(
    {
        "pocket_drop": 0.0,
        "pocket_restitution": 0.75,
        "frame_lift": 0.0,
        "frame_height": measurements.FRAME_HEIGHT,
        "contact_stiffness": 0.0,
    }
)
"""Values from before these parameters: a stored surface without them is read so."""

_POSITIVE = (1e-12, 100.0)
RANGES = {
    "board_friction": (0.01, 1.0),
    "disc_restitution": (0.0, 1.0),
    "disc_friction": (0.0, 1.0),
    "frame_restitution": (0.0, 1.0),
    "frame_friction": (0.0, 1.0),
    "pocket_drop": (0.0, 0.02),
    "pocket_restitution": (0.0, 1.0),
    "frame_lift": (0.0, 1.0),
    "contact_stiffness": (0.0, 1e9),
    "spin_ratio": (0.0, 10.0),
    "slowing_part": (0.01, 0.9),
    "rest_speed": (1e-9, 1e-2),
    "tie_time": (0.0, 1e-6),
}
_SOFTEST = 1e5  # N/m: a contact takes half a millisecond
OVERLAP_TOLERANCE = 2e-5  # metres; pieces at rest overlap by less, out of rounding and out of weak contacts


@lru_cache(maxsize=64)
def _parameters(surface: Surface) -> tuple[float, ...]:
    return (
        surface.half_surface,
        surface.pocket_centre,
        surface.base_middle,
        surface.front_line,
        surface.board_friction * surface.gravity,
        surface.disc_restitution,
        surface.frame_restitution,
        surface.disc_friction,
        surface.frame_friction,
        surface.striker_radius,
        surface.striker_mass,
        surface.tip_distance(surface.striker_radius),
        surface.coin_radius,
        surface.coin_mass,
        surface.tip_distance(surface.coin_radius),
        surface.spin_ratio,
        surface.slowing_part,
        surface.tail_speed,
        surface.rest_speed,
        surface.weak_speed,
        surface.contact_time,
        surface.elastic_speed,
        surface.tie_time,
        measurements.SPEED_LIMIT,
        OVERLAP_TOLERANCE,
        surface.gravity,
        surface.fall_time,
        surface.pocket_restitution,
        surface.jump_speed or 0.0,
        surface.contact_stiffness,
        _damping(surface.disc_restitution),
    )


@lru_cache(maxsize=64)
def _damping(restitution: float) -> float:
    """The part of the critical damping with which a spring that cannot attract gives this restitution back.

    Found by halving, with + - * / alone, so that it is the same to the bit on every machine; nearly the closed form of
    Schwager and Poeschel, Granular Matter 9, 465 (2007), but exact for the kernel's steps.
    """
    least, most = 0.0, 4.0
    for _ in range(60):
        part = 0.5 * (least + most)
        if _given_back(part) > restitution:
            least = part
        else:
            most = part
    return 0.5 * (least + most)


def _given_back(part: float) -> float:
    """The restitution of a spring with this part of the critical damping, in the steps of `kernel.press_together`."""
    step = math.pi / PRESS_STEPS
    gap, speed, drift = 0.0, -1.0, 0.5 * step
    while True:
        gap += drift * speed
        drift = step
        force = (-gap - 2.0 * part * speed) / (1.0 + part * step)
        if force <= 0.0:
            return speed
        speed += step * force


TOURNAMENT = Surface()
_INCLUDED = {
    "tournament": TOURNAMENT,
    # thick powder on a polished board: discs glide, rims slip on one another and along the frames
    "fresh-powder": replace(TOURNAMENT, board_friction=0.08, disc_friction=0.12, frame_friction=0.12),
    # powder of some evenings, a frame of softer wood
    "club": replace(TOURNAMENT, board_friction=0.14, frame_restitution=0.70),
    # bare patches, rims and frames rough: slow, with much throw
    "worn": replace(TOURNAMENT, board_friction=0.18, disc_friction=0.20, frame_restitution=0.70, frame_friction=0.20),
    # the tournament board with the lowest frames that the laws allow, and discs that may go over them
    "low-frames": replace(TOURNAMENT, frame_height=0.019, frame_lift=0.10),
}

SURFACES: Mapping[str, Surface] = Listed(_INCLUDED, Kind.SURFACE, Surface)
"""Named boards, and those of plugins. `tournament` is the default; carrom's others are estimates within the ranges of
docs/physics/model.md."""
