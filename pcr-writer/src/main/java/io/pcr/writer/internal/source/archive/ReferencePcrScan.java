package io.pcr.writer.internal.source.archive;

import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.FieldLocation;
import io.pcr.format.error.Limit;
import io.pcr.format.error.PcrException;
import io.pcr.format.source.ByteSource;
import io.pcr.format.source.FileByteSource;
import io.pcr.writer.internal.source.SourceFile;
import io.pcr.writer.reject.Reject;
import io.pcr.writer.reject.RejectReason;
import io.pcr.writer.source.archive.ReferencePcrOptions;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * Lists the images of all records of the reference implementation. Used once, by one thread.
 *
 * <pre>
 * record         MetadataRecord, then a ScanGroup for each group
 * MetadataRecord { repeated int32 labels = 1, int32 progressive_levels = 2, int32 version = 3 }
 * ScanGroup      { repeated bytes image_bytes = 1 }
 * </pre>
 */
final class ReferencePcrScan {
  private static final int LABELS = 1;
  private static final int IMAGE_BYTES = 1;
  private static final int END_LENGTH = 2;

  /** About what a slice's place takes in memory. */
  private static final int SLICE_COST = 32;

  private final ReferencePcrOptions options;
  private final ArchiveListing listing;

  ReferencePcrScan(ReferencePcrOptions options, ArchiveListing listing) {
    this.options = options;
    this.listing = listing;
  }

  void run() throws IOException {
    ReferenceIndex index;
    Path indexPath = options.root().resolve(ReferencePcrOptions.INDEX_NAME);
    try (ByteSource source = FileByteSource.open(indexPath)) {
      index = ReferenceIndex.read(source, options.limits());
    }
    for (Map.Entry<String, List<Long>> entry : index.records().entrySet()) {
      String name = entry.getKey();
      try {
        scan(name, entry.getValue());
      } catch (PcrException e) {
        listing.reject(Reject.of(name, RejectReason.DAMAGED, e.getMessage()));
      } catch (ArchiveInput.Unreadable e) {
        listing.reject(Reject.of(name, RejectReason.UNREADABLE, e.getMessage()));
      }
    }
    listing.finish(List.of(), List.of());
  }

  private void scan(String name, List<Long> sizes) throws IOException {
    Path path = ArchiveStamp.path(options.root(), name);
    List<Long> labels = new ArrayList<>();
    List<List<ReferenceImage.Slice>> images = new ArrayList<>();
    // Before the file is opened: one that replaces it then has another stamp when it is read.
    ArchiveStamp record = stamp(name);
    try (ByteSource source = ArchiveInput.open(path)) {
      requireLength(source, sizes);
      long position = 0;
      for (int i = 0; i < sizes.size(); i++) {
        ByteBuffer message = read(source, position, sizes.get(i));
        if (i == 0) {
          labels = labels(message, source.toString());
          labels.forEach(label -> images.add(new ArrayList<>()));
        } else {
          addGroup(message, i, position, source.toString(), images);
        }
        position += sizes.get(i);
      }
    }
    for (int i = 0; i < images.size(); i++) {
      add(record, i, labels.get(i), images.get(i));
    }
  }

  private ArchiveStamp stamp(String name) throws IOException {
    try {
      return ArchiveStamp.now(options.root(), name);
    } catch (IOException e) {
      throw new ArchiveInput.Unreadable(e);
    }
  }

  private static void requireLength(ByteSource source, List<Long> sizes) throws IOException {
    long sum = 0;
    for (long size : sizes) {
      sum = size > Long.MAX_VALUE - sum ? Long.MAX_VALUE : sum + size;
    }
    if (sum != source.length()) {
      throw new PcrException.Corrupt(
          ErrorCode.MALFORMED,
          new FieldLocation("RecordOffsetsIndex.offsets", 0, source.toString()),
          source.length() + " bytes",
          sum + " by the index");
    }
  }

  /** Sizes were proved to lie in the file. */
  private ByteBuffer read(ByteSource source, long position, long size) throws IOException {
    long limit = options.limits().prefixBytes();
    if (size > limit) {
      throw new PcrException.LimitExceeded(
          new FieldLocation("ScanGroup", position, source.toString()),
          Limit.PREFIX_BYTES,
          size,
          limit);
    }
    ByteBuffer message = ByteBuffer.allocate((int) size);
    source.readFully(position, message);
    return message.flip();
  }

  private List<Long> labels(ByteBuffer message, String source) throws IOException {
    List<Long> labels = new ArrayList<>();
    new ReferenceMessage("MetadataRecord", message, 0, source)
        .forEach(
            new ReferenceMessage.FieldConsumer() {
              @Override
              public void number(int field, long value) throws IOException {
                if (field == LABELS) {
                  addLabel(labels, value, source);
                }
              }

              @Override
              public void bytes(int field, int position, ByteBuffer value) throws IOException {
                if (field == LABELS) {
                  ReferenceMessage.forEachPacked(value, label -> addLabel(labels, label, source));
                }
              }
            });
    return labels;
  }

  private void addLabel(List<Long> labels, long label, String source)
      throws PcrException.LimitExceeded {
    labels.add(label);
    long needed = (long) labels.size() * SLICE_COST;
    if (needed > options.limits().metadataBytes()) {
      throw new PcrException.LimitExceeded(
          new FieldLocation("MetadataRecord.labels", 0, source),
          Limit.METADATA_BYTES,
          needed,
          options.limits().metadataBytes());
    }
  }

  private static void addGroup(
      ByteBuffer message,
      int group,
      long offset,
      String source,
      List<List<ReferenceImage.Slice>> images)
      throws IOException {
    int[] count = {0};
    String name = "ScanGroup[" + group + "]";
    FieldLocation location = new FieldLocation(name + ".image_bytes", offset, source);
    new ReferenceMessage(name, message, offset, source)
        .forEach(
            new ReferenceMessage.FieldConsumer() {
              @Override
              public void number(int field, long value) {}

              @Override
              public void bytes(int field, int position, ByteBuffer value)
                  throws PcrException.Corrupt {
                if (field != IMAGE_BYTES) {
                  return;
                }
                requireCount(count[0] < images.size(), count[0] + 1, images.size(), location);
                images
                    .get(count[0]++)
                    .add(new ReferenceImage.Slice(offset + position, value.remaining()));
              }
            });
    requireCount(count[0] == images.size(), count[0], images.size(), location);
  }

  private static void requireCount(boolean holds, int found, int labels, FieldLocation location)
      throws PcrException.Corrupt {
    if (!holds) {
      throw new PcrException.Corrupt(
          ErrorCode.MALFORMED, location, found + " images", labels + " by the labels");
    }
  }

  private void add(ArchiveStamp record, int number, long label, List<ReferenceImage.Slice> slices)
      throws IOException {
    String key = record.name() + "/" + number;
    long size = END_LENGTH;
    for (ReferenceImage.Slice slice : slices) {
      size += slice.length();
    }
    if (size > options.limits().sliceBytes()) {
      String detail = size + " bytes, the limit is " + options.limits().sliceBytes();
      listing.reject(new Reject(key, RejectReason.LIMIT, detail, size));
      return;
    }
    byte[] row = new ReferenceImage(record, slices).toRow();
    byte[] keyBytes = key.getBytes(StandardCharsets.UTF_8);
    listing.add(
        new SourceFile(keyBytes, size, record.modifiedNanos(), OptionalLong.of(label), row));
  }
}
