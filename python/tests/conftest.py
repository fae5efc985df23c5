"""What several tests share. No test depends on a clock."""

from __future__ import annotations

import http.server
import threading
from pathlib import Path

import pytest
from hypothesis import settings

import caches
import shards

VECTORS = Path(__file__).parents[2] / "spec" / "vectors" / "2"

settings.register_profile("pcrecords", deadline=None, database=None, max_examples=60, derandomize=True)
settings.load_profile("pcrecords")


class Ranges(http.server.BaseHTTPRequestHandler):
    """Serves a folder by ranges, and counts requests and connections. `ranges` are those asked for, by name, where somebody keeps
    them."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    connections = 0
    requests = 0
    ranges = None
    changed = False
    folder = VECTORS

    def setup(self):
        type(self).connections += 1
        super().setup()

    def do_GET(self):
        type(self).requests += 1
        path = type(self).folder / self.path.rsplit("/", 1)[1]
        if not path.exists():
            self.send_response(404)
            self.send_header("Content-Length", "0")
            self.end_headers()
            return
        data = path.read_bytes()
        first, last = (int(part) for part in self.headers["Range"].removeprefix("bytes=").split("-"))
        if first >= len(data):
            self.send_response(416)
            self.send_header("Content-Range", f"bytes */{len(data)}")
            self.send_header("Content-Length", "0")
            self.end_headers()
            return
        last = min(last, len(data) - 1)
        if type(self).ranges is not None:
            type(self).ranges.append((path.name, first, last + 1))
        self.send_response(206)
        self.send_header("Content-Range", f"bytes {first}-{last}/{len(data)}")
        self.send_header("Content-Length", str(last - first + 1))
        self.send_header("ETag", f'"{type(self).requests if type(self).changed else 1}"')
        self.end_headers()
        self.wfile.write(data[first : last + 1])

    def log_message(self, *_):
        pass


class Server(http.server.ThreadingHTTPServer):
    """With room for all who connect at once: those for whom there is none try again a second later."""

    request_queue_size = 128


@pytest.fixture(scope="session")
def many(tmp_path_factory):
    """A dataset of many shards."""
    return shards.write(tmp_path_factory.mktemp("many") / "dataset", caches.COUNTS, caches.RECORDS)


@pytest.fixture
def server():
    kind = type("Counting", (Ranges,), {})
    with Server(("127.0.0.1", 0), kind) as found:
        thread = threading.Thread(target=found.serve_forever, args=(0.01,))
        thread.start()
        yield f"http://127.0.0.1:{found.server_port}/x", kind
        found.shutdown()
        thread.join()
