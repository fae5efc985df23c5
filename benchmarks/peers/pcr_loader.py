"""The package's loader for the harness that compares loaders (scripts/peers)."""

import pcrecords as pcr


def loader(name, fidelity):
    def load(cfg):
        return pcr.Loader(
            f"{cfg.url or cfg.data}/{name}",
            batch=64,
            fidelity=fidelity,
            transform=pcr.RandomResizedCrop(224),
            seed=cfg.seed,
            remainder="short",
            threads=cfg.workers,
        )

    return load


LOADERS = {
    "pcr_full": loader("pcr", "full"),
    "pcr_98": loader("pcr", "msssim:.98"),
    "pcr_96": loader("pcr", "msssim:.96"),
    "pcr_tfrecord": loader("tfrecord", "full"),
    "pcr_liquid": loader("liquid", "full"),
}
