package io.pcr.conformance.probe;

import io.pcr.codecs.internal.restore.OriginalRestorer;
import io.pcr.format.Limits;
import io.pcr.format.column.ColumnValue;
import io.pcr.format.column.Placement;
import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.FieldLocation;
import io.pcr.format.error.Limit;
import io.pcr.format.error.Origin;
import io.pcr.format.error.PcrException;
import io.pcr.format.internal.checksum.Sha256;
import io.pcr.format.internal.column.Column;
import io.pcr.format.internal.metadata.ShardMetadata;
import io.pcr.format.internal.restore.OriginalFacts;
import io.pcr.format.internal.restore.RestoreKind;
import io.pcr.format.internal.restore.RestorePatch;
import io.pcr.format.internal.restore.RestoreRecipe;
import io.pcr.format.internal.restore.RestoreRecord;
import io.pcr.format.internal.restore.RestoreRegion;
import io.pcr.format.internal.shard.Region;
import io.pcr.format.internal.shard.ShardFile;
import io.pcr.format.metadata.Encoding;
import io.pcr.format.source.ByteSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** What a shard holds. One use, one thread. */
final class ShardDump {
  private static final ByteBuffer EOI = ByteBuffer.wrap(new byte[] {(byte) 0xFF, (byte) 0xD9});

  private final ByteSource source;
  private final Limits limits;
  private final ShardFile shard;
  private final ShardMetadata metadata;

  /** The codes of all damage, first met first. */
  private final List<ErrorCode> errors = new ArrayList<>();

  /** Whoever asks for a group has a prefix, in which there is no copy to fall back to. */
  static Map<String, Object> of(ByteSource source, Limits limits, OptionalInt group)
      throws IOException {
    ShardFile shard = group.isEmpty() ? ShardFile.open(source, limits) : front(source, limits);
    return new ShardDump(source, limits, shard).of(group);
  }

  private static ShardFile front(ByteSource source, Limits limits) throws IOException {
    ShardFile shard = ShardFile.open(source, limits);
    if (shard.frontDamage().isPresent()) {
      throw shard.frontDamage().get();
    }
    return shard;
  }

  private ShardDump(ByteSource source, Limits limits, ShardFile shard) {
    this.source = source;
    this.limits = limits;
    this.shard = shard;
    this.metadata = shard.metadata();
  }

  private Map<String, Object> of(OptionalInt atGroup) throws IOException {
    boolean whole = atGroup.isEmpty();
    int group = atGroup.orElse(metadata.groupCount());
    if (group < 0 || group > metadata.groupCount()) {
      String problem = "--group " + group + " of a shard of " + metadata.groupCount() + " groups";
      throw new IOException(problem);
    }
    if (!whole) {
      requirePrefix(shard.layout().prefixLength(group));
    }
    shard.frontDamage().map(PcrException::code).ifPresent(errors::add);
    Map<String, Object> dump = new LinkedHashMap<>();
    putHead(dump);
    dump.put("targets", TargetsDump.of(metadata.targets()));
    List<Object> samples = new ArrayList<>();
    for (int sample = 0; sample < metadata.sampleCount(); sample++) {
      samples.add(sample(sample, group));
    }
    dump.put("samples", samples);
    dump.put("columns", columns(group, whole));
    dump.put("restore_kinds", null);
    dump.put("source_sha256", null);
    dump.put("originals", null);
    Optional<Region> restore = shard.regions().restore();
    if (whole && restore.isPresent()) {
      putRestore(dump, restore.get());
    }
    if (whole) {
      checkEnd();
    }
    if (!errors.isEmpty()) {
      dump.put(Probe.ERROR, errors.get(0).name());
    }
    return dump;
  }

  private void requirePrefix(long length) throws IOException {
    FieldLocation field = new Origin(source.toString(), 0).field("prefix_length");
    if (length > limits.prefixBytes()) {
      throw new PcrException.LimitExceeded(field, Limit.PREFIX_BYTES, length, limits.prefixBytes());
    }
    if (length > source.length()) {
      throw new PcrException.Truncated(field, length, source.length());
    }
  }

  private void checkEnd() throws IOException {
    try {
      shard.requireEnd(source);
    } catch (PcrException e) {
      errors.add(e.code());
    }
  }

