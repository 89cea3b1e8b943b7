"""The kernel: questions, flows, clauses, chance, events and maps. It knows no title and does no I/O beyond reading data files."""
