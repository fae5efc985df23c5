"""Boxes, points and masks: they are where the pixels are that they were drawn into."""

from __future__ import annotations

import contextlib
import struct
import zlib

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import pcrecords as pcr
from pcrecords.moved import Frame, read_mask


@st.composite
def frames(draw):
    """A part of whole pixels, enlarged by a whole number: what becomes of each pixel is known."""
    height, width = draw(st.integers(1, 12)), draw(st.integers(1, 12))
    y, x = draw(st.integers(0, height - 1)), draw(st.integers(0, width - 1))
    h, w = draw(st.integers(1, height - y)), draw(st.integers(1, width - x))
    times = draw(st.integers(1, 3))
    return Frame(x, y, w, h, draw(st.booleans()), (h * times, w * times), (height, width))


def shown(image: np.ndarray, frame: Frame) -> np.ndarray:
    """What the part of an image becomes, by cutting, repeating and turning arrays round."""
    y, x, h, w = int(frame.y), int(frame.x), int(frame.height), int(frame.width)
    times = frame.size[0] // h
    part = image[y : y + h, x : x + w].repeat(times, 0).repeat(times, 1)
    return part[:, ::-1] if frame.flipped else part


def png(pixels: np.ndarray, depth: int = 8, palette: bool = False) -> bytes:
    """A PNG of one channel."""
    height, width = pixels.shape
    bits = np.unpackbits(pixels[:, :, None], axis=2)[:, :, 8 - depth :].reshape(height, -1)
    rows = np.packbits(bits, axis=1)
    data = b"".join(b"\0" + row.tobytes() for row in rows)
    head = struct.pack(">IIBBBBB", width, height, depth, 3 if palette else 0, 0, 0, 0)
    chunks = [(b"IHDR", head), (b"IDAT", zlib.compress(data)), (b"IEND", b"")]
    if palette:
        colours = np.random.default_rng(1).integers(0, 256, 3 << depth, np.uint8).tobytes()
        chunks[1:1] = [(b"PLTE", colours), (b"tRNS", b"\0" * (1 << depth))]
    found = b"\x89PNG\r\n\x1a\n"
    for name, content in chunks:
        found += struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))
    return found


def as_layout(box, layout):
    left, top, right, bottom = box
    width, height = right - left, bottom - top
    if layout == "xyxy":
        return box
    return (left, top, width, height) if layout == "xywh" else (left + width / 2, top + height / 2, width, height)


@given(frames(), st.sampled_from(["xyxy", "xywh", "cxcywh"]), st.data())
def test_a_box_is_around_what_it_was_around(frame, layout, data):
    height, width = frame.image
    boxes, expected = [], []
    for _ in range(data.draw(st.integers(0, 3))):
        top, left = data.draw(st.integers(0, height - 1)), data.draw(st.integers(0, width - 1))
        bottom, right = data.draw(st.integers(top + 1, height)), data.draw(st.integers(left + 1, width))
        drawn = np.zeros(frame.image, np.bool_)
        drawn[top:bottom, left:right] = True
        rows, columns = np.nonzero(shown(drawn, frame))
        boxes.append(as_layout((left, top, right, bottom), layout))
        expected.append((columns.min(), rows.min(), columns.max() + 1, rows.max() + 1) if len(rows) else None)
    moved = pcr.Boxes(layout).move(np.array(boxes, np.float32).reshape(-1), frame)
    assert moved.shape == (len(boxes), 4)
    for box, wanted in zip(moved.tolist(), expected, strict=True):
        if wanted is None:
            left, top, a, b = box
            assert (min(a - left, b - top) if layout == "xyxy" else min(a, b)) == 0
        else:
            np.testing.assert_allclose(box, as_layout(wanted, layout), atol=1e-4)


@given(frames(), st.integers(2, 3), st.data())
def test_a_point_stays_on_its_pixel(frame, numbers, data):
    height, width = frame.image
    count = data.draw(st.integers(0, 4))
    ys = [data.draw(st.integers(0, height - 1)) for _ in range(count)]
    xs = [data.draw(st.integers(0, width - 1)) for _ in range(count)]
    value = [number for x, y in zip(xs, ys, strict=True) for number in (x + 0.5, y + 0.5, 2)[:numbers]]
    moved = pcr.Points(numbers).move(np.array(value, np.float64), frame)
    assert moved.shape == (count, numbers)
    for x, y, point in zip(xs, ys, moved.tolist(), strict=True):
        drawn = np.zeros(frame.image, np.bool_)
        drawn[y, x] = True
        rows, columns = np.nonzero(shown(drawn, frame))
        if len(rows):
            np.testing.assert_allclose(point[:2], (columns.mean() + 0.5, rows.mean() + 0.5), atol=1e-4)
        else:
            assert not (0 <= point[0] < frame.size[1] and 0 <= point[1] < frame.size[0])
        if numbers == 3:
            assert point[2] == (2 if len(rows) else 0)


