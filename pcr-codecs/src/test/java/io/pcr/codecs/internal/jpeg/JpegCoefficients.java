package io.pcr.codecs.internal.jpeg;

import io.pcr.codecs.internal.JpegSession;
import io.pcr.format.Limits;
import io.pcr.format.error.PcrException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/**
 * The quantised DCT coefficients of an image and the tables they were quantised with: what "without
 * loss" is about. Equal when all of them are. Immutable and thread-safe.
 *
 * @param components in the frame's order
 */
public record JpegCoefficients(List<Component> components) {
  private static final int BLOCK = 64;

  /**
   * One component.
   *
   * @param widthInBlocks without the padding to whole MCUs
   * @param heightInBlocks without the padding to whole MCUs
   * @param values first the quantisation table, then the blocks row by row, each of 64 16-bit
   *     numbers in natural order, in the machine's byte order
   */
  public record Component(int widthInBlocks, int heightInBlocks, ByteBuffer values) {
    /** Entry {@code k} of the quantisation table. */
    public int quantisation(int k) {
      return Short.toUnsignedInt(at(k));
    }

    /** Coefficient {@code k} of the block in column {@code x} and row {@code y}. */
    public int coefficient(int x, int y, int k) {
      return at(BLOCK * (1 + y * widthInBlocks + x) + k);
    }

    private short at(int index) {
      return values.order(ByteOrder.nativeOrder()).getShort(Short.BYTES * index);
    }
  }

  public JpegCoefficients {
    components = List.copyOf(components);
  }

  /** Reads the coefficients of one image given in slices. */
  public static JpegCoefficients read(List<ByteBuffer> slices, Limits limits, String name)
      throws PcrException {
    try (JpegSession session = new JpegSession(limits)) {
      ByteBuffer all =
          session.coefficients(slices, name, session::outputView).order(ByteOrder.nativeOrder());
      List<Component> components = new ArrayList<>();
      while (all.hasRemaining()) {
        int width = all.getInt();
        int height = all.getInt();
        int length = Short.BYTES * BLOCK * (1 + width * height);
        components.add(new Component(width, height, all.slice(all.position(), length)));
        all.position(all.position() + length);
      }
      return new JpegCoefficients(components);
    }
  }
}
