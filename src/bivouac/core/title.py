"""A title: one of the games, as rules. Everything outside `titles/` reaches a title through this alone."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from importlib import resources
from operator import attrgetter, methodcaller
from random import Random
from types import MappingProxyType
from typing import Any, Generic, NamedTuple, TypeVar

from bivouac.core.beliefs import Beliefs
from bivouac.core.charts import Chart
from bivouac.core.chronicle import Chronicle
from bivouac.core.data import Mistake
from bivouac.core.flow import Flow, Question
from bivouac.core.ids import Side
from bivouac.core.legality import Refusal
from bivouac.core.observe import Plane
from bivouac.core.outlook import Outlook, Sight
from bivouac.core.plans import Plans
from bivouac.core.rulebook import Rulebook
from bivouac.core.state import Outcome, State
from bivouac.core.table import Choice, Say, Table
from bivouac.core.text import Both, Name, Text

S = TypeVar("S", bound=State)


@dataclass(frozen=True)
class Scenario:
    """One set-up of a title. `data` is the title's own parsed form; `text` is set when a player wrote it (it travels with the save);
    `name` is set when it is not in the catalogue under `scenarios.<id>`. A position of a player's own has the id of the scenario that it is
    a position of (`base`), and what stands otherwise in it (`settings`: slots with their values)."""

    id: str
    source: str
    data: Any = None
    text: str | None = None
    name: Both | None = None
    base: str = ""
    settings: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class RuleOption:
    """A rule that can be switched on. Name and help are in the catalogue under `options.<id>` and `options_help.<id>`.

    group:    "optional" and "advanced" rules of the rulebook, "rulings" where its text has two honest readings, …
    formerly: the id it had in older saves
    """

    id: str
    rule: str
    group: str = "optional"
    needs: tuple[str, ...] = ()
    excludes: tuple[str, ...] = ()
    formerly: str = ""


class Advice(NamedTuple):
    """What a title tells the computer players; rules never need it.

    evaluate: how good a state is for a side, as a winning chance between 0 and 1.
    order:    the options of the question on top, the most promising first. Its first one, answer after answer, is the title's script: a
              sound turn at once. Search asks it thousands of times a second.
    features: the named parts of the evaluation, for documentation and learning.
    turn:     a number that changes whenever a player's turn is over, as players count turns: the clock's seconds are for one.
    activation: the same for the parts of a turn, where the sides take turns within it.
    horizon:  how many activations (turns, where there are none) search looks ahead before it evaluates; 1: to the end of this one.
    outlook:  how many a planner looks ahead that has time to think; as many as the horizon if it is not given.
    farthest: how many it looks ahead at the most when it judges the best of what it has found; beyond that looks waver more than they tell.
              Four times the outlook if it is not given.
    plans:    the ways in which the script can be played; `order` follows the first of each side.
    beliefs:  what the other side's doings tell about its secrets, where there are any.
    signs:    features that can only help (1) or only harm (-1) the side by which they are counted: what is learned keeps to it.
    """

    evaluate: Callable[[Any, Side], float]
    order: Callable[[Any], Sequence[int]]
    features: Callable[[Any, Side], Mapping[str, float]]
    turn: Callable[[Any], int]
    activation: Callable[[Any], int] | None = None
    horizon: int = 1
    plans: Plans | None = None
    signs: Mapping[str, int] = MappingProxyType({})
    outlook: int = 0
    farthest: int = 0
    beliefs: Beliefs | None = None

    @property
    def pace(self) -> Callable[[Any], int]:
        """A number that changes whenever the move passes on."""
        return self.activation or self.turn


def die_by_die(fight: Any) -> None:
    return None


def no_fight(state: Any, answer: int) -> None:
    return None


def no_terms(fight: Any) -> Sequence[Term]:
    return ()


def unnamed(fight: Any) -> Text | None:
    """Not named: the question says what it is."""
    return None


def no_result(fight: Any) -> Result:
    return Result(won=False, taken=None, own=0, enemy=0)


def not_reckoned(fight: Any) -> Expected | None:
    """From position to position, then."""
    return None


class Term(NamedTuple):
    """One thing that a fight is reckoned with, in words and with its clause: its dice, the number that hits, a modifier, what it costs."""

    text: Text
    rule: str


class Result(NamedTuple):
    """What came of a fight for the side that chose it: whether it won, whether it may have the place (None: such a fight takes none), and
    what it and the enemy lost, in the units of the title. `forecast.won`, `.taken`, `.own` and `.enemy` of the catalogue are the words."""

    won: bool
    taken: bool | None
    own: int
    enemy: int

    def plus(self, own: int, enemy: int) -> Result:
        """The same with so much more lost."""
        return Result(self.won, self.taken, self.own + own, self.enemy + enemy)


class Expected(NamedTuple):
    """What is to be expected of a fight: the chances to win it and to have the place (None: such a fight takes none), and what both sides
    lose. `exact`: False where chance had a hand in reckoning it."""

    won: float
    taken: float | None
    own: float
    enemy: float
    exact: bool


class Ahead(NamedTuple):
    """A position that dice lead to, not made yet: its key, as of those that are alike, what both sides will have lost, how to make it. For
    averages there may be another key, of those from which the same is still to come, whatever was lost."""

    key: Hashable
    own: int
    enemy: int
    make: Callable[[], Any]
    still: Hashable = None


class Odds(NamedTuple):
    """Exact odds of one attack.

    parse:   a state just before the attack's first die, from words of the command line.
    ask:     the same from a match's state, for the attack that the words name or, without words, the one at hand (None: there is none).
    done:    whether the attack is over.
    measure: what came of it, as the key of a line in the catalogue's `odds` with its numbers, such as "hits:2".
    policy:  answers players' questions on the way.
    alike:   equal for positions from which the same may come; without it only equal positions are taken for alike.
    branches: the positions that some dice rolled at once lead to, each with its weight, where that is sooner done; None: die by die.
             They may be given as `Ahead`: a position that is known already is then never made. Without a weight: as much work was done
             as a position takes.
    tally:   what both sides have lost so far, as `result` counts it, where nothing else depends on it: positions that differ in it alone
             are then alike. `measure` must say what `result` gives, in the words of `said`.

    Before a player commits himself, for each answer of the question at hand:

    attack:  the position before the first die of the fight that an answer leads to; None: it leads to none.
    terms:   what that fight is reckoned with.
    result:  what came of it, at its end.
    expected: what is to be expected of it, where a title reckons that without going from position to position; None: it does not.
    about:   names the attack at hand, where the question does not.
    """

    parse: Callable[[Sequence[str]], Any]
    ask: Callable[[Any, Sequence[str]], Any | None]
    done: Callable[[Any], bool]
    measure: Callable[[Any], str]
    policy: Callable[[Any], int]
    usage: Text
    alike: Callable[[Any], Hashable] = methodcaller("key")
    branches: Callable[[Any], Iterable[tuple[int, Any]] | None] = die_by_die
    tally: Callable[[Any], tuple[int, int]] | None = None
    said: Callable[[Result], str] = str
    attack: Callable[[Any, int], Any | None] = no_fight
    terms: Callable[[Any], Sequence[Term]] = no_terms
    result: Callable[[Any], Result] = no_result
    expected: Callable[[Any], Expected | None] = not_reckoned
    about: Callable[[Any], Text | None] = unnamed


class Surveyed(NamedTuple):
    """What is wrong with a player's own scenario, and what is only strange about it; its text, its values, and its ground as a drawing
    without pieces, as far as they can be made out."""

    mistakes: tuple[Mistake, ...]
    warnings: tuple[Mistake, ...] = ()
    text: str = ""
    values: Mapping[str, Any] = {}
    ground: str = ""


class Workshop(NamedTuple):
    """How players make scenarios of their own.

    form:    the struct of the file, for editors of text
    look:    a text, or the values of one: all that is wrong with it, and what can be made of it nonetheless
    faces:   the faces of the pieces that may be placed
    blank:   the values of a scenario with nothing in it
    text:    the text of a scenario's file
    words:   what may be laid down or placed, by its letter or id: ground, kinds of piece, their strengths
    turns:   how many turns a match took, from its last state
    """

    form: type
    look: Callable[[str | Mapping[str, Any], str, Say], Surveyed]
    faces: tuple[str, ...]
    blank: Mapping[str, Any]
    text: Callable[[Scenario], str]
    words: Mapping[str, Mapping[str, Both]]
    turns: Callable[[Any], int]


class _Slot(NamedTuple):
    id: str
    of: str
    name: Text
    values: Mapping[str, Text]


class Slot(_Slot):
    """One thing of a position that can be set.

    id:     as a file calls it: "piece:12", "piece:12 kind", "turn"
    of:     the token, place or cell of the table whose it is; "": of the position as a whole
    name:   what is set: how strong it is, who holds it; of a slot with the id of a token, which says where that is: what it is
    values: what it may be, each in words; those that are ids of places and cells can be pointed at. They are read-only: slots share them.
    """

    __slots__ = ()

    def __new__(cls, id: str, of: str, name: Text, values: Mapping[str, Text]) -> Slot:
        return super().__new__(cls, id, of, name, MappingProxyType(values))


class Positions(NamedTuple):
    """How players make positions of their own.

    slots:  what can be set in a position of a scenario
    read:   the value of every slot in a state; what belongs to a procedure under way is left out
    make:   from the fresh state of a scenario the state with these values, its flow not yet run
    wrong:  what cannot be, in both languages with what would be right; each with the slots that it is about
    strange: the same for what can be and is hardly meant
    """

    slots: Callable[[Scenario], Sequence[Slot]]
    read: Callable[[Any], Mapping[str, str]]
    make: Callable[[Any, Mapping[str, str]], Any]
    wrong: Callable[[Scenario, Mapping[str, str]], Iterable[tuple[Both, tuple[str, ...]]]]
    strange: Callable[[Scenario, Mapping[str, str]], Iterable[tuple[Both, tuple[str, ...]]]] = lambda scenario, values: ()


def the_whole_side(state: Any) -> None:
    return None


def no_formations(side: Side) -> Sequence[Name]:
    return ()


class Turns(NamedTuple):
    """Whose turn a question falls in, for whoever answers in somebody's place.

    active:     the side whose turn it is. What belongs to a side's own turn alone is asked by this very function of the flow.
    number:     changes when the turn is over, or a part of it where the sides alternate by parts.
    formation:  what acts now, where the formations of a side act one after another; None: the whole side does.
    formations: those of a side.
    """

    active: Callable[[Any, Any], Side]
    number: Callable[[Any], int] = attrgetter("turn")
    formation: Callable[[Any], Name | None] = the_whole_side
    formations: Callable[[Side], Sequence[Name]] = no_formations

    def now(self, state: State) -> tuple[int, int]:
        """Another one when somebody else's turn, or the next one, has begun."""
        return int(self.active(state, state.stack[-1])), self.number(state)


