"""Webhooks: what is posted to a channel of Discord or Slack, a bot of Telegram, or a program of the player's own."""

from __future__ import annotations

from typing import Literal

import msgspec

from bivouac.server.news.outward import Outward, judge

Kind = Literal["json", "discord", "slack", "telegram"]
KINDS: tuple[Kind, ...] = ("json", "discord", "slack", "telegram")


class Hook(msgspec.Struct):
    """`chat`: whom a bot of Telegram writes to."""

    kind: Kind
    url: str
    chat: str = ""


class Word(msgspec.Struct):
    """What there is to tell: `kind` is turn, over, challenge or test. It is what a program of the player's own gets."""

    kind: str
    subject: str
    text: str
    url: str
    match: str | None = None
    title: str | None = None
    waiting: int = 0


def body_of(hook: Hook, word: Word) -> bytes:
    """As each of them wants it; nobody is called by what a name may contain."""
    said = f"{word.subject}\n{word.text}\n{word.url}"
    match hook.kind:
        case "discord":
            return msgspec.json.encode({"content": said[:2000], "allowed_mentions": {"parse": []}})
        case "slack":
            plain = said.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
            return msgspec.json.encode({"text": plain, "link_names": False})
        case "telegram":
            return msgspec.json.encode({"chat_id": hook.chat, "text": said[:4000]})
    return msgspec.json.encode(word)


class Hooks:
    def __init__(self, outward: Outward) -> None:
        self.outward = outward

    def __call__(self, hook: Hook, word: Word, key: str) -> None:
        headers = {"content-type": "application/json", "user-agent": "Bivouac", "idempotency-key": key}
        judge(self.outward.post(hook.url, body_of(hook, word), headers))
