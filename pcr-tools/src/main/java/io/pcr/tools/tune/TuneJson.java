package io.pcr.tools.tune;

import io.pcr.advisor.Advice;
import io.pcr.advisor.Outcome;
import io.pcr.advisor.model.Bound;
import io.pcr.advisor.model.Way;
import io.pcr.writer.internal.json.JsonWriter;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** The advice for programs. */
final class TuneJson {
  private TuneJson() {}

  static String of(AdviceWords words) {
    Advice advice = words.advice();
    JsonWriter json = JsonWriter.indented().beginObject().put("advice", words.line());
    if (advice.best().isPresent()) {
      json.put("command", words.command());
    }
    json.put("complete", advice.complete()).put("failed", advice.hasFailed());
    words.failure().ifPresent(why -> json.put("failure", why));
    words.rival().ifPresent(rival -> json.put("hardware_decoder", rival));
    json.beginObject("machine")
        .put("processors", (long) advice.machine().processors())
        .put("free_cores", advice.machine().freeCores())
        .put("free_memory", advice.machine().freeMemory());
    advice.efficiency().ifPresent(share -> json.put("efficiency", share));
    json.end();
    advice
        .place()
        .ifPresent(
            place ->
                json.beginObject("storage")
                    .put("first_byte_seconds", place.latency())
                    .put("bytes_per_second", place.bandwidth())
                    .put("bytes_per_second_of_one_read", place.streamBandwidth())
                    .put("cold", place.isCold())
                    .end());
    json.beginArray("ways");
    for (Outcome each : advice.outcomes()) {
      way(json, words, each);
    }
    return json.end().end().toString();
  }

  private static void way(JsonWriter json, AdviceWords words, Outcome outcome) {
    Way way = outcome.predicted().way();
    json.beginObject().put("form", way.form().name().toLowerCase(Locale.ROOT));
    json.put("fidelity", AdviceWords.fidelity(way));
    way.quality().ifPresent(quality -> json.put("ms_ssim", quality));
    json.put("cache", way.cache().name().toLowerCase(Locale.ROOT)).put("bytes", way.bytes());
    json.put("decode_ms", way.decode().mean() * 1e3).put("decode_ms_p10", way.decode().p10() * 1e3);
    json.put("decode_ms_p90", way.decode().p90() * 1e3);
    json.put("decoded_images", way.decode().count());
    json.put("predicted", outcome.predicted().rate());
    json.put("limit", outcome.predicted().limit().text());
    json.beginObject("bounds");
    Map<Bound, Double> bounds = new TreeMap<>(outcome.predicted().bounds());
    bounds.forEach((bound, rate) -> putFinite(json, bound.text(), rate));
    json.end();
    outcome.measured().ifPresent(run -> json.put("measured", run.rate()));
    outcome.measured().ifPresent(run -> json.put("measured_cpu_ms", run.cpuOfImage() * 1e3));
    outcome.error().ifPresent(error -> json.put("error", error));
    json.put("reason", words.reason(outcome)).end();
  }

  private static void putFinite(JsonWriter json, String name, double value) {
    if (Double.isFinite(value)) {
      json.put(name, value);
    }
  }
}
