"""Battles made at random for the oracle: crowded, short, with everything that a scenario file may say."""

from __future__ import annotations

from titles.hold_the_line.oracle_ground import SIDES as EDGES_OF_A_HEX

NAMES = [f"{'ABCDEFGHIJKLM'[h % 13]}{h // 13 + 1}" for h in range(117)]
COLORS = ("green", "black", "gold")
ARMIES = ("union", "csa")
STACKS = (["infantry"], ["infantry"], ["cavalry"], ["artillery"], ["infantry", "artillery"], ["cavalry", "artillery"])


def made(rng):
    """The values of a battle."""
    ground = rng.choices(".fohtrxs", (14, 2, 1, 2, 1, 2, 2, 1), k=117)
    river = [rng.randint(4, 6) + 13 * row for row in range(9)] if rng.random() < 0.5 else []
    for h in river:
        ground[h] = rng.choice("~~=")
    taken = set()
    units = {side: some_units(rng, side, ground, taken) for side in ARMIES}
    both = {"en": "x", "it": "x"}
    more_vp = rng.random() < 0.4
    return {
        "id": "made", "name": both, "date": both, "first": rng.choice(ARMIES), "turns": rng.randint(2, 6),
        "time_out": "more_vp" if more_vp else rng.choice(ARMIES), "tie": rng.choice(ARMIES) if more_vp else None,
        "map": "\n".join("".join(ground[13 * row : 13 * row + 13]) for row in range(9)),
        "cover": some_cover(rng, ground), "blocks": some_blocks(rng, ground, units, taken),
        **{side: an_army(rng, side, home, units[side]) for side, home in zip(ARMIES, ("left", "right"))},
        "hold": [{"group": side, "until_turn": rng.randint(2, 4), "released_by_attack": rng.random() < 0.5} for side in ARMIES],
        **some_rules(rng, ground, river, taken),
    }  # fmt: skip


def some_units(rng, side, ground, taken):
    """An army close to the enemy, with leaders, artillery in company and gunboats where there is a river."""
    rows, first = [], 3 if side == "union" else 5
    places = [h for h in range(117) if ground[h] not in "s~" and first <= h % 13 + rng.randint(-1, 1) <= first + 3 and h not in taken]
    for n, h in enumerate(rng.sample(places, min(len(places), rng.randint(9, 18)))):
        taken.add(h)
        kinds = [*rng.choice(STACKS), *(["leader"] if rng.random() < 0.4 else [])] if n < 9 or rng.random() < 0.6 else ["leader"]
        for kind in kinds:
            row = {"hex": NAMES[h], "kind": kind, "name": f"{side} {n}"}
            if kind != "leader":
                row |= {"morale": rng.choice(COLORS), "strength": rng.choice((1, 2, None))}
            row |= {"vp": rng.randint(0, 3)} if rng.random() < 0.2 else {}
            row |= {"home": rng.choice(("top", "bottom", "left", "right"))} if rng.random() < 0.3 else {}
            rows.append(row | ({"group": side} if n == 0 else {}))
    for h in range(117):
        if ground[h] == "~" and h not in taken and rng.random() < 0.15:
            taken.add(h)
            rows.append({"hex": NAMES[h], "kind": "gunboat", "name": f"boat {h}"})
    return rows


def some_cover(rng, ground):
    return [
        {"kind": {"r": "fence", "x": "trench"}.get(ground[h], rng.choice(("fence", "trench"))), "hexes": NAMES[h],
         "sides": " ".join(rng.sample(EDGES_OF_A_HEX, rng.randint(1, 5)))}
        for h in range(117)
        if ground[h] in "rx" or (ground[h] in ".h" and rng.random() < 0.05)
    ]  # fmt: skip


def some_blocks(rng, ground, units, taken):
    """Blocks to capture on empty hexes, blocks to control also under units."""
    empty = [h for h in range(117) if ground[h] not in "s~" and h not in taken]
    held = [h for h in sorted(taken) if ground[h] != "~"]
    places = [(h, rng.choice(("capture", "control"))) for h in rng.sample(empty, 5)] + [(h, "control") for h in rng.sample(held, 2)]
    return [{"hex": NAMES[h], "scores": rng.choice(ARMIES), "kind": kind, "vp": rng.randint(0, 2)} for h, kind in places]


def an_army(rng, side, home, units):
    late = [
        {"kind": rng.choice(("infantry", "cavalry")), "morale": "black", "name": "late"},
        {"kind": "leader", "name": "chief"},
        {"kind": "artillery", "morale": "gold", "name": "guns"},
    ]
    return {
        "cap": rng.randint(0, 7), "vp_to_win": rng.randint(4, 25), "home": home, "units": units,
        "cap_from": [{"turn": 2, "cap": rng.randint(0, 9)}] if rng.random() < 0.3 else [],
        "reinforcements": [{"turn": rng.randint(1, 2), "hexes": " ".join(rng.sample(NAMES, 4)), "units": late}],
    }  # fmt: skip


def some_rules(rng, ground, river, taken):
    """A battery that closes the river, a ford, a bombardment."""
    rules, stream = {}, [h for h in river if ground[h] == "~" and h not in taken]
    if river and stream:
        guard, closed = NAMES[rng.choice(sorted(taken))], " ".join(NAMES[h] for h in rng.sample(stream, 1))
        kind = rng.choice(("artillery", "infantry"))
        rules["barrier"] = [{"stops": "gunboat", "hexes": closed, "while_side": "csa", "while_kind": kind, "while_in": guard}]
        kinds = ["infantry", *rng.choice(([], ["leader"], ["cavalry"], ["leader", "cavalry"]))]
        rules["ford"] = {"hexes": " ".join(NAMES[h] for h in stream), "kinds": kinds}
    if rng.random() < 0.3:
        rules["bombardment"] = {"side": rng.choice(ARMIES), "kind": "artillery", "dice": 3, "needs": rng.randint(4, 6)}
    return rules
