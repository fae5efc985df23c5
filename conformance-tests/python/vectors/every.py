"""All vectors."""
from __future__ import annotations

from . import columns, copies, datasets, examples, frames, good_shards, head, images, keys, liquid, manifest_payloads, manifests, manifests_bad, metadata, recipes, restore, tables, tfrecords, two_ways
from .catalogue import Catalogue


def catalogue() -> Catalogue:
    found = Catalogue()
    for module in (good_shards, columns, head, frames, tables, metadata, copies, liquid, restore, recipes, images, manifest_payloads, manifests, manifests_bad, keys, tfrecords, examples, datasets, two_ways):
        module.add_to(found)
    return found
