"""`python -m bivouac`: the command line."""

from bivouac.cli import main

main()
