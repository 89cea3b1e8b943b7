"""Web Push: messages that only the browser can read which asked for them (RFC 8291), signed by this server (VAPID, RFC 8292)."""

from __future__ import annotations

import base64
import hashlib
import os
import time
from urllib.parse import urlsplit

import msgspec
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from bivouac.server.news.outward import Outward, judge
from bivouac.server.people.letters import Unsendable

CURVE = ec.SECP256R1()
ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551  # of the curve P-256
A_DAY, HALF_A_DAY = 86_400, 43_200
RECORD = 4096  # bytes that a message has at most
GONE = (404, 410)


class Subscription(msgspec.Struct):
    """Where a browser listens, and the keys by which it reads; base64 without its tail."""

    endpoint: str
    p256dh: str
    auth: str


class Signer:
    """The key of this house; it follows from a secret that is kept with the matches."""

    def __init__(self, secret: bytes, contact: str) -> None:
        self._key = ec.derive_private_key(int.from_bytes(secret) % (ORDER - 1) + 1, CURVE)
        self.contact = contact
        self.public = b64(point(self._key.public_key()))

    def header(self, endpoint: str) -> str:
        """Who sends, for where, until when."""
        parts = urlsplit(endpoint)
        claims = {"aud": f"{parts.scheme}://{parts.netloc}", "exp": int(time.time()) + HALF_A_DAY, "sub": self.contact}
        said = ".".join(b64(msgspec.json.encode(part)) for part in ({"typ": "JWT", "alg": "ES256"}, claims))
        r, s = decode_dss_signature(self._key.sign(said.encode(), ec.ECDSA(hashes.SHA256())))
        return f"vapid t={said}.{b64(r.to_bytes(32) + s.to_bytes(32))}, k={self.public}"


def sealed(text: bytes, to: Subscription, key: ec.EllipticCurvePrivateKey | None = None, salt: bytes | None = None) -> bytes:
    """A message for one browser; the key and the salt are new for each."""
    key, salt = key or ec.generate_private_key(CURVE), salt or os.urandom(16)
    receiver, mine = unb64(to.p256dh), point(key.public_key())
    shared = key.exchange(ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(CURVE, receiver))
    root = _derived(shared, unb64(to.auth), b"WebPush: info\0" + receiver + mine, 32)
    cipher, nonce = _derived(root, salt, b"Content-Encoding: aes128gcm\0", 16), _derived(root, salt, b"Content-Encoding: nonce\0", 12)
    return salt + RECORD.to_bytes(4) + bytes([len(mine)]) + mine + AESGCM(cipher).encrypt(nonce, text + b"\x02", b"")


def _derived(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


def is_subscription(to: Subscription) -> bool:
    """Whether its keys are keys."""
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(CURVE, unb64(to.p256dh))
        return len(unb64(to.auth)) == 16
    except (ValueError, InvalidTag):
        return False


class Push:
    """Sends to one browser; one that listens no more is told apart."""

    def __init__(self, outward: Outward, signer: Signer) -> None:
        self.outward, self.signer = outward, signer

    def __call__(self, to: Subscription, topic: str, text: bytes) -> None:
        headers = {
            "authorization": self.signer.header(to.endpoint),
            "content-encoding": "aes128gcm",
            "content-type": "application/octet-stream",
            "ttl": str(3 * A_DAY),
            "topic": b64(hashlib.sha256(topic.encode()).digest())[:32],  # of what was not fetched yet only the last is kept
        }
        status = self.outward.post(to.endpoint, sealed(text, to), headers)
        if status in GONE:
            raise Unsendable("gone")
        judge(status)


def point(key: ec.EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def b64(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def unb64(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
