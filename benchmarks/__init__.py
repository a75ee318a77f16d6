"""Measures: accuracy and speed, as ratios in one run. Nothing here is asserted in tests."""
