"""The home's certificate authority and the server's certificate: made at the first start, renewed by themselves.

Phones open cameras on https pages only. The authority is constrained by name (RFC 5280, 4.2.1.10): a device that trusts
it trusts it for private addresses, `.local`, `localhost` and this computer's name, and for nothing on the internet.
"""

from __future__ import annotations

import ipaddress
import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

AUTHORITY_DAYS = 3650
LEAF_DAYS = 390
"""Days a certificate is good for; browsers refuse more than 397."""
RENEW_DAYS = 30
"""Days before its end at which a certificate is renewed."""
CLOCK_SKEW = timedelta(days=1)
"""Certificates begin a day early: phones' and small computers' clocks are wrong now and then."""
NETWORKS = (
    *("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "127.0.0.0/8"),
    *("fc00::/7", "fe80::/10", "::1/128"),
)
"""Addresses for which the authority can vouch."""
NAMES = ("local", "localhost", "home.arpa", "lan")
"""Names, with all below them, for which it can vouch; this computer's own name besides."""

AUTHORITY, CHAIN, KEY = "fairdrop-ca.crt", "server.crt", "server.key"
"""The files in the certificates' folder; the authority's own key lies beside them."""

Address = ipaddress.IPv4Address | ipaddress.IPv6Address


@dataclass(frozen=True)
class Certificates:
    """Files of a folder. `authority`: what devices install; `chain` and `key`: what the server uses."""

    authority: Path
    chain: Path
    key: Path

    @property
    def fingerprint(self) -> str:
        """The authority's SHA-256, as phones show it."""
        digest = _read_certificate(self.authority).fingerprint(hashes.SHA256())
        return ":".join(f"{byte:02X}" for byte in digest)

    @property
    def authority_der(self) -> bytes:
        """The authority's certificate as phones install it."""
        return _read_certificate(self.authority).public_bytes(serialization.Encoding.DER)


def certificates(folder: Path, names: Sequence[str], now: datetime | None = None) -> Certificates:
    """The certificates in a folder, made or renewed where needed. names: host names and addresses of this server."""
    now = now or datetime.now(UTC)
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    found = Certificates(folder / AUTHORITY, folder / CHAIN, folder / KEY)
    authority, authority_key = _authority(found.authority, folder / "fairdrop-ca.key", names, now)
    own = [name for name in names if _covered(name, authority)]
    if not _good(found.chain, found.key, authority, own, now):
        _issue(found, authority, authority_key, own, now)
    return found


def do_as_they_are(folder: Path, names: Sequence[str], now: datetime | None = None) -> bool:
    """Whether `certificates` would find nothing to make or to renew."""
    now = now or datetime.now(UTC)
    try:
        authority = _read_certificate(folder / AUTHORITY)
    except (OSError, ValueError):
        return False
    lasts = authority.not_valid_after_utc - now > timedelta(days=LEAF_DAYS)
    own = [name for name in names if _covered(name, authority)]
    return lasts and _good(folder / CHAIN, folder / KEY, authority, own, now)


# --- The authority ----------------------------------------------------------------------------------------------------


def _authority(
    path: Path, key_path: Path, names: Sequence[str], now: datetime
) -> tuple[x509.Certificate, ec.EllipticCurvePrivateKey]:
    try:
        certificate, key = _read_certificate(path), _read_key(key_path)
        if certificate.not_valid_after_utc - now > timedelta(days=LEAF_DAYS) and _pair(certificate, key):
            return certificate, key
    except (OSError, ValueError):
        pass
    key = ec.generate_private_key(ec.SECP256R1())
    certificate = _make_authority(key, names, now)
    _write(key_path, _key_bytes(key), private=True)
    _write(path, certificate.public_bytes(serialization.Encoding.PEM))
    return certificate, key


def _make_authority(key: ec.EllipticCurvePrivateKey, names: Sequence[str], now: datetime) -> x509.Certificate:
    name = _name(f"Fairdrop at home ({now:%Y-%m-%d})")
    usage = x509.KeyUsage(False, False, False, False, False, True, True, False, False)
    return (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - CLOCK_SKEW)
        .not_valid_after(now + timedelta(days=AUTHORITY_DAYS))
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(usage, critical=True)
        .add_extension(
            x509.NameConstraints(permitted_subtrees=_permitted(names), excluded_subtrees=None), critical=True
        )
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        .sign(key, hashes.SHA256())
    )


