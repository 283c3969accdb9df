"""Who did what to what, when: one audit log, and the stored logs from which competitions are folded."""
