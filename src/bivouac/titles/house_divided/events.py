"""The things that can happen, each with the clause it follows from."""

from __future__ import annotations

from bivouac.core.effects import effect
from bivouac.core.events import event

# the turn
TURN_BEGINS = event("turn_begins", "AHD-3.0a", heading=True, month="month", turn="number")
PLAYER_BEGINS = event("player_begins", "AHD-3.0d", heading=True, side="side", month="month")
DRAFTED = event("drafted", "AHD-8.0c", n="number", left="number")
RIOTED = event("rioted", "AHD-O4.4a", n="number", left="number")
MAXIMA = event("maxima", "AHD-7.0l", union="number", csa="number")

# movement
MARCHES_GIVEN = event("marches_given", "AHD-4.1a", side="side", n="number")
SCENARIO_MARCHES = event("scenario_marches", "AHD-O5.0d", side="side", n="number")
MARCHES_ROLLED = event("marches_rolled", "AHD-4.0b", side="side", die="number", n="number")
INVASION_POSSIBLE = event("invasion_possible", "AHD-4.2.4a", side="side")
MOVED = event("moved", "AHD-4.0d", side="side", unit="kind", frm="box", to="box", line="line")
JUMPED_OVER = event("jumped_over", "AHD-4.2.1a", side="side", unit="kind", box="box")
RAN_PAST = event("ran_past", "AHD-4.2.2a", side="side", unit="kind", box="box")
LEADER_MOVED = event("leader_moved", "AHD-A8.2.1a", leader="leader", to="box")
SAILED_TO = event("sailed_to", "AHD-4.2.3d", side="side", unit="kind", frm="box", to="box")
LANDED = event("landed", "AHD-4.2.4c", unit="kind", to="box")
DUG = event("dug", "AHD-4.2.5c", side="side", unit="kind", box="box")
DUG_IN = event("dug_in", "AHD-4.2.5a", side="side", unit="kind", box="box")

# battle
BATTLE_BEGINS = event("battle_begins", "AHD-5.0a", heading=True, box="box", side="side")
BREAK_OUT = event("break_out", "AHD-A4.0e", box="box")
CONTAINS = event("contains", "AHD-A4.0a", box="box")
ROUND_BEGINS = event("round_begins", "AHD-5.0e", n="number")
ESCAPED = event("escaped", "AHD-5.2.6a", side="side", unit="kind", to="box")
COMMAND_ROLLED = event("command_rolled", "AHD-A7.0b", side="side", die="number", n="number")
RETREATS = event("retreats", "AHD-5.2.5b", side="side", n="number", frm="box", to="box")
REINFORCED = event("reinforced", "AHD-5.2.4b", side="side", unit="kind", frm="box")
LEADER_REINFORCED = event("leader_reinforced", "AHD-A8.2.1c", leader="leader", frm="box")
BONUS_GIVEN = event("bonus_given", "AHD-A8.2.2c", side="side", unit="kind")
FIRES = event("fires", "AHD-5.1a", side="side")
HIT = event("hit", "AHD-5.1f", adds="fires", side="side", unit="kind", target="kind", die="number", need="number")
KILLED = event("killed", "AHD-5.1g", adds="fires", side="side", unit="kind", target="kind", die="number", need="number")
MISSED = event("missed", "AHD-5.1e", adds="fires", side="side", unit="kind", target="kind", die="number", need="number")
WASTED = event("wasted", "AHD-5.1i", adds="fires", side="side", unit="kind")
HOPELESS = event("hopeless", "AHD-5.2a", adds="fires", side="side", unit="kind", target="kind")
HELD_FIRE = event("held_fire", "AHD-O2.2a", adds="fires", side="side", unit="kind")
GARRISON_FELL = event("garrison_fell", "AHD-A5.0c", box="box")
ROUT_TESTED = event("rout_tested", "AHD-A8.1c", side="side", unit="kind", die="number", need="number")
ROUTED = event("routed", "AHD-A8.1e", side="side", unit="kind", die="number", need="number")
RALLIED = event("rallied", "AHD-A8.11a", side="side", unit="kind")
STAYED = event("stayed", "AHD-A8.12b", side="side", unit="kind", die="number", need="number")
DESERTED = event("deserted", "AHD-A8.12b", side="side", unit="kind", die="number", need="number")
DISPERSED = event("dispersed", "AHD-A8.1e", side="side", unit="kind")
WON = event("won", "AHD-5.0g", side="side", box="box")
PROMOTION = event("promotion", "AHD-6.0c", side="side", unit="kind", better="kind", box="box")
RECOVERED = event("recovered", "AHD-5.2.7a", n="number")

