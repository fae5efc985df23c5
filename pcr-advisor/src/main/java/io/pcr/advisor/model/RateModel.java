package io.pcr.advisor.model;

import java.util.EnumMap;
import java.util.Map;

/**
 * Predicts rates: the lowest of what the processor, the bandwidth and the requests allow.
 *
 * <p>Decoding, reading and checking share the cores, so their times add up:
 *
 * <pre>
 * processor = cores * efficiency / (decode + perImage + perByte * bytes)
 * bandwidth = bandwidth / (bytes * (1 - hit))
 * requests  = readers * window / (ranges * latency + window * bytes * (1 - hit) / streamBandwidth)
 * </pre>
 *
 * <p>Immutable.
 *
 * @param efficiency the share of the free cores that a loader at work uses, as measured
 * @param readers reads that the loader has under way at a time
 * @param window samples that are read together
 */
public record RateModel(Machine machine, double efficiency, int readers, int window) {
  public RateModel {
    if (!(efficiency > 0) || readers < 1 || window < 1) {
      throw new IllegalArgumentException(efficiency + ", " + readers + ", " + window);
    }
  }

  /** As measured anew. */
  public RateModel withEfficiency(double value) {
    return new RateModel(machine, value, readers, window);
  }

  /** What a way gives. */
  public Prediction predict(Way way, LoaderCosts costs, Place place) {
    Map<Bound, Double> bounds = new EnumMap<>(Bound.class);
    double cpu = way.decode().mean() + costs.seconds(way.bytes());
    bounds.put(Bound.DECODE, machine.freeCores() * efficiency / cpu);
    double fetched = way.bytes() * (1 - way.hit());
    if (fetched > 0) {
      bounds.put(Bound.BANDWIDTH, place.bandwidth() / fetched);
      double piece =
          way.ranges() * place.latency() * (1 - way.hit())
              + window * fetched / place.streamBandwidth();
      bounds.put(Bound.REQUESTS, readers * window / piece);
    }
    Bound limit = Bound.DECODE;
    for (Map.Entry<Bound, Double> bound : bounds.entrySet()) {
      limit = bound.getValue() < bounds.get(limit) ? bound.getKey() : limit;
    }
    return new Prediction(way, bounds, limit);
  }
}
