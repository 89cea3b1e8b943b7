"""Passkeys: a key that the browser makes for this site alone, and keeps. The server knows its public half."""

from __future__ import annotations

import base64
import binascii
import json

from bivouac.server.errors import Refused
from bivouac.server.people.people import Passkey

HOUSE = "Bivouac"
# webauthn is read when the first passkey is used: it takes a tenth of the time in which a server starts


def options_to_make(site: str, person: str, name: str, known: list[Passkey]) -> tuple[str, str]:
    """What the browser needs to make one, and the challenge in it. It is kept with the name, so that nobody has to say who they are."""
    import webauthn
    from webauthn.helpers.structs import (
        AuthenticatorSelectionCriteria,
        PublicKeyCredentialDescriptor,
        ResidentKeyRequirement,
        UserVerificationRequirement,
    )

    options = webauthn.generate_registration_options(
        rp_id=site,
        rp_name=HOUSE,
        user_name=name,
        user_id=person.encode(),
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.REQUIRED, user_verification=UserVerificationRequirement.REQUIRED
        ),
        exclude_credentials=[PublicKeyCredentialDescriptor(id=webauthn.base64url_to_bytes(key.id)) for key in known],
    )
    return webauthn.options_to_json(options), text_of(options.challenge)


def options_to_use(site: str) -> tuple[str, str]:
    """The same to use one; they tell nothing of who has any."""
    import webauthn
    from webauthn.helpers.structs import UserVerificationRequirement

    options = webauthn.generate_authentication_options(rp_id=site, user_verification=UserVerificationRequirement.REQUIRED)
    return webauthn.options_to_json(options), text_of(options.challenge)


def made(credential: str, challenge: str, site: str, origin: str, person: str, now: float) -> Passkey:
    import webauthn
    from webauthn.helpers.exceptions import WebAuthnException

    try:
        found = webauthn.verify_registration_response(
            credential=credential,
            expected_challenge=webauthn.base64url_to_bytes(challenge),
            expected_rp_id=site,
            expected_origin=origin,
            require_user_verification=True,
        )
    except (WebAuthnException, ValueError, TypeError, KeyError):
        raise Refused(400, "errors.passkey") from None
    return Passkey(text_of(found.credential_id), person, text_of(found.credential_public_key), found.sign_count, now, None)


def used(credential: str, challenge: str, site: str, origin: str, key: Passkey) -> int:
    """How often the key says it was used."""
    import webauthn
    from webauthn.helpers.exceptions import WebAuthnException

    try:
        found = webauthn.verify_authentication_response(
            credential=credential,
            expected_challenge=webauthn.base64url_to_bytes(challenge),
            expected_rp_id=site,
            expected_origin=origin,
            credential_public_key=webauthn.base64url_to_bytes(key.public),
            credential_current_sign_count=key.count,
            require_user_verification=True,
        )
    except (WebAuthnException, ValueError, TypeError, KeyError):
        raise Refused(400, "errors.passkey") from None
    return found.new_sign_count


def challenge_in(credential: str) -> str:
    """The challenge that a credential answers."""
    from webauthn import base64url_to_bytes

    try:
        said = json.loads(base64url_to_bytes(json.loads(credential)["response"]["clientDataJSON"]))
        return str(said["challenge"]).rstrip("=")
    except (ValueError, TypeError, KeyError, binascii.Error):
        raise Refused(400, "errors.passkey") from None


def identity_in(credential: str) -> str:
    try:
        return str(json.loads(credential)["id"]).rstrip("=")
    except (ValueError, TypeError, KeyError):
        raise Refused(400, "errors.passkey") from None


def text_of(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()
