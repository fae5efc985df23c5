"""Connections to web servers: kept open, bounded, and made again where a server has closed them."""

from __future__ import annotations

import os
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import pytest

import pcrecords as pcr
from conftest import VECTORS, Ranges, Server
from pcrecords import connections
from pcrecords.http import HttpSource

SHARD = "good-member-a.pcr"
DATA = (VECTORS / SHARD).read_bytes()


@pytest.fixture(autouse=True)
def own(monkeypatch):
    """A pool for each test."""
    found = connections.Connections()
    monkeypatch.setattr("pcrecords.http._connections", found)
    yield found
    found.close()


def read(url, ranges):
    source = HttpSource(url)
    return [source.read(a, b - a).tobytes() for a, b in ranges]


RANGES = [(i, i + 100) for i in range(0, 600, 50)]
EXPECTED = [DATA[a:b] for a, b in RANGES]


def test_requests_share_a_connection(server):
    url, kind = server
    assert read(f"{url}/{SHARD}", RANGES) == EXPECTED
    assert (kind.requests, kind.connections) == (len(RANGES), 1)


def test_datasets_and_answers_without_a_file_share_a_connection(server):
    url, kind = server
    for _ in range(3):
        with pcr.open(f"{url}/good-dataset-parts.pcrm") as dataset:
            assert [sample.key for sample in dataset] == dataset.keys()
        with pytest.raises(FileNotFoundError):
            pcr.open(f"{url}/absent.pcrm")
    assert kind.connections == 1
    assert kind.requests > 20


def test_no_more_are_open_than_requests_are_under_way_and_a_bounded_number_waits(server, own):
    url, kind = server
    with ThreadPoolExecutor(48) as threads:
        gate = threading.Barrier(48)

        def some(_):
            gate.wait()
            return read(f"{url}/{SHARD}", RANGES)

        assert list(threads.map(some, range(48))) == [EXPECTED] * 48
    assert kind.connections <= 48 + (kind.requests - 48) // 2
    assert len(own._idle) <= 32


def test_a_loader_has_as_many_connections_as_readers(server):
    url, kind = server
    with pcr.open(f"{url}/good-dataset-parts.pcrm") as dataset:
        view = dataset.select(numbers=[0, 1, 3, 5])
        with pcr.Loader(view, 2, transform=pcr.CenterCrop(8), tensors="numpy") as loader:
            for _ in range(10):
                list(loader)
    assert kind.connections <= 17
    assert kind.requests > kind.connections


class Closing(Ranges):
    """Closes each connection behind some answers, and does not say so."""

    answers = 0

    def handle_one_request(self):
        super().handle_one_request()
        self.left = getattr(self, "left", self.answers) - 1
        self.close_connection = self.left <= 0


@pytest.mark.parametrize("answers", [1, 3])
def test_a_connection_that_the_server_has_closed_is_made_again(own, answers):
    kind = type("Counting", (Closing,), {"answers": answers})
    with Server(("127.0.0.1", 0), kind) as found:
        thread = threading.Thread(target=found.serve_forever, args=(0.01,))
        thread.start()
        url = f"http://127.0.0.1:{found.server_port}/x/{SHARD}"
        assert read(url, RANGES) == EXPECTED
        # Several of them at once, too.
        with ThreadPoolExecutor(8) as threads:
            assert list(threads.map(lambda _: read(url, RANGES), range(8))) == [EXPECTED] * 8
        found.shutdown()
        thread.join()
    assert kind.requests == 9 * len(RANGES)
    assert kind.connections >= kind.requests / answers


def test_a_server_of_the_first_http_has_a_connection_for_each_request(server, own):
    url, kind = server
    kind.protocol_version = "HTTP/1.0"
    assert read(f"{url}/{SHARD}", RANGES) == EXPECTED
    assert kind.connections == kind.requests == len(RANGES)
    assert own._idle == []


def test_what_is_not_read_of_a_whole_file_does_not_disturb_the_next_request(server):
    url, kind = server

    def whole(handler):
        kind.requests += 1
        handler.send_response(200)
        handler.send_header("Content-Length", str(1 << 20))
        handler.end_headers()
        handler.close_connection = True
        with suppress(OSError):
            handler.wfile.write(DATA.ljust(1 << 20, b"\0"))

    kind.do_GET = whole
    assert read(f"{url}/{SHARD}", [(0, 100), (0, 200)]) == [DATA[:100], DATA[:200]]
    assert kind.connections == 2


def test_redirects_are_followed_on_kept_connections(server):
    url, kind = server
    plain = kind.do_GET

    def moved(handler):
        if not handler.path.startswith("/old"):
            return plain(handler)
        kind.requests += 1
        handler.send_response(302)
        handler.send_header("Location", handler.path.replace("/old", "/x"))
        handler.send_header("Content-Length", "5")
        handler.end_headers()
        return handler.wfile.write(b"moved")

    kind.do_GET = moved
    assert read(f"{url.removesuffix('/x')}/old/{SHARD}", RANGES) == EXPECTED
    assert (kind.requests, kind.connections) == (2 * len(RANGES), 1)


def test_redirects_in_a_circle_end(server, monkeypatch):
    url, kind = server
    monkeypatch.setattr("pcrecords.http._TRIES", 1)

    def around(handler):
        kind.requests += 1
        handler.send_response(302)
        handler.send_header("Location", handler.path)
        handler.send_header("Content-Length", "0")
        handler.end_headers()

    kind.do_GET = around
    with pytest.raises(pcr.StoreError, match="more than 10 redirects"):
        read(f"{url}/{SHARD}", RANGES)
    assert kind.requests == 10


def test_a_proxy_of_the_environment_is_asked(server, monkeypatch):
    url, kind = server
    asked = []
    plain = kind.do_GET

    def noted(handler):
        asked.append((handler.path, handler.headers["Host"], handler.headers["Proxy-Authorization"]))
        plain(handler)

    kind.do_GET = noted
    monkeypatch.setenv("http_proxy", url.replace("//", "//me:p%40ss@"))
    monkeypatch.setenv("no_proxy", "")
    there = f"http://somewhere.invalid/{SHARD}"
    assert read(there, RANGES[:3]) == EXPECTED[:3]
    assert asked == [(there, "somewhere.invalid", "Basic bWU6cEBzcw==")] * 3
    assert kind.connections == 1
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    assert read(f"{url}/{SHARD}", RANGES[:3]) == EXPECTED[:3]
    assert asked[3:] == [(f"/x/{SHARD}", url.split("/")[2], None)] * 3


def test_a_child_makes_connections_of_its_own(server):
    url, kind = server
    source = HttpSource(f"{url}/{SHARD}")
    source.read(0, 100)
    child = os.fork()
    if child == 0:
        os._exit(0 if source.read(100, 100).tobytes() == DATA[100:200] else 1)
    assert os.waitpid(child, 0)[1] == 0
    assert source.read(200, 100).tobytes() == DATA[200:300]
    assert (kind.requests, kind.connections) == (3, 2)
