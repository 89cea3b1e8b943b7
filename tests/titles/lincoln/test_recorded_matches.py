"""Every way to win is reached by a recorded match, and the record replays."""

from pathlib import Path

import pytest

from bivouac import Match
from bivouac.i18n import LANGUAGES, catalogue
from titles.lincoln.kit import TITLE
from titles.lincoln.record_matches import ENDINGS

FOLDER = Path(__file__).parent / "matches"


@pytest.mark.rule("LIN-vic-a", "LIN-vic-b", "LIN-vic-c", "LIN-vic-d", "LIN-vic-e", "LIN-vic-f", "LIN-vic-g")
@pytest.mark.parametrize("ending", ENDINGS)
def test_a_recorded_match_ends_so(ending):
    match = Match.load((FOLDER / f"{ending}.json").read_text("utf-8"))
    assert match.outcome is not None and match.outcome.ending == ending
    assert match.check_dice() is None
    for language in LANGUAGES:
        words = catalogue(language, TITLE)
        assert words.has(f"endings.{ending}")
        assert all(words.say(e.text) for e in match.events(None) if not e.kind.effect)
