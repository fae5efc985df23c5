package io.pcr.tools.quality;

import io.pcr.reader.quality.QualityCurve;
import io.pcr.writer.json.JsonWriter;
import java.util.Locale;

/** The answer for programs. */
final class QualityJson {
  private QualityJson() {}

  static String of(QualityAnswer answer) {
    JsonWriter out = JsonWriter.indented().beginObject().put("name", answer.dataset());
    out.put("images", answer.images()).put("target", answer.target());
    out.put("whole_samples", answer.wholeSamples()).put("over_limit", answer.overLimit());
    answer.stored().ifPresent(generation -> out.put("stored_generation", generation));
    out.beginArray("curves");
    for (QualityCurve curve : answer.curves()) {
      curve(out.beginObject(), curve, answer.target());
      out.end();
    }
    return out.end().end().toString();
  }

  private static void curve(JsonWriter out, QualityCurve curve, double target) {
    out.put("reconstruction", curve.viewing().reconstruction().name().toLowerCase(Locale.ROOT));
    out.put("at", curve.viewing().at().toString());
    curve.lowestFor(target).ifPresent(group -> out.put("recommended_group", group));
    out.beginArray("fidelities");
    for (QualityCurve.Point point : curve.points()) {
      out.beginObject().put("group", point.group()).put("prefix_bytes", point.prefixBytes());
      out.put("mean_bytes", point.meanBytes()).put("ms_ssim_mean", point.msSsimMean());
      out.put("ms_ssim_p10", point.msSsimP10()).put("ms_ssim_p1", point.msSsimP1());
      out.put("psnr_mean", point.psnrMean());
      out.put("decode_relative", point.decodeRelative()).end();
    }
    out.end();
  }
}
