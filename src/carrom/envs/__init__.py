"""Environments for reinforcement learning: observation, action, reward and noise stand in docs/environments.md.

Importing this package registers Gymnasium's `carrom/Solo19-v0` and `carrom/Duel-v0`; PettingZoo's are the modules
`duel_v0` and `doubles_v0`.
"""

from carrom.parts import need

need("rl")

import gymnasium  # noqa: E402  # the line above says what is missing, and how it is installed

for name in ("Solo19", "Duel"):
    gymnasium.register(
        id=f"carrom/{name}-v0",
        entry_point=f"carrom.envs.single:{name}Env",
        vector_entry_point=f"carrom.envs.vector:{name}VectorEnv",
    )
