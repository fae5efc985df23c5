package io.pcr.tools.load;

import io.pcr.loader.LoaderStatistics;
import io.pcr.writer.internal.json.JsonWriter;
import java.util.Locale;

/**
 * What a stretch of a run did: the difference of two states of its counters.
 *
 * @param nanos that it took
 * @param done what the loader did in it
 */
record LoadRates(long nanos, LoaderStatistics done) {
  private static final double NANOS_PER_SECOND = 1e9;

  double seconds() {
    return nanos / NANOS_PER_SECOND;
  }

  double imagesPerSecond(long images) {
    return nanos == 0 ? 0 : images / seconds();
  }

  /** The share of the time in which the next batch was ready. */
  double readiness() {
    return done.readiness(nanos);
  }

  String text(String what, long images) {
    return String.format(
        Locale.ROOT,
        "%s: %d images in %.1f s, %.0f images/s; waited %.1f s (readiness %.2f); read %.1f MB in %d"
            + " requests (memory full for %.1f s); decoding took %.2f ms per image; held at most %.0f"
            + " MB of samples%s%s%s",
        what,
        images,
        seconds(),
        imagesPerSecond(images),
        done.waitNanos() / NANOS_PER_SECOND,
        readiness(),
        done.bytesRead() / 1e6,
        done.requests(),
        done.memoryNanos() / NANOS_PER_SECOND,
        done.samplesDecoded() == 0 ? 0 : done.decodeNanos() / 1e6 / done.samplesDecoded(),
        done.mostBytes() / 1e6,
        done.cacheHits() == 0 ? "" : "; " + done.cacheHits() + " from the cache",
        done.samplesDegraded() == 0 ? "" : "; " + done.samplesDegraded() + " degraded",
        done.samplesReplaced() == 0 ? "" : "; " + done.samplesReplaced() + " replaced");
  }

  void json(JsonWriter out, long images) {
    out.put("images", images).put("seconds", seconds());
    out.put("images_per_second", imagesPerSecond(images)).put("readiness", readiness());
    out.put("wait_seconds", done.waitNanos() / NANOS_PER_SECOND);
    out.put("memory_full_seconds", done.memoryNanos() / NANOS_PER_SECOND);
    out.put("read_bytes", done.bytesRead()).put("requests", done.requests());
    out.put("reads", done.reads()).put("lock_waits", done.lockWaits());
    out.put("read_seconds", done.readNanos() / NANOS_PER_SECOND);
    out.put("decode_seconds", done.decodeNanos() / NANOS_PER_SECOND);
    out.put("most_bytes", done.mostBytes()).put("degraded", done.samplesDegraded());
    out.put("replaced", done.samplesReplaced()).put("cache_hits", done.cacheHits());
  }
}
