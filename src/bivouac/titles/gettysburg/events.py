"""The things that can happen. A block's value is told to its owner alone."""

from __future__ import annotations

from bivouac.core.effects import effect
from bivouac.core.events import event

# days and periods
PERIOD = event("period", "GET-seq-c", heading=True, day="number", period="period")
ARRIVED = event("arrived", "GET-reinf-a", side="side", foot="number", guns="number", place="place")
ROAD_ROLLED = event("road_rolled", "GET-reinf-b", die="number", place="place")
UNION_DISCS_SET = event("union_discs_set", "GET-disc-a", blue="number", black="number")
CSA_DISCS_SET = event("csa_discs_set", "GET-disc-e", single="number", double="number")
PERIOD_OVER = event("period_over", "GET-seq-d", stars="number")
MARKERS_OFF = event("markers_off", "GET-end-b", n="number")
RALLIED = event("rallied", "GET-end-d", n="number")
NEW_DAY = event("new_day", "GET-seq-e", day="number")
SKIPPED = event("skipped", "GET-act-b", side="side")
GUARDED = event("guarded", "GET-act-d", sees="owner", side="side", n="number")

# blocks and discs
PLACED = event("placed", "GET-block-c", side="side", place="place")
PLACED_AS = event("placed_as", "GET-block-g", sees="owner", side="side", place="place", value="number")
REMOVED = event("removed", "GET-remove-a", side="side", place="place", discs="number")
TOOK_BACK = event("took_back", "GET-block-e", side="side", n="number")
CAPTURED = event("captured", "GET-block-j", side="side", place="place", discs="number")
ORDERED = event("ordered", "GET-order-a", side="side", place="place", order="order")
DOUBLED = event("doubled", "GET-order-f", side="side")
LAPSED = event("lapsed", "GET-order-i", side="side")
FORCED = event("forced", "GET-fpass-a", side="side", left="number")

# movement
SALLIED = event("sallied", "GET-entry-b", piece="piece", frm="place", to="place")
MOVED = event("moved", "GET-move-a", piece="piece", frm="place", to="place")
MOVED_HURT = event("moved_hurt", "GET-move-n", piece="piece", frm="place", to="place", cubes="number")
ATTACKED = event("attacked", "GET-move-h", piece="piece", frm="place", to="place")
ATTACKED_HURT = event("attacked_hurt", "GET-assault-e", piece="piece", frm="place", to="place", cubes="number")
STICK_LOST = event("stick_lost", "GET-trench-i", place="place")
STICKS_GONE = event("sticks_gone", "GET-trench-g", place="place")

# assault
ASSAULT = event("assault", "GET-assault-a", heading=True, side="side", place="place")
FLANK = event("flank", "GET-flank-a", place="place")
BEHIND_WORKS = event("behind_works", "GET-trench-k", place="place")
BATTERY_FIRED = event("battery_fired", "GET-assault-1a", dice="list:number", mod="text", result="text")
DEFENDERS_FIRED = event("defenders_fired", "GET-assault-2b", dice="list:number", mod="text", result="text")
ATTACKERS_FIRED = event("attackers_fired", "GET-assault-4a", dice="list:number", mod="text", result="text")
ATTACKER_TESTED = event("attacker_tested", "GET-assault-3b", piece="piece", die="number", column="number", result="text")
DEFENDER_TESTED = event("defender_tested", "GET-assault-5a", piece="piece", die="number", column="number", result="text")
SHARED = event("shared", "GET-assault-2a", piece="piece", n="number")
SECOND_ROUND = event("second_round", "GET-assault-c", place="place")
TAKEN = event("taken", "GET-assault-end-a", side="side", place="place")
REPULSED = event("repulsed", "GET-assault-end-c", side="side", place="place")
GUNS_LOST = event("guns_lost", "GET-art-a", piece="piece", place="place")

