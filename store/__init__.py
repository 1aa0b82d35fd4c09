"""What is kept: one SQLite file, its log and the projections of it; no rule, no face."""
