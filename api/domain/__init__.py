"""What a table is and what may happen at it: pure values, folded from its events. No store, no clock, no network."""