class BadSetup(Exception):
    """A scenario or a set of options that cannot be played; carries a Text that says why and what would be right."""

    def __init__(self, text: Text) -> None:
        super().__init__(text)
        self.text = text

    def __str__(self) -> str:
        return f"{self.text.key} {dict(self.text.args)}"


def nothing_else(state: Any, thing: Name) -> Sequence[Name]:
    return ()


def no_outlook(state: Any, thing: Name) -> Outlook | None:
    return None


def no_charts(state: Any) -> Sequence[Chart]:
    return ()


def no_cost(before: Any, after: Any) -> Text | None:
    return None


def no_objection(scenario: Scenario, options: frozenset[str]) -> Text | None:
    return None


@dataclass(frozen=True)
class Title(Generic[S]):
    """
    id, prefix, version   "house-divided", "AHD", the version of the rules (raise it when an old save would replay differently)
    package               the Python package, where `rulebook.toml` and `locale/` lie
    start                 a fresh state with its first frame on the stack
    view                  what one side may know (None: a spectator), built from nothing; frozen and comparable
    sample                a state that this side cannot tell from the true one, its secrets dealt anew
    meant                 what else a person may mean who points at a thing on the table: a piece's box, the pieces in a box, the lines that
                          lead there; the nearest first
    names                 for each kind of thing, its numbers' keys or printed names (see `bivouac.i18n`)
    objection             why a combination of scenario and options makes no sense
    outlook               what a thing on the table could do and suffer where it lies; None: nothing to tell
    sight                 the line of sight between two places, where the title knows such a thing; its `None`: one of them is no place
    charts                the printed tables to lie beside the board, the rows in force marked
    spent                 what it took to come from one position to another within a side's turn, in the units of the title
    alike                 equal for things of a kind that no rule can tell apart in this state: they are not asked about one by one
    check                 what does not add up in the data files
    read_scenario         a scenario from a player's own file: (text, file name) -> Scenario
    workshop              what the editor of scenarios needs, where there is one
    positions             what the editor of positions needs
    scenario_page         paragraphs about a scenario: its history, what is known and what is reconstructed
    concession            what a side's concession leads to, where the rules speak of it; without it a side may always give up and loses
    turns                 whose turn it is, and which formation acts, for standing orders
    secrets               True where a side has something to hide
    disclosed             with secrets: the boxes in which the other side knows every choice made so far, if the answer that led there
                          has shown it something; from all others a side's position is rewound (see `match.seen`)
    chronicle             where was fought and who fell, for those who study matches
    planes                what a side sees, as numbers for learners (see `core.observe`)
    longest               no match has more answers, dice and draws included
    minutes               how long a game takes at the table, from the shortest scenario to the longest
    complexity            from 1 (rules explained in ten minutes) to 5
    """

    id: str
    prefix: str
    version: int
    package: str
    scenarios: Mapping[str, Scenario]
    options: Mapping[str, RuleOption]
    flow: Flow[S]
    start: Callable[[Scenario, frozenset[str]], S]
    view: Callable[[S, Side | None], Any]
    sample: Callable[[S, Side, Random], S]
    names: Mapping[str, Sequence[str]]
    table: Table
    advice: Advice | None = None
    odds: Odds | None = None
    turns: Turns | None = None
    chronicle: Chronicle | None = None
    objection: Callable[[Scenario, frozenset[str]], Text | None] = no_objection
    meant: Callable[[S, Name], Sequence[Name]] = nothing_else
    outlook: Callable[[S, Name], Outlook | None] = no_outlook
    sight: Callable[[S, Name, Name], Sight | None] | None = None
    charts: Callable[[S], Sequence[Chart]] = no_charts
    spent: Callable[[S, S], Text | None] = no_cost
    alike: Callable[[S, Name], Hashable] | None = None
    check: Callable[[], list[Text]] = list
    read_scenario: Callable[[str, str], Scenario] | None = None
    workshop: Workshop | None = None
    positions: Positions | None = None
    concession: Callable[[S, Side], Outcome | Refusal] | None = None
    scenario_page: Callable[[Scenario], Sequence[Text]] | None = None
    secrets: bool = False
    disclosed: frozenset[int] = frozenset()
    planes: tuple[Plane, ...] = ()
    longest: int = 20_000
    minutes: tuple[int, int] = (0, 0)
    complexity: int = 0
    credits: Mapping[str, str] = field(default_factory=dict)  # "design", "publisher": shown on the title's page

    def __post_init__(self) -> None:
        """What the title hands out cannot be changed."""
        names = {kind: tuple(known) for kind, known in self.names.items()}
        for field_name, mapping in (("scenarios", self.scenarios), ("options", self.options), ("names", names), ("credits", self.credits)):
            object.__setattr__(self, field_name, MappingProxyType(dict(mapping)))

    # --- setting up ----------------------------------------------------------------------------------------

    def scenario(self, which: str | Scenario | None) -> Scenario:
        """A scenario by its id; the first one where none is named."""
        if isinstance(which, Scenario):
            return which
        if which is None:
            return next(iter(self.scenarios.values()))
        if which not in self.scenarios:
            raise BadSetup(Text("errors.no_scenario", {"name": which, "known": tuple(self.scenarios)}))
        return self.scenarios[which]

    def option(self, name: str) -> RuleOption:
        if name not in self.options:
            raise BadSetup(Text("errors.no_option", {"name": name, "known": tuple(self.options)}))
        return self.options[name]

    def option_set(self, scenario: Scenario, options: Iterable[str]) -> frozenset[str]:
        """The options, checked one by one and together."""
        today = {option.formerly: option.id for option in self.options.values() if option.formerly}
        chosen = frozenset(today.get(name, name) for name in options)
        for name in sorted(chosen):
            option = self.option(name)
            for needed in option.needs:
                if needed not in chosen:
                    raise BadSetup(Text("errors.option_needs", {"name": name, "other": needed}))
            for other in option.excludes:
                if other in chosen:
                    raise BadSetup(Text("errors.option_excludes", {"name": name, "other": other}))
        objection = self.objection(scenario, chosen)
        if objection is not None:
            raise BadSetup(objection)
        return chosen

    def setup(self, scenario: str | Scenario | None = None, options: Iterable[str] = (), *, log: bool = False) -> S:
        """A state at its first question. With `log`, its events are kept in `state.log`."""
        chosen = self.scenario(scenario)
        state = self.start(chosen, self.option_set(chosen, options))
        if chosen.base and self.positions is not None:
            state = self.positions.make(state, {**self.positions.read(self.setup(chosen.base)), **dict(chosen.settings)})
        state.log = [] if log else None
        self.flow.run(state)
        return state

    # --- playing ----------------------------------------------------------------------------------------

    def question(self, state: S) -> Question | None:
        return self.flow.question(state)

    def play(self, state: S, answer: int) -> None:
        self.flow.play(state, answer)

    def refusal(self, state: S, answer: int) -> Refusal | None:
        return self.flow.refusal(state, answer)

    def why(self, state: S, thing: Name | None) -> Refusal | None:
        """Why this thing on the table cannot be chosen now; None if it can. The thing is None where it is none of the rules' (a turn
        marker)."""
        return self.flow.why(state, () if thing is None else (thing, *self.meant(state, thing)))

    def choice(self, state: S, answer: int) -> Choice:
        return self.flow.choice(state, answer)

    def determinize(self, state: S, side: Side, rng: Random) -> S:
        return self.sample(state, side, rng)

    # --- reading ----------------------------------------------------------------------------------------

    @cached_property
    def rulebook(self) -> Rulebook:
        return Rulebook.parse(resources.files(self.package).joinpath("rulebook.toml").read_text("utf-8"))

    def locale(self, language: str) -> dict[str, Any]:
        """The title's catalogue in one language, as written."""
        return tomllib.loads(resources.files(self.package).joinpath("locale", f"{language}.toml").read_text("utf-8"))
