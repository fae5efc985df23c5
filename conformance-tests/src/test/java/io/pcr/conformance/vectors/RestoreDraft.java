package io.pcr.conformance.vectors;

import io.pcr.format.internal.checksum.Crc32C;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * A restore region that is being drafted: a record for each sample, all in one frame or each in its
 * own.
 */
final class RestoreDraft {
  static final int NONE = 0;
  static final int SAME = 1;
  static final int RECIPE = 2;
  static final int PATCH = 3;
  static final int ORIGINAL = 4;

  private final List<Integer> kinds = new ArrayList<>();
  private final List<byte[]> records = new ArrayList<>();
  private boolean frameEach;
  private UnaryOperator<byte[]> frame = Frames::raw;
  private Consumer<TableDraft> directory = table -> {};
  private UnaryOperator<byte[]> frames = UnaryOperator.identity();
  private long directoryLengthOff;
  private byte[] digests = new byte[0];

  RestoreDraft add(int kind, byte[] record) {
    kinds.add(kind);
    records.add(record);
    return this;
  }

  RestoreDraft add(int kind) {
    return add(kind, new byte[0]);
  }

  /** A frame for each record. */
  RestoreDraft frameEach() {
    frameEach = true;
    return this;
  }

  /** Compresses the records in another way. */
  RestoreDraft frame(UnaryOperator<byte[]> compress) {
    frame = compress;
    return this;
  }

  /** Changes the directory. */
  RestoreDraft directory(Consumer<TableDraft> edit) {
    directory = edit;
    return this;
  }

  /** Changes the bytes of all frames, behind the directory's back. */
  RestoreDraft frames(UnaryOperator<byte[]> edit) {
    frames = edit;
    return this;
  }

  /** Makes {@code directory_length} say more than there is. */
  RestoreDraft directoryLengthOffBy(long bytes) {
    directoryLengthOff = bytes;
    return this;
  }

  /** States the SHA-256 of each original. */
  RestoreDraft digests(byte[] digests) {
    this.digests = digests;
    return this;
  }

  RegionDraft region() {
    List<byte[]> encoded = new ArrayList<>();
    List<Integer> samples = new ArrayList<>();
    if (frameEach) {
      records.forEach(record -> encoded.add(frame.apply(record)));
      records.forEach(record -> samples.add(1));
    } else {
      encoded.add(frame.apply(Frames.concat(records.toArray(byte[][]::new))));
      samples.add(records.size());
    }
    TableDraft table = new TableDraft("RestoreDirectory");
    byte[] kindBytes = new byte[kinds.size()];
    for (int i = 0; i < kindBytes.length; i++) {
      kindBytes[i] = kinds.get(i).byteValue();
    }
    table
        .set("kinds", kindBytes)
        .set("record_lengths", records.stream().mapToLong(record -> record.length).toArray())
        .set("frame_samples", samples.stream().mapToLong(count -> count).toArray())
        .set("frame_lengths", encoded.stream().mapToLong(bytes -> bytes.length).toArray())
        .set("frame_crc32c", encoded.stream().mapToLong(Crc32C::of).toArray());
    if (digests.length > 0) {
      table.set("source_sha256", digests);
    }
    directory.accept(table);
    byte[] compressed = Frames.raw(FlatBufferBytes.encode(table, "PCRR").bytes());
    byte[] head = Frames.concat(Frames.u32(compressed.length + directoryLengthOff), compressed);
    byte[] body = frames.apply(Frames.concat(encoded.toArray(byte[][]::new)));
    return RegionDraft.restore(Frames.concat(head, body), head.length);
  }

  /** A recipe's record, from literals. */
  static byte[] recipe(byte[]... literals) {
    byte[] lengths =
        Frames.concat(
            Arrays.stream(literals)
                .map(literal -> Frames.u32(literal.length))
                .toArray(byte[][]::new));
    return Frames.concat(Frames.u32(literals.length), lengths, Frames.concat(literals));
  }

  /** A patch's record. */
  static byte[] patch(byte[] recipe, byte[] frame) {
    return Frames.concat(Frames.u32(recipe.length), recipe, frame);
  }
}
