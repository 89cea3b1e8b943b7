"""The oracle's assaults, hits and retreats, and what all its parts use: questions, dice, pieces that come and go with their cubes."""

from __future__ import annotations

from titles.gettysburg.oracle_board import CAVALRY, ELITE, INFERIOR, MAP, MOST_CUBES, Question, Table

SHAKEN = "shaken"
FIRE = {  # by the modified die: cubes, or that it shakes
    "guns": {2: 1, 3: 1, 4: 1, 5: 1, 6: 1},
    "defenders": {2: SHAKEN, 3: 1, 4: 1, 5: 1, 6: 1},
    "attackers": {2: SHAKEN, 3: SHAKEN, 4: 1, 5: 1, 6: 1},
}
ATTACK_MORALE = ("-RREEE", "--RREE", "---RRE", "----RE", "-----R", "------")
DEFENCE_MORALE = ("RREEEE", "-DREEE", "--DREE", "---DRE", "----RR", "--CCCR")


def column(n):
    return max(0, min(5, n))


def handed_out(total, pieces, most):
    """All ways to give cubes to equal pieces, the first of them never fewer than the next."""
    if pieces == 0:
        return [()] if total == 0 else []
    return [(n, *rest) for n in range(min(total, most) + 1) for rest in handed_out(total - n, pieces - 1, n)]


