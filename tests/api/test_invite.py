"""The link for other devices: an address that they can reach, https where it is spoken, and a code of it."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree

import httpx
import pytest

from api.app import Settings
from api.routes import invite
from api.routes.https import Offer
from tests.api.server import serving

FRAGMENT = "table=k7m2q9wxrt4h&key=qT8c3vN5k2sLw0pZxY7aBdEfGh1JmRuV"
OFFER = Offer(b"", "AB:CD", 8443)


def invited(host: str, settings: Settings, fragment: str = FRAGMENT) -> dict[str, str]:
    with serving(settings) as address:
        wish = {"fragment": fragment}
        return dict(httpx.post(f"{address}/api/v1/invitations", json=wish, headers={"host": host}).json())


@pytest.fixture(autouse=True)
def at_home(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(invite, "own_address", lambda: "192.168.1.5")


@pytest.mark.parametrize(
    ("host", "settings", "link"),
    [
        ("localhost:8400", Settings(everywhere=True, https=OFFER), "https://192.168.1.5:8443/"),
        ("localhost:8400", Settings(everywhere=True), "http://192.168.1.5:8400/"),
        ("127.0.0.1:8400", Settings(), "http://127.0.0.1:8400/"),
        ("[::1]:8400", Settings(), "http://[::1]:8400/"),
        ("192.168.1.7:8400", Settings(everywhere=True, https=OFFER), "https://192.168.1.7:8443/"),
        ("127.0.0.1", Settings(), "http://127.0.0.1/"),
    ],
)
def test_the_link_is_one_that_other_devices_can_reach(host: str, settings: Settings, link: str) -> None:
    assert invited(host, settings)["link"] == f"{link}#{FRAGMENT}"


def test_the_code_is_a_picture() -> None:
    drawn = ElementTree.fromstring(invited("127.0.0.1:8400", Settings())["code"])

    assert drawn.tag.endswith("svg")
    assert len(drawn) == 2, "a white ground and the modules"


def test_only_our_own_fragments_are_drawn() -> None:
    assert invited("127.0.0.1:8400", Settings(), "table=a' onload='")["code"] == "bad_request"
