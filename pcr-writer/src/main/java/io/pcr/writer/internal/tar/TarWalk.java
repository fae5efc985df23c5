package io.pcr.writer.internal.tar;

import static io.pcr.writer.internal.tar.TarLayout.BLOCK_LENGTH;

import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.FieldLocation;
import io.pcr.format.error.PcrException;
import io.pcr.format.source.ByteSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.OptionalLong;

/**
 * Goes through the members of a tar, reading headers alone. Knows the long names of GNU and POSIX.
 * Not thread-safe; the source is its caller's.
 */
public final class TarWalk {
  /** What a member is. */
  public enum Kind {
    FILE,
    FOLDER,
    /** A file whose holes were left out, so that its data is not its content. */
    SPARSE_FILE,
    /** A link, a device, a pipe, or something of one maker's own. */
    OTHER
  }

  /**
   * A member.
   *
   * @param name as it stands there, in bytes
   * @param position where its data begins in the tar
   * @param size bytes of data
   */
  @SuppressWarnings("ArrayRecordComponent") // a carrier, never compared
  public record Member(byte[] name, Kind kind, long position, long size) {}

  /** Names and POSIX's further headers are short; what is longer is damage. */
  private static final int MAX_EXTENSION_LENGTH = 1 << 20;

  private static final int TAIL_CHUNK = 64 << 10;

  private final ByteSource source;
  private final long length;
  private final ByteBuffer block = ByteBuffer.allocate(BLOCK_LENGTH);
  private long position;
  private boolean isEnded;
  private PaxRecords pax = PaxRecords.NONE;
  private byte[] gnuName;

  /** Whether the header before is about a member that has not come yet. */
  private boolean isAwaited;

  public TarWalk(ByteSource source) throws IOException {
    this.source = source;
    this.length = source.length();
  }

  /** Whether a file begins as a tar does, with a header whose checksum holds. */
  public static boolean isTar(ByteSource source) throws IOException {
    if (source.length() < BLOCK_LENGTH) {
      return false;
    }
    ByteBuffer block = ByteBuffer.allocate(BLOCK_LENGTH);
    source.readFully(0, block);
    try {
      TarHeader.decode(block, 0, source.toString());
      return !TarHeader.isEnd(block);
    } catch (PcrException.Corrupt e) {
      return false;
    }
  }

  /**
   * The next member, or null at the end.
   *
   * @throws PcrException when the tar is damaged here; what follows cannot be found then
   */
  public Member next() throws IOException {
    while (position < length) {
      readBlock(0);
      if (TarHeader.isEnd(block)) {
        requireNoneAwaited();
        isEnded = true;
        return null;
      }
      TarHeader header = TarHeader.decode(block, position, source.toString());
      long data = position + BLOCK_LENGTH;
      if (header.type() == TarHeader.GNU_SPARSE) {
        data = behindSparseBlocks();
      }
      long size = header.isExtension() ? header.size() : pax.size().orElse(header.dataLength());
      if (size > length - data) {
        throw new PcrException.Truncated(
            location("size", TarLayout.SIZE_OFFSET), size, length - data);
      }
      // The padding of the last member may be missing.
      position = Math.min(length, data + TarLayout.blocks(size));
      if (header.isExtension()) {
        readExtension(header.type(), data, size);
      } else {
        return member(header, data, size);
      }
    }
    return null;
  }

  /** What a header says of the member behind it must not be all that is left of the member. */
  private void requireNoneAwaited() throws PcrException.Corrupt {
    if (isAwaited) {
      throw new PcrException.Corrupt(
          ErrorCode.MALFORMED,
          location("name", 0),
          "the end of the tar",
          "the member that the header before is about");
    }
  }

  private Member member(TarHeader header, long data, long size) {
    byte[] name = pax.path().orElse(gnuName == null ? header.name() : gnuName);
    Kind kind = Kind.OTHER;
    if (header.type() == TarHeader.GNU_SPARSE || pax.isSparse()) {
      kind = Kind.SPARSE_FILE;
    } else if (header.isFolder()) {
      kind = Kind.FOLDER;
    } else if (header.isFile()) {
      kind = Kind.FILE;
    }
    pax = PaxRecords.NONE;
    gnuName = null;
    isAwaited = false;
    return new Member(name, kind, data, size);
  }

  /** Whether the mark was there that ends an archive, and not just the file. */
  public boolean isEnded() {
    return isEnded;
  }

  /**
   * Where something else than zeros begins behind the mark that ends the archive: a second archive
   * behind the first, say.
   */
  public OptionalLong behindEnd() throws IOException {
    ByteBuffer chunk = ByteBuffer.allocate(TAIL_CHUNK);
    for (long at = position; at < length; at += TAIL_CHUNK) {
      source.readFully(at, chunk.clear().limit((int) Math.min(TAIL_CHUNK, length - at)));
      int zeros = ByteBuffer.allocate(chunk.limit()).mismatch(chunk.flip());
      if (zeros >= 0) {
        return OptionalLong.of(at + zeros);
      }
    }
    return OptionalLong.empty();
  }

  private void readBlock(long ahead) throws IOException {
    if (length - position - ahead < BLOCK_LENGTH) {
      throw new PcrException.Truncated(
          location("name", ahead), BLOCK_LENGTH, length - position - ahead);
    }
    source.readFully(position + ahead, block.clear());
  }

  /** GNU's old form puts what it knows of the holes into blocks between header and data. */
  private long behindSparseBlocks() throws IOException {
    long ahead = BLOCK_LENGTH;
    boolean hasMore = block.get(TarLayout.SPARSE_MORE_OFFSET) != 0;
    while (hasMore) {
      readBlock(ahead);
      hasMore = block.get(TarLayout.SPARSE_BLOCK_MORE_OFFSET) != 0;
      ahead += BLOCK_LENGTH;
    }
    return position + ahead;
  }

  private void readExtension(char type, long data, long size) throws IOException {
    if (size > MAX_EXTENSION_LENGTH) {
      throw new PcrException.Corrupt(
          ErrorCode.MALFORMED,
          new FieldLocation("TarHeader.size", data - BLOCK_LENGTH, source.toString()),
          size,
          "at most " + MAX_EXTENSION_LENGTH + " for a name");
    }
    byte[] bytes = new byte[(int) size];
    source.readFully(data, ByteBuffer.wrap(bytes));
    isAwaited |= type != TarHeader.PAX_GLOBAL;
    if (type == TarHeader.GNU_LONG_NAME) {
      gnuName = upToNul(bytes);
    } else if (type == TarHeader.PAX) {
      pax = PaxRecords.decode(bytes, pax, data, source.toString());
    }
  }

  private static byte[] upToNul(byte[] bytes) {
    int end = 0;
    while (end < bytes.length && bytes[end] != 0) {
      end++;
    }
    return Arrays.copyOf(bytes, end);
  }

  private FieldLocation location(String field, long ahead) {
    return new FieldLocation("TarHeader." + field, position + ahead, source.toString());
  }
}
