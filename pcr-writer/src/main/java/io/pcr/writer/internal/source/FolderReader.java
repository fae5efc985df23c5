package io.pcr.writer.internal.source;

import io.pcr.format.column.ColumnSpec;
import io.pcr.format.column.ColumnType;
import io.pcr.format.internal.text.RawNames;
import io.pcr.writer.reject.Reject;
import io.pcr.writer.reject.RejectReason;
import io.pcr.writer.source.FileColumn;
import io.pcr.writer.source.FolderSourceOptions;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/** Reads listed files into one buffer, and proves that they are still what was listed. */
final class FolderReader implements SampleSource.Reader {
  private static final int FIRST_CAPACITY = 1 << 20;
  private static final int MAX_CAPACITY = Integer.MAX_VALUE - 8;

  private final FolderSourceOptions options;
  private final SourceListing listing;
  private final List<ColumnSpec> columns;
  private ByteBuffer buffer = ByteBuffer.allocateDirect(FIRST_CAPACITY);

  FolderReader(FolderSourceOptions options, SourceListing listing, List<ColumnSpec> columns) {
    this.options = options;
    this.listing = listing;
    this.columns = columns;
  }

  @Override
  public SourceSample read(long number) throws IOException {
    SourceFile file = listing.file(number);
    ByteBuffer bytes = readListed(file);
    Object[] values = new Object[columns.size()];
    int fileColumns = options.fileColumns().size();
    byte[] row = Arrays.copyOfRange(file.row(), fileColumns * FileStamp.LENGTH, file.row().length);
    RowCodec.decode(row, listing.rowColumns(), values);
    int rowColumns = listing.rowColumns().size();
    for (int i = 0; i < fileColumns; i++) {
      FileStamp listed = FileStamp.at(i, file.row());
      values[rowColumns + i] = readColumn(options.fileColumns().get(i), listed, file);
    }
    return new SourceSample(
        file.keyText(), file.label(), bytes, Collections.unmodifiableList(Arrays.asList(values)));
  }

  private ByteBuffer readListed(SourceFile file) throws IOException {
    requireSize(file);
    Path path = RawNames.resolve(options.folder(), file.key());
    ByteBuffer bytes = room((int) file.size());
    try {
      // Looked at before too: to open what is now a pipe would wait for its writer.
      if (isListed(path, file) && readExactly(path, bytes) && isListed(path, file)) {
        return bytes.flip();
      }
    } catch (NoSuchFileException e) {
      requireFolder();
      throw rejected(file, RejectReason.VANISHED, "vanished since the source was listed");
    } catch (IOException e) {
      requireFolder();
      throw rejected(file, RejectReason.UNREADABLE, SourceErrors.say(e));
    }
    throw changed(file);
  }

  private static InputRejectedException changed(SourceFile file) {
    return rejected(file, RejectReason.CHANGED, "changed since the source was listed");
  }

  private static boolean isListed(Path path, SourceFile file) throws IOException {
    BasicFileAttributes now = Files.readAttributes(path, BasicFileAttributes.class);
    FileStamp listed = new FileStamp(file.size(), file.modifiedNanos());
    return now.isRegularFile() && listed.equals(FileStamp.of(now));
  }

  private void requireSize(SourceFile file) throws InputRejectedException {
    if (file.size() > options.maxFileBytes()) {
      throw rejected(
          file, RejectReason.LIMIT, file.size() + " bytes, the limit is " + options.maxFileBytes());
    }
  }

  @Override
  public ByteBuffer head(long number, int length) throws IOException {
    SourceFile file = listing.file(number);
    requireSize(file);
    ByteBuffer head = room(length);
    Path path = RawNames.resolve(options.folder(), file.key());
    try {
      if (!isListed(path, file)) {
        throw changed(file);
      }
      readHead(path, head);
    } catch (InputRejectedException e) {
      throw e;
    } catch (IOException e) {
      throw rejected(file, RejectReason.UNREADABLE, SourceErrors.say(e));
    }
    return head.flip();
  }

  private static void readHead(Path path, ByteBuffer head) throws IOException {
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
      while (head.hasRemaining() && channel.read(head) >= 0) {
        // Reads on until the head is there or the file ends.
      }
    }
  }

  private ByteBuffer room(int size) {
    if (buffer.capacity() < size) {
      buffer = ByteBuffer.allocateDirect((int) Math.min(size * 5L / 4, MAX_CAPACITY));
    }
    return buffer.clear().limit(size);
  }

  /**
   * A source that has gone as a whole (unmounted, deleted) is no reason to reject all the rest of
   * it.
   */
  private void requireFolder() throws IOException {
    if (!Files.isDirectory(options.folder())) {
      throw new NoSuchFileException(options.folder().toString());
    }
  }

  /** What is stored is what was listed: a file that came, changed or went since is said. */
  private byte[] readColumn(FileColumn column, FileStamp listed, SourceFile file)
      throws IOException {
    Path path = column.fileOf(options.folder(), file.keyText());
    String named = "its column file " + column.pathFor(file.keyText());
    byte[] bytes;
    boolean same;
    try {
      BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class);
      if (!attributes.isRegularFile()) {
        throw rejected(file, RejectReason.NOT_A_FILE, named + " is not a file");
      }
      if (attributes.size() > options.maxFileBytes()) {
        throw rejected(file, RejectReason.LIMIT, named + " is " + attributes.size() + " bytes");
      }
      bytes = new byte[(int) attributes.size()];
      same =
          listed.equals(FileStamp.of(attributes))
              && readExactly(path, ByteBuffer.wrap(bytes))
              && listed.equals(FileStamp.of(Files.readAttributes(path, BasicFileAttributes.class)));
    } catch (NoSuchFileException e) {
      if (listed.equals(FileStamp.ABSENT)) {
        return null;
      }
      requireFolder();
      throw rejected(file, RejectReason.VANISHED, named + " vanished since the source was listed");
    } catch (InputRejectedException e) {
      throw e;
    } catch (IOException e) {
      requireFolder();
      throw rejected(file, RejectReason.UNREADABLE, named + ": " + SourceErrors.say(e));
    }
    if (!same) {
      String how = listed.equals(FileStamp.ABSENT) ? " came" : " changed";
      throw rejected(file, RejectReason.CHANGED, named + how + " since the source was listed");
    }
    if (column.column().type() == ColumnType.STRING && !RawNames.isUtf8(bytes)) {
      throw rejected(file, RejectReason.DAMAGED, named + " is not UTF-8");
    }
    return bytes;
  }

  private static boolean readExactly(Path path, ByteBuffer bytes) throws IOException {
    try (FileChannel file = FileChannel.open(path, StandardOpenOption.READ)) {
      while (bytes.hasRemaining()) {
        if (file.read(bytes) < 0) {
          return false;
        }
      }
      return file.position() == file.size();
    }
  }

  private static InputRejectedException rejected(
      SourceFile file, RejectReason reason, String detail) {
    return new InputRejectedException(new Reject(file.keyText(), reason, detail, file.size()));
  }

  @Override
  public void close() {
    buffer = ByteBuffer.allocate(0);
  }
}
