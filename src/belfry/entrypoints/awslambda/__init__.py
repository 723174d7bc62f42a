"""Belfry as functions of AWS: each says when it runs, calls one thing, returns what happened."""
