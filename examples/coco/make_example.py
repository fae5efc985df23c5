"""Paints a small dataset in the form of COCO: pictures with objects, boxes, polygons, and a mask for each picture.

usage: python3 make_example.py FOLDER

Writes FOLDER/000000000001.png and others, FOLDER/masks/000000000001.png (a pixel is the category of the object there, or 0) and
FOLDER/instances.json. Needs Python 3.8 and nothing else; the files are the same every time.
"""

from __future__ import annotations

import json
import os
import random
import struct
import sys
import zlib

CATEGORIES = {1: "disc", 3: "square", 7: "stripe"}
WIDTH, HEIGHT = 160, 120
PICTURES = 12


def png(width: int, height: int, channels: int, pixels: bytes) -> bytes:
    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    rows = b"".join(
        b"\0" + pixels[y * width * channels : (y + 1) * width * channels] for y in range(height)
    )
    head = struct.pack(">IIBBBBB", width, height, 8, 2 if channels == 3 else 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(rows, 9)) + chunk(b"IEND", b"")


def contains(category: int, x: int, y: int, width: int, height: int) -> bool:
    """Whether a point of a box is inside the object."""
    if category == 1:
        return (2 * x + 1 - width) ** 2 * height**2 + (2 * y + 1 - height) ** 2 * width**2 <= (width * height) ** 2
    return category == 3 or (x + y) % 16 < 8


def paint(number: int) -> tuple[bytes, bytes, list[dict]]:
    chance = random.Random(number)
    shade = [chance.randrange(60, 200) for _ in range(3)]
    pixels = bytearray(
        min(255, max(0, shade[c] + (x * (c + 1)) // 6 - y // 3 + chance.randrange(-6, 7)))
        for y in range(HEIGHT)
        for x in range(WIDTH)
        for c in range(3)
    )
    mask = bytearray(WIDTH * HEIGHT)
    annotations = []
    for index in range(number % 4):  # The first of four has none.
        category = chance.choice(list(CATEGORIES))
        width, height = chance.randrange(16, 60), chance.randrange(16, 50)
        left, top = chance.randrange(WIDTH - width), chance.randrange(HEIGHT - height)
        colour = [chance.randrange(256) for _ in range(3)]
        area = 0
        for y in range(height):
            for x in range(width):
                if contains(category, x, y, width, height):
                    at = (top + y) * WIDTH + left + x
                    mask[at] = category
                    pixels[3 * at : 3 * at + 3] = bytes(colour)
                    area += 1
        right, bottom = left + width, top + height
        annotations.append(
            {
                "id": 100 * number + index,
                "image_id": number,
                "category_id": category,
                "bbox": [left, top, width + 0.5, height],
                "area": area,
                "iscrowd": index % 2,
                "segmentation": [[left, top, right, top, right, bottom, left, bottom]],
            }
        )
    return bytes(pixels), bytes(mask), annotations


def main() -> None:
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    folder = sys.argv[1]
    os.makedirs(os.path.join(folder, "masks"))
    images, annotations = [], []
    for number in range(1, PICTURES + 1):
        name = f"{number:012}.png"
        pixels, mask, own = paint(number)
        with open(os.path.join(folder, name), "wb") as file:
            file.write(png(WIDTH, HEIGHT, 3, pixels))
        with open(os.path.join(folder, "masks", name), "wb") as file:
            file.write(png(WIDTH, HEIGHT, 1, mask))
        images.append({"id": number, "file_name": name, "width": WIDTH, "height": HEIGHT})
        annotations += own
    with open(os.path.join(folder, "instances.json"), "w", encoding="utf-8") as file:
        categories = [{"id": number, "name": name} for number, name in CATEGORIES.items()]
        json.dump({"images": images, "annotations": annotations, "categories": categories}, file)


if __name__ == "__main__":
    main()
