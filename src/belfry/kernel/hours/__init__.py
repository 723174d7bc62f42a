"""Time as a shop has it: opening hours, quiet hours, holidays, and how long things take.

Holidays are imported from their own module, because the tables behind them are large.
"""
