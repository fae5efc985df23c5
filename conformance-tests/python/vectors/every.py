"""All vectors."""
from __future__ import annotations

from . import columns, copies, datasets, examples, frames, good_shards, head, images, keys, liquid, manifest_payloads, manifests, manifests_bad, metadata, recipes, restore, tables, tfrecords
from .catalogue import Catalogue


def catalogue() -> Catalogue:
    found = Catalogue()
    for module in (good_shards, columns, head, frames, tables, metadata, copies, liquid, restore, recipes, images, manifest_payloads, manifests, manifests_bad, keys, tfrecords, examples, datasets):
        module.add_to(found)
    return found
