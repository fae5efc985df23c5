package io.pcr.format.internal.tables;

import static io.pcr.format.internal.tables.TableShape.scalar;
import static io.pcr.format.internal.tables.TableShape.scalars;
import static io.pcr.format.internal.tables.TableShape.string;
import static io.pcr.format.internal.tables.TableShape.table;
import static io.pcr.format.internal.tables.TableShape.tables;

import java.util.List;

/** The tables of {@code spec/schemas}, field by field. */
final class TableShapes {
  private static final int U8 = Byte.BYTES;
  private static final int U16 = Short.BYTES;
  private static final int U32 = Integer.BYTES;
  private static final int U64 = Long.BYTES;
  private static final int F64 = Double.BYTES;

  static final TableShape GROUP_TARGETS =
      TableShape.of(
          "GroupTargets",
          scalar("metric", U8),
          scalar("way", U8),
          scalar("reconstruction", U8),
          string("at"),
          scalars("values", U32));

  static final TableShape COLUMN =
      TableShape.of(
          "Column",
          string("name"),
          scalar("type", U8),
          scalar("shape", U8),
          scalar("list_length", U32),
          scalar("placement", U8),
          scalars("present", U8),
          scalars("value_lengths", U32),
          scalars("value_bytes", U8),
          scalars("value_crc32c", U32));

  static final TableShape SHARD_METADATA =
      TableShape.of(
          "ShardMetadata",
          scalars("key_bytes", U8),
          scalars("key_lengths", U16),
          scalars("labels", U64),
          scalars("labels_present", U8),
          scalars("widths", U32),
          scalars("heights", U32),
          scalars("color_classes", U8),
          scalars("encodings", U8),
          scalars("source_flags", U32),
          scalars("source_lengths", U64),
          scalars("slice_lengths", U32),
          scalars("slice_crc32c", U32),
          table("targets", GROUP_TARGETS),
          tables("columns", COLUMN));

  static final TableShape RESTORE_DIRECTORY =
      TableShape.of(
          "RestoreDirectory",
          scalars("kinds", U8),
          scalars("record_lengths", U32),
          scalars("frame_samples", U32),
          scalars("frame_lengths", U32),
          scalars("frame_crc32c", U32),
          scalars("source_sha256", U8));

  static final TableShape CLASS_NAME =
      TableShape.of("ClassName", scalar("label", U64), string("name"));

  static final TableShape QUALITY_POINT =
      TableShape.of(
          "QualityPoint",
          scalar("mean_bytes", F64),
          scalar("ms_ssim_mean", F64),
          scalar("ms_ssim_p10", F64),
          scalar("ms_ssim_p1", F64),
          scalar("psnr", F64),
          scalar("decode_relative", F64));

  static final TableShape MEASURED_CURVE =
      TableShape.of(
          "MeasuredCurve",
          scalar("metric", U8),
          scalar("reconstruction", U8),
          string("at"),
          tables("points", QUALITY_POINT));

  static final TableShape CREATION_OPTION =
      TableShape.of("CreationOption", string("name"), string("value"));

  static final TableShape COLUMN_SPEC =
      TableShape.of(
          "ColumnSpec",
          string("name"),
          scalar("type", U8),
          scalar("shape", U8),
          scalar("list_length", U32));

  static final TableShape SHARD_TABLE =
      TableShape.of(
          "ShardTable",
          scalars("name_bytes", U8),
          scalars("name_lengths", U8),
          scalars("shard_numbers", U32),
          scalars("variants", U8),
          scalars("compressions", U8),
          scalars("shard_uuids", U8),
          scalars("total_lengths", U64),
          scalars("sample_counts", U32),
          scalars("head_crc32c", U32),
          scalars("prefix_lengths", U64),
          scalars("restore_lengths", U64),
          scalars("restore_directory_lengths", U32),
          scalars("source_bytes", U64),
          scalars("restorable_samples", U32));

  static final TableShape SHARD_PART =
      TableShape.of(
          "ShardPart",
          string("name"),
          scalar("length", U64),
          scalar("part_crc32c", U32),
          scalar("shard_count", U32),
          scalar("first_shard_number", U32),
          scalar("sample_count", U64));

  static final TableShape KEY_SEGMENT =
      TableShape.of(
          "KeySegment",
          string("name"),
          scalar("page_count", U32),
          scalar("entry_length", U16),
          scalar("entry_count", U64),
          scalar("segment_crc32c", U32));

  static final TableShape MANIFEST =
      TableShape.of(
          "Manifest",
          scalars("dataset_uuid", U8),
          scalars("commit_id", U8),
          scalar("parent_generation", U64),
          scalar("group_count", U16),
          table("targets", GROUP_TARGETS),
          tables("class_names", CLASS_NAME),
          tables("quality", MEASURED_CURVE),
          tables("options", CREATION_OPTION),
          tables("columns", COLUMN_SPEC),
          scalar("next_shard_number", U32),
          tables("parts", SHARD_PART),
          table("shards", SHARD_TABLE),
          tables("key_segments", KEY_SEGMENT));

  /** Every shape, for the test that reads the schemas. */
  static final List<TableShape> ALL =
      List.of(
          GROUP_TARGETS,
          COLUMN,
          SHARD_METADATA,
          RESTORE_DIRECTORY,
          CLASS_NAME,
          QUALITY_POINT,
          MEASURED_CURVE,
          CREATION_OPTION,
          COLUMN_SPEC,
          SHARD_TABLE,
          SHARD_PART,
          KEY_SEGMENT,
          MANIFEST);

  private TableShapes() {}
}
