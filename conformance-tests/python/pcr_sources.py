"""Where files are (spec/pcr-format.md, section 6.1): `length` and `read(offset, length)` of a path or an http(s) URL.

What cannot be read is an OSError; what is read but no good is for the reader to say.
"""
import http.client, os, re, urllib.error, urllib.request
from pcr_blocks import need

FIRST_READ, TIMEOUT_SECONDS = 65536, 30


def open_source(name):
    return HttpSource(name) if re.match("https?://", name) else FileSource(name)


class FileSource:
    def __init__(self, path):
        self.file = open(path, "rb")
        self.length = os.fstat(self.file.fileno()).st_size

    def read(self, offset, length):
        need(not length or offset + length <= self.length, "TRUNCATED", f"bytes {offset} to {offset + length}")
        self.file.seek(offset)
        return self.file.read(length)


class HttpSource:
    """Bounded ranges of one version of an object. What was read last stays, so small reads within it cost nothing."""

    def __init__(self, url, start=0, length=FIRST_READ):
        self.url, self.etag, self.length = url, None, None
        self.start, self.data = start, self._get(start, length) if length else b""

    def read(self, offset, length):
        need(not length or offset + length <= self.length, "TRUNCATED", f"bytes {offset} to {offset + length}")
        if length == 0:
            return b""
        if not self.start <= offset <= offset + length <= self.start + len(self.data):
            self.data, self.start = self._get(offset, length), offset
        return self.data[offset - self.start:offset - self.start + length]

    def _get(self, offset, length):  # R-RANGE-2 and 3
        headers = {"Range": f"bytes={offset}-{offset + length - 1}", "Accept-Encoding": "identity"}
        if self.etag and not self.etag.startswith("W/"):
            headers["If-Match"] = self.etag
        try:
            with urllib.request.urlopen(urllib.request.Request(self.url, headers=headers), timeout=TIMEOUT_SECONDS) as answer:
                begin, total = self._range(answer)
                body = answer.read(length + 1 if answer.status == 206 else length)  # one more shows a longer one
        except urllib.error.HTTPError as error:
            if error.code == 416 and offset == 0 and error.headers.get("Content-Range") == "bytes */0":
                begin, total, body, answer = 0, 0, b"", error  # an empty object has no range
            elif error.code == 404:
                raise FileNotFoundError(self.url) from None
            else:
                raise OSError(f"{self.url}: {'the object changed' if error.code == 412 else error}") from None
        except (OSError, http.client.HTTPException, ValueError) as error:
            raise OSError(f"{self.url}: {error!r}") from None
        etag, known = answer.headers.get("ETag"), self.length is not None
        if known and (total, etag) != (self.length, self.etag):
            raise OSError(f"{self.url}: the object changed")
        if (begin, len(body)) != (offset, max(0, min(length, total - offset))):
            raise OSError(f"{self.url}: {len(body)} bytes from {begin} in place of {length} from {offset}")
        self.length, self.etag = total, etag
        return body

    def _range(self, answer):
        """Where the body begins in the object, and the object's length."""
        stated = answer.headers.get_all("Content-Range") or [""]
        encodings = answer.headers.get_all("Content-Encoding") or []
        if len(stated) > 1 or any(encoding.lower() != "identity" for encoding in encodings):
            raise ValueError("several ranges, or encoded")
        match = re.fullmatch(r"bytes (\d+)-(\d+)/(\d+)", stated[0])
        if answer.status == 206 and match:
            begin, end, total = map(int, match.groups())
            if begin <= end < total and answer.length in (None, end - begin + 1):
                return begin, total
        elif answer.status == 200 and answer.length is not None:
            return 0, answer.length  # the whole object, of use when its start is wanted
        raise ValueError(f"{answer.status} without the range that was asked for")
