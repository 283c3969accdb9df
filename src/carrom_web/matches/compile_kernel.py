"""Compile the physics kernel into numba's cache; a program of its own, started by the server. Needs no Django.

It prints a line whenever one more function is compiled: how many are, and how many there are.
"""

from carrom.physics.kernel_cache import follow_compiling
from carrom_web.core.child_process import end_with_parent


def load_kernel() -> None:
    """Load the kernel, compiled first if the cache does not hold it, by one stroke into an empty board."""
    from carrom.equipment.position import Position
    from carrom.physics.simulate import simulate
    from carrom.terms import Stroke

    simulate(Position(), Stroke(0.0, 0.0, 1.0))


if __name__ == "__main__":
    end_with_parent()
    follow_compiling(lambda compiled, functions: print(compiled, functions, flush=True))
    load_kernel()
