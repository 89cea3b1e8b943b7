"""The types of the wire: the client's are made from the server's, and everything that is sent is one of them."""

from __future__ import annotations

import importlib.util
import json

import msgspec
import pytest
from websockets.sync.client import connect

from bivouac.server import protocol
from server.harness import ROOT, friends

SPEC = importlib.util.spec_from_file_location("wire", ROOT / "tools" / "wire.py")
wire = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(wire)


def test_the_clients_types_are_those_of_the_server():
    assert wire.TARGET.read_text("utf-8") == wire.generated(), "run python tools/wire.py"


def test_a_type_without_a_counterpart_is_refused():
    with pytest.raises(TypeError, match="no counterpart"):
        wire.typescript(set[int])


def test_what_may_be_left_out_is_optional():
    lines = wire.interface(protocol.Token).splitlines()
    assert "  dx?: number;" in lines and "  side: number;" in lines, "what is never sent as null has no null"
    assert "  side?: number | null;" in wire.interface(protocol.Concede).splitlines(), "what is asked for may be null"
    assert "  kind: 'table';" in wire.interface(protocol.TableMessage).splitlines()


def test_wishes_with_unknown_fields_are_refused():
    assert msgspec.json.decode(b'{"answer": 3, "serial": 4}', type=protocol.Answer) == protocol.Answer(answer=3, serial=4)
    for wrong in (b'{"answer": 3}', b'{"answer": "3", "serial": 4}', b'{"answer": 3, "serial": 4, "seed": 1}'):
        with pytest.raises(msgspec.DecodeError):
            msgspec.json.decode(wrong, type=protocol.Answer)


def test_a_ping_is_answered_and_nonsense_is_passed_over(server):
    union, _, _ = friends(server)
    with connect(f"{server.url.replace('http', 'ws')}/ws/{union.token}?lang=en") as socket:
        for text in ("nonsense", '{"kind": "pang"}', '{"kind": "ping"}'):
            socket.send(text)
        kinds = []
        while "pong" not in kinds:
            kinds.append(json.loads(socket.recv(60))["kind"])
    assert set(kinds) == {"table", "seats", "pong"} and kinds.count("pong") == 1
