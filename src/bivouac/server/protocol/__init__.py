"""What goes over the wire, in both directions, as types: HTTP bodies, and the messages of the socket.

`tools/wire.py` makes the client's types (web/js/wire.d.ts) from these files; a test sees to it that they agree. A struct that leaves out
its defaults has those fields as optional ones there. Nothing here knows how a message comes about: see render.py for the table, home.py
for the pages before it.
"""

from __future__ import annotations

from bivouac.server.protocol import asking, ending, replies, scene, table, titles, wishes
from bivouac.server.protocol.asking import (
    Asked,
    Choice,
    Forecast,
    Gesture,
    Gestures,
    Hint,
    Odds,
    OddsLine,
    Outcome,
    Question,
    Refusal,
    Term,
    Undo,
)
from bivouac.server.protocol.base import Wire, Wish
from bivouac.server.protocol.ending import Chances, Dice, DiceSpan, Point, Throw, Turn
from bivouac.server.protocol.replies import (
    Created,
    Failed,
    Fault,
    Health,
    Invitation,
    Invite,
    Links,
    Revision,
    Seated,
    SetupGood,
    Status,
    Taken,
    TakenBack,
    Warned,
)
from bivouac.server.protocol.scene import Cell, Log, LogLine, Note, Panel, Place, Scene, Sign, Token
from bivouac.server.protocol.table import (
    About,
    Clock,
    Frame,
    Frames,
    Level,
    OlderLog,
    Pong,
    Promise,
    Room,
    Seat,
    SeatsMessage,
    Seconds,
    Still,
    TableMessage,
)
from bivouac.server.protocol.titles import Chapter, Chart, Clause, Example, Option, Rules, Scenario, Title
from bivouac.server.protocol.wishes import Answer, Concede, Grant, HandOver, NewMatch, Nonce, Ping, TakeBack, Tokens, Upload

PARTS = (wishes, scene, asking, table, replies, ending, titles)  # in the order of the client's types
ToClient = TableMessage | SeatsMessage | Pong
ToServer = Ping
Sentences = dict[str, dict[str, str]]
ALIASES = ("ToClient", "ToServer", "Sentences")

__all__ = [
    "ALIASES",
    "PARTS",
    "About",
    "Answer",
    "Asked",
    "Cell",
    "Chances",
    "Chapter",
    "Chart",
    "Choice",
    "Clause",
    "Clock",
    "Concede",
    "Created",
    "Dice",
    "DiceSpan",
    "Example",
    "Failed",
    "Fault",
    "Forecast",
    "Frame",
    "Frames",
    "Gesture",
    "Gestures",
    "Grant",
    "HandOver",
    "Health",
    "Hint",
    "Invitation",
    "Invite",
    "Level",
    "Links",
    "Log",
    "LogLine",
    "NewMatch",
    "Nonce",
    "Note",
    "Odds",
    "OddsLine",
    "OlderLog",
    "Option",
    "Outcome",
    "Panel",
    "Ping",
    "Place",
    "Point",
    "Pong",
    "Promise",
    "Question",
    "Refusal",
    "Revision",
    "Room",
    "Rules",
    "Scenario",
    "Scene",
    "Seat",
    "Seated",
    "SeatsMessage",
    "Seconds",
    "Sentences",
    "SetupGood",
    "Sign",
    "Status",
    "Still",
    "TableMessage",
    "TakeBack",
    "Taken",
    "TakenBack",
    "Term",
    "Throw",
    "Title",
    "ToClient",
    "ToServer",
    "Token",
    "Tokens",
    "Turn",
    "Undo",
    "Upload",
    "Warned",
    "Wire",
    "Wish",
]
