"""The things that can happen in Lincoln, and who learns of them."""

from __future__ import annotations

from bivouac.core.effects import effect
from bivouac.core.events import event

# --- turns ----------------------------------------------------------------------------------------------------------
TURN_BEGINS = event("turn_begins", "LIN-setup-g", heading=True, side="side", turn="number")
PASSED = event("passed", "LIN-pass-a", side="side")

# --- cards ----------------------------------------------------------------------------------------------------------
DREW = event("drew_cards", "LIN-act-e", side="side", n="number")
DREW_CARDS = event("own_draw", "LIN-comp-e", sees="owner", side="side", cards="list:card")
RESHUFFLED = event("reshuffled", "LIN-deck-a", side="side", number="number", cards="number")
GATE = event("gate", "LIN-deck-e", points="number", gate="number", number="number")
DISCARDED = event("discarded", "LIN-comp-e", reveals=True, side="side", card="card")
PAID = event("paid", "LIN-deploy-b", reveals=True, side="side", card="card")
REMOVED_CARD = event("removed_card", "LIN-deploy-c", reveals=True, side="side", card="card")
PLAYED = event("played", "LIN-card-a", reveals=True, side="side", card="card", action="text_action")
RAIDED = event("raided", "LIN-card-f", reveals=True, side="side", card="card")
RAID_CANCELLED = event("raid_cancelled", "LIN-card-f", reveals=True, side="side", card="card")

# --- units and tracks -----------------------------------------------------------------------------------------------
DEPLOYED = event("deployed", "LIN-deploy-a", side="side", unit="unit", half="half")
BLOCKADE = event("blockade", "LIN-deploy-m", space="number", limit="number")
EUROPE = event("europe", "LIN-europe-a", side="side", steps="number", space="number")
MOVED = event("moved", "LIN-rail-a", side="side", units="list:unit", frm="location", to="half")
SAILED = event("sailed", "LIN-naval-b", side="side", units="list:unit", frm="location", to="half")
CONTROLLED = event("controlled", "LIN-def-k", side="side", location="location")
CONTESTED = event("contested", "LIN-def-e", location="location")

# --- combat ---------------------------------------------------------------------------------------------------------
ATTACKED = event("attacked", "LIN-combat-a", heading=True, side="side", location="location")
SHIFTED = event("shifted", "LIN-combat-c", side="side", half="half")
FACE_DOWN_CARD = event("face_down_card", "LIN-combat-d", side="side")
OWN_CARD = event("own_card", "LIN-combat-d", sees="owner", side="side", card="card")
WITHDREW = event("withdrew_units", "LIN-wd-a", side="side", units="list:unit", half="half")
WITHDREW_BY_SEA = event("withdrew_by_sea", "LIN-wd-g", side="side", location="location")
CARD_RETURNED = event("card_returned", "LIN-wd-h", side="side")
HIGH_GROUND_PLAYED = event("high_ground_played", "LIN-card-g", side="side", bonus="number")
REINFORCED = event("reinforced", "LIN-card-j", side="side", unit="unit", frm="location", half="half")
REVEALED = event("revealed", "LIN-combat-j", reveals=True, side="side", card="card", leadership="number")
NO_CARD_PLAYED = event("no_card_played", "LIN-combat-f", reveals=True, side="side")
POWER = event("plain_power", "LIN-combat-g", side="side", counters="number", leadership="number", total="number")
POWER_WITH_BONUS = event("power", "LIN-combat-m", side="side", counters="number", leadership="number", bonus="number", total="number")
WON = event("won", "LIN-combat-n", side="side", own="number", enemy="number")
HELD = event("held", "LIN-combat-o", side="side", own="number", enemy="number")
LOST = event("lost_units", "LIN-loss-b", side="side", units="list:unit", half="half")
FORT_RAZED = event("fort_razed", "LIN-loss-e", side="side", half="half")
RETREATED = event("retreated_units", "LIN-retreat-a", side="side", units="list:unit", half="half")
NO_RETREAT = event("no_retreat_for", "LIN-retreat-h", side="side", units="list:unit", half="half")

# --- effects on counters, locations and tracks ----------------------------------------------------------------------
CAME = effect("arrival", "LIN-deploy-a", thing="piece", to="half")
WENT = effect("move", "LIN-rail-a", thing="piece", frm="half", to="half")
FELL_BACK = effect("retreat", "LIN-retreat-a", thing="piece", frm="half", to="half")
OFF_BOARD = effect("destroyed", "LIN-comp-c", thing="piece", at="half")
NOW_HELD = effect("capture", "LIN-def-k", side="side", thing="flag", at="half")
"""A location changes its colour: its flag is laid down or taken off. `at` is the half in which the new owner stands."""
NOW_CONTESTED = effect("contested", "LIN-def-e", thing="half")
NOW_DECIDED = effect("uncontested", "LIN-def-e", thing="half")
BLOCKADE_MOVED = effect("move", "LIN-deploy-m", name="effect_blockade", thing="marker", frm="blockade", to="blockade")
EUROPE_MOVED = effect("move", "LIN-europe-a", name="effect_europe", thing="marker", frm="europe", to="europe")
