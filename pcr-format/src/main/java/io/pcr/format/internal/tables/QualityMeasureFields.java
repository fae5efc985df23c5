package io.pcr.format.internal.tables;

import com.google.flatbuffers.FlatBufferBuilder;
import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.InvalidFieldException;
import io.pcr.format.quality.QualityMeasure;
import io.pcr.format.quality.QualityMeasure.Metric;
import io.pcr.format.quality.Reconstruction;
import io.pcr.format.quality.ViewSize;
import java.nio.ByteBuffer;

/**
 * The fields {@code metric}, {@code reconstruction} and {@code at}, which several tables have.
 *
 * @param table whose fields they are, for errors
 * @param wrong what a value is that the format does not allow
 */
record QualityMeasureFields(String table, ErrorCode wrong) {
  private static final int ABSENT = 0;

  /** The field {@code at} of a table that is about to be written. */
  int writeAt(FlatBufferBuilder builder, QualityMeasure measure) {
    if (measure.at().isFull()) {
      return ABSENT;
    }
    return Vectors.write(builder, measure.at().stored(), table + ".at");
  }

  /**
   * Reads the three of them.
   *
   * @param at null where it is absent
   */
  QualityMeasure read(int metric, int reconstruction, ByteBuffer at) {
    String text = Vectors.string(at, table + ".at");
    return new QualityMeasure(
        Metric.ofId(metric).orElseThrow(() -> notInSchema("metric", metric)),
        Reconstruction.ofId(reconstruction)
            .orElseThrow(() -> notInSchema("reconstruction", reconstruction)),
        ViewSize.ofStored(text)
            .orElseThrow(
                () ->
                    new InvalidFieldException(
                        wrong, table + ".at", text, "resize:N,crop:M, or nothing")));
  }

  InvalidFieldException notInSchema(String field, int id) {
    return new InvalidFieldException(wrong, table + "." + field, id, "an id that the schema lists");
  }
}
