"""Where a test receives what is sent: a mail server, and a web server that takes posts of webhooks and push services."""

from __future__ import annotations

import socket
import threading
import time
from email import message_from_bytes
from email.message import Message
from email.policy import default
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import msgspec
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from bivouac.server.news.push import CURVE, _derived, b64, point

STEPS = 400


def soon(found: Any, what: str) -> Any:
    """What comes within a while."""
    for _ in range(STEPS):
        value = found()
        if value:
            return value
        time.sleep(0.05)
    raise AssertionError(what)


class MailServer:
    """As much SMTP as a sender needs."""

    def __init__(self) -> None:
        self.mails: list[Message] = []
        self._socket = socket.create_server(("127.0.0.1", 0))
        self.url = f"smtp://127.0.0.1:{self._socket.getsockname()[1]}"
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        while True:
            try:
                line, _ = self._socket.accept()
            except OSError:
                return
            threading.Thread(target=self._talk, args=(line,), daemon=True).start()

    def _talk(self, line: socket.socket) -> None:
        with line, line.makefile("rwb") as talk:

            def say(words: str) -> None:
                talk.write(f"{words}\r\n".encode())
                talk.flush()

            say("220 here")
            for command in talk:
                if command.upper().startswith(b"QUIT"):
                    return say("221 bye")
                if command.upper().startswith(b"DATA"):
                    say("354 go on")
                    text = b"".join(iter(talk.readline, b".\r\n"))
                    self.mails.append(message_from_bytes(text, policy=default))
                say("250 fine")

    def to(self, mail: str) -> list[Message]:
        return [m for m in self.mails if m["To"] == mail]

    def close(self) -> None:
        self._socket.close()


class WebServer:
    """Keeps what is posted: path, headers, body. `answers` are the statuses by path; a path that `hangs` is not answered."""

    def __init__(self) -> None:
        self.posts: list[tuple[str, dict[str, str], bytes]] = []
        self.answers: dict[str, int] = {}
        self.hangs: set[str] = set()
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                outer.posts.append((self.path, {k.lower(): v for k, v in self.headers.items()}, body))
                while self.path in outer.hangs:
                    time.sleep(0.05)
                self.send_response(outer.answers.get(self.path, 200))
                self.send_header("location", f"{outer.url}/elsewhere")
                self.end_headers()

            def log_message(self, *_: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def at(self, path: str) -> list[Any]:
        return [(headers, body) for where, headers, body in self.posts if where == path]

    def close(self) -> None:
        self.hangs.clear()
        self._server.shutdown()
        self._server.server_close()


class Listener:
    """A browser's end of Web Push."""

    def __init__(self, endpoint: str) -> None:
        self._key, self._auth = ec.generate_private_key(CURVE), b"0123456789abcdef"
        self.subscription = {"endpoint": endpoint, "p256dh": b64(point(self._key.public_key())), "auth": b64(self._auth)}

    def read(self, sealed: bytes) -> Any:
        salt, length, rest = sealed[:16], sealed[20], sealed[21:]
        sender, text = rest[:length], rest[length:]
        shared = self._key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(CURVE, sender))
        root = _derived(shared, self._auth, b"WebPush: info\0" + point(self._key.public_key()) + sender, 32)
        cipher = _derived(root, salt, b"Content-Encoding: aes128gcm\0", 16)
        nonce = _derived(root, salt, b"Content-Encoding: nonce\0", 12)
        return msgspec.json.decode(AESGCM(cipher).decrypt(nonce, text, b"").rstrip(b"\x02"))