# promotion and recruitment
TRAINED = event("trained", "AHD-O4.3a", die="number", lost="number", n="number")
RECRUITS_ROLLED = event("recruits_rolled", "AHD-7.0b", side="side", die="number", n="number")
RECRUITS_SHORT = event("recruits_short", "AHD-7.0j", side="side", die="number", n="number")
RECRUITED = event("recruited", "AHD-7.0e", side="side", unit="kind", box="box")
FOREIGN_REPLACED = event("foreign_replaced", "AHD-A8.4j")

# possession
CAPTURED = event("captured", "AHD-9.0b", side="side", box="box")
HELD_BY_CAVALRY = event("held_by_cavalry", "AHD-9.0f", side="side", box="box")
REVERTED = event("reverted", "AHD-9.0g", box="box")
WASHINGTON_FELL = event("washington_fell", "AHD-A6.0b", die="number", n="number")

# the advanced rules
UNSUPPORTED = event("unsupported", "AHD-A2.2a", side="side", unit="kind", box="box")
LEADER_ARRIVED = event("leader_arrived", "AHD-A8.2c", leader="leader", box="box")
LEADER_VALUE_CHANGED = event("leader_value_changed", "AHD-A8.2d", leader="leader", n="number")
LEADER_DRIVEN_OFF = event("leader_driven_off", "AHD-A8.2.2h", leader="leader", box="box")
BORDER_MODIFIED = event("border_modified", "AHD-A8.3a", state="state", die="number", mod="number", sum="number", need="number")
BORDER_PLAIN = event("border_plain", "AHD-A8.3a", state="state", die="number", need="number")
BORDER_JOINED = event("border_joined", "AHD-A8.3b", state="state")
INTERVENED = event("intervened", "AHD-A8.4a")

# the end
OVER = event("over", "AHD-10.0a", heading=True, text="text")

# effects on pieces; the strength of a piece is its steps and one for each level of quality above militia
CAME = effect("arrival", "AHD-7.0e", thing="piece", to="box", n="number")
WENT = effect("move", "AHD-4.0d", thing="piece", frm="box", to="box")
WENT_BACK = effect("retreat", "AHD-5.2.5b", thing="piece", frm="box", to="box")
FLED = effect("rout", "AHD-A8.1e", thing="piece", frm="box", to="box")
STEP_LOST = effect("loss", "AHD-5.1f", thing="piece", n="number", at="box")
STEP_REGAINED = effect("rally", "AHD-5.2.7a", thing="piece", n="number", at="box")
UPGRADED = effect("promotion", "AHD-6.0c", thing="piece", n="number", at="box")
FELL = effect("destroyed", "AHD-5.1g", thing="piece", at="box")
NOT_HIT = effect("miss", "AHD-5.1e", thing="piece", at="box")
BROKE = effect("disrupted", "AHD-A8.1e", thing="piece", at="box")
STEADY = effect("restored", "AHD-A8.11a", thing="piece", at="box")
WORKS_BUILT = effect("entrenched", "AHD-4.2.5a", thing="piece", at="box")
WORKS_LEFT = effect("unentrenched", "AHD-4.2.5h", thing="piece", at="box")

# effects on leaders, garrisons and boxes
LEADER_CAME = effect("arrival", "AHD-A8.2c", name="effect_leader_arrival", thing="piece", to="box")
LEADER_OFF = effect("removal", "AHD-A8.2.2h", thing="piece", at="box")
GARRISON_CAME = effect("arrival", "AHD-A5.0a", name="effect_garrison_arrival", thing="piece", to="box", n="number")
GARRISON_OFF = effect("removal", "AHD-A5.0d", name="effect_garrison_removal", thing="piece", at="box")
NOW_OWNED = effect("capture", "AHD-9.0b", side="side", thing="box")