# damage
HURT_BY_CUBE = event("hurt", "GET-cubes-a", piece="piece", place="place")
ELIMINATED_PIECE = event("eliminated", "GET-cubes-n", piece="piece", place="place")
SHORT_OF_CUBES = event("short_of_cubes", "GET-cubes-o", piece="piece", place="place", n="number")
EVADED = event("evaded", "GET-cav-c", piece="piece", place="place")
GUN_DAMAGED = event("gun_damaged", "GET-fire-n", piece="piece", place="place")
NOW_DISRUPTED = event("now_disrupted", "GET-disrupt-a", place="place")

# retreat
WENT_HOME = event("went_home", "GET-retreat-b", piece="piece", place="place")
FLED_TO = event("fled_to", "GET-retreat-c", piece="piece", frm="place", to="place")
FLED_THROUGH = event("fled_through", "GET-retreat-g", piece="piece", place="place")
NO_HAVEN = event("no_haven", "GET-retreat-d", piece="piece", place="place")
MARKER_CARRIED = event("marker_carried", "GET-disrupt-d", frm="place", to="place")

# long-range fire and the other orders
SHELLED = event("shelled", "GET-fire-b", piece="piece", frm="place", to="place", die="number", mod="text", result="text")
FIRE_MARKER = event("fire_marker", "GET-fire-p", place="place")
MARKER_MOVED = event("marker_moved", "GET-fire-s", frm="place", to="place")
MARKER_GONE = event("marker_gone", "GET-fire-t", place="place")
CUBE_MOVED = event("cube_moved", "GET-ordreinf-a", frm="place", to="place", piece="piece")
REORGANISED = event("reorganised", "GET-reorg-a", place="place")
DUG = event("dug", "GET-trench-a", place="place", towards="place")
STICK_TURNED = event("stick_turned", "GET-trench-e", place="place", frm="place", towards="place")

# effects on pieces; the strength of a piece is what it can still bear
CAME = effect("arrival", "GET-reinf-a", thing="piece", to="place", n="number")
WENT = effect("move", "GET-move-a", thing="piece", frm="place", to="place")
WENT_BACK = effect("retreat", "GET-retreat-e", thing="piece", frm="place", to="place")
OFF_BOARD = effect("destroyed", "GET-cubes-n", thing="piece", at="place")
CUBE_ADDED = effect("loss", "GET-cubes-a", thing="piece", n="number", at="place")
CUBES_GONE = effect("rally", "GET-cubes-n", thing="piece", n="number", at="place")
CUBES_DEALT = effect("move", "GET-cubes-b", name="effect_cubes_dealt", thing="piece", frm="place", to="place", n="number")
"""Cubes pass between equal pieces of one place: nobody moves, `n` is the strength of the piece from now on."""
STRUCK = effect("hit", "GET-fire-i", thing="piece", at="place")
MISSED = effect("miss", "GET-fire-i", thing="piece", at="place")

# effects on areas and sticks
NOW_HELD = effect("capture", "GET-vic-f", side="side", thing="place")
MARKED_DISRUPTED = effect("disrupted", "GET-disrupt-a", thing="place")
MARK_LIFTED = effect("restored", "GET-disrupt-e", thing="place")
GUNS_SHOWN = effect("revealed", "GET-fire-p", thing="place")
GUNS_HIDDEN = effect("concealed", "GET-fire-t", thing="place")
STICK_LAID = effect("entrenched", "GET-trench-a", thing="stick", at="place")
STICK_TAKEN = effect("unentrenched", "GET-trench-i", thing="stick", at="place")

# effects on blocks, whose values are not told
BLOCK_CAME = effect("arrival", "GET-block-c", name="effect_block_arrival", thing="block", to="place")
BLOCK_OFF = effect("removal", "GET-remove-a", name="effect_block_removal", thing="block", at="place")
BLOCK_FELL = effect("destroyed", "GET-block-j", name="effect_block_destroyed", thing="block", at="place")
