"""Differences add up: whoever applies every message has the same table as whoever asks for the whole. For every title."""

from __future__ import annotations

import asyncio
import importlib
from random import Random

import msgspec
import pytest

import toy
from bivouac import Match, load, titles
from bivouac.core.events import Event, EventKind
from bivouac.core.ids import Side
from bivouac.core.text import Text
from bivouac.i18n import LANGUAGES
from bivouac.server import protocol, render
from bivouac.server.connections import Connection
from bivouac.server.hub import Hub
from bivouac.server.players import Players
from bivouac.server.render import Reader
from bivouac.server.replay import frames, still
from bivouac.server.store import Key, Store
from bivouac.server.taking_back import take_back

ANSWERS = 160


class Model:
    """What a client makes of the messages."""

    def __init__(self) -> None:
        self.tokens, self.panels, self.status, self.log, self.faces = {}, None, None, [], set()

    def take(self, message):
        self.take_scene(message.scene)
        first = message.log.first
        self.log = [x for x in self.log if first != -1 and x.n < first] + message.log.lines

    def take_scene(self, scene):
        if scene.full:
            self.tokens = {}
        for gone in scene.gone:
            del self.tokens[gone]
        for token in scene.tokens:
            self.tokens[token.id] = token
        if scene.order is not None:
            self.tokens = {i: self.tokens[i] for i in scene.order}
        self.panels = self.panels if scene.panels is None else scene.panels
        self.status = scene.status
        self.faces |= set(scene.faces)


def seen(live, side):
    return live.title.table.layout(live.title.view(live.match.state, side))


def test_who_is_told_the_same_is_told_the_same_message(tmp_path):
    """A crowd costs one drawing: of the same seat, language and knowledge, whenever somebody came; nobody else's message is taken."""

    async def go():
        hub = Hub(Store(f"sqlite:///{tmp_path / 'x.db'}"), Players(1), 1.0)
        live, _, _ = await hub.create(Match.new(load("lincoln"), seed=3), {"0": "me", "1": "link"})
        keys = [Key(live.id, (0,)), Key(live.id, (1,)), Key(live.id, ()), Key(live.id, ())]
        pages = [Connection(Reader(key, "en")) for key in keys] + [Connection(Reader(keys[-1], "it"))]
        live.onlookers.update(pages)
        live.drawn(None)
        for _ in range(3):
            await hub.play(live, live.asked, live.match.state.options[0])
            union, csa, one, other, italian, *late = [page.queue.get_nowait() for page in pages]
            assert one is other and len({union, csa, one, italian}) == 4
            assert all(message is one for message in late)
            pages.append(Connection(Reader(keys[-1], "en")))
            pages[-1].drawn(live, by=None, told={})
            live.onlookers.add(pages[-1])
        hub.close()
        hub.store.close()

    asyncio.run(go())


@pytest.mark.parametrize("name", [toy.TITLE.id, *titles()])
def test_differences_add_up(tmp_path, name):
    asyncio.run(differences(tmp_path, name))


async def differences(folder, name):
    hub = Hub(Store(f"sqlite:///{folder / 'x.db'}"), Players(1), 1.0)
    rng = Random(name)
    live, _, _ = await hub.create(Match.new(load(name), seed=7), {"0": "me", "1": "here"})
    keys = [Key(live.id, (0,)), Key(live.id, (1,)), Key(live.id, ())]
    readers = [(Reader(key, rng.choice(LANGUAGES)), Model()) for key in keys]
    for reader, model in readers:
        model.take(render.message(live, reader, whole=True))
    for n in range(ANSWERS):
        side = live.asked
        if side is None:
            break
        if n % 17 == 16 and live.match.undo_obstacle(side) is None:
            await take_back(hub, live, side)
            for reader, _ in readers:
                reader.serial = min(reader.serial, live.serial)
        else:
            await hub.play(live, side, rng.choice(live.match.state.options))
        for reader, model in readers:
            message = render.message(live, reader, int(side))
            assert msgspec.json.encode(message)
            model.take(message)
            asked = message.question
            assert asked is None or asked.yours == (asked.side in reader.key.sides)
        if n % 10 == 0:
            for reader, model in readers:
                whole = Model()
                whole.take(render.message(live, Reader(reader.key, reader.language), whole=True))
                assert list(model.tokens.values()) == list(whole.tokens.values())
                assert (model.panels, model.status) == (whole.panels, whole.status)
                assert {token.face for token in model.tokens.values()} <= model.faces
                assert model.log[-len(whole.log) :] == whole.log[-len(model.log) :]
            assert live.title.secrets or len({repr(seen(live, side)) for side in (Side.UNION, Side.CSA, None)}) == 1
    hub.forget(live)
    again = await hub.get(live.id)
    assert again.match.answers == live.match.answers and again.match.state.key() == live.match.state.key()
    position = live.serial // 2
    stretch = hub.keeper.stretch(again, position, position, -1, Side.UNION, "en")
    shown = msgspec.json.decode(still(stretch, live.serial), type=protocol.Still)
    assert shown.at == position and shown.scene.full and shown.lines
    stretch = hub.keeper.stretch(again, position, live.serial, position, Side.UNION, "en")
    frames_of = msgspec.json.decode(frames(stretch, position), type=protocol.Frames)
    model, now = Model(), Model()
    now.take(render.message(again, Reader(keys[0], "en"), whole=True))
    for frame in frames_of.frames:
        model.take_scene(frame.scene)
    assert list(model.tokens.values()) == list(now.tokens.values()), "the last frame is the table"
    hub.close()
    hub.store.close()


def test_a_shot_tells_from_where_to_where():
    """What is aimed at somebody has two ends; what only moves has none."""
    events = {f"{title}.{kind.name}": kind for title in ("hold_the_line", "yankees_rebels", "gettysburg") for kind in kinds(title)}

    known = {"frm": 3, "to": 5, "unit": 3, "target": 5}

    def shot(name):
        kind = events[name]
        blank = {"text": Text("a"), "number": 6}
        return render.shot_of(Event(kind, tuple((6,) if k.startswith("list:") else blank.get(k, known.get(b, 1)) for b, k in kind.blanks)))

    assert shot("hold_the_line.fired") == ["hex:3", "hex:5"]
    assert shot("hold_the_line.moved") == []
    assert shot("yankees_rebels.attacks") == ["unit:3", "unit:5"]
    assert shot("gettysburg.shelled") == ["place:3", "place:5"]
    assert shot("gettysburg.moved") == []


def kinds(title):
    module = importlib.import_module(f"bivouac.titles.{title}.events")
    return [kind for kind in vars(module).values() if isinstance(kind, EventKind)]


def test_what_goes_straight_to_a_socket_overtakes_nothing():
    """The line takes what it can; what waits, or is just being written, goes first."""
    written, is_free = [], [True]

    def line(data):
        written.extend([data] if is_free[0] else [])
        return is_free[0]

    page = Connection(Reader(Key("match", (0,)), "en"), line=line)
    page.offer(b"1")
    is_free[0] = False
    page.offer(b"2")
    is_free[0] = True
    page.offer(b"3")
    assert written == [b"1"] and [page.queue.get_nowait(), page.queue.get_nowait()] == [b"2", b"3"]
    page.waits = True
    page.offer(b"4")
    assert written == [b"1"] and page.queue.get_nowait() == b"4"
    page.waits = False
    page.offer(b"5")
    assert written == [b"1", b"5"] and page.queue.empty()
