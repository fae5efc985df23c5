package io.pcr.tools.tune;

import io.pcr.advisor.Advice;
import io.pcr.advisor.LoaderSettings;
import io.pcr.advisor.Outcome;
import io.pcr.advisor.measure.LoaderMeasurement;
import io.pcr.advisor.model.Bound;
import io.pcr.advisor.model.Prediction;
import io.pcr.advisor.model.StoredForm;
import io.pcr.advisor.model.Way;
import io.pcr.format.internal.text.Units;
import java.util.Locale;
import java.util.Optional;

/**
 * The sentences of the advice.
 *
 * @param source what the user named
 * @param isDataset whether that is a dataset, and not images
 */
record AdviceWords(Advice advice, String source, boolean isDataset) {
  /** Where the processor used so much more or less than predicted, that is the reason. */
  private static final double CLEARLY = .07;

  private static final double MILLIS = 1e3;

  /** The advice in one line. */
  String line() {
    Optional<Outcome> best = advice.best();
    if (best.isEmpty()) {
      return "No advice: the time was over before anything could be predicted; give it a longer"
          + " --budget";
    }
    Way way = best.get().predicted().way();
    String what =
        (isDataset ? "Read it" : "Store the images as " + way.form().text() + " and read them")
            + " at fidelity "
            + fidelity(way)
            + quality(way)
            + cache(way);
    String rate = rate(best.get().rate());
    if (advice.options().consumer().isEmpty()) {
      return what + ": " + rate + ", " + why(best.get());
    }
    String wanted = rate(advice.options().consumer().getAsDouble());
    return advice.feeds(best.get())
        ? what + ": it gives " + rate + ", and the training takes " + wanted
        : what
            + ": it gives "
            + rate
            + ", "
            + why(best.get())
            + "; nothing of MS-SSIM "
            + trimmed(advice.options().quality())
            + " feeds "
            + wanted;
  }

  /** What limits a way. */
  static String why(Outcome outcome) {
    return outcome.predicted().limit().text();
  }

  /** The commands that follow the advice. */
  String command() {
    Outcome best = advice.best().orElseThrow();
    Way way = best.predicted().way();
    LoaderSettings settings = best.settings(advice.options().batch());
    String load = "pcr load " + (isDataset ? source : "OUT") + " --fidelity " + fidelity(way);
    load += " --batch " + settings.batch();
    load +=
        settings.isUsual() ? "" : " --lanes " + settings.lanes() + " --window " + settings.window();
    load +=
        switch (way.cache()) {
          case NONE -> " --cache none";
          case MINIO -> " --cache minio:" + advice.options().cacheBytes();
          case PAGE, PREFIX -> "";
        };
    return isDataset
        ? load
        : "pcr convert " + source + " OUT" + way.form().options() + " && " + load;
  }

  /** Why a way is not the one that is advised. */
  String reason(Outcome outcome) {
    Outcome best = advice.best().orElseThrow();
    Way way = outcome.predicted().way();
    if (outcome.equals(best)) {
      return "advised, " + why(outcome);
    }
    if (!advice.isGood(outcome)) {
      return way.quality().isPresent()
          ? "MS-SSIM "
              + trimmed(way.quality().getAsDouble())
              + " < "
              + trimmed(advice.options().quality())
              + " wanted"
          : "quality unknown; 'pcr quality' measures it";
    }
    if (advice.options().consumer().isPresent() && !advice.feeds(outcome)) {
      return why(outcome)
          + ": "
          + rate(outcome.rate())
          + " < "
          + Units.count(Math.round(advice.options().consumer().getAsDouble()))
          + " wanted";
    }
    Way advised = best.predicted().way();
    if (advice.feeds(outcome)) {
      return way.quality().equals(advised.quality())
          ? "feeds too; " + Units.bytes(Math.round(way.bytes())) + " an image"
          : "feeds too, at a lower quality";
    }
    return why(outcome)
        + ": "
        + rate(outcome.rate())
        + " < "
        + Units.count(Math.round(best.rate()));
  }

  /** That the advice has failed, and why; empty when it has not. */
  Optional<String> failure() {
    return advice.hasFailed()
        ? advice.best().map(best -> failure(best, best.measured().orElseThrow()))
        : Optional.empty();
  }

