"""A door for OpenSpiel: `register()` makes every title a game of pyspiel's.

    bivouac.openspiel.register()
    game = pyspiel.load_game("bivouac_hold_the_line(scenario=shiloh)")
    game = pyspiel.load_game("bivouac_house_divided", {"scenario": "1862", "options": "leaders,support"})

Actions are the numbers of `bivouac.encode.Actions` (chance's are counted from 0). Dice and draws are explicit chance nodes. Observations
are what `bivouac.encode.Observer` writes. An information state has perfect recall: a digest of all that a side has seen and answered so
far, found by playing the history through, so that play that does not ask for it costs nothing.
"""

from __future__ import annotations

import json
from hashlib import blake2b
from itertools import repeat
from operator import truediv
from random import Random
from typing import Any

import numpy as np
import pyspiel

from bivouac.core.flow import Ask, Roll
from bivouac.core.ids import SIDES
from bivouac.core.state import dump, restore
from bivouac.core.title import Title
from bivouac.encode import Actions, Observer
from bivouac.titles import load, titles

TERMINAL, CHANCE = int(pyspiel.PlayerId.TERMINAL), int(pyspiel.PlayerId.CHANCE)
PLAYERS = (0, 1, CHANCE)  # by side
PARAMETERS = {"scenario": "", "options": ""}


def name_of(title: str) -> str:
    return f"bivouac_{title.replace('-', '_')}"


def game_type(title: Title[Any]) -> Any:
    hidden = pyspiel.GameType.Information.IMPERFECT_INFORMATION
    return pyspiel.GameType(
        short_name=name_of(title.id),
        long_name=f"Bivouac: {title.id}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=hidden if title.secrets else pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification=PARAMETERS,
    )


class Desk:
    """What is looked up at every step, by box: the numbers of its answers and the answers of its actions, whom it asks (None: chance), and
    whether chance weighs its outcomes. It stands apart from pyspiel's classes, whose attributes take longer to find."""

    __slots__ = ("answers", "evenly", "numbers", "play", "sides", "weighed", "weights")

    def __init__(self, title: Title[Any], actions: Actions) -> None:
        self.play, self.weights = title.flow.play, title.flow.weights
        self.numbers = actions.numbers(chance_from=0)
        nodes = [title.flow.boxes.get(box) for box in range(len(self.numbers))]
        self.sides = [node.side if isinstance(node, Ask) else None for node in nodes]
        self.weighed = [isinstance(node, Roll) and node.weights is not None for node in nodes]
        self.answers: list[dict[int, int]] = [{} for _ in nodes]
        for box, answer in actions.asks:
            self.answers[box][self.numbers[box](answer)] = answer
        self.evenly: dict[tuple[int, tuple[int, ...]], list[tuple[int, float]]] = {}

    def outcomes(self, position: Any) -> list[tuple[int, float]]:
        """What chance may answer, and how likely. Of throws whose results are all alike there are few kinds, thrown again and again."""
        box, options = position.stack[-1][0], tuple(position.options)
        if self.weighed[box]:
            weights = self.weights(position)
            assert weights is not None
            return [*zip(map(self.numbers[box], options), map(truediv, weights, repeat(sum(weights))))]
        found = self.evenly.get((box, options))
        if found is None:
            found = self.evenly[box, options] = [*zip(map(self.numbers[box], options), repeat(1 / len(options)))]
        return found


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A scenario of a title with its options; `register` makes a class of it for each title."""

    title: Title[Any]

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        chosen = {**PARAMETERS, **(params or {})}
        title = self.title
        self.actions, self.observer = Actions(title), Observer(title)
        self.desk = Desk(title, self.actions)
        self.scenario = title.scenario(chosen["scenario"] or None)
        self.options = frozenset(filter(None, chosen["options"].split(",")))
        info = pyspiel.GameInfo(
            num_distinct_actions=self.actions.decisions,
            max_chance_outcomes=self.actions.size - self.actions.decisions,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=title.longest,
        )
        super().__init__(game_type(title), info, chosen)

    def new_initial_state(self) -> SpielState:
        return SpielState(self, Held(self, self.title.setup(self.scenario, self.options)))

    def restored(self, snapshot: dict[str, Any]) -> Any:
        """A position from its snapshot."""
        position = self.title.setup(self.scenario, self.options)
        restore(position, snapshot, self.title.flow.frames)
        self.title.flow.run(position)
        return position

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SpielObserver:
        return SpielObserver(self)

    def max_chance_nodes_in_history(self) -> int:
        return self.title.longest


class Held:
    """The game and the position of a state, as pyspiel copies and keeps them: a copy is a clone, a pickle is a snapshot. `start` is where
    the state's history begins, `before` what each player recalled by then. Pyspiel wants to know all the time which `player` is asked."""

    __slots__ = ("before", "desk", "game", "is_chance", "player", "position", "start")

    def __init__(self, game: SpielGame, position: Any, start: Any = None, before: tuple[str, str] = ("", "")) -> None:
        self.game, self.desk, self.position, self.before = game, game.desk, position, before
        self.start = position.clone() if start is None else start
        self.player = PLAYERS[game.title.flow.side(position)] if position.stack else TERMINAL
        self.is_chance = self.player == CHANCE

    def __deepcopy__(self, memo: dict[int, Any]) -> Held:
        return Held(self.game, self.position.clone(), self.start, self.before)

    def __reduce__(self) -> tuple[Any, ...]:
        return held_again, (str(self.game), dump(self.position), dump(self.start), self.before)


