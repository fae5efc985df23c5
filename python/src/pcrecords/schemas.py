"""The tables of spec/schemas, field by field."""

from __future__ import annotations

from typing import Final

from .flatbuffer import Schema

TARGETS: Final[Schema] = {"metric": "u1", "way": "u1", "reconstruction": "u1", "at": "text", "values": "[u4]"}
_COLUMN: Final[Schema] = {
    "name": "text",
    "type": "u1",
    "shape": "u1",
    "list_length": "u4",
    "placement": "u1",
    "present": "[u1]",
    "value_lengths": "[u4]",
    "value_bytes": "[u1]",
    "value_crc32c": "[u4]",
}
METADATA: Final[Schema] = {
    "key_bytes": "[u1]",
    "key_lengths": "[u2]",
    "labels": "[i8]",
    "labels_present": "[u1]",
    "widths": "[u4]",
    "heights": "[u4]",
    "color_classes": "[u1]",
    "encodings": "[u1]",
    "source_flags": "[u4]",
    "source_lengths": "[u8]",
    "slice_lengths": "[u4]",
    "slice_crc32c": "[u4]",
    "targets": TARGETS,
    "columns": [_COLUMN],
}
RESTORE: Final[Schema] = {
    "kinds": "[u1]",
    "record_lengths": "[u4]",
    "frame_samples": "[u4]",
    "frame_lengths": "[u4]",
    "frame_crc32c": "[u4]",
    "source_sha256": "[u1]",
}
SHARD_TABLE: Final[Schema] = {
    "name_bytes": "[u1]",
    "name_lengths": "[u1]",
    "shard_numbers": "[u4]",
    "variants": "[u1]",
    "compressions": "[u1]",
    "shard_uuids": "[u1]",
    "total_lengths": "[u8]",
    "sample_counts": "[u4]",
    "head_crc32c": "[u4]",
    "prefix_lengths": "[u8]",
    "restore_lengths": "[u8]",
    "restore_directory_lengths": "[u4]",
    "source_bytes": "[u8]",
    "restorable_samples": "[u4]",
}
_POINT: Final[Schema] = {
    "mean_bytes": "f8",
    "ms_ssim_mean": "f8",
    "ms_ssim_p10": "f8",
    "ms_ssim_p1": "f8",
    "psnr": "f8",
    "decode_relative": "f8",
}
MANIFEST: Final[Schema] = {
    "dataset_uuid": "[u1]",
    "commit_id": "[u1]",
    "parent_generation": "u8",
    "group_count": "u2",
    "targets": TARGETS,
    "class_names": [{"label": "i8", "name": "text"}],
    "quality": [{"metric": "u1", "reconstruction": "u1", "at": "text", "points": [_POINT]}],
    "options": [{"name": "text", "value": "text"}],
    "columns": [{"name": "text", "type": "u1", "shape": "u1", "list_length": "u4"}],
    "next_shard_number": "u4",
    "parts": [
        {
            "name": "text",
            "length": "u8",
            "part_crc32c": "u4",
            "shard_count": "u4",
            "first_shard_number": "u4",
            "sample_count": "u8",
        }
    ],
    "shards": SHARD_TABLE,
    "key_segments": [{"name": "text", "page_count": "u4", "entry_length": "u2", "entry_count": "u8", "segment_crc32c": "u4"}],
}
