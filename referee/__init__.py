"""The referee: what is legal, what was played, who won, and how to put a wrong board right.

Standard library only; no clock, no files, no camera: boards and times come in as arguments, verdicts go out as values.
"""