def test_points_that_belong_together_change_places_in_a_mirror():
    points = pcr.Points(pairs=[(0, 1)])
    value = [1.0, 2.0, 5.0, 2.0, 3.0, 4.0]
    for flipped, expected in ((False, [[1, 2], [5, 2], [3, 4]]), (True, [[3, 2], [7, 2], [5, 4]])):
        frame = Frame(0, 0, 8, 8, flipped, (8, 8), (8, 8))
        np.testing.assert_array_equal(points.move(value, frame), expected)


@given(frames(), st.integers(0, 2**32 - 1))
def test_a_mask_has_the_classes_of_its_pixels(frame, seed):
    whole = np.random.default_rng(seed).integers(0, 256, frame.image, np.uint8)
    np.testing.assert_array_equal(pcr.Mask().move(png(whole), frame), shown(whole, frame))


@pytest.mark.parametrize("depth", [1, 2, 4, 8])
@pytest.mark.parametrize("palette", [False, True])
def test_a_mask_has_the_numbers_of_the_file_not_its_colours(depth, palette):
    pixels = (np.arange(13 * 31) % (1 << depth)).astype(np.uint8).reshape(13, 31)
    np.testing.assert_array_equal(read_mask(png(pixels, depth, palette)), pixels)


def test_a_mask_that_is_smaller_picks_and_does_not_mix():
    whole = np.array([[0, 200], [200, 0]], np.uint8).repeat(5, 0).repeat(5, 1)
    found = pcr.Mask().move(png(whole), Frame(0.3, 0.3, 9.4, 9.4, False, (3, 3), (10, 10)))
    assert set(np.unique(found)) == {0, 200}


def test_what_is_missing_is_said_so():
    frame = Frame(0, 0, 4, 4, True, (2, 3), (4, 4))
    assert pcr.Boxes().move(None, frame).shape == (0, 4)
    assert pcr.Points(3).move(None, frame).shape == (0, 3)
    np.testing.assert_array_equal(pcr.Mask(7).move(None, frame), np.full((2, 3), 7))


@pytest.mark.parametrize(
    ("column", "value", "words"),
    [
        (pcr.Boxes(), [1.0, 2.0, 3.0], "boxes: 3 values"),
        (pcr.Points(3), [1, 2], "points: 2 values"),
        (pcr.Boxes(), "abcd", "boxes"),
        (pcr.Mask(), png(np.zeros((3, 4), np.uint8)), "a mask has 4 x 3, and the image 4 x 4"),
    ],
)
def test_what_a_column_cannot_be_is_refused(column, value, words):
    with pytest.raises(ValueError, match=words):
        column.move(value, Frame(0, 0, 4, 4, False, (4, 4), (4, 4)))


def test_masks_that_are_no_numbers_are_refused():
    whole = png(np.zeros((3, 4), np.uint8), palette=True)
    colour, deep = bytearray(whole), bytearray(whole)
    colour[25], deep[24] = 2, 16
    for wrong in (b"", b"GIF89a" + whole, bytes(colour), bytes(deep)):
        with pytest.raises(pcr.ImageUnsupportedError):
            read_mask(wrong)


@given(st.integers(0, 400), st.binary(max_size=4), st.integers(0, 400))
def test_a_damaged_mask_is_an_error_of_ours(at, put, end):
    whole = bytearray(png(np.arange(30, dtype=np.uint8).reshape(5, 6), palette=True))
    whole[at : at + len(put)] = put
    with contextlib.suppress(pcr.PcrError):
        read_mask(bytes(whole[:end]), pcr.Limits(pixels=10_000))


@pytest.mark.parametrize("wrong", [lambda: pcr.Boxes("yxyx"), lambda: pcr.Points(4)])
def test_wrong_layouts_are_named(wrong):
    with pytest.raises(ValueError, match=r"is not|has 2 or 3"):
        wrong()