def _permitted(names: Sequence[str]) -> list[x509.GeneralName]:
    own = sorted({name for name in names if _address(name) is None and "." not in name} - set(NAMES))
    networks = [x509.IPAddress(ipaddress.ip_network(network)) for network in NETWORKS]
    return [*(x509.DNSName(name) for name in (*NAMES, *own)), *networks]


def _covered(name: str, authority: x509.Certificate) -> bool:
    """Whether the authority can vouch for a name or an address."""
    allowed = authority.extensions.get_extension_for_class(x509.NameConstraints).value.permitted_subtrees or []
    address = _address(name)
    if address:
        return any(
            address in ipaddress.ip_network(str(each.value)) for each in allowed if isinstance(each, x509.IPAddress)
        )
    return any(
        isinstance(each, x509.DNSName) and (name == each.value or name.endswith(f".{each.value}")) for each in allowed
    )


# --- The server's certificate -----------------------------------------------------------------------------------------


def _good(chain: Path, key_path: Path, authority: x509.Certificate, names: Iterable[str], now: datetime) -> bool:
    """Whether the certificate that is there names everything, comes from this authority, and lasts for a while."""
    try:
        leaf, key = _read_certificate(chain), _read_key(key_path)
        leaf.verify_directly_issued_by(authority)
        there = leaf.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except (OSError, ValueError, TypeError, x509.ExtensionNotFound):
        return False
    except Exception as error:  # cryptography's InvalidSignature: another authority's certificate
        if type(error).__name__ != "InvalidSignature":
            raise
        return False
    lasts = leaf.not_valid_after_utc - now > timedelta(days=RENEW_DAYS) and leaf.not_valid_before_utc <= now
    return lasts and _pair(leaf, key) and set(_alternatives(names)) <= set(there)


def _issue(
    files: Certificates,
    authority: x509.Certificate,
    authority_key: ec.EllipticCurvePrivateKey,
    names: Sequence[str],
    now: datetime,
) -> None:
    key = ec.generate_private_key(ec.SECP256R1())
    usage = x509.KeyUsage(True, False, False, False, False, False, False, False, False)
    leaf = (
        x509.CertificateBuilder()
        .subject_name(_name("Fairdrop"))
        .issuer_name(authority.subject)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - CLOCK_SKEW)
        .not_valid_after(now - CLOCK_SKEW + timedelta(days=LEAF_DAYS))
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(usage, critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(x509.SubjectAlternativeName(_alternatives(names)), critical=False)
        .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(authority_key.public_key()), critical=False)
        .sign(authority_key, hashes.SHA256())
    )  # fmt: skip
    _write(files.key, _key_bytes(key), private=True)
    pem = serialization.Encoding.PEM
    _write(files.chain, leaf.public_bytes(pem) + authority.public_bytes(pem))


def _alternatives(names: Iterable[str]) -> list[x509.GeneralName]:
    found: list[x509.GeneralName] = []
    for name in sorted(set(names)):
        address = _address(name)
        found.append(x509.IPAddress(address) if address else x509.DNSName(name))
    return found


# --- Bits and files ---------------------------------------------------------------------------------------------------


def _address(name: str) -> Address | None:
    try:
        return ipaddress.ip_address(name)
    except ValueError:
        return None


def _name(text: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, text)])


def _pair(certificate: x509.Certificate, key: ec.EllipticCurvePrivateKey) -> bool:
    return certificate.public_key() == key.public_key()


def _key_bytes(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )


def _read_certificate(path: Path) -> x509.Certificate:
    return x509.load_pem_x509_certificate(path.read_bytes())


def _read_key(path: Path) -> ec.EllipticCurvePrivateKey:
    key = serialization.load_pem_private_key(path.read_bytes(), None)
    if not isinstance(key, ec.EllipticCurvePrivateKey):
        raise ValueError("not one of our keys")
    return key


def _write(path: Path, data: bytes, private: bool = False) -> None:
    """All of it or nothing: a crash leaves the old file. Keys are readable for nobody else from the first moment."""
    unfinished = path.with_name(path.name + ".new")
    handle = os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600 if private else 0o644)
    with os.fdopen(handle, "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    unfinished.replace(path)
