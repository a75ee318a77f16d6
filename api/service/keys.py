"""Ids and keys. A key is random and long, so a plain hash of it is all that has to be stored."""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets

ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"
"""No signs that are taken for one another when read aloud."""
ID_CHARS = 12
KEY_BYTES = 24
ID = re.compile(r"[a-z0-9]{4,24}\Z")
KEY = re.compile(r"[A-Za-z0-9_-]{16,64}\Z")


def new_id() -> str:
    """An id for something in the store."""
    return "".join(secrets.choice(ALPHABET) for _ in range(ID_CHARS))


def new_key() -> str:
    """A key of a table: 192 random bits, safe in the fragment of an address."""
    return secrets.token_urlsafe(KEY_BYTES)


def hash_of(key: str) -> str:
    """What is stored of a key."""
    return hashlib.sha256(key.encode()).hexdigest()


def opens(key: str | None, key_hash: str) -> bool:
    """Whether it is the key, told in a time that depends on neither."""
    return key is not None and hmac.compare_digest(hash_of(key), key_hash)
