"""Makes a labels file for `pcr convert --labels` of annotations in the form of COCO.

usage: python3 coco_to_jsonl.py instances_train2017.json [--prefix FOLDER/] > labels.jsonl

Needs Python 3.8 and nothing else. It holds all annotations in memory. One line an image, with these columns:

  image_id     the image's number
  bbox         x, y, width, height of each object, one object behind the other: 4 numbers an object
  category_id  the category's number of each object
  category     the category's name of each object
  iscrowd      whether the object is a crowd
  caption      each caption
  annotations  all annotations of the image as a JSON array: masks, keypoints, areas and whatever else the file says

Lists have the order of the file. A column is made when every annotation has the member; when only some have it, it stands in
`annotations` alone, and the program says so.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import defaultdict

TYPES = {"category_id": "int64[]", "iscrowd": "bool[]", "caption": "string[]"}


def columns(annotations: list[dict], names: dict[int, str]) -> dict[str, list]:
    """The columns of lists that one image's annotations make."""
    lists: dict[str, list] = {}
    if all("bbox" in annotation for annotation in annotations):
        lists["bbox:float32[]"] = [number for annotation in annotations for number in box(annotation)]
    for member, kind in TYPES.items():
        if all(member in annotation for annotation in annotations):
            lists[f"{member}:{kind}"] = [annotation[member] for annotation in annotations]
    if "category_id:int64[]" in lists and names:
        lists["category:string[]"] = [names[number] for number in lists["category_id:int64[]"]]
    return lists


def box(annotation: dict) -> list[float]:
    if len(annotation["bbox"]) != 4:
        sys.exit(f"annotation {annotation.get('id')}: its bbox has {len(annotation['bbox'])} numbers, not 4")
    return annotation["bbox"]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("annotations", help="the JSON file of COCO")
    parser.add_argument("--prefix", default="", help="what paths have before the images' file names, such as train2017/")
    arguments = parser.parse_args()
    with open(arguments.annotations, encoding="utf-8") as file:
        coco = json.load(file)
    names = {category["id"]: category["name"] for category in coco.get("categories", [])}
    by_image = defaultdict(list)
    for annotation in coco["annotations"]:
        by_image[annotation["image_id"]].append(annotation)
    members = set(columns(coco["annotations"], names))
    for member in ["bbox", *TYPES]:
        some = any(member in annotation for annotation in coco["annotations"])
        if some and not any(name.startswith(member + ":") for name in members):
            print(f"{member}: only some annotations have it, so it is no column", file=sys.stderr)
    for image in coco["images"]:
        own = by_image.pop(image["id"], [])
        row = {"path": arguments.prefix + image["file_name"], "image_id:int64": image["id"]}
        row.update((name, values) for name, values in columns(own, names).items() if name in members)
        row["annotations:string:late"] = json.dumps(own, separators=(",", ":"))
        print(json.dumps(row))
    if by_image:
        print(f"annotations of {len(by_image)} images that the file does not list are left out", file=sys.stderr)
        sys.exit(1)


if __name__ == "__main__":
    main()