  private void putHead(Map<String, Object> dump) {
    dump.put("container", "shard");
    dump.put("variant", shard.head().variant().id());
    dump.put("writer_id", Integer.toUnsignedLong(shard.head().writerId()));
    dump.put("ro_compat_features", Integer.toUnsignedLong(shard.head().features().roCompat()));
    dump.put("compat_features", Integer.toUnsignedLong(shard.head().features().compat()));
    dump.put("shard_uuid", shard.head().shardUuid().toString().replace("-", ""));
    dump.put("total_length", shard.head().totalLength());
    dump.put("sample_count", shard.head().sampleCount());
    dump.put("group_count", metadata.groupCount());
    dump.put("copy_used", shard.frontDamage().isPresent());
    List<Object> regions = new ArrayList<>();
    for (Region region : shard.regions().regions()) {
      regions.add(List.of(region.kind().id(), region.number(), region.offset(), region.length()));
    }
    dump.put("regions", regions);
    List<Object> prefixes = new ArrayList<>();
    for (int group = 0; group <= metadata.groupCount(); group++) {
      prefixes.add(shard.layout().prefixLength(group));
    }
    dump.put("prefix_lengths", prefixes);
  }

  private Map<String, Object> sample(int sample, int group) throws IOException {
    Map<String, Object> dump = new LinkedHashMap<>();
    dump.put("key", metadata.key(sample));
    dump.put(
        "label", metadata.label(sample).isPresent() ? metadata.label(sample).getAsLong() : null);
    dump.put("encoding", metadata.encoding(sample).id());
    dump.put("color_class", metadata.colorClass(sample).id());
    dump.put("width", metadata.width(sample));
    dump.put("height", metadata.height(sample));
    dump.put("source_flags", Integer.toUnsignedLong(metadata.sourceFlags(sample).bits()));
    dump.put("source_length", metadata.sourceLength(sample));
    List<Object> fidelities = new ArrayList<>();
    dump.put("fidelities", fidelities);
    try {
      for (int g = 1; g <= group; g++) {
        fidelities.add(Sha256.of(file(sample, g).toArray(ByteBuffer[]::new)).toString());
      }
    } catch (PcrException e) {
      errors.add(e.code());
    }
    return dump;
  }

  /** The sample's file at a fidelity, in pieces. */
  private List<ByteBuffer> file(int sample, int group) throws IOException {
    boolean progressive = metadata.encoding(sample) == Encoding.PROGRESSIVE_JPEG;
    List<ByteBuffer> pieces = new ArrayList<>();
    for (int g = 1; g <= (progressive ? group : 1); g++) {
      long position = shard.layout().slicePosition(g, sample);
      ByteBuffer slice = read(position, metadata.sliceLength(g, sample), "slice_lengths");
      metadata.checkSlice(g, sample, slice, new Origin(source.toString(), position));
      pieces.add(slice);
    }
    if (progressive) {
      pieces.add(EOI.duplicate());
    }
    return pieces;
  }

  private ByteBuffer read(long position, long length, String field) throws IOException {
    if (length > limits.sliceBytes()) {
      Origin origin = new Origin(source.toString(), position);
      throw new PcrException.LimitExceeded(
          origin.field(field), Limit.SLICE_BYTES, length, limits.sliceBytes());
    }
    ByteBuffer bytes = ByteBuffer.allocate((int) length);
    if (length > 0) { // Of nothing, nothing can be missing, wherever a file that was cut ends.
      source.readFully(position, bytes);
    }
    return bytes.flip();
  }

  private List<Object> columns(int group, boolean whole) throws IOException {
    List<Object> columns = new ArrayList<>();
    for (int i = 0; i < metadata.columns().size(); i++) {
      Column column = metadata.columns().get(i);
      Map<String, Object> dump = new LinkedHashMap<>();
      dump.put("name", column.spec().name());
      dump.put("type", column.spec().type().id());
      dump.put("shape", column.spec().shape().id());
      dump.put("list_length", column.spec().listLength());
      dump.put("placement", column.spec().placement().id());
      boolean there =
          switch (column.spec().placement()) {
            case INLINE -> true;
            case EARLY -> group > 0;
            case LATE -> whole;
          };
      try {
        dump.put("values", there ? values(i, column) : null);
      } catch (PcrException e) {
        errors.add(e.code());
        dump.put("values", null);
      }
      columns.add(dump);
    }
    return columns;
  }

  private List<Object> values(int index, Column column) throws IOException {
    List<Object> values = new ArrayList<>();
    for (int sample = 0; sample < column.sampleCount(); sample++) {
      Object value = value(index, column, sample);
      values.add(column.isPresent(sample) ? value : null);
    }
    return values;
  }