class Fights:
    def __init__(self, options):
        self.t, self.options, self.outcome = Table(), frozenset(options), None
        self.assaulted, self.inflicted, self.shaken = -1, 0, False  # the area that is fought for, and what the last volleys have done
        self.fled = self.left_last = self.tested = self.offered = self.flanked = self.entrenched = False

    # --- questions ----------------------------------------------------------------------------------

    def ask(self, side, box, options, form="plain", *, always=False):
        """The answer; where there is only one, mostly without a question."""
        if len(options) == 1 and not always:
            return next(iter(options))
        answer = yield Question(side, box, frozenset(options), form, always)
        assert answer in options, (box, answer, options)
        return answer

    def roll(self, box):
        return (yield Question(-1, box, frozenset(range(1, 7))))

    # --- pieces that come and go --------------------------------------------------------------------

    def find(self, place, sort):
        return next(p for p in self.t.at[place] if p.sort == sort)

    def load(self, piece, place, box):
        """How many cubes a piece takes along: as many as it likes, if the others can bear the rest."""
        if piece.is_gun:
            return 0
        t, most = self.t, MOST_CUBES[piece.kind]
        others = sum(p.kind == piece.kind for p in t.at[place]) - 1
        total = t.pool[place, piece.kind]
        choices = {n for n in range(most + 1) if 0 <= total - n <= others * most}
        return (yield from self.ask(piece.side, box, choices))

    def depart(self, piece, place, carried=0):
        """A piece leaves with so many cubes; what it must leave behind goes."""
        t = self.t
        t.at[place].remove(piece)
        if not piece.is_gun and place != t.fight:
            t.pool[place, piece.kind] -= carried
        if piece.is_gun:
            t.fired.discard(place)
        if not t.at[place] and place < MAP.areas and place != self.assaulted:
            t.sticks[place].clear()

    def put(self, piece, place, carried=0):
        t = self.t
        t.at[place].append(piece)
        t.at[place].sort(key=lambda p: p.number)
        if not piece.is_gun:
            t.pool[place, piece.kind] += carried
            piece.cubes = 0
        piece.target = piece.origin = piece.border = -1

    def attack_with(self, piece, area, origin, border, carried):
        piece.target, piece.origin, piece.border, piece.cubes = area, origin, border, carried
        self.t.attackers.append(piece)

    def eliminate(self, piece, place):
        """A single piece that bears its own cubes: an attacker, a gun, or a defender in an assault."""
        t = self.t
        if not piece.is_gun:
            t.stock[piece.side, piece.kind] += piece.cubes
            piece.cubes = 0
        if piece in t.attackers:
            t.attackers.remove(piece)
            return
        self.depart(piece, place)
        if not t.at[place]:
            t.disrupted.discard(place)

    def eliminate_pooled(self, piece, place):
        """A piece of an area whose cubes are more than its class can bear."""
        t = self.t
        if place == t.fight:
            self.eliminate(piece, place)
            return
        t.pool[place, piece.kind] -= MOST_CUBES[piece.kind]
        t.stock[piece.side, piece.kind] += MOST_CUBES[piece.kind]
        self.depart(piece, place)
        if not t.at[place]:
            t.disrupted.discard(place)

    def damage(self, gun, place):
        if gun.cubes:
            self.eliminate(gun, place)
        else:
            gun.cubes = 1

    # --- assaults -----------------------------------------------------------------------------------

    def assaults(self):
        t = self.t
        while t.attackers:
            area = yield from self.ask(t.active, "which", {p.target for p in t.attackers})
            self.assaulted = area
            if t.at[area]:
                yield from self.assault(area)
            t.fight = self.assaulted = -1
            self.after_assault(area)

    def after_assault(self, area):
        t = self.t
        for p in t.foot(area):
            t.pool[area, p.kind] += p.cubes
            p.cubes = 0
        if t.at[area]:
            return
        t.sticks[area].clear()
        t.disrupted.discard(area)
        for p in t.attackers_of(area):
            t.attackers.remove(p)
            self.put(p, area, 0 if p.is_gun else p.cubes)
        if t.at[area]:
            self.overrun(area, t.active)

    def assault(self, area):
        t = self.t
        borders, sticks = {p.border for p in t.attackers_of(area)}, t.sticks[area]
        self.flanked = bool(sticks) and not borders <= set(sticks)
        self.entrenched = bool(sticks) and not self.flanked and all(sticks.count(b) == 2 for b in borders)
        self.inflicted, self.shaken = 0, False
        self.fled, self.left_last, self.tested, self.offered = False, False, False, False
        hits = 0
        for gun in t.guns(area):
            hits += FIRE["guns"].get((yield from self.roll("battery")) - gun.cubes, 0)
        yield from self.hits(area, "attackers", hits)
        yield from self.share_out(area)
        for last in (False, True):
            yield from self.one_round(area, again=last)
            if not (t.foot(area) and t.attackers_of(area)):
                break
        if t.at[area]:
            for p in t.attackers_of(area):
                yield from self.go_home(p)

    def share_out(self, area):
        """The defender's cubes are assigned to single pieces, class by class."""
        t = self.t
        owner = t.side_of(area)
        for kind in sorted({p.kind for p in t.foot(area)}):
            group = [p for p in t.at[area] if p.kind == kind]
            ways = handed_out(t.pool[area, kind], len(group), MOST_CUBES[kind])
            for i, p in enumerate(group):
                p.cubes = yield from self.ask(owner, "share_out", {way[i] for way in ways})
                ways = [way for way in ways if way[i] == p.cubes]
        for p in t.foot(area):
            t.pool.pop((area, p.kind), None)
        t.fight = area

    def volley(self, who, pieces, modifier=0):
        """The cubes that a volley inflicts."""
        hits = 0
        for p in pieces:
            die = yield from self.roll("volley" if who == "defenders" else "charge_die")
            effect = FIRE[who].get(die - p.cubes // 2 - modifier, 0)
            self.shaken |= effect == SHAKEN
            hits += 0 if effect == SHAKEN else effect
        return hits

    def one_round(self, area, *, again):
        t = self.t
        if t.foot(area) and t.attackers_of(area):
            yield from self.hits(area, "attackers", (yield from self.volley("defenders", t.foot(area))))
        if self.must_test():
            yield from self.attackers_test(area)
        if not t.attackers_of(area):
            return
        if not t.foot(area):
            for gun in t.guns(area):
                self.eliminate(gun, area)
            return
        hits = yield from self.volley("attackers", t.attackers_of(area), int(self.entrenched))
        if self.shaken:
            t.disrupted.add(area)
        yield from self.hits(area, "defenders", hits)
        if t.foot(area):
            self.left_last = False
        if self.must_test() and t.foot(area):
            self.tested = True
            yield from self.defenders_test(area)
        yield from self.guns_without_infantry(area)

    def must_test(self):
        found = self.inflicted > 0 or self.shaken
        self.inflicted, self.shaken = 0, False
        return found

    def attackers_test(self, area):
        for p in self.t.attackers_of(area):
            die = yield from self.roll("nerve_die")
            result = ATTACK_MORALE[die - 1][column(p.cubes - (p.kind == ELITE))]
            if result == "R":
                yield from self.go_home(p)
            elif result == "E":
                self.eliminate(p, area)

    def shift(self, area):
        """Of all defenders alike."""
        t, ground = self.t, MAP.terrain[area]
        flank = (len(t.sticks[area]) if "flank-by-sticks" in self.options else 2) if self.flanked else 0
        high = ground in ("hill", "ridge")
        return flank + 2 * (ground == "town") + (area in t.disrupted) - high - self.entrenched

    def defenders_test(self, area):
        t = self.t
        shift = self.shift(area)
        for p in t.foot(area):
            die = yield from self.roll("hold_die")
            result = DEFENCE_MORALE[die - 1][column(p.cubes + shift + (p.kind == INFERIOR) - (p.kind == ELITE))]
            if result == "R":
                yield from self.flee(p, area)
            elif result == "E":
                self.eliminate(p, area)
            elif result == "D":
                t.disrupted.add(area)
            elif result == "C" and t.attackers_of(area):
                single = yield from self.ask(t.active, "recoil", {a.single for a in t.attackers_of(area)}, "single")
                yield from self.go_home(next(a for a in t.attackers_of(area) if a.single == single))

    def guns_without_infantry(self, area):
        """Guns may be pulled out, must go with their infantry, or are lost when they are alone."""
        t = self.t
        if not t.guns(area):
            return
        routed = self.fled and not any(p.kind < CAVALRY for p in t.foot(area))
        first = self.tested and not self.offered and ("guns-leave-first" in self.options or (t.foot(area) and not routed))
        if first or (not t.foot(area) and not routed and self.left_last):
            self.offered = True
            yield from self.pull_out(area, "pull_out")
        if routed:
            for gun in t.guns(area):
                self.damage(gun, area)
                if gun in t.at[area]:
                    yield from self.flee(gun, area)
        elif not t.foot(area):
            for gun in t.guns(area):
                self.eliminate(gun, area)

    def pull_out(self, area, box):
        t = self.t
        owner = t.side_of(area)
        while True:
            options = {g.sort for g in t.guns(area) if self.can_flee(g, area)} | {-1}
            chosen = yield from self.ask(owner, box, options, "sort")
            if chosen == -1:
                return
            yield from self.flee(self.find(area, chosen), area)

    # --- hits ---------------------------------------------------------------------------------------

    def victims(self, area, role):
        return self.t.attackers_of(area) if role == "attackers" else self.t.foot(area)

    def borne(self, piece, area, role):
        """The cubes on a piece; where they lie in the area, on the one of its class that has the fewest."""
        if role == "attackers" or area == self.t.fight:
            return piece.cubes
        return self.t.pool[area, piece.kind] // sum(p.kind == piece.kind for p in self.t.at[area])

    def hits(self, area, role, n):
        """So many cubes for the pieces in an area; role: attackers, defenders, afar, press."""
        t = self.t
        struck, doomed, evaded = [], [], False
        while n and any(p not in doomed for p in self.victims(area, role)):
            piece = yield from self.choose_victim(area, role, doomed)
            key = piece.side, piece.kind
            if self.borne(piece, area, role) < MOST_CUBES[piece.kind]:
                if not t.stock[key]:
                    yield from self.shortage(*key)
                    continue
                t.stock[key] -= 1
                if role == "attackers" or area == t.fight:
                    piece.cubes += 1
                else:
                    t.pool[area, piece.kind] += 1
            elif piece.kind == CAVALRY:
                doomed.append(piece)
            elif role == "attackers":
                self.eliminate(piece, area)
            else:
                self.eliminate_pooled(piece, area)
            self.inflicted += role in ("attackers", "defenders")
            if piece.kind == CAVALRY and piece not in struck:
                struck.append(piece)
            n -= 1
        for piece in [p for p in struck if p in self.victims(area, role)]:
            if piece in self.victims(area, role):
                evaded |= yield from self.evade(piece, area, role, piece in doomed)
        if evaded and role != "attackers" and t.guns(area) and (t.foot(area) or role != "defenders"):
            yield from self.pull_out(area, "escort")

    def choose_victim(self, area, role, doomed):
        here = [p for p in self.victims(area, role) if p not in doomed]
        everybody = self.victims(area, role)
        able = [p for p in everybody if self.borne(p, area, role) < MOST_CUBES[p.kind]]
        if able:
            least = min(self.borne(p, area, role) for p in able)
            here = [p for p in able if role == "press" or self.borne(p, area, role) == least]
        assigned = role == "attackers" or area == self.t.fight
        form = "single" if assigned and role != "press" else "sort"
        keys = {(p.single if form == "single" else p.sort): p for p in reversed(here)}
        chosen = yield from self.ask(here[0].side, "hit", set(keys), form)
        return keys[chosen]

    def evade(self, piece, area, role, doomed):
        """Whether cavalry that was struck goes and ignores a cube."""
        t = self.t
        may = role == "attackers" or self.can_flee(piece, area)
        if not (yield from self.ask(piece.side, "evade", {0, 1} if may else {0})):
            if doomed and role == "attackers":
                self.eliminate(piece, area)
            elif doomed:
                self.eliminate_pooled(piece, area)
            return False
        if not doomed:
            t.stock[piece.side, CAVALRY] += 1
            if role == "attackers" or area == t.fight:
                piece.cubes -= 1
            else:
                t.pool[area, CAVALRY] -= 1
        self.inflicted -= role in ("attackers", "defenders")
        if role == "attackers":
            yield from self.go_home(piece)
        elif area == t.fight:
            yield from self.flee(piece, area)
        else:
            yield from self.flee(piece, area, (yield from self.load(piece, area, "evade_cubes")))
        return True

    def shortage(self, side, kind):
        """The reserve has no cube: a piece is given up with as many of its colour as it can bear."""
        t, most = self.t, min(5, MOST_CUBES[kind])
        groups = {}
        for place in range(MAP.places):
            if t.side_of(place) == side and any(p.kind == kind for p in t.at[place]):
                groups[place] = t.cubes_of(place, kind)
        for p in t.attackers:
            if (p.side, p.kind) == (side, kind):
                groups[1000 + p.target] = groups.get(1000 + p.target, 0) + p.cubes
        enough = min(most, max(groups.values()))
        chosen = yield from self.ask(side, "shortage", {g for g, n in groups.items() if n >= enough})
        wanted = min(most, groups[chosen])
        t.stock[side, kind] += wanted
        if chosen < 1000 and chosen != t.fight:
            t.pool[chosen, kind] -= wanted
            piece = next(p for p in t.at[chosen] if p.kind == kind)
            self.depart(piece, chosen)
            if not t.at[chosen]:
                t.disrupted.discard(chosen)
            return
        here = t.attackers_of(chosen - 1000) if chosen >= 1000 else t.at[chosen]
        group = sorted([p for p in here if p.kind == kind], key=lambda p: -p.cubes)
        lost = group[0]
        for p in group:
            taken = min(wanted, p.cubes)
            p.cubes, wanted = p.cubes - taken, wanted - taken
        self.eliminate(lost, chosen % 1000)

    # --- retreats -----------------------------------------------------------------------------------

    def is_shut(self, area, side):
        """The enemy is there, or has just gone in."""
        return self.t.enemy_in(area, side) or any(p.side != side and p.target == area for p in self.t.attackers)

    def is_haven(self, area, side):
        t = self.t
        covered = any(b.place in MAP.reach(area) for b in t.blocks_of(side) if b.place >= 0)
        start = any(p.side != side and p.origin == area for p in t.attackers)
        return covered and not start and not self.is_shut(area, side) and not t.full(area, side)

    def havens(self, piece, frm):
        return {a for a in MAP.borders[frm] if self.is_haven(a, piece.side)}

    def ways_through(self, piece, frm):
        """Full areas, with the havens beyond them."""
        full = [a for a in MAP.borders[frm] if not self.is_shut(a, piece.side) and self.t.full(a, piece.side)]
        found = {via: {a for a in MAP.borders[via] if a != frm and self.is_haven(a, piece.side)} for via in full}
        return {via: beyond for via, beyond in found.items() if beyond}

    def can_flee(self, piece, frm):
        return bool(self.havens(piece, frm) or self.ways_through(piece, frm))

    def flee(self, piece, frm, carried=0):
        t, side = self.t, piece.side
        havens, ways, via = self.havens(piece, frm), self.ways_through(piece, frm), -1
        if not self.can_flee(piece, frm):
            self.eliminate(piece, frm)
            return
        if havens:
            to = yield from self.ask(side, "haven", havens)
        else:
            via = yield from self.ask(side, "via", set(ways))
            to = yield from self.ask(side, "beyond", ways[via])
        if frm == t.fight:
            carried = 0 if piece.is_gun else piece.cubes
            self.fled |= piece.kind < CAVALRY
            self.left_last |= piece.kind == CAVALRY
        self.depart(piece, frm, carried)
        takes_marker = not t.at[frm] and frm in t.disrupted
        self.put(piece, to, carried)
        self.overrun(to, side)
        if takes_marker:
            t.disrupted.discard(frm)
        pressed = [a for a in ([to] if takes_marker else []) + ([via] if via >= 0 else []) if not self.mark(a)]
        for a in reversed(pressed):
            yield from self.hits(a, "press", 1)

    def mark(self, area):
        """A disruption marker; where one lies already the pieces there take a cube instead."""
        known = area in self.t.disrupted
        self.t.disrupted.add(area)
        return not known or not self.t.foot(area)

    def go_home(self, piece):
        """A repulsed attacker goes back to where it came from, or past it if friends have filled it."""
        t, origin, side = self.t, piece.origin, piece.side
        to = origin
        if t.full(origin, side):
            past = {a for a in MAP.borders[origin] if not self.is_shut(a, side) and not t.full(a, side)}
            if not past:
                self.eliminate(piece, origin)
                return
            to = yield from self.ask(side, "home", past)
        t.attackers.remove(piece)
        self.put(piece, to, piece.cubes)
        if to < MAP.areas:
            self.overrun(to, side)
        if to != origin and not self.mark(origin):
            yield from self.hits(origin, "press", 1)
