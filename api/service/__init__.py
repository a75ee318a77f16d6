"""The tables as they live in this process: events committed before they are told, cameras, the clock, who listens."""
