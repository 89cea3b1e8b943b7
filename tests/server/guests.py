"""Browsers of people for tests: each has its cookies, a name if it wants one, and the seats it took."""

from __future__ import annotations

import re
import time
from typing import Any

import httpx

from server.authenticator import Authenticator
from server.harness import PATIENCE, Server

ONE_BY_ONE = httpx.Limits(max_keepalive_connections=0)  # nothing stays open when a test is over


class Guest:
    """One browser. Passkeys need a name in the address, so that is `localhost`."""

    def __init__(self, server: Server, language: str = "en") -> None:
        self.server = server
        self.origin = f"http://localhost:{server.port}"
        headers = {"accept-language": language, "origin": self.origin, "user-agent": "Firefox Linux"}
        self.http = httpx.Client(base_url=self.origin, timeout=PATIENCE, headers=headers, limits=ONE_BY_ONE)
        self.authenticator = Authenticator(self.origin)

    def post(self, path: str, **body: Any) -> httpx.Response:
        return self.http.post(path, json=body)

    def get(self, path: str) -> httpx.Response:
        return self.http.get(path)

    def told(self, path: str, **body: Any) -> Any:
        """What a request that must succeed gives."""
        reply = self.post(path, **body) if body or path not in ("/api/me", "/api/here") else self.get(path)
        assert reply.status_code in (200, 201), reply.text
        return reply.json()

    def sign_up(self, name: str) -> Guest:
        options = self.told("/api/enter/passkey", new=True, name=name)["options"]
        self.told("/api/enter/passkey/finish", new=True, credential=self.authenticator.make(options))
        return self

    def sign_in(self) -> httpx.Response:
        options = self.told("/api/enter/passkey", new=False)["options"]
        return self.post("/api/enter/passkey/finish", credential=self.authenticator.use(options))

    def me(self) -> Any:
        return self.get("/api/me").raise_for_status().json()


def mails(server: Server, to: str) -> list[str]:
    file = server.folder / "mail.txt"
    return [m for m in file.read_text("utf-8").split("\n---\n") if f"To: {to}\n" in m] if file.exists() else []


def link_to(server: Server, mail: str, number: int = 1) -> str:
    """The token of the link in the mail of that number, when it has come."""
    for _ in range(200):
        found = mails(server, mail)
        if len(found) >= number:
            match = re.search(r"/enter#([\w-]+)", found[number - 1])
            assert match
            return match[1]
        time.sleep(0.05)
    raise AssertionError(f"no mail to {mail}")
