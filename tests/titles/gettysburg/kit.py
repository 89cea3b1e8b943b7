"""Positions of Gettysburg in a few lines: pieces by class, blocks, cubes, sticks; answers by the name of their box."""

from __future__ import annotations

from bivouac.core.ids import Side
from bivouac.i18n import catalogue
from bivouac.titles.gettysburg import TITLE
from bivouac.titles.gettysburg.frames import AT, DONE, GIVE_ORDER, MOVE, Box
from bivouac.titles.gettysburg.printed.map import AREAS, BIT, IDS, STARRED
from bivouac.titles.gettysburg.printed.units import CLASS, CLASSES, COLOUR, CSA, EACH, MORNING, PIECES, SIDE, STEPS, UNION
from bivouac.titles.gettysburg.state import HAND, State
from kit import Position

P = IDS
U, C = Side.UNION, Side.CSA


class Scene(Position):
    """A field put together by hand. Pieces are named by their numbers, which `put` gives back."""

    def __init__(self, side=C, day=1, period=MORNING):
        self.title = TITLE
        self.state = State()
        s = self.state
        s.log = []
        s.active, s.day, s.period = int(side), day, period
        s.discs = [10, 0, 12, 4]
        s.stack = (AT[Box.NEXT],)
        self._used = set()

    def put(self, place, side, **counts):
        """Pieces of one side into a place: put("HER", C, regular=2) -> their numbers."""
        placed = []
        for name, n in counts.items():
            free = [p for p in range(PIECES) if SIDE[p] == side and CLASS[p] == CLASSES.index(name) and p not in self._used]
            placed += free[:n]
            self._used |= set(free[:n])
        for p in placed:
            self.state.put(p, P[place])
        return placed

    def block(self, place, side, value, discs=0):
        s = self.state
        low = EACH * side
        slot = next(b for b in range(low, low + EACH) if s.block_at[b] == HAND)
        other = next(b for b in range(low, low + EACH) if s.block_value[b] == value and s.block_at[b] == HAND)
        s.block_value[slot], s.block_value[other] = s.block_value[other], s.block_value[slot]
        s.block_at[slot], s.block_discs[slot], s.block_shown[slot] = P[place], discs, discs
        return slot

    def hurt(self, **cubes):
        """Cubes on single pieces, as p40=2."""
        s = self.state
        for name, n in cubes.items():
            p = int(name[1:])
            if COLOUR[p] >= 0:
                s.stock[COLOUR[p]] -= n - s.cubes[p]
            s.cubes[p] = n
        for place, here in enumerate(s.at):
            if here:
                s.settle(place)
        return self

    def sticks(self, area, *towards):
        self.state.sticks[P[area]] = tuple(P[t] for t in towards)

    def disrupt(self, *areas):
        for a in areas:
            self.state.disrupted |= BIT[P[a]]

    def mark(self, *areas):
        for a in areas:
            self.state.fired |= BIT[P[a]]

    def go(self):
        """Run to the first question."""
        assert self.state.is_sound()
        TITLE.flow.run(self.state)
        return self

    def tell(self, **answers):
        """Answers by the box that asks: tell(act=[GIVE_ORDER], block=["HER"], to=["MCP"]). All must be used."""
        left = {box.rstrip("_"): [P[a] if isinstance(a, str) else a for a in given] for box, given in answers.items()}
        while any(left.values()):
            box = self.question.box.removesuffix("_first")
            if box == "kind" and left.get("block", [])[:1] == [self.state.stack[-1].place]:
                left["block"].pop(0)  # where one block is on the board it is not asked which
                continue
            assert left.get(box), f"{self.question} is asked; still to be given: {left}"
            before = sum(self.state.block_discs)
            self.answer(left[box].pop(0))
            assert self.state.is_sound()
            if box != "block" and left.get("block") and sum(self.state.block_discs) > before and self.state.stack[-1][0] != Box.KIND:
                left["block"].pop(0)
            if box == "place" and (not self.state.stack or self.question.box != "value"):
                left.pop("value", None)
        return self

    def order(self, block, kind, **answers):
        """An order from the block in a place."""
        self.tell(act=[GIVE_ORDER], block=[block])
        if self.state.stack and self.question.box == "kind":
            self.tell(kind=[kind])
        return self.tell(**answers)

    def march(self, block, frm, *moves):
        """A move order: march("HER", "KNX", (piece, "HER"), ...); ends with done if that is asked."""
        self.order(block, MOVE)
        if self.state.stack and self.question.box == "from":
            self.tell(from_=[frm])
        for piece, to in moves:
            self.tell(pick=[piece])
            while self.question.box == "to":
                self.tell(to=[to])
        if self.state.stack and self.question.box == "pick":
            self.tell(pick=[DONE])
        return self

    def at(self, place):
        return list(self.state.at[P[place]])

    def said(self, kind):
        """The lines of the log of one kind, in English."""
        return [catalogue("en", TITLE).say(e.text) for e in self.state.log if e.kind.name == kind]

    def why(self, answer):
        """The clause that refuses an answer."""
        refusal = self.refusal(P[answer] if isinstance(answer, str) else answer)
        assert refusal is not None, f"{answer} is an option"
        return refusal.rule

    def end_turn(self):
        from bivouac.titles.gettysburg.frames import END_TURN

        if self.state.stack and self.question.box == "after":
            self.answer(END_TURN)
        return self


def things(s):
    """What effects add up to: pieces, areas, sticks and blocks. Discs, and the values of blocks, are left out."""
    from effects import Thing  # which imports this module

    standing = {p: place for place, here in enumerate(s.at) for p in here} | {p: area for p, area, _, _ in s.attack}
    found = {f"piece:{p}": Thing(f"place:{place}", STEPS[p] - s.cubes[p]) for p, place in standing.items()}
    for area in range(AREAS):
        marks = {"disrupted": s.disrupted & BIT[area], "hidden": ~s.fired & BIT[area]}
        owner = (CSA if s.at[area] and SIDE[s.at[area][0]] == CSA else UNION) if STARRED & BIT[area] else None
        found[f"place:{area}"] = Thing(owner=owner, status=frozenset(mark for mark, lies in marks.items() if lies))
        found |= {f"stick:{2 * area + i}": Thing(status=frozenset({"entrenched"})) for i in range(len(s.sticks[area]))}
    return found | {f"block:{b}": Thing(f"place:{place}") for b, place in enumerate(s.block_at) if place >= 0}


def places_of(options):
    names = {v: k for k, v in P.items()}
    return {names[a] for a in options if a in names}


__all__ = ["CSA", "TITLE", "UNION", "C", "P", "Scene", "U", "places_of", "things"]
