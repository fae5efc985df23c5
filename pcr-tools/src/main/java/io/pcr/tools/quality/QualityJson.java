package io.pcr.tools.quality;

import io.pcr.reader.internal.copies.CopyComparison;
import io.pcr.reader.internal.copies.CopyCurve;
import io.pcr.reader.quality.QualityCurve;
import io.pcr.writer.internal.json.JsonWriter;
import java.util.Locale;
import java.util.Optional;

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
    out.end();
    answer.copies().ifPresent(copies -> copies(out.beginObject("copies"), answer, copies));
    return out.end().toString();
  }

  private static void curve(JsonWriter out, QualityCurve curve, double target) {
    out.put("reconstruction", curve.measure().reconstruction().name().toLowerCase(Locale.ROOT));
    out.put("at", curve.measure().at().toString());
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

  private static void copies(JsonWriter out, QualityAnswer answer, CopyComparison copies) {
    out.put("images", copies.images()).put("full_bytes", copies.fullBytes());
    copies.originalBytes().ifPresent(bytes -> out.put("original_bytes", bytes));
    out.beginArray("fidelities");
    for (QualityCurve.Point point : answer.curves().get(0).points()) {
      if (point.group() < copies.prefixBytes().size()) {
        out.beginObject().put("group", point.group()).put("ms_ssim_mean", point.msSsimMean());
        out.put("file_bytes", copies.prefixBytes().get(point.group() - 1));
        for (CopyCurve curve : copies.curves()) {
          Optional<CopyCurve.Cost> cost = curve.reaching(point.msSsimMean());
          if (cost.isPresent()) {
            out.beginObject(name(curve)).put("quality", cost.get().quality());
            out.put("file_bytes", cost.get().meanBytes()).end();
          }
        }
        out.end();
      }
    }
    out.end();
    for (CopyCurve curve : copies.curves()) {
      out.beginArray(name(curve) + "_curve");
      for (CopyCurve.Point point : curve.points()) {
        out.beginObject().put("quality", point.quality());
        out.put("file_bytes", point.meanBytes()).put("ms_ssim_mean", point.msSsim()).end();
      }
      out.end();
    }
    out.end();
  }

  private static String name(CopyCurve curve) {
    return curve.format().name().toLowerCase(Locale.ROOT);
  }
}
