"""An issuer of tokens on the loopback interface: its keys rotate, and it lies, stalls and floods as it is told to."""

from __future__ import annotations

import base64
import hashlib
import json
import secrets
import threading
import time
from contextlib import suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

import jwt
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, rsa
from jwt.algorithms import get_default_algorithms

from aver.oidc_settings import OidcSettings

AUDIENCE = "https://aver.example/api"
MAKERS = {
    "RS256": lambda: rsa.generate_private_key(public_exponent=65537, key_size=2048),
    "ES256": lambda: ec.generate_private_key(ec.SECP256R1()),
    "ES384": lambda: ec.generate_private_key(ec.SECP384R1()),
    "EdDSA": ed25519.Ed25519PrivateKey.generate,
}


@dataclass
class Issuer:
    """A server to be entered as a context; `raw` replaces what it answers, `seconds` is what it waits before."""

    keys: dict[str, tuple[str, Any]] = field(default_factory=dict)
    published: set[str] = field(default_factory=set)
    raw: bytes | None = None
    seconds: float = 0.0
    drip: bool = False
    status: int = 200
    named: str | None = None
    jwks_uri: str | None = None
    asked: list[str] = field(default_factory=list)
    codes: dict[str, dict[str, str]] = field(default_factory=dict)
    granted: list[dict[str, str]] = field(default_factory=list)
    given: dict[str, Any] = field(default_factory=dict)
    secret: str = ""
    host: str = "127.0.0.1"
    _http: ThreadingHTTPServer | None = None

    @property
    def url(self) -> str:
        assert self._http is not None
        return f"http://{self.host}:{self._http.server_address[1]}/realm"

    def __enter__(self) -> Issuer:
        self._http = ThreadingHTTPServer(("127.0.0.1", 0), _handler_of(self))
        self._http.daemon_threads = True
        threading.Thread(target=self._http.serve_forever, args=(0.02,), daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        assert self._http is not None
        self._http.shutdown()
        self._http.server_close()

    def settings(self, **more: Any) -> OidcSettings:
        given = {"issuer": self.url, "audience": AUDIENCE, "roles": "staff=reader, ops=admin", "fetch_seconds": 2.0}
        return OidcSettings(**{**given, **more})

    def make(self, name: str, algorithm: str = "RS256", *, publish: bool = True) -> None:
        """Make a new key of that name."""
        self.keys[name] = (algorithm, MAKERS[algorithm]())
        if publish:
            self.published.add(name)

    def claims(self, **more: Any) -> dict[str, Any]:
        """Return the claims of a sound token, with those of `more`; None takes one away."""
        now = int(time.time())
        whole = {
            "iss": self.url,
            "aud": AUDIENCE,
            "sub": "ann",
            "iat": now,
            "nbf": now,
            "exp": now + 600,
            "groups": ["hr", "staff"],
            "roles": ["staff"],
            **more,
        }
        return {name: value for name, value in whole.items() if value is not None}

    def token(self, name: str, *, header: dict[str, Any] | None = None, **claims: Any) -> str:
        """Return a token signed with the key of that name."""
        algorithm, key = self.keys[name]
        payload = json.dumps(self.claims(**claims)).encode()
        return jwt.api_jws.encode(payload, key, algorithm, {"typ": "JWT", "kid": name, **(header or {})})

    def jwk(self, name: str) -> dict[str, Any]:
        algorithm, key = self.keys[name]
        written = get_default_algorithms()[algorithm].to_jwk(key.public_key())
        return {**json.loads(written), "kid": name, "use": "sig", "alg": algorithm}

    def consented(self, address: str, **claims: Any) -> dict[str, str]:
        """Sign somebody in at the address that a browser was led to; return what it brings back.

        What `claims` say goes into both tokens.
        """
        asked = dict(parse_qsl(urlsplit(address).query))
        assert address.startswith(f"{self.url}/authorize?")
        assert (asked["response_type"], asked["code_challenge_method"]) == ("code", "S256")
        code = secrets.token_urlsafe(16)
        self.codes[code] = asked
        self.given = claims
        return {"code": code, "state": asked["state"]}

    def granting(self, form: dict[str, str], authorization: str) -> bytes | None:
        """Return the tokens that a code stands for, once, to whoever has its verifier; None for a refusal."""
        self.granted.append({**form, "authorization": authorization})
        asked = self.codes.pop(form.get("code", ""), None)
        challenge = base64.urlsafe_b64encode(hashlib.sha256(form.get("code_verifier", "").encode()).digest())
        if (
            asked is None
            or challenge.decode().rstrip("=") != asked["code_challenge"]
            or any(form.get(name) != asked[name] for name in ("client_id", "redirect_uri"))
            or form.get("grant_type") != "authorization_code"
            or (self.secret and authorization != self.secret)
        ):
            return None
        identity = {"aud": asked["client_id"], "nonce": asked["nonce"], **self.given.get("identity", {})}
        access = {**self.given.get("access", {})}
        key = self.given.get("key", "first")
        found = {"id_token": self.token(key, **identity), "access_token": self.token("first", **access)}
        return json.dumps({**found, "token_type": "Bearer"} | self.given.get("raw", {})).encode()

    def body(self, path: str) -> bytes:
        if self.raw is not None:
            return self.raw
        if path.endswith("/.well-known/openid-configuration"):
            places = {"authorization_endpoint": f"{self.url}/authorize", "token_endpoint": f"{self.url}/token"}
            keys = self.jwks_uri or f"{self.url}/jwks"
            return json.dumps({"issuer": self.named or self.url, "jwks_uri": keys, **places}).encode()
        return json.dumps({"keys": [self.jwk(name) for name in sorted(self.published)]}).encode()


def _handler_of(issuer: Issuer) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            issuer.asked.append(self.path)
            time.sleep(issuer.seconds)
            if "/authorize?" in self.path:
                address = f"{issuer.url}/{self.path.rpartition('/')[2]}"
                back = dict(parse_qsl(urlsplit(address).query))["redirect_uri"]
                self.send_response(302)
                self.send_header("Location", f"{back}?{urlencode(issuer.consented(address))}")
                self.end_headers()
                return
            body = issuer.body(self.path)
            try:
                if issuer.drip:
                    for sign in "HTTP/1.0 200 OK and more and more":
                        self.wfile.write(sign.encode())
                        time.sleep(0.2)
                self.send_response(issuer.status)
                if issuer.status == 302:
                    self.send_header("Location", f"{issuer.url}/jwks")
                self.end_headers()
                self.wfile.write(body)
            except OSError:
                self.close_connection = True

        def do_POST(self) -> None:
            issuer.asked.append(self.path)
            time.sleep(issuer.seconds)
            body = self.rfile.read(int(self.headers["Content-Length"])).decode()
            found = issuer.granting(dict(parse_qsl(body)), self.headers.get("Authorization", ""))
            with suppress(OSError):
                self.send_response(400 if found is None else 200)
                self.end_headers()
                self.wfile.write(b'{"error": "invalid_grant"}' if found is None else found)

        def log_message(self, format: str, *args: Any) -> None:
            """Print nothing."""

    return Handler
