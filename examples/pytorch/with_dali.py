"""DALI behind a loader of PCR: images are decoded and cut out here, and DALI does the rest.

usage: python examples/pytorch/with_dali.py [DATASET] [--cpu]

With --cpu all of it runs on the processor, which is how it was tried; with a GPU it was not tried. DALI's own decoder would take
the files, too, but progressive JPEGs go to the processor there, whatever engine the GPU has: docs/gpu.md.
"""

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from nvidia.dali import fn, pipeline_def, types

import pcrecords as pcr


def batches(loader: pcr.Loader) -> Iterator[tuple[Any, Any]]:
    """Without end: DALI asks for batches ahead of its caller, also beyond the end of an epoch."""
    while True:
        for images, labels in loader:
            yield images, labels.reshape(-1, 1)


@pipeline_def(num_threads=2, prefetch_queue_depth=1)
def augmented(source: Iterator[tuple[Any, Any]], device: str) -> Any:
    images, labels = fn.external_source(source, num_outputs=2, batch=True, layout=["HWC", ""], dtype=[types.UINT8, types.INT64])
    if device == "gpu":
        images = images.gpu()
    images = fn.brightness_contrast(images, contrast=fn.random.uniform(range=(0.7, 1.3)))
    mean, deviation = [255 * x for x in (0.485, 0.456, 0.406)], [255 * x for x in (0.229, 0.224, 0.225)]
    return fn.crop_mirror_normalize(images, mean=mean, std=deviation, output_layout="CHW"), labels


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("dataset", nargs="?", default=str(Path(__file__).parent / "shapes"))
    parser.add_argument("--cpu", action="store_true")
    given = parser.parse_args()
    loader = pcr.Loader(given.dataset, 64, tensors="numpy", transform=pcr.RandomResizedCrop(32))
    with loader:
        pipe = augmented(batches(loader), "cpu" if given.cpu else "gpu", batch_size=64, device_id=None if given.cpu else 0)
        pipe.build()
        for _ in range(len(loader)):
            images, labels = pipe.run()
            pixels = (images if given.cpu else images.as_cpu()).as_array()
            counts = np.bincount(labels.as_array()[:, 0])
            print(f"{pixels.shape} of {pixels.dtype}, mean {pixels.mean():.2f}, images of each class: {counts.tolist()}")


if __name__ == "__main__":
    main()
