"""Thin routes: what comes in is measured, what goes out is JSON or a picture."""
