"""`aver serve` has the pages at its root, behind the same keys (L1, L7)."""

from __future__ import annotations

import urllib.request

import pytest

from tests.service.test_serving import environment, serving

__all__ = ["environment"]


@pytest.mark.deep
def test_the_root_of_a_service_leads_to_signing_in(environment: dict[str, str]) -> None:
    with serving(environment) as (_, url), urllib.request.urlopen(url, timeout=60) as answer:
        assert answer.url.startswith(f"{url}/web/sign-in?to=")
        assert b"<h1>Sign in</h1>" in answer.read()
        assert "default-src 'none'" in answer.headers["content-security-policy"]
