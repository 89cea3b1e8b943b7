"""News for players who are not at the table: that it is their turn, that a match is over, that somebody challenges them."""
