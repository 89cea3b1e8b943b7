"""Finding somebody to play with, and playing over days: challenges, what is agreed, clocks."""
