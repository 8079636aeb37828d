"""How soon a server notices that a host is gone, and a host that its server is.

A process that dies closes its connections, and its locks are free at once. A host that loses power or its link closes
nothing: by default the server would hold its locks for two hours (tcp_keepalive_time of Linux), or for a quarter of an
hour where an answer is under way. So both ends probe an idle connection, and give up one that says nothing.
"""

from __future__ import annotations

from typing import Any

import psycopg
from psycopg.conninfo import conninfo_to_dict, make_conninfo

NOTICED_SECONDS = 15
"""A silent peer is given up after so long: longer than a route takes to heal, shorter than a writer waits (60 s)."""
_IDLE, _INTERVAL = 5, 2
_COUNT = (NOTICED_SECONDS - _IDLE) // _INTERVAL
OF_CLIENT = {
    "keepalives_idle": _IDLE,
    "keepalives_interval": _INTERVAL,
    "keepalives_count": _COUNT,
    "tcp_user_timeout": NOTICED_SECONDS * 1_000,
    "connect_timeout": NOTICED_SECONDS,
}
_OF_SERVER = {
    "tcp_keepalives_idle": _IDLE,
    "tcp_keepalives_interval": _INTERVAL,
    "tcp_keepalives_count": _COUNT,
    "tcp_user_timeout": NOTICED_SECONDS * 1_000,
}
_ASK = """
SELECT set_config(ours.name, ours.value, false) FROM unnest(%s::text[], %s::text[]) AS ours (name, value)
JOIN pg_settings USING (name) WHERE source = 'default'
"""


def heard(url: str) -> psycopg.Connection[Any]:
    """Return a connection whose ends notice each other's absence in `NOTICED_SECONDS`.

    What the url or the server's own configuration says of that holds instead. Raises psycopg.Error.
    """
    said = conninfo_to_dict(url)
    more = {name: value for name, value in OF_CLIENT.items() if name not in said}
    connection = psycopg.connect(
        make_conninfo(url, **more), autocommit=True, application_name="aver", client_encoding="utf8"
    )
    connection.execute(_ASK, ([*_OF_SERVER], [str(value) for value in _OF_SERVER.values()]))
    return connection
