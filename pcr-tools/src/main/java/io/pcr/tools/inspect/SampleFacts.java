package io.pcr.tools.inspect;

import io.pcr.format.column.ColumnType;
import io.pcr.format.column.ColumnValue;
import io.pcr.format.column.Placement;
import io.pcr.format.internal.checksum.Sha256;
import io.pcr.format.internal.column.Column;
import io.pcr.format.internal.metadata.ShardMetadata;
import io.pcr.format.internal.shard.ShardFile;
import io.pcr.format.internal.text.Printable;
import io.pcr.format.internal.text.Units;
import io.pcr.format.metadata.SourceFlags;
import io.pcr.reader.internal.facts.DatasetFacts;
import io.pcr.tools.terminal.Table;
import io.pcr.writer.internal.json.JsonWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** All that a shard says of one of its samples, as text or as JSON. */
final class SampleFacts {
  private static final int SHOWN_CHARACTERS = 200;

  private final String shardName;
  private final ShardFile shard;
  private final ShardMetadata metadata;
  private final int ordinal;
  private final Optional<Sha256> sourceSha256;

  /**
   * @param sourceSha256 of the original, as far as the file has it
   */
  SampleFacts(String shardName, ShardFile shard, int ordinal, Optional<Sha256> sourceSha256) {
    this.shardName = shardName;
    this.sourceSha256 = sourceSha256;
    this.shard = shard;
    this.metadata = shard.metadata();
    this.ordinal = ordinal;
  }

  List<String> lines(int width) {
    Table facts = new Table().left("").left("").withoutHead();
    facts.row("shard", shardName + ", sample " + Units.count(ordinal));
    metadata.label(ordinal).ifPresent(label -> facts.row("label", label));
    facts.row("stored as", encoding());
    facts.row("size", metadata.width(ordinal) + " × " + metadata.height(ordinal) + " pixels");
    facts.row("original", Units.count(metadata.sourceLength(ordinal), "byte") + flags());
    sourceSha256.ifPresent(digest -> facts.row("sha-256", digest));
    for (Column column : metadata.columns()) {
      facts.row(column.spec().name(), value(column));
    }
    List<String> lines = new ArrayList<>();
    lines.add(Printable.line(metadata.key(ordinal)));
    lines.addAll(facts.lines("  ", width));
    lines.add("");
    lines.addAll(slices().lines("  ", width));
    return lines;
  }

  private Table slices() {
    Table table = new Table().right("group").right("offset").right("length").right("so far");
    table.left("crc32c");
    long sum = 0;
    for (int group = 1; group <= metadata.groupCount(); group++) {
      int length = metadata.sliceLength(group, ordinal);
      sum += length;
      table.row(
          group,
          shard.layout().slicePosition(group, ordinal),
          length,
          sum,
          String.format("%08x", metadata.sliceCrc32c(group, ordinal)));
    }
    return table;
  }

  String json() {
    JsonWriter json = JsonWriter.indented().beginObject();
    json.put("key", metadata.key(ordinal)).put("shard", shardName).put("sample", ordinal);
    metadata.label(ordinal).ifPresent(label -> json.put("label", label));
    json.put("encoding", metadata.encoding(ordinal).name().toLowerCase(Locale.ROOT));
    json.put("color_class", metadata.colorClass(ordinal).label());
    json.put("width", metadata.width(ordinal)).put("height", metadata.height(ordinal));
    json.put("source_length", metadata.sourceLength(ordinal));
    sourceSha256.ifPresent(digest -> json.put("source_sha256", digest.toString()));
    json.put("source_flags", metadata.sourceFlags(ordinal).bits());
    json.beginArray("slices");
    long sum = 0;
    for (int group = 1; group <= metadata.groupCount(); group++) {
      int length = metadata.sliceLength(group, ordinal);
      sum += length;
      json.beginObject().put("group", group);
      json.put("offset", shard.layout().slicePosition(group, ordinal)).put("length", length);
      json.put("crc32c", String.format("%08x", metadata.sliceCrc32c(group, ordinal)));
      json.put("prefix_bytes", sum).end();
    }
    json.end().beginObject("columns");
    for (Column column : metadata.columns()) {
      jsonValue(json, column);
    }
    return json.end().end().toString();
  }

  private void jsonValue(JsonWriter json, Column column) {
    String name = column.spec().name();
    if (!column.isPresent(ordinal)) {
      json.put(name, (String) null);
    } else if (!isShown(column)) {
      json.beginObject(name).put("length", column.valueLength(ordinal)).end();
    } else {
      ColumnValue value = column.value(ordinal);
      switch (column.spec().type()) {
        case INT64 -> json.put(name, value.int64s()[0]);
        case FLOAT64 -> json.put(name, value.float64s()[0]);
        case FLOAT32 -> json.put(name, value.float32s()[0]);
        case BOOL -> json.put(name, value.bools()[0]);
        case STRING -> json.put(name, value.strings().get(0));
        case BYTES -> throw new AssertionError(column.spec());
      }
    }
  }

  private String value(Column column) {
    if (!column.isPresent(ordinal)) {
      return "-";
    }
    if (!isShown(column)) {
      return Units.count(column.valueLength(ordinal), "byte");
    }
    ColumnValue value = column.value(ordinal);
    return switch (column.spec().type()) {
      case INT64 -> Long.toString(value.int64s()[0]);
      case FLOAT64 -> Double.toString(value.float64s()[0]);
      case FLOAT32 -> Float.toString(value.float32s()[0]);
      case BOOL -> Boolean.toString(value.bools()[0]);
      case STRING -> Printable.cut(value.strings().get(0), SHOWN_CHARACTERS);
      case BYTES -> throw new AssertionError(column.spec());
    };
  }

  /** Whether the value is at hand, and no list: of others the length is told. */
  private static boolean isShown(Column column) {
    return column.spec().isScalar()
        && column.spec().type() != ColumnType.BYTES
        && column.spec().placement() == Placement.INLINE;
  }

  private String encoding() {
    return new DatasetFacts.FormatFacts(
            metadata.encoding(ordinal), metadata.colorClass(ordinal), 1, 0)
        .label();
  }

  private String flags() {
    StringBuilder flags = new StringBuilder();
    SourceFlags source = metadata.sourceFlags(ordinal);
    for (SourceFlags.Fact fact : SourceFlags.Fact.values()) {
      if (source.has(fact)) {
        flags.append(", ").append(fact.name().toLowerCase(Locale.ROOT).replace('_', ' '));
      }
    }
    return flags.toString();
  }
}
