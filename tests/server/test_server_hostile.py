"""Whatever is sent, nothing breaks: no 5xx, no change, and answers of the kind that the OpenAPI document promises."""

from __future__ import annotations

import json
import string
from urllib.parse import quote

import msgspec
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis.specs.openapi.checks import response_schema_conformance

from bivouac.server.app import HANDLERS
from bivouac.server.openapi import document
from server.harness import HTTP, Seat, friends, known_save, new, post

FEW = settings(max_examples=30, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
ODD = st.text(st.characters(codec="utf-8"), max_size=12) | st.sampled_from(
    ["²", "-1", "1e9", "9" * 40, "\x00", "٣", "½", "None", "true", "0x1"]
)
QUERIES = ("before", "from", "to", "as", "rev", "target", "lang", "scenario", "answer")
LOOKS = ("", "/frames", "/log", "/why", "/odds", "/forecast", "/links", "/at/0", "/dice", "/save", "/chances", "/legend", "/hints")


@pytest.fixture(scope="module")
def table(server):
    """A match with everybody seated, and what its tables say before."""
    union, csa, watch = friends(server)
    union.answer_first()
    return union, csa, watch


def no_fault(reply):
    assert reply.status_code < 500, reply.text
    return reply


@FEW
@given(path=st.sampled_from(LOOKS), query=st.dictionaries(st.sampled_from(QUERIES), ODD, max_size=3))
def test_hostile_queries(table, path, query):
    for seat in table:
        no_fault(HTTP.get(f"{seat.url}/api/table/{seat.token}{path}", params=query))


@pytest.mark.parametrize(
    "path", ["/log?before=²", "/frames?from=²", "/frames?to=²&from=٣", "/at/99999999999999999999", "?as=²", "/forecast?answer=²"]
)
def test_numbers_that_are_none(table, path):
    no_fault(HTTP.get(f"{table[0].url}/api/table/{table[0].token}{path}"))


@FEW
@given(token=st.text(st.characters(codec="utf-8", exclude_characters="/?#"), min_size=1, max_size=300))
def test_hostile_links(server, token):
    assert no_fault(HTTP.get(f"{server.url}/api/table/{quote(token, safe='')}")).status_code in (400, 404, 405)
    assert no_fault(HTTP.post(f"{server.url}/api/matches/status", json={"tokens": [token]})).json() == [None]


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(list(json.loads(known_save()))), inner, max_size=4),
    max_leaves=12,
)


@FEW
@given(change=st.dictionaries(st.sampled_from(list(json.loads(known_save()))), JSON, min_size=1, max_size=2))
def test_hostile_saves(server, change):
    """A good save with something else in one or two places; what is taken can be played."""
    reply = no_fault(HTTP.post(f"{server.url}/api/saves", json={"save": json.dumps({**json.loads(known_save()), **change})}))
    if reply.status_code == 201:
        no_fault(Seat(server, reply.json()["token"]).raw(""))


WRONG = [
    "[scenario]",
    "[[unit]]",
    "a.b.c = 1",
    'id = "x"',
    'name = {en = "\\u0000", it = "\\u202e"}',
    "turns = 99999999999",
    "x = [[1]]",
    "= 1",
]
LINES = st.sampled_from(WRONG)


@FEW
@given(lines=st.lists(LINES | st.text(string.printable, max_size=20), max_size=6))
def test_hostile_scenarios(server, lines):
    for title in ("hold-the-line", "house-divided"):
        body = {"title": title, "scenario_text": "\n".join(lines), "check": True}
        assert no_fault(HTTP.post(f"{server.url}/api/matches", json=body)).status_code in (201, 400)


@FEW
@given(wish=JSON, path=st.sampled_from(["answer", "undo", "grant", "seat", "concede", "nonce"]))
def test_hostile_wishes_change_nothing(table, wish, path):
    union = table[0]
    before = union.look()["rev"]
    reply = no_fault(HTTP.post(f"{union.url}/api/table/{union.token}/{path}", content=json.dumps(wish).encode()))
    assert reply.status_code >= 400 and union.look()["rev"] == before


def test_half_a_character_and_a_deep_wish(server):
    for body in (b'{"title": "\\ud800"}', b'{"title":' + b"[" * 5000, b"\xff\xfe", b'{"title": "pickets", "seconds": {"0": 1e999}}'):
        assert no_fault(HTTP.post(f"{server.url}/api/matches", content=body)).status_code in (400, 404)


# --- the document -------------------------------------------------------------------------------------


def test_every_request_is_in_the_document(server):
    told = HTTP.get(f"{server.url}/api/openapi.json").json()
    assert told == json.loads(msgspec.json.encode(document(HANDLERS)))
    assert {"/api/table/{token}/answer", "/api/table/{token}/stream", "/api/matches", "/health", "/metrics"} <= set(told["paths"])
    for path, methods in told["paths"].items():
        for operation in methods.values():
            assert operation["summary"] != operation["operationId"], f"{path} says nothing of itself"


def schema_of(server):
    return schemathesis.openapi.from_url(f"{server.url}/api/openapi.json")


def test_what_is_answered_is_what_is_promised(server, table):
    """Every request, with the link of a real seat, so that most of them get past the door. (A stream never ends.)"""
    checks = (schemathesis.checks.not_a_server_error, response_schema_conformance)
    operations = [found.ok() for found in schema_of(server).get_all_operations()]
    assert len(operations) > 25
    for operation in operations:
        if operation.path.endswith("/stream"):
            continue

        @settings(FEW, max_examples=4)
        @given(case=operation.as_strategy())
        def hold(case):
            if "token" in (case.path_parameters or {}):
                case.path_parameters["token"] = table[0].token
            case.call_and_validate(checks=checks)

        hold()


def test_a_new_match_by_the_document(server):
    """What it promises of the messages is true of a real table, in whole and in part."""
    made = new(server)
    seat = Seat(server, made["token"])
    assert post(f"{server.url}/api/matches", json={"title": "pickets", "check": True}).json() == {"ok": True}
    described = schema_of(server)
    for path in ("", "/at/0", "/frames", "/log", "/why", "/links", "/dice", "/save", "/legend"):
        operation = described[f"/api/table/{{token}}{path.replace('/at/0', '/at/{number}')}"]["GET"]
        reply = HTTP.get(f"{server.url}/api/table/{seat.token}{path}")
        operation.validate_response(reply)
