package io.pcr.format.internal.column;

import io.pcr.format.column.ColumnSpec;
import io.pcr.format.column.ColumnValue;
import java.nio.ByteBuffer;
import java.util.Random;
import java.util.stream.IntStream;

/** Values that a seed decides, for columns of any type and shape. */
public final class ColumnValues {
  private ColumnValues() {}

  public static ColumnValue random(ColumnSpec spec, Random random) {
    int count =
        switch (spec.shape()) {
          case SCALAR -> 1;
          case FIXED -> spec.listLength();
          case VARYING -> random.nextInt(4);
        };
    return switch (spec.type()) {
      case INT64 -> ColumnValue.ofInt64s(spec, random.longs(count).toArray());
      case FLOAT64 -> ColumnValue.ofFloat64s(spec, random.doubles(count).toArray());
      case FLOAT32 -> {
        float[] numbers = new float[count];
        for (int i = 0; i < count; i++) {
          numbers[i] = (float) random.nextGaussian();
        }
        yield ColumnValue.ofFloat32s(spec, numbers);
      }
      case BOOL -> {
        boolean[] values = new boolean[count];
        for (int i = 0; i < count; i++) {
          values[i] = random.nextBoolean();
        }
        yield ColumnValue.ofBools(spec, values);
      }
      case STRING ->
          ColumnValue.ofStrings(
              spec,
              IntStream.range(0, count).mapToObj(i -> "größe " + random.nextInt(1000)).toList());
      case BYTES ->
          ColumnValue.ofByteStrings(
              spec, IntStream.range(0, count).mapToObj(i -> bytes(random)).toList());
    };
  }

  private static ByteBuffer bytes(Random random) {
    byte[] bytes = new byte[random.nextInt(12)];
    random.nextBytes(bytes);
    return ByteBuffer.wrap(bytes);
  }
}
