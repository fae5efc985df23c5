"""The restore region (spec/pcr-format.md, section 10): what gives the original files back, but for re-encoding recipes."""
import hashlib
import struct
import zstandard
from pcr_blocks import MAX_INPUT_SCANS, MAX_METADATA, MAX_SLICE, FlatBuffer, PcrError, crc32c, cut, need, unzstd
from pcr_reader import PROGRESSIVE_JPEG, RESTORE_REGION

RESTORE = [("kinds", ("B",)), ("record_lengths", ("I",)), ("frame_samples", ("I",)), ("frame_lengths", ("I",)),
           ("frame_crc32c", ("I",)), ("source_sha256", ("B",))]
NONE, SAME, RECIPE, PATCH, ORIGINAL = range(5)


class Restore:
    def __init__(self, shard):
        self.shard, n = shard, shard.n
        region = shard.regions[-1]
        need(region.kind == RESTORE_REGION, "MALFORMED", "RESTORE")
        need(region.length >= 4, "MALFORMED", "RestoreRegion.directory_length")
        length, = struct.unpack("<I", shard.source.read(region.offset, 4))
        need(4 + length <= region.length, "MALFORMED", "RestoreRegion.directory_length")
        head = shard.source.read(region.offset, 4 + length)
        need(crc32c(head) == region.crc, "CHECKSUM_MISMATCH", "Region.region_crc32c")
        self.directory = d = FlatBuffer(unzstd(head[4:], MAX_METADATA, "directory"), b"PCRR", RESTORE).root
        need(len(d.kinds) == len(d.record_lengths) == n, "MALFORMED", "kinds, record_lengths")
        need(len(d.source_sha256) in (0, 32 * n), "MALFORMED", "source_sha256")
        need(len(d.frame_samples) == len(d.frame_lengths) == len(d.frame_crc32c), "MALFORMED", "frames")
        need(all(k <= ORIGINAL for k in d.kinds) and all(s > 0 for s in d.frame_samples), "MALFORMED", "kinds, frame_samples")
        need(all(r < 1 << 31 for r in d.record_lengths), "MALFORMED", "record_lengths")
        need(all(not r for k, r in zip(d.kinds, d.record_lengths) if k in (NONE, SAME)), "MALFORMED", "record_lengths")
        need(sum(d.frame_samples) == n, "MALFORMED", "frame_samples")
        need(sum(d.frame_lengths) == region.length - 4 - length, "MALFORMED", "frame_lengths")
        first = 0
        for samples in d.frame_samples:
            lengths, first = d.record_lengths[first:first + samples], first + samples
            need(sum(lengths) <= 1 << 20 or sum(map(bool, lengths)) < 2, "MALFORMED", "record_lengths")
        self.start = region.offset + 4 + length

    def records(self):
        d, sample, at = self.directory, 0, self.start
        for samples, length, crc in zip(d.frame_samples, d.frame_lengths, d.frame_crc32c):
            lengths = d.record_lengths[sample:sample + samples]
            frame = self.shard.source.read(at, length)
            need(crc32c(frame) == crc, "CHECKSUM_MISMATCH", "frame_crc32c")
            yield from cut(unzstd(frame, MAX_SLICE, "frame"), lengths, "record_lengths")
            sample, at = sample + samples, at + length

    def originals(self):
        """The original of each sample; None where there is none, or where it takes re-encoding."""
        for i, (kind, record) in enumerate(zip(self.directory.kinds, self.records())):
            original = self._original(i, kind, record)
            if original is not None:
                meta = self.shard.meta
                digest = self.directory.source_sha256[32 * i:32 * i + 32]
                need(len(original) == meta.source_lengths[i], "RESTORE_MISMATCH", "source_lengths")
                need(not digest or hashlib.sha256(original).digest() == digest, "RESTORE_MISMATCH", "source_sha256")
            yield original

    def _original(self, i, kind, record):
        if kind == SAME:
            return self.shard.sample(i, self.shard.group_count)
        if kind == ORIGINAL:
            return record
        if kind == RECIPE:
            self._check_recipe(i, record)
        if kind == PATCH:
            need(len(record) >= 4, "MALFORMED", "recipe_length")
            length, = struct.unpack_from("<I", record)
            need(4 + length <= len(record), "MALFORMED", "recipe_length")
            if length == 0:
                base = self.shard.sample(i, self.shard.group_count)
                need(base[:4] != b"\x37\xA4\x30\xEC", "MALFORMED", "base")
                dictionary = zstandard.ZstdCompressionDict(base, dict_type=zstandard.DICT_TYPE_RAWCONTENT)
                return unzstd(record[4:], MAX_SLICE, "patch", dictionary)
            self._check_recipe(i, record[4:4 + length])
        return None

    def _check_recipe(self, i, recipe):
        need(self.shard.meta.encodings[i] == PROGRESSIVE_JPEG, "RESTORE_MISMATCH", "a recipe for a sample that is no JPEG")
        check_recipe(recipe)


def check_recipe(recipe):
    need(len(recipe) >= 4, "MALFORMED", "literal_count")
    count, = struct.unpack_from("<I", recipe)
    need(count, "MALFORMED", "literal_count")
    need(4 + 4 * count <= len(recipe), "MALFORMED", "literal_lengths")
    need(4 + 4 * count + sum(struct.unpack_from(f"<{count}I", recipe, 4)) == len(recipe), "MALFORMED", "literal_lengths")
    need(count - 1 <= MAX_INPUT_SCANS, "LIMIT_EXCEEDED", "literal_count")
