"""Connections to web servers that stay open between requests."""

from __future__ import annotations

import base64
import http.client
import threading
import urllib.parse
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress

from . import forks

_MOST_IDLE = 32
_MOST_REDIRECTS = 10
_REDIRECTS = {301, 302, 303, 307, 308}
_REST = 1 << 16
"""Bytes of an answer that nobody wants, and that are read so that the connection can be used again."""

_Server = tuple[str, str]
"""Scheme and host, with the port."""


class Connections:
    """Any thread may ask. As many are open as requests are under way, and up to 32 more, which wait for the next one.

    A request on a connection that the server has closed is made again on a new one. Proxies are those of the environment, as
    urllib finds them. Credentials are not sent on to the server that a redirect names.
    """

    def __init__(self) -> None:
        self._idle: list[tuple[_Server, http.client.HTTPConnection]] = []
        self._lock = threading.Lock()
        forks.register(self)

    def after_fork(self) -> None:
        """In the child: the connections are the parent's, and stay open there."""
        self._lock = threading.Lock()
        self.close()

    def close(self) -> None:
        """Closes those that wait."""
        with self._lock:
            idle, self._idle = self._idle, []
        for _, connection in idle:
            connection.close()

    @contextmanager
    def get(self, url: str, headers: Mapping[str, str], timeout: float) -> Iterator[http.client.HTTPResponse]:
        """The answer to a GET, behind redirects. What is not read of it in the block is lost. A connection on which anything
        was raised in the block is not used again."""
        server, connection, response = self._follow(url, headers, timeout)
        try:
            yield response
        except BaseException:
            connection.close()
            raise
        self._done(server, connection, response)

    def _follow(
        self, url: str, headers: Mapping[str, str], timeout: float
    ) -> tuple[_Server, http.client.HTTPConnection, http.client.HTTPResponse]:
        for _ in range(_MOST_REDIRECTS):
            parts = urllib.parse.urlsplit(url)
            if parts.scheme not in ("http", "https") or not parts.hostname:
                raise http.client.InvalidURL(f"{url} is no http URL")
            server = (parts.scheme, parts.netloc)
            connection, response = self._ask(server, parts, headers, timeout)
            to = response.headers.get("Location") if response.status in _REDIRECTS else None
            if to is None:
                return server, connection, response
            self._done(server, connection, response)
            url = urllib.parse.urljoin(url, to)
        raise http.client.HTTPException(f"more than {_MOST_REDIRECTS} redirects")

    def _ask(
        self, server: _Server, parts: urllib.parse.SplitResult, headers: Mapping[str, str], timeout: float
    ) -> tuple[http.client.HTTPConnection, http.client.HTTPResponse]:
        scheme, host = server
        path = urllib.parse.urlunsplit(("", "", parts.path or "/", parts.query, ""))
        proxy = _proxy_of(server)
        if proxy is not None and scheme == "http":
            path = f"http://{host}{path}"
            headers = {**headers, **_authorization("Proxy-Authorization", proxy)}
        while True:
            connection = self._take(server)
            is_new = connection is None
            if connection is None:
                connection = _connect(server, proxy, timeout)
            else:
                connection.sock.settimeout(timeout)
            try:
                connection.request("GET", path, headers=headers)
                return connection, connection.getresponse()
            except (http.client.HTTPException, OSError) as error:
                connection.close()
                if is_new or isinstance(error, TimeoutError):
                    raise

    def _take(self, server: _Server) -> http.client.HTTPConnection | None:
        """The one that was used last, as it is the least likely to be closed."""
        with self._lock:
            for i in reversed(range(len(self._idle))):
                if self._idle[i][0] == server:
                    return self._idle.pop(i)[1]
        return None

    def _done(self, server: _Server, connection: http.client.HTTPConnection, response: http.client.HTTPResponse) -> None:
        """Keeps a connection whose answer has been read, or nearly so, and whose server keeps it."""
        with suppress(http.client.HTTPException, OSError):
            if not response.isclosed() and response.length is not None and response.length <= _REST:
                response.read()
        if not response.isclosed() or connection.sock is None:
            connection.close()
            return
        with self._lock:
            self._idle.append((server, connection))
            oldest = self._idle.pop(0)[1] if len(self._idle) > _MOST_IDLE else None
        if oldest is not None:
            oldest.close()


def _proxy_of(server: _Server) -> urllib.parse.SplitResult | None:
    scheme, host = server
    found = urllib.request.getproxies().get(scheme)
    if not found or urllib.request.proxy_bypass(host):
        return None
    return urllib.parse.urlsplit(found if "://" in found else f"http://{found}")


def _authorization(name: str, proxy: urllib.parse.SplitResult) -> dict[str, str]:
    if proxy.username is None:
        return {}
    who = f"{urllib.parse.unquote(proxy.username)}:{urllib.parse.unquote(proxy.password or '')}"
    return {name: "Basic " + base64.b64encode(who.encode()).decode()}


def _connect(server: _Server, proxy: urllib.parse.SplitResult | None, timeout: float) -> http.client.HTTPConnection:
    scheme, host = server
    kind = http.client.HTTPSConnection if scheme == "https" else http.client.HTTPConnection
    if proxy is None:
        return kind(host, timeout=timeout)
    connection = kind(proxy.hostname or "", proxy.port or 80, timeout=timeout)
    if scheme == "https":
        connection.set_tunnel(host, headers=_authorization("Proxy-Authorization", proxy))
    return connection
