"""The JSON interface as an OpenAPI document, made from the handlers and the types of their messages: what is in it is what is served."""

from __future__ import annotations

import re
import types
import typing
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
from litestar import Response, get
from litestar.handlers import HTTPRouteHandler

from bivouac import __version__
from bivouac.i18n import LANGUAGES
from bivouac.server import protocol
from bivouac.server.requests import Req, as_json

Schema = dict[str, Any]
PLAIN: dict[Any, Schema] = {
    int: {"type": "integer"},
    float: {"type": "number"},
    str: {"type": "string"},
    bool: {"type": "boolean"},
    type(None): {"type": "null"},
    object: {},
}
NUMBER = {"type": "integer", "minimum": 0, "maximum": 99_999_999}
QUERIES: dict[str, tuple[str, Schema]] = {
    "lang": ("The language of words and messages.", {"type": "string", "enum": list(LANGUAGES)}),
    "as": ("Whose view a seat with both sides wants.", {"type": "integer", "enum": [0, 1]}),
    "rev": ("The revision that the reader has.", NUMBER),
    "target": ("A thing on the table, such as `box:12`.", {"type": "string", "maxLength": 60}),
    "answer": ("An answer that may be given, or those of a gesture.", {"type": "string", "pattern": r"^-?\d{1,7}(,-?\d{1,7})*$"}),
    "before": ("The number of an answer.", NUMBER),
    "from": ("A number of answers.", NUMBER),
    "to": ("A number of answers.", NUMBER),
    "of:thing": ("A thing on the table.", {"type": "string", "maxLength": 60}),
    "from:thing": ("A place on the board.", {"type": "string", "maxLength": 60}),
    "to:thing": ("A thing on the table.", {"type": "string", "maxLength": 60}),
    "pick": ("Things on the table, commas between them.", {"type": "string", "maxLength": 400}),
    "like": ("The answers of a gesture, commas between them.", {"type": "string", "maxLength": 200}),
    "scenario": ("The id of a scenario; the first where none is given.", {"type": "string", "maxLength": 100}),
}
PATHS: dict[str, tuple[str, Schema]] = {
    "token": ("A seat's link, the spectators', or an invitation: what stands after the last stroke.", {"type": "string", "minLength": 1}),
    "person": ("Somebody's name.", {"type": "string", "minLength": 1, "maxLength": 64}),
    "text": ("The name of a page to be read.", {"type": "string", "enum": ["conduct", "kept"]}),
    "tournament": ("The id of a tournament.", {"type": "string", "minLength": 1, "maxLength": 32}),
    "name": ("The id of a title.", {"type": "string", "minLength": 1}),
    "number": ("A number of answers.", NUMBER),
    "wanted": ("The id of an example, with .svg after it.", {"type": "string", "minLength": 1}),
}


def describe(handlers: Sequence[object]) -> HTTPRouteHandler:
    """The handler that serves the document."""
    written = msgspec.json.encode(document(handlers))

    @get("/api/openapi.json", include_in_schema=False)
    async def openapi(request: Req) -> Response[bytes]:
        return as_json(written)

    return openapi


def document(handlers: Sequence[object]) -> Schema:
    routes = [h for h in handlers if isinstance(h, HTTPRouteHandler) and h.include_in_schema is not False]
    kinds = Types()
    paths: dict[str, Schema] = {}
    for handler in routes:
        for path in handler.paths:
            bare = re.sub(r"{(\w+):\w+}", r"{\1}", path)
            methods = {m.lower(): _operation(handler, bare, kinds) for m in handler.http_methods if m in ("GET", "POST")}
            paths.setdefault(bare, {}).update(methods)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Bivouac", "version": __version__, "description": "Seats are links: whoever has one can sit down."},
        "paths": dict(sorted(paths.items())),
        "components": {"schemas": dict(sorted(kinds.structs.items()))},
    }


class Types:
    """Types as schemas; the structs that were met are kept by name."""

    def __init__(self) -> None:
        self.structs: dict[str, Schema] = {}

    def schema(self, kind: Any) -> Schema:
        origin, args = typing.get_origin(kind), typing.get_args(kind)
        if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
            return self._struct(kind)
        if kind in PLAIN:
            return dict(PLAIN[kind])
        if origin is typing.Literal:
            return {"enum": list(args)}
        if origin in (typing.Union, types.UnionType):
            return {"anyOf": [self.schema(a) for a in args]}
        if origin is list:
            return {"type": "array", "items": self.schema(args[0])}
        if origin is dict:
            return {"type": "object", "additionalProperties": self.schema(args[1])}
        raise TypeError(f"{kind!r} has no schema")

    def _struct(self, kind: type[msgspec.Struct]) -> Schema:
        if kind.__name__ not in self.structs:
            self.structs[kind.__name__] = {}  # it may lead back to itself
            self.structs[kind.__name__] = self._written(kind)
        return {"$ref": f"#/components/schemas/{kind.__name__}"}

    def _written(self, kind: type[msgspec.Struct]) -> Schema:
        hints, config, fields = typing.get_type_hints(kind), kind.__struct_config__, msgspec.structs.fields(kind)
        properties = {f.encode_name: self.schema(hints[f.name]) for f in fields}
        needed = [f.encode_name for f in fields if f.required or not config.omit_defaults]
        if config.tag_field:
            properties, needed = {config.tag_field: {"const": config.tag}, **properties}, [config.tag_field, *needed]
        words = {"description": " ".join(kind.__doc__.split())} if "__doc__" in vars(kind) and kind.__doc__ else {}
        closed = {"additionalProperties": False} if config.forbid_unknown_fields else {}
        return {"type": "object", **words, "properties": properties, "required": needed, **closed}


def _reply(handler: HTTPRouteHandler) -> Any:
    """The type of what comes back; None where it is not JSON."""
    if "reply" in handler.opt:
        return handler.opt["reply"]
    kind = typing.get_type_hints(handler.fn)["return"]
    if typing.get_origin(kind) is Response:
        kind = typing.get_args(kind)[0]
    return None if kind in (str, bytes) else kind


def _operation(handler: HTTPRouteHandler, path: str, kinds: Types) -> Schema:
    reply, wish = _reply(handler), handler.opt.get("wish")
    sort = "application/x-ndjson" if handler.opt.get("lines") else "application/json" if reply is not None else str(handler.media_type)
    content = {str(sort): {"schema": kinds.schema(reply) if reply is not None else {"type": "string"}}}
    operation: Schema = {
        "operationId": handler.fn.__name__,
        "summary": " ".join((handler.fn.__doc__ or handler.fn.__name__).split()),
        "parameters": list(_parameters(handler, path)),
        "responses": {
            str(handler.status_code): {"description": "As asked.", "content": content},
            "default": {"description": "What was wrong.", "content": {"application/json": {"schema": kinds.schema(protocol.Failed)}}},
        },
    }
    if wish is not None:
        operation["requestBody"] = {"required": True, "content": {"application/json": {"schema": kinds.schema(wish)}}}
    return operation


def _parameters(handler: HTTPRouteHandler, path: str) -> Iterator[Schema]:
    for name in re.findall(r"{(\w+)}", path):
        words, schema = PATHS[name]
        yield {"name": name, "in": "path", "required": True, "description": words, "schema": schema}
    for name in (*handler.opt.get("query", ()), "lang"):
        words, schema = QUERIES[name]
        yield {"name": name.partition(":")[0], "in": "query", "description": words, "schema": schema}
