"""The home's certificates: good for the home and nothing else, renewed in time, readable for nobody else."""

from __future__ import annotations

import socket
import ssl
import subprocess
import sys
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

import httpx
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.verification import PolicyBuilder, Store, VerificationError

from api.addresses import own_names
from api.folder import read_home_table
from api.https.authority import RENEW_DAYS, certificates

NAMES = ("192.168.1.5", "localhost", "kitchen", "kitchen.local", "::1")
NOW = datetime(2026, 12, 1, tzinfo=UTC)


def leaf(folder: Path, now: datetime = NOW, names: tuple[str, ...] = NAMES) -> x509.Certificate:
    return x509.load_pem_x509_certificate(certificates(folder, names, now).chain.read_bytes())


def test_a_certificate_lasts_no_longer_than_browsers_allow(tmp_path: Path) -> None:
    made = leaf(tmp_path)

    assert made.not_valid_after_utc - made.not_valid_before_utc <= timedelta(days=397)
    alternatives = made.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    assert "kitchen.local" in alternatives.get_values_for_type(x509.DNSName)
    assert "192.168.1.5" in map(str, alternatives.get_values_for_type(x509.IPAddress))


def test_the_authority_can_vouch_for_the_home_and_nothing_else(tmp_path: Path) -> None:
    files = certificates(tmp_path, NAMES, NOW)
    authority = x509.load_pem_x509_certificate(files.authority.read_bytes())
    constraints = authority.extensions.get_extension_for_class(x509.NameConstraints)

    assert constraints.critical
    assert authority.extensions.get_extension_for_class(x509.BasicConstraints).value.path_length == 0
    verify(files.chain.read_bytes(), authority, "kitchen.local")
    with pytest.raises(VerificationError):
        verify(forged(tmp_path, authority, "bank.example"), authority, "bank.example")


def verify(chain: bytes, authority: x509.Certificate, name: str) -> None:
    """As a browser does it."""
    verifier = PolicyBuilder().store(Store([authority])).time(NOW).build_server_verifier(x509.DNSName(name))
    verifier.verify(x509.load_pem_x509_certificates(chain)[0], [])


def forged(folder: Path, authority: x509.Certificate, name: str) -> bytes:
    """What somebody who has stolen the authority's key could make."""
    key = serialization.load_pem_private_key((folder / "fairdrop-ca.key").read_bytes(), None)
    assert isinstance(key, ec.EllipticCurvePrivateKey)
    builder = (
        x509.CertificateBuilder()
        .subject_name(x509.Name([]))
        .issuer_name(authority.subject)
        .public_key(ec.generate_private_key(ec.SECP256R1()).public_key())
        .serial_number(7)
        .not_valid_before(NOW - timedelta(days=1))
        .not_valid_after(NOW + timedelta(days=9))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(name)]), critical=True)
        .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(key.public_key()), critical=False)
        .add_extension(x509.ExtendedKeyUsage([x509.ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
    )
    return builder.sign(key, hashes.SHA256()).public_bytes(serialization.Encoding.PEM)


def test_a_certificate_stays_until_it_has_to_be_renewed(tmp_path: Path) -> None:
    first = leaf(tmp_path)

    assert leaf(tmp_path, NOW + timedelta(days=100)) == first
    late = first.not_valid_after_utc - timedelta(days=RENEW_DAYS - 1)
    renewed = leaf(tmp_path, late)
    assert renewed != first
    assert leaf(tmp_path, late, (*NAMES, "192.168.1.77")) != renewed


def test_the_authority_stays_so_that_phones_go_on_trusting(tmp_path: Path) -> None:
    before = certificates(tmp_path, NAMES, NOW).fingerprint

    assert certificates(tmp_path, (*NAMES, "10.0.0.9"), NOW + timedelta(days=1000)).fingerprint == before


@pytest.mark.parametrize("name", ["server.key", "server.crt", "fairdrop-ca.key", "fairdrop-ca.crt"])
def test_a_damaged_file_is_made_anew(tmp_path: Path, name: str) -> None:
    certificates(tmp_path, NAMES, NOW)
    (tmp_path / name).write_text("damaged")
    files = certificates(tmp_path, NAMES, NOW)

    ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(files.chain, files.key)


def test_keys_are_readable_for_nobody_else(tmp_path: Path) -> None:
    certificates(tmp_path / "https", NAMES, NOW)

    assert [path.stat().st_mode & 0o077 for path in sorted((tmp_path / "https").glob("*.key"))] == [0, 0]
    assert (tmp_path / "https").stat().st_mode & 0o077 == 0


def test_names_outside_the_home_are_left_out_of_the_certificate(tmp_path: Path) -> None:
    made = leaf(tmp_path, names=(*NAMES, "8.8.8.8", "bank.example"))
    there = made.extensions.get_extension_for_class(x509.SubjectAlternativeName).value

    assert "bank.example" not in there.get_values_for_type(x509.DNSName)
    assert {"localhost", "127.0.0.1"} <= set(own_names("0.0.0.0"))


def test_serve_speaks_https_offers_its_authority_and_shows_the_tables_link(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as one, socket.create_server(("127.0.0.1", 0)) as two:
        http, https = one.getsockname()[1], two.getsockname()[1]
    command = [sys.executable, "-c", "from api.cli import main; main()", "--lang", "en", "serve", "--host", "127.0.0.1"]
    command += ["--port", str(http), "--https-port", str(https), "--data", str(tmp_path)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        link = process.stdout.readline().split()[-1]
        told = wait_for(f"http://127.0.0.1:{http}/api/v1/https")
        trust = ssl.create_default_context(cafile=str(tmp_path / "https" / "fairdrop-ca.crt"))
        ready = wait_for(f"https://127.0.0.1:{https}/readyz", trust)
        table, key = read_home_table(tmp_path) or ("", "")
        opened = httpx.get(
            f"http://127.0.0.1:{http}/api/v1/tables/{table}/key", headers={"authorization": f"Bearer {key}"}
        )
        page = httpx.get(f"http://127.0.0.1:{http}/trust?lang=de")
    finally:
        process.terminate()
        errors = process.communicate(timeout=30)[1]

    assert link == f"http://127.0.0.1:{http}/#table={table}&key={key}"
    assert told.json()["port"] == https
    assert ready.json() == {"status": "ready"}
    assert opened.status_code == 204
    assert told.json()["fingerprint"] in page.text
    assert "<script" not in page.text
    assert (tmp_path / "table.json").stat().st_mode & 0o077 == 0
    assert errors == ""


def wait_for(url: str, trust: ssl.SSLContext | bool = False) -> httpx.Response:
    for _ in range(600):
        try:
            return httpx.get(url, verify=trust, timeout=5)
        except httpx.ConnectError:
            time.sleep(0.1)
    raise AssertionError(f"nothing answers at {url}")
