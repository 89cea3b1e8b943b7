"""`python tools/wire.py`: the types of src/bivouac/server/protocol/ for the client, in src/bivouac/web/js/wire.d.ts.

A field that may be left out is optional there: those with a default in a wish, and in what the server sends where a struct omits its
defaults (None is then never sent, so the type does not have it).
"""

from __future__ import annotations

import inspect
import types
import typing
from pathlib import Path

import msgspec

from bivouac.server import protocol

TARGET = Path(__file__).resolve().parents[1] / "src" / "bivouac" / "web" / "js" / "wire.d.ts"
HEAD = "// Made from server/protocol/ by tools/wire.py: what goes over the wire. Do not edit.\n"
PLAIN = {int: "number", float: "number", str: "string", bool: "boolean", type(None): "null", object: "unknown"}


def typescript(kind: object) -> str:
    """A Python type as a TypeScript one."""
    if isinstance(kind, type) and kind in PLAIN:
        return PLAIN[kind]
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        return kind.__name__
    origin, args = typing.get_origin(kind), typing.get_args(kind)
    if origin is typing.Literal:
        return " | ".join(repr(a).lower() if isinstance(a, bool) else repr(a) for a in args)
    if origin in (typing.Union, types.UnionType):
        return " | ".join(typescript(a) for a in args)
    if origin is list:
        inner = typescript(args[0])
        return f"({inner})[]" if "|" in inner else f"{inner}[]"
    if origin is dict:
        return f"Record<{typescript(args[0])}, {typescript(args[1])}>"
    raise TypeError(f"{kind!r} has no counterpart in the client")


def without_none(kind: object) -> object:
    left = [a for a in typing.get_args(kind) if a is not type(None)]
    return typing.Union[tuple(left)] if typing.get_origin(kind) in (typing.Union, types.UnionType) else kind  # noqa: UP007


def field_line(struct: type[msgspec.Struct], field: msgspec.structs.FieldInfo, kind: object) -> str:
    optional = not field.required and struct.__struct_config__.omit_defaults
    if optional and not issubclass(struct, protocol.Wish):
        kind = without_none(kind)
    return f"  {field.encode_name}{'?' if optional else ''}: {typescript(kind)};"


def comment(text: str) -> str:
    return f"/** {' '.join(text.split())} */\n" if text else ""


def interface(struct: type[msgspec.Struct]) -> str:
    hints = typing.get_type_hints(struct)
    config = struct.__struct_config__
    tag = [f"  {config.tag_field}: '{config.tag}';"] if config.tag_field else []
    lines = tag + [field_line(struct, field, hints[field.name]) for field in msgspec.structs.fields(struct)]
    body = "\n".join(lines)
    doc = comment(struct.__doc__ or "") if "__doc__" in vars(struct) else ""
    return f"{doc}export interface {struct.__name__} {{\n{body}\n}}\n"


def structs() -> list[type[msgspec.Struct]]:
    bases = (protocol.Wire, protocol.Wish)
    own = [c for part in protocol.PARTS for c in vars(part).values() if inspect.isclass(c) and c.__module__ == part.__name__]
    return [c for c in own if issubclass(c, bases)]


def aliases() -> list[str]:
    named = {name: value for name, value in vars(protocol).items() if name in protocol.ALIASES}
    return [f"export type {name} = {typescript(value)};\n" for name, value in named.items()]


def generated() -> str:
    return "\n".join([HEAD, *(interface(s) for s in structs()), *aliases()])


if __name__ == "__main__":
    TARGET.write_text(generated(), "utf-8")
    print(f"{TARGET.name}: {len(structs())} types")