def held_again(game: str, position: dict[str, Any], start: dict[str, Any], before: tuple[str, str]) -> Held:
    again = pyspiel.load_game(game)
    return Held(again, again.restored(position), again.restored(start), before)


def digest(*parts: bytes) -> str:
    return blake2b(b"".join(parts), digest_size=16).hexdigest()


class SpielState(pyspiel.State):  # type: ignore[misc]
    """One of our states."""

    def __init__(self, game: SpielGame, held: Held) -> None:
        super().__init__(game)
        self.held = held

    @property
    def position(self) -> Any:
        return self.held.position

    @property
    def game(self) -> SpielGame:
        return self.held.game

    # --- the play -------------------------------------------------------------------------------------------

    def current_player(self) -> int:
        return self.held.player

    def is_chance_node(self) -> bool:
        return self.held.is_chance

    def legal_actions(self, player: int | None = None) -> list[int]:
        """Callers in Python get them from here; those in C++ by `_legal_actions`."""
        held = self.held
        stack = held.position.stack
        if stack and (player is None or player == held.player):
            return [*map(held.desk.numbers[stack[-1][0]], held.position.options)]
        return []

    def _legal_actions(self, player: int) -> list[int]:
        return self.legal_actions(player)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return self.held.desk.outcomes(self.held.position)

    def _apply_action(self, action: int) -> None:
        """In one piece, for this is where nearly all the time of the door goes."""
        held = self.held
        desk, position = held.desk, held.position
        try:
            answer = desk.answers[position.stack[-1][0]][action]
        except KeyError:
            raise ValueError(f"action {action} belongs to another question than {held.game.title.question(position)}") from None
        desk.play(position, answer)
        if not position.stack:
            held.player, held.is_chance = TERMINAL, False
            return
        f = position.stack[-1]
        side = desk.sides[f[0]]
        if side is None:
            held.player, held.is_chance = CHANCE, True
        else:
            held.player, held.is_chance = PLAYERS[side(position, f)], False

    def is_terminal(self) -> bool:
        return not self.held.position.stack

    def returns(self) -> list[float]:
        outcome = self.position.outcome
        return [0.0, 0.0] if outcome is None else [2 * outcome.worth(side) - 1 for side in SIDES]

    # --- what is known --------------------------------------------------------------------------------------

    def information_state_string(self, player: int | None = None) -> str:
        """All that a player has seen at its own decisions and answered, and what it sees now."""
        player = self.current_player() if player is None else player
        seen = self.game.observer.observe(self.position, player).tobytes()
        return digest(self._recalled()[player].encode(), seen)

    def resample_from_infostate(self, player: int, sampler: Any) -> SpielState:
        """A state that the player cannot tell from this one, its secrets dealt anew."""
        world = self.game.title.sample(self.position, SIDES[player], Random(sampler()))
        return SpielState(self.game, Held(self.game, world, before=self._recalled()))

    def _recalled(self) -> tuple[str, str]:
        """What each player recalls of its own decisions so far."""
        game, position, recalled = self.game, self.held.start.clone(), [*self.held.before]
        for step in self.full_history():
            if step.player >= 0:
                seen = game.observer.observe(position, step.player).tobytes()
                recalled[step.player] = digest(recalled[step.player].encode(), seen, str(step.action).encode())
            number = step.action + (game.actions.decisions if step.player == CHANCE else 0)
            game.title.play(position, game.actions.answer(position, number))
        return recalled[0], recalled[1]

    def _action_to_string(self, player: int, action: int) -> str:
        actions = self.game.actions
        box, answer = actions.describe(action + (actions.decisions if player == CHANCE else 0))
        return f"{box} {answer}"

    def __str__(self) -> str:
        return f"{self.game.title.id} {digest(json.dumps(dump(self.position)).encode())}"


class SpielObserver:
    """What a player sees now, or (as a string with perfect recall) all that it has seen."""

    def __init__(self, game: SpielGame) -> None:
        self._observer = game.observer
        self.tensor = np.zeros(game.observer.size, np.float32)
        self.dict = {name: self.tensor[place] for name, (place, *_) in game.observer.planes.items()}

    def set_from(self, state: SpielState, player: int) -> None:
        self._observer.write(state.position, player, self.tensor)

    def string_from(self, state: SpielState, player: int) -> str:
        return self._observer.observe(state.position, player).tobytes().hex()


def register() -> tuple[str, ...]:
    """Make all titles known to pyspiel; the names they are loaded by."""
    known = set(pyspiel.registered_names())
    for name in titles():
        if name_of(name) not in known:
            title = load(name)
            pyspiel.register_game(game_type(title), type(f"Spiel{title.prefix}", (SpielGame,), {"title": title}))
    return tuple(map(name_of, titles()))