  private Object value(int index, Column column, int sample) throws IOException {
    ByteBuffer row;
    if (column.spec().placement() == Placement.INLINE) {
      row = column.bytes(sample);
    } else {
      long position = shard.layout().columnValuePosition(index, sample);
      row = read(position, column.valueLength(sample), "value_lengths");
      column.checkValue(sample, row, new Origin(source.toString(), position));
    }
    if (!column.isPresent(sample)) {
      return null;
    }
    List<Object> elements = elements(ColumnValue.of(column.spec(), row));
    return column.spec().isScalar() ? elements.get(0) : elements;
  }

  private static List<Object> elements(ColumnValue value) {
    List<Object> elements = new ArrayList<>();
    switch (value.spec().type()) {
      case INT64 -> {
        for (long number : value.int64s()) {
          elements.add(number);
        }
      }
      case FLOAT64 -> {
        for (double number : value.float64s()) {
          elements.add(hex(number));
        }
      }
      case FLOAT32 -> {
        for (float number : value.float32s()) {
          elements.add(String.format("%08x", Float.floatToRawIntBits(number)));
        }
      }
      case BOOL -> {
        for (boolean bool : value.bools()) {
          elements.add(bool);
        }
      }
      case STRING -> elements.addAll(value.strings());
      case BYTES -> value.byteStrings().forEach(bytes -> elements.add(hex(bytes)));
    }
    return elements;
  }

  static String hex(double value) {
    return String.format("%016x", Double.doubleToRawLongBits(value));
  }

  static String hex(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.remaining()];
    buffer.duplicate().get(bytes);
    return HexFormat.of().formatHex(bytes);
  }

  private void putRestore(Map<String, Object> dump, Region region) throws IOException {
    int samples = metadata.sampleCount();
    try (OriginalRestorer restorer = new OriginalRestorer(limits)) {
      RestoreRegion restore = RestoreRegion.open(source, region, samples, limits);
      List<Object> kinds = new ArrayList<>();
      for (int sample = 0; sample < samples; sample++) {
        kinds.add(restore.directory().kind(sample).id());
      }
      dump.put("restore_kinds", kinds);
      List<Object> digests = new ArrayList<>();
      for (int sample = 0; sample < samples; sample++) {
        digests.add(restore.directory().sourceSha256(sample).map(Sha256::toString).orElse(null));
      }
      dump.put("source_sha256", digests.contains(null) || samples == 0 ? null : digests);
      for (int frame = 0; frame < restore.directory().frameCount(); frame++) {
        restore.checkFrame(frame);
      }
      List<Object> originals = new ArrayList<>();
      for (int sample = 0; sample < samples; sample++) {
        originals.add(original(restorer, restore, sample));
      }
      dump.put("originals", originals);
    } catch (PcrException e) {
      errors.add(e.code());
    }
  }

  private OriginalFacts facts(RestoreRegion restore, int sample) {
    return new OriginalFacts(
        metadata.sourceLength(sample), restore.directory().sourceSha256(sample));
  }

  /** A recipe is followed from the coefficients of a progressive JPEG (R-RESTORE-9). */
  private void requireJpeg(int sample, Origin origin) throws PcrException {
    if (metadata.encoding(sample) != Encoding.PROGRESSIVE_JPEG) {
      throw new PcrException.Corrupt(
          ErrorCode.RESTORE_MISMATCH,
          origin.field("RestoreDirectory.kinds"),
          RestoreKind.RECIPE,
          "none for a sample of encoding " + metadata.encoding(sample));
    }
  }

  /** The SHA-256 of an original; null when there is none, or when it takes re-encoding. */
  private String original(OriginalRestorer restorer, RestoreRegion restore, int sample)
      throws IOException {
    RestoreRecord record = restore.record(sample);
    Origin origin = restore.origin(sample);
    if (record.kind() == RestoreKind.RECIPE) {
      requireJpeg(sample, origin);
      RestoreRecipe.decode(record.bytes(), Limits.DEFAULT, origin);
      return null;
    }
    if (record.kind() == RestoreKind.PATCH
        && RestorePatch.decode(record.bytes(), Limits.DEFAULT, origin).recipe().isPresent()) {
      requireJpeg(sample, origin);
      return null;
    }
    List<ByteBuffer> stored =
        record.kind() == RestoreKind.ORIGINAL || record.kind() == RestoreKind.NONE
            ? List.of()
            : file(sample, metadata.groupCount());
    return restorer
        .restore(record, stored, facts(restore, sample), origin, metadata.key(sample))
        .map(original -> Sha256.of(original).toString())
        .orElse(null);
  }
}
