package io.pcr.format.internal.tables;

import com.google.flatbuffers.FlatBufferBuilder;
import io.pcr.format.Fidelity;
import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.InvalidFieldException;
import io.pcr.format.quality.QualityMeasure;
import java.util.ArrayList;
import java.util.List;

/** The table {@code MeasuredCurve}. */
public record MeasuredCurveTable(QualityMeasure measure, List<QualityPointTable> points) {
  private static final int ABSENT = 0;
  private static final QualityMeasureFields MEASURE =
      new QualityMeasureFields("MeasuredCurve", ErrorCode.MALFORMED);

  /** The table {@code QualityPoint}. */
  public record QualityPointTable(
      double meanBytes,
      double msSsimMean,
      double msSsimP10,
      double msSsimP1,
      double psnr,
      double decodeRelative) {
    private static QualityPointTable read(io.pcr.format.flatbuf.QualityPoint table) {
      return new QualityPointTable(
          table.meanBytes(),
          table.msSsimMean(),
          table.msSsimP10(),
          table.msSsimP1(),
          table.psnr(),
          table.decodeRelative());
    }

    private int write(FlatBufferBuilder builder) {
      // FlatBuffers takes -0.0 for the default value and would leave it out: it came back as 0.0.
      builder.forceDefaults(true);
      int point =
          io.pcr.format.flatbuf.QualityPoint.createQualityPoint(
              builder, meanBytes, msSsimMean, msSsimP10, msSsimP1, psnr, decodeRelative);
      builder.forceDefaults(false);
      return point;
    }
  }

  static MeasuredCurveTable read(io.pcr.format.flatbuf.MeasuredCurve table, String path) {
    // Before they are read: a few bytes can refer to a point millions of times.
    InvalidFieldException.require(
        table.pointsLength() <= Fidelity.MAX_GROUPS,
        ErrorCode.MALFORMED,
        path + ".points",
        table.pointsLength(),
        "one for each group");
    List<QualityPointTable> points = new ArrayList<>();
    for (int i = 0; i < table.pointsLength(); i++) {
      points.add(QualityPointTable.read(table.points(i)));
    }
    try {
      return new MeasuredCurveTable(
          MEASURE.read(table.metric(), table.reconstruction(), table.atAsByteBuffer()),
          List.copyOf(points));
    } catch (InvalidFieldException e) {
      throw e.under(path);
    }
  }

  int write(FlatBufferBuilder builder) {
    int[] offsets = points.stream().mapToInt(point -> point.write(builder)).toArray();
    int vector = offsets.length == 0 ? ABSENT : builder.createVectorOfTables(offsets);
    int at = MEASURE.writeAt(builder, measure);
    return io.pcr.format.flatbuf.MeasuredCurve.createMeasuredCurve(
        builder, measure.metric().id(), measure.reconstruction().id(), at, vector);
  }
}
