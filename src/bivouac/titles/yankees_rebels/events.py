"""The things that can happen."""

from __future__ import annotations

from bivouac.core.effects import effect
from bivouac.core.events import event
from bivouac.core.text import Text

TURN_BEGINS = event("turn_begins", "YR-2.0c", heading=True, day="number", hour="number")
NIGHT_BEGINS = event("night_begins", "YR-7.1a", heading=True, day="number")
DREW = event("drew", "YR-2.0c", side="side", marker="marker")
ACTIVATION = event("activation", "YR-2.0d", side="side", dice="number", flags="number", hats="number", trumpets="number", calls="number")
REDEPLOYED = event("redeployed", "YR-2.0e", unit="unit", frm="hex", to="hex")
FELL_BACK = event("fell_back", "YR-3.0d", unit="unit", frm="hex", to="hex")
RECOVERED = event("recovered", "YR-3.0g", unit="unit", n="number", force="number")
NOT_RECOVERED = event("not_recovered", "YR-3.0j", unit="unit")
MARCHED = event("marched", "YR-4.0e", unit="unit", frm="hex", to="hex", way="list:hex")
MARCHED_BY_ROAD = event("marched_by_road", "YR-4.0i", unit="unit", frm="hex", to="hex", way="list:hex")
ENTERED = event("entered", "YR-7.0c", unit="unit", to="hex")
STANDS = event("stands", "YR-3.0c", unit="unit")
REACTS = event("reacts", "YR-4.3c", unit="unit", target="unit")
NO_REACTION = event("no_reaction", "YR-4.3c", unit="unit")
HOLDS_FIRE = event("holds_fire", "YR-4.3f", unit="unit")
EVADED = event("evaded", "YR-4.3.1a", unit="unit", frm="hex", to="hex", way="list:hex")
ATTACKS = event("attacks", "YR-5.3a", unit="unit", target="unit", value="number", dice="number", less="text")
ATTACK_TOGETHER = event("attack_together", "YR-5.3d", unit="unit", other="unit", target="unit", value="number", dice="number", less="text")
ROLLED = event("rolled", "YR-5.3c", adds="attacks attack_together", face="face")
HITS = event("hits", "YR-5.3c", adds="attacks attack_together", target="unit", n="number")
HARMED = event("harmed", "YR-5.4a", target="unit", parts="list:text")
LOST = event("lost", "YR-5.4b", unit="unit", n="number", force="number")
ELIMINATED = event("eliminated", "YR-5.4f", unit="unit", points="number", side="side")
RETREATED = event("retreated", "YR-5.4.2a", unit="unit", frm="hex", to="hex")
CORNERED = event("cornered", "YR-5.4.2c", unit="unit", force="number")
OCCUPIED = event("occupied", "YR-5.4.1a", unit="unit", to="hex")
STRAYED = event("strayed", "YR-6.0a", units="list:unit")
PARTED = event("parted", "YR-7.1f", unit="unit", frm="hex", to="hex")
SCORED = event("scored", "YR-8.0a", hexes="list:hex", points="number")
SCORED_NOTHING = event("scored_nothing", "YR-8.0a")
FINAL = event("final", "YR-8.0c", union="number", csa="number")

# --- effects: what changes on the map, as facts without a sentence -----------------------------------------------------------

UNIT_ARRIVED = effect("arrival", "YR-7.0c", thing="unit", n="number", to="hex")
UNIT_MOVED = effect("move", "YR-4.0e", thing="unit", frm="hex", to="hex")
UNIT_RETREATED = effect("retreat", "YR-5.4.2a", thing="unit", frm="hex", to="hex")
UNIT_DESTROYED = effect("destroyed", "YR-5.4f", thing="unit", at="hex")
UNIT_WEAKENED = effect("loss", "YR-5.4b", thing="unit", n="number", at="hex")
UNIT_RALLIED = effect("rally", "YR-3.0g", thing="unit", n="number", at="hex")
UNIT_DONE = effect("exhausted", "YR-3.0c", thing="unit")
UNIT_READIED = effect("readied", "YR-3.0c", thing="unit")
UNIT_HIT = effect("hit", "YR-5.4e", thing="unit", at="hex")
UNIT_MISSED = effect("miss", "YR-5.3c", thing="unit", at="hex")
HEX_CAPTURED = effect("capture", "YR-8.0d", side="side", thing="hex")
HEX_ENTRENCHED = effect("entrenched", "YR-5.3.1g", thing="hex")


def harm(losses: int, retreats: int, saves: int) -> tuple[Text, ...]:
    """What the black dice brought, each kind of it that came."""
    parts = {"losses": losses, "retreats": retreats, "saves": saves}
    return tuple(Text(f"labels.{part}", {"n": n}) for part, n in parts.items() if n)


def protected(dice: int) -> Text:
    """What the target's ground takes away; nothing needs no words."""
    return Text("labels.protected", {"n": dice}) if dice else Text("labels.unprotected")
