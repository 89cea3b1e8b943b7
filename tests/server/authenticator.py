"""A passkey's authenticator in software, as a browser would use it: for the tests of what the server takes and what it does not."""

from __future__ import annotations

import base64
import hashlib
import json
import secrets
from typing import Any

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec

PRESENT_AND_VERIFIED, WITH_KEY = 0x05, 0x40


def text_of(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


class Authenticator:
    def __init__(self, origin: str, flags: int = PRESENT_AND_VERIFIED) -> None:
        self.origin, self.flags = origin, flags
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.id = secrets.token_bytes(16)
        self.count = 0

    def make(self, options: str) -> str:
        told = json.loads(options)
        numbers = self.key.public_key().public_numbers()
        cose = cbor2.dumps({1: 2, 3: -7, -1: 1, -2: numbers.x.to_bytes(32, "big"), -3: numbers.y.to_bytes(32, "big")})
        attested = bytes(16) + len(self.id).to_bytes(2, "big") + self.id + cose
        data = self._data(told["rp"]["id"], self.flags | WITH_KEY) + attested
        said = self._said("webauthn.create", told["challenge"])
        attestation = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        return self._credential(clientDataJSON=text_of(said), attestationObject=text_of(attestation))

    def use(self, options: str) -> str:
        told = json.loads(options)
        self.count += 1
        data, said = self._data(told["rpId"], self.flags), self._said("webauthn.get", told["challenge"])
        signed = self.key.sign(data + hashlib.sha256(said).digest(), ec.ECDSA(hashes.SHA256()))
        return self._credential(clientDataJSON=text_of(said), authenticatorData=text_of(data), signature=text_of(signed))

    def _data(self, site: str, flags: int) -> bytes:
        return hashlib.sha256(site.encode()).digest() + bytes([flags]) + self.count.to_bytes(4, "big")

    def _said(self, kind: str, challenge: str) -> bytes:
        return json.dumps({"type": kind, "challenge": challenge, "origin": self.origin, "crossOrigin": False}).encode()

    def _credential(self, **response: Any) -> str:
        name = text_of(self.id)
        return json.dumps({"id": name, "rawId": name, "type": "public-key", "response": response, "clientExtensionResults": {}})
