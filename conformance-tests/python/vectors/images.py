"""Intact files with damaged images: found only by who decodes them (section 8)."""
from __future__ import annotations

from types import SimpleNamespace

import pcr_writer as w

from .catalogue import Catalogue, decoding, group, whole
from .pieces import color, scans, shard, slices, source


def add_to(found: Catalogue) -> None:
    jpeg = source("colour.jpg")

    def image(name: str, error: str, about: str, made: list[bytes] | bytes, ids: str, width: int = 16, height: int = 16, groups: int = 3) -> None:
        cut = slices(made, groups) if isinstance(made, bytes) else made
        one = w.sample("image", cut, None, width, height, 2, source_length=len(jpeg))
        found.add(f"bad-image-{name}.pcr", about, shard([one], groups), ids, [whole(), group(groups), decoding(error)])

    corrupt = "IMAGE_CORRUPT"
    image("no-jpeg", corrupt, "slices of text", [b"no JPEG", b"and none", b"either"], "SAMPLE-1")
    image("no-soi", corrupt, "slice 1 has no begin of image", [jpeg[2:300], jpeg[300:-2], b""], "SAMPLE-1")
    ends = scans(jpeg)[1::2]
    image("scans-missing", corrupt, "coefficients that are in no scan", [jpeg[:ends[0]], jpeg[ends[0]:ends[1]], b""], "SCAN-2")
    image("wrong-cuts", corrupt, "a scan cut between two slices", [jpeg[:ends[2] + 9], jpeg[ends[2] + 9:ends[5]], jpeg[ends[5]:ends[-1]]], "SCAN-3")
    image("width", corrupt, "another width than the image has", jpeg, "SAMPLE-1", width=15)
    image("height", corrupt, "another height than the image has", jpeg, "SAMPLE-1", height=17)
    sof = jpeg.index(b"\xFF\xC2")
    image("12-bit", "IMAGE_UNSUPPORTED", "samples of 12 bits", jpeg[:sof + 4] + b"\x0C" + jpeg[sof + 5:], "SAMPLE-1")
    image("no-quantisation", corrupt, "components without their quantisation tables", jpeg.replace(b"\xFF\xDB", b"\xFF\xEF"), "SAMPLE-1")
    add_scans(found, jpeg, ends)


def add_scans(found: Catalogue, jpeg: bytes, ends: list[int]) -> None:
    last = jpeg[ends[-2]:ends[-1]]

    def scanned(name: str, about: str, made: SimpleNamespace, ids: str) -> None:
        found.add(f"bad-image-{name}.pcr", about, shard([made]), ids, [whole(), group(3), decoding("IMAGE_CORRUPT")])

    again = color("again")
    again.slices = [*again.slices[:2], again.slices[2] + last]
    scanned("refined-twice", "the last scan twice: it refines what is already complete", again, "SCAN-2")
    sos = last.index(b"\xFF\xDA")
    assert last[sos + 4] == 1
    broken = color("spectrum")
    spectral = last[:sos + 7] + b"\x01\x40" + last[sos + 9:]
    broken.slices = [*broken.slices[:2], broken.slices[2][:-len(last)] + spectral]
    scanned("se-64", "a scan up to coefficient 64", broken, "SCAN-1")
    baseline = w.sample("baseline", [source("recipe-baseline.jpg")[:-2], b"", b""], None, 19, 11, 2)
    scanned("baseline", "a baseline JPEG: a scan of DC and AC together", baseline, "SCAN-1")
