"""Estimate a board's friction, restitution and pockets from measurements, with intervals.

FILE is a CSV with a header; each row is a slide, a rebound, a hit or a disc that passed over a pocket
(docs/physics/calibration.md and docs/physics/measuring-pockets.md describe how to measure):

  kind,distance_cm,start_cm,rebounds,rest_cm,time_s,speed_m_s,striker_cm,coin_cm,disc,note
  slide,62.5,,,,1.03,,,,,
  rebound,,55.0,1,31.2,0.92,,,,,
  hit,,,,,,,9.1,64.0,,

or

  kind,disc,speed_m_s,offset_cm,angle_deg,fell
  pocket,coin,1.9,0.4,10,yes

Columns that are not used may be left out. The output is a surface as TOML: save it to a file for
`carrom simulate --surface FILE` and `carrom play --surface FILE`.
"""

import argparse
from typing import Any

from carrom.cli.inputs import print_json, read_text, surface_named


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the command's arguments."""
    parser.add_argument("file", nargs="?", default="-", metavar="FILE", help="CSV; standard input if left out")
    parser.add_argument(
        "--base",
        default="tournament",
        metavar="SURFACE",
        help="values that are not fitted: a name or a file (default: %(default)s)",
    )
    parser.add_argument(
        "--hold",
        action="append",
        default=[],
        metavar="NAME",
        help="a value taken from --base instead of fitted; may be repeated",
    )
    parser.add_argument("--json", action="store_true", help="print values, intervals and the surface as JSON")


def run(asked: argparse.Namespace) -> int:
    """Fit and print. Raises MeasuredRowsError, CalibrationError."""
    from carrom.physics.calibration import calibrate
    from carrom.physics.measured_rows import read_rows
    from carrom.physics.surface_file import write_surface

    found = calibrate(read_rows(read_text(asked.file)), surface_named(asked.base), hold=asked.hold)
    if asked.json:
        print_json(_plain(found))
        return 0
    for estimate in found.estimates:
        form = ".5f" if estimate.name == "pocket_drop" else ".3f"  # millimetres and less
        print(
            f"# {estimate.name}: {estimate.value:{form}}, in 95 % of cases between {estimate.low:{form}} and "
            f"{estimate.high:{form}}; {estimate.rows} rows"
        )
    if found.spread == found.spread:
        print(f"# times and speeds differ from the fit by {100 * found.spread:.1f} % (standard deviation)")
    for misfit in found.misfits:
        print(f"# line {misfit.line} does not fit: measured {misfit.measured:.3g}, expected {misfit.expected:.3g}")
    print(write_surface(found.surface), end="")
    return 0


def _plain(found: Any) -> dict[str, Any]:
    return {
        "surface": found.surface.to_dict(),
        "estimates": [
            {"name": e.name, "value": e.value, "low": e.low, "high": e.high, "rows": e.rows} for e in found.estimates
        ],
        "misfits": [{"line": m.line, "measured": m.measured, "expected": m.expected} for m in found.misfits],
        "spread": found.spread if found.spread == found.spread else None,
    }
