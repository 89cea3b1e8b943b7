"""A House Divided: the whole war, point to point."""
