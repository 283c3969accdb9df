"""Laws from files that no computer has seen before: a strict village and a loose one."""

STRICT = """
base = "common"
slug = "strict"
title = "A strict village"
[values]
backward_stroke = "forbidden"
horizontal_stroke = "forbidden"
striker_may_touch_coin = false
contact_required = true
queen_needs_own_down = 2
striker_alone = 2
opponent_coin = "returns"
opponent_coin_penalty = "always"
own_last_queen_up = "return_and_penalty"
doubles_order = "left"
"""
LOOSE = """
base = "kagw"
slug = "loose"
title = "A loose village"
[values]
queen_needs_own_down = 0
cover_window = "same_turn"
striker_own_coins = "stay"
opponent_with_own = "keep"
break_attempts = 1
break_made_by = "spread"
break_failure_penalty = 1
opponent_last_queen_covered = "return"
"""
