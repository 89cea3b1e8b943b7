"""Plays and writes anew, for all titles or those that are named:

python -m goldens record [TITLE …]    the goldens, after a change that is meant to change play
python -m goldens retell [TITLE …]    the same matches told anew, after a change of words or of the table that leaves play as it was
python -m goldens saves [TITLE …]     saves of this version, before a change of the rules raises it: later versions must open them
"""

import sys

from goldens import names, record, record_saves, retell

DO = {"record": record, "retell": retell, "saves": record_saves}

if sys.argv[1:2] == [] or sys.argv[1] not in DO:
    sys.exit(__doc__)
for golden in names():
    if not sys.argv[2:] or golden.split("/")[0] in sys.argv[2:]:
        DO[sys.argv[1]](golden)
        print(golden, flush=True)
