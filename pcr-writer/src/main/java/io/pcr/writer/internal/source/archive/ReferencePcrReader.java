package io.pcr.writer.internal.source.archive;

import io.pcr.writer.internal.source.SampleSource;
import io.pcr.writer.internal.source.SourceFile;
import io.pcr.writer.internal.source.SourceListing;
import io.pcr.writer.internal.source.SourceSample;
import io.pcr.writer.source.archive.ReferencePcrOptions;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

/** Reads listed images of the reference implementation: their slices, and the end of a JPEG. */
final class ReferencePcrReader implements SampleSource.Reader {
  private static final byte MARKER = (byte) 0xff;
  private static final byte END_OF_IMAGE = (byte) 0xd9;

  private final SourceListing listing;
  private final ArchiveFiles files;
  private final ImageBuffer buffer = new ImageBuffer();

  ReferencePcrReader(ReferencePcrOptions options, SourceListing listing) {
    this.listing = listing;
    this.files = new ArchiveFiles(options.root());
  }

  @Override
  public SourceSample read(long number) throws IOException {
    SourceFile file = listing.file(number);
    return new SourceSample(file.keyText(), file.label(), image(file), List.of());
  }

  private ByteBuffer image(SourceFile file) throws IOException {
    ReferenceImage image = ReferenceImage.of(file);
    int length = Math.toIntExact(file.size());
    ByteBuffer bytes = buffer.room(length);
    files.read(
        image.record(),
        file,
        record -> {
          for (ReferenceImage.Slice slice : image.slices()) {
            bytes.limit(bytes.position() + slice.length());
            record.readFully(slice.position(), bytes);
          }
          return bytes;
        });
    return bytes.limit(length).put(MARKER).put(END_OF_IMAGE).flip();
  }

  @Override
  public ByteBuffer head(long number, int length) throws IOException {
    ByteBuffer whole = image(listing.file(number));
    return whole.limit(Math.min(length, whole.limit()));
  }

  @Override
  public void close() throws IOException {
    files.close();
  }
}
