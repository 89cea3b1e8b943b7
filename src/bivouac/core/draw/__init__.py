"""The drawing kit: one hand for all boards and pieces. `svg` writes elements, `palette` has the colours, `ground` what lies on a map,
`hexboard` hexes, `tracks` what stands beside the map, `pieces` the blocks of 48 x 48."""
