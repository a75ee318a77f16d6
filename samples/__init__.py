"""Pictures and films of upright four-in-a-row boards whose truth is exact: to test with, to show with, to learn from.

One scene description (`samples.parameters.Scene`) is drawn in two ways: `samples.fast` (ray casting in numpy, tens of
pictures a second) and `samples.physical` (path tracing, seconds a picture). The package `fairdrop` never needs it.
"""
