"""Writes goldens anew, for all titles or those that are named:

python -m goldens record [TITLE …]    play the games again and record them with their wording, after a change that is meant to change play
python -m goldens retell [TITLE …]    keep the games and write their transcripts anew, after a change of events or of the table
python -m goldens wording [TITLE …]   keep both and write the samples of sentences anew, after a change of words
python -m goldens saves [TITLE …]     keep saves of this version, before a change of the rules raises it: later versions must open them
"""

import sys

from goldens import names, record, record_saves, record_wording, retell

DO = {"record": record, "retell": retell, "wording": None, "saves": record_saves}

if sys.argv[1:2] == [] or sys.argv[1] not in DO:
    sys.exit(__doc__)
action, wanted = DO[sys.argv[1]], sys.argv[2:]
chosen = [golden for golden in names() if not wanted or golden.split("/")[0] in wanted]
for golden in chosen if action else ():
    action(golden)
    print(golden, flush=True)
if action is not record_saves:
    for title in dict.fromkeys(golden.split("/")[0] for golden in chosen):
        record_wording(title)
        print(f"{title}/wording.txt", flush=True)
