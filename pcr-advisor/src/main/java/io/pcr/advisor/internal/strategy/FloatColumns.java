package io.pcr.advisor.internal.strategy;

import io.pcr.advisor.strategy.Picture;
import io.pcr.format.column.ColumnSpec;
import io.pcr.format.column.ColumnType;
import io.pcr.format.column.ColumnValue;
import io.pcr.format.column.Placement;
import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.InvalidFieldException;
import io.pcr.reader.Sample;
import io.pcr.writer.PcrSample;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Pictures of floats as columns. A sample has an image in any case: here one of a single black
 * pixel. In shards the floats are a list; in TFRecords they are bytes, as programs that store
 * tensors there do, because a list of floats is taken apart float by float.
 */
final class FloatColumns {
  private static final String NAME = "picture";
  private static final int DIMENSIONS = 3;

  private static final ColumnSpec SHAPE =
      ColumnSpec.fixed("shape", ColumnType.INT64, DIMENSIONS, Placement.INLINE);
  private static final ColumnSpec FLOATS =
      ColumnSpec.varying(NAME, ColumnType.FLOAT32, Placement.EARLY);
  private static final ColumnSpec BYTES = new ColumnSpec(NAME, ColumnType.BYTES, Placement.EARLY);

  private static final byte[] BLACK_PIXEL = "P5\n1 1\n255\n\0".getBytes(StandardCharsets.US_ASCII);

  private FloatColumns() {}

  static List<ColumnSpec> columns(SplitFormat.Form form) {
    return List.of(SHAPE, floats(form));
  }

  private static ColumnSpec floats(SplitFormat.Form form) {
    return form == SplitFormat.Form.TFRECORD ? BYTES : FLOATS;
  }

  static PcrSample sample(String key, Picture picture, SplitFormat.Form form) {
    byte[] floats = new byte[picture.length()];
    picture.bytes().get(floats);
    return PcrSample.of(key, BLACK_PIXEL)
        .with(ColumnValue.ofInt64s(SHAPE, picture.width(), picture.height(), picture.channels()))
        .with(ColumnValue.of(floats(form), ByteBuffer.wrap(floats)));
  }

  static void read(Sample sample, SplitFormat.Form form, Picture out) throws IOException {
    long[] shape = value(sample, SHAPE.name()).int64s();
    InvalidFieldException.requireRange("shape.length", shape.length, DIMENSIONS, DIMENSIONS);
    ByteBuffer floats =
        out.becomePixels(
            Picture.Kind.FLOAT32,
            Math.toIntExact(shape[0]),
            Math.toIntExact(shape[1]),
            Math.toIntExact(shape[2]));
    ByteBuffer stored = value(sample, floats(form).name()).bytes();
    InvalidFieldException.require(
        stored.remaining() == floats.remaining(),
        ErrorCode.MALFORMED,
        NAME,
        stored.remaining() + " bytes",
        floats.remaining() + " for its shape");
    floats.put(stored);
  }

  private static ColumnValue value(Sample sample, String column) throws IOException {
    return sample
        .value(column)
        .orElseThrow(() -> new IOException(sample.key() + " has no " + column));
  }
}
