"""`python -m bivouac.cli`, as `python -m bivouac`."""

from bivouac.cli import main

main()
