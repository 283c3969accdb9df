"""One audit log for all changes, and the stored logs from which competitions are folded."""
