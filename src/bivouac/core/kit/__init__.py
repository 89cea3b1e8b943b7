"""What several titles need and no rule book speaks of: sets as ints, printed data."""
