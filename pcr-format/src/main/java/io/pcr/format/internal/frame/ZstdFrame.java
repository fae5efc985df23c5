package io.pcr.format.internal.frame;

import com.github.luben.zstd.ZstdCompressCtx;
import com.github.luben.zstd.ZstdDecompressCtx;
import com.github.luben.zstd.ZstdException;
import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.Limit;
import io.pcr.format.error.Origin;
import io.pcr.format.error.PcrException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * One zstd frame with its content size and no content checksum (spec section "Zstd frames").
 *
 * <p>What the frame's header and blocks declare is bounded before anything is allocated. Stateless,
 * safe for any thread.
 */
public final class ZstdFrame {
  /** Compression level of metadata, manifest and restore directory. */
  public static final int LEVEL = 9;

  /**
   * Windows of 16 KiB make blocks of 16 KiB, so that the vectors of a metadata, of very different
   * statistics, get entropy tables of their own: 8% smaller than with one block for all at 1,000
   * samples. From some 5,000 samples on a window over all vectors is the better one.
   */
  public static final int TABLES_WINDOW_LOG = 14;

  private static final int DICTIONARY_MAGIC = 0xEC30A437;
  private static final int DICTIONARY_MAGIC_LENGTH = Integer.BYTES;

  private ZstdFrame() {}

  /** Compresses tables, vectors of numbers and keys, with the window that makes them smaller. */
  public static byte[] compressTables(ByteBuffer content) {
    ZstdLibrary.requireUnchecked();
    try (ZstdCompressCtx context = context(LEVEL)) {
      byte[] together = compress(context, content);
      context.setWindowLog(TABLES_WINDOW_LOG);
      byte[] apart = compress(context, content);
      return apart.length <= together.length ? apart : together;
    }
  }

  /** Compresses data at a zstd level. */
  public static byte[] compress(ByteBuffer content, int level) {
    ZstdLibrary.requireUnchecked();
    try (ZstdCompressCtx context = context(level)) {
      return compress(context, content);
    }
  }

  private static byte[] compress(ZstdCompressCtx context, ByteBuffer content) {
    return ZstdLibrary.run(() -> context.compress(bytes(content)));
  }

  /**
   * Whether bytes can be the base of a difference. What starts like a trained dictionary cannot:
   * zstd would read it as one.
   */
  public static boolean isBase(byte[] base) {
    return base.length < DICTIONARY_MAGIC_LENGTH
        || ByteBuffer.wrap(base).order(ByteOrder.LITTLE_ENDIAN).getInt() != DICTIONARY_MAGIC;
  }

  /**
   * Compresses data as a difference to {@code base}, a raw-content dictionary.
   *
   * @throws IllegalArgumentException unless {@link #isBase}
   */
  public static byte[] compressAgainst(byte[] base, ByteBuffer content, int level) {
    if (!isBase(base)) {
      throw new IllegalArgumentException("the base starts like a trained zstd dictionary");
    }
    ZstdLibrary.requireUnchecked();
    try (ZstdCompressCtx context = context(level)) {
      // The window has to reach back over the content into the whole base.
      context.setWindowLog(windowLogFor((long) base.length + content.remaining()));
      ZstdLibrary.run(() -> context.loadDict(base));
      return compress(context, content);
    }
  }

  private static ZstdCompressCtx context(int level) {
    return ZstdLibrary.run(ZstdCompressCtx::new)
        .setLevel(level)
        .setContentSize(true)
        .setChecksum(false)
        .setDictID(false);
  }

  private static int windowLogFor(long reach) {
    int log = ZstdFrameHeader.MIN_WINDOW_LOG;
    while (log < ZstdFrameHeader.MAX_WINDOW_LOG && 1L << log < reach) {
      log++;
    }
    return log;
  }

  /**
   * Decompresses exactly one frame.
   *
   * @param limit on the content
   * @param structure the name of what the frame holds, for errors
   */
  public static byte[] decompress(
      ByteBuffer frame, Limit limit, long allowed, String structure, Origin origin)
      throws PcrException {
    return decompress(frame, new byte[0], new Bounds(limit, allowed, structure, origin));
  }

  /** Decompresses one frame that is a difference to {@code base}. */
  public static byte[] decompressAgainst(byte[] base, ByteBuffer frame, Bounds bounds)
      throws PcrException {
    if (!isBase(base)) {
      throw new PcrException.Corrupt(
          ErrorCode.MALFORMED,
          bounds.origin().field(bounds.structure() + ".base"),
          "a trained zstd dictionary",
          "other bytes");
    }
    return decompress(frame, base, bounds);
  }

  /**
   * What a frame may cost, and how errors name it.
   *
   * @param limit on the content
   * @param structure the name of what the frame holds
   */
  public record Bounds(Limit limit, long allowed, String structure, Origin origin) {}

  private static byte[] decompress(ByteBuffer frame, byte[] base, Bounds bounds)
      throws PcrException {
    ZstdFrameHeader header = ZstdFrameHeader.decode(frame, bounds);
    byte[] content = new byte[Math.toIntExact(header.contentSize())];
    byte[] compressed = bytes(frame);
    ZstdLibrary.requireUnchecked();
    try (ZstdDecompressCtx context = ZstdLibrary.run(ZstdDecompressCtx::new)) {
      if (base.length > 0) {
        ZstdLibrary.run(() -> context.loadDict(base));
      }
      int length =
          ZstdLibrary.run(
              () ->
                  context.decompressByteArray(
                      content, 0, content.length, compressed, 0, compressed.length));
      if (length != content.length) {
        throw new PcrException.Corrupt(
            ErrorCode.MALFORMED,
            bounds.origin().field(bounds.structure() + ".content_size"),
            content.length,
            length);
      }
    } catch (ZstdException e) {
      PcrException.Corrupt corrupt =
          new PcrException.Corrupt(
              ErrorCode.MALFORMED,
              bounds.origin().field(bounds.structure() + ".frame"),
              e.getMessage(),
              "a zstd frame");
      corrupt.initCause(e);
      throw corrupt;
    }
    return content;
  }

  private static byte[] bytes(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.remaining()];
    buffer.duplicate().get(bytes);
    return bytes;
  }
}
