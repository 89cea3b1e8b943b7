"""Hex geometry: neighbours, distances, sight lines that know hex sides and corners."""

from itertools import combinations

from bivouac.core.hexes import OFF, Grid, from_columns, from_rows

COLS, ROWS = 13, 9
GRID = Grid([from_rows(c, r) for r in range(ROWS) for c in range(COLS)], pointy=True)


def at(col, row):
    return row * COLS + col


def test_neighbours_are_mutual_and_opposite():
    for a in range(len(GRID)):
        for d, b in enumerate(GRID.neighbours[a]):
            if b != OFF:
                assert GRID.neighbours[b][(d + 3) % 6] == a and GRID.distance[a][b] == 1 and GRID.direction(a, b) == d


def test_distance_is_the_length_of_the_shortest_walk():
    reached, edge, steps = {at(6, 4): 0}, [at(6, 4)], 0
    while edge:
        steps += 1
        edge = [b for a in edge for b in GRID.adjacent[a] if b not in reached and not reached.update({b: steps})]
    assert all(GRID.distance[at(6, 4)][b] == d for b, d in reached.items()) and len(reached) == len(GRID)


def test_a_straight_row_crosses_the_hexes_between():
    assert GRID.line(at(3, 4), at(6, 4)) == ((at(4, 4), at(5, 4)), (), ())


def test_a_line_straight_down_runs_along_the_side_between_two_hexes():
    assert GRID.line(at(3, 4), at(3, 6)) == ((), ((at(2, 5), at(3, 5)),), ())


def test_sight_lines_are_the_same_in_both_directions():
    for a, b in combinations(range(len(GRID)), 2):
        there, back = GRID.line(a, b), GRID.line(b, a)
        assert there.through == back.through[::-1]
        assert there.sides == back.sides[::-1]
        assert set(there.corners) == set(back.corners)


def test_flat_topped_columns_know_their_neighbours():
    grid = Grid([from_columns(c, r) for c in range(5) for r in range(5)], pointy=False)
    middle = 2 * 5 + 2
    assert sorted(grid.adjacent[middle]) == sorted([middle - 1, middle + 1, 5 + 1, 5 + 2, 15 + 1, 15 + 2])
    xs = {round(grid.centre(i, 10)[0], 6) for i in range(5)}
    assert len(xs) == 1


def test_side_i_lies_towards_direction_i():
    a = at(6, 4)
    corners, centre = GRID.corners(a, 10), GRID.centre(a, 10)
    for d in range(6):
        x = (corners[d - 1][0] + corners[d][0]) / 2 - centre[0]
        y = (corners[d - 1][1] + corners[d][1]) / 2 - centre[1]
        nx, ny = (p - q for p, q in zip(GRID.centre(GRID.neighbours[a][d], 10), centre))
        assert abs(2 * x - nx) < 1e-9 and abs(2 * y - ny) < 1e-9
