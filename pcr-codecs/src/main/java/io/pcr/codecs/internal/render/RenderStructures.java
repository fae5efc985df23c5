package io.pcr.codecs.internal.render;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** The structures of {@code native/include/pcr.h} as bytes. They have no padding. */
final class RenderStructures {
  static final int SLICE_LENGTH = Long.BYTES + Long.BYTES;
  static final int VIEW_LENGTH = 4 * Double.BYTES + 2 * Long.BYTES;
  static final int IMAGE_LENGTH = 4 * Long.BYTES + 4 * Integer.BYTES;
  static final int SHAPE_LENGTH = 6 * Integer.BYTES + 2 * Long.BYTES;
  static final int LIMITS_LENGTH = Long.BYTES + 2 * Integer.BYTES;

  static final int ERROR_CODE = 0;
  static final int ERROR_QUANTITY = ERROR_CODE + Integer.BYTES;
  static final int ERROR_OFFSET = ERROR_QUANTITY + Integer.BYTES;
  static final int ERROR_NEEDED = ERROR_OFFSET + Long.BYTES;
  static final int ERROR_LIMIT = ERROR_NEEDED + Long.BYTES;
  static final int ERROR_FIELD = ERROR_LIMIT + Long.BYTES;
  static final int ERROR_FIELD_LENGTH = 32;
  static final int ERROR_MESSAGE = ERROR_FIELD + ERROR_FIELD_LENGTH;
  static final int ERROR_MESSAGE_LENGTH = 256;
  static final int ERROR_LENGTH = ERROR_MESSAGE + ERROR_MESSAGE_LENGTH;

  private RenderStructures() {}

  static ByteBuffer allocate(int bytes) {
    return ByteBuffer.allocateDirect(bytes).order(ByteOrder.nativeOrder());
  }
}
