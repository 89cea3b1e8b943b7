"""People who want a name: how they come in, what they hold, what is written to them. Whoever wants none needs none of this."""