  private String failure(Outcome best, LoaderMeasurement run) {
    Prediction predicted = best.predicted();
    double error = 100 * best.error().orElseThrow();
    String failed =
        String.format(
            Locale.ROOT,
            "The advice failed: it was predicted %s, and gives %s (%+.0f%%); ",
            rate(predicted.rate()),
            rate(run.rate()),
            error);
    double cores = run.cpuSeconds() / run.seconds();
    double had = advice.machine().freeCores() * advice.efficiency().orElse(1);
    double expected = had / predicted.bounds().get(Bound.DECODE);
    double used = run.cpuOfImage();
    if (predicted.limit() != Bound.DECODE) {
      return failed
          + "the storage sent "
          + Units.bytesPerSecond(run.rate() * predicted.way().bytes())
          + " in this run: it is not as fast at all times";
    }
    if (Math.abs(used / expected - 1) > CLEARLY) {
      return failed
          + String.format(
              Locale.ROOT,
              "an image needed %.2f ms of processor time and not %.2f",
              used * MILLIS,
              expected * MILLIS);
    }
    return failed
        + String.format(
            Locale.ROOT,
            "the run had %.2f cores and the measurements %.2f: other programs share this machine",
            cores,
            had);
  }

  /** What a hardware decoder could get from the storage; what it decodes is not known here. */
  Optional<String> rival() {
    return advice.outcomes().stream()
        .filter(each -> each.predicted().way().form() == StoredForm.TFRECORD)
        .findFirst()
        .map(
            each ->
                "A hardware decoder of baseline JPEG would read the files as they are: the storage"
                    + " sends "
                    + Optional.ofNullable(each.predicted().bounds().get(Bound.BANDWIDTH))
                        .map(bound -> "at most " + rate(bound))
                        .orElse("them from memory")
                    + "; what such a decoder decodes was not measured, there is none here");
  }

  /** The machine in one line. */
  String machine() {
    double free = advice.machine().freeCores();
    return String.format(
        Locale.ROOT,
        "machine: %d cores, of which %.2f are free%s; %s of memory free",
        advice.machine().processors(),
        free,
        advice.efficiency().isPresent()
            ? String.format(
                Locale.ROOT,
                " and the loader made use of %.2f",
                free * advice.efficiency().getAsDouble())
            : "",
        Units.bytes(advice.machine().freeMemory()));
  }

  /** The storage in one line. */
  Optional<String> storage() {
    return advice
        .place()
        .map(
            place ->
                String.format(
                    Locale.ROOT,
                    "storage: %s with as many reads at a time as the loader has, first byte after"
                        + " %.2f ms%s",
                    Units.bytesPerSecond(place.bandwidth()),
                    place.latency() * MILLIS,
                    place.isCold() ? "" : " (the page cache could not be passed by)"));
  }

  static String fidelity(Way way) {
    return way.isFull() ? "full" : Integer.toString(way.fidelity().groupIn(64));
  }

  /** Form and cache of a way, where there is little room. */
  static String shortForm(Way way) {
    String form =
        switch (way.form()) {
          case TFRECORD -> "files";
          case RAW -> "raw";
          case PCR -> "PCR";
          case OTHER -> "as it is";
        };
    return switch (way.cache()) {
      case NONE -> form + ", cold";
      case MINIO -> form + ", cached";
      case PAGE, PREFIX -> form;
    };
  }

  private static String quality(Way way) {
    return way.quality().isPresent()
        ? " (MS-SSIM " + trimmed(way.quality().getAsDouble()) + ")"
        : "";
  }

  private String cache(Way way) {
    return switch (way.cache()) {
      case NONE -> ", past the page cache";
      case MINIO ->
          ", with a cache of "
              + Units.bytes(advice.options().cacheBytes())
              + " on a local disk (predicted for the epochs behind the first, and not run)";
      case PAGE, PREFIX -> "";
    };
  }

  static String rate(double imagesPerSecond) {
    return Units.count(Math.round(imagesPerSecond)) + " images/s";
  }

  static String trimmed(double value) {
    return String.format(Locale.ROOT, "%.4f", value).replaceAll("0+$", "").replaceAll("\\.$", "");
  }
}
