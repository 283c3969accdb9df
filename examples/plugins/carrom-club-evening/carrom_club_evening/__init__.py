"""What one club plays with: each kind in a module of its own, so that each list loads only what it needs."""
