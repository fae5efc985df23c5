package io.pcr.tools.inspect;

import io.pcr.format.Fidelity;
import io.pcr.format.error.PcrException;
import io.pcr.format.index.SampleLocation;
import io.pcr.format.media.MediaType;
import io.pcr.format.metadata.Encoding;
import io.pcr.reader.PcrDataset;
import io.pcr.reader.Sample;
import io.pcr.reader.Shard;
import io.pcr.reader.internal.quality.ProgressiveSamples;
import io.pcr.tools.dataset.LimitOption;
import io.pcr.tools.report.ReportModel;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Chooses a few samples for a report: spread over the dataset, and small enough that the page stays
 * one that can be mailed. For one use.
 */
final class PictureChoice {
  private static final int PICTURES = 6;
  private static final int CANDIDATES = 24;

  /** Bytes of all versions of all pictures; as base64 a third more. */
  private static final long BUDGET = 1_800_000;

  /** One picture is shown even of a dataset of large ones, if not of larger ones than this. */
  private static final long MOST = 12_000_000;

  private final PcrDataset dataset;
  private final ProgressiveSamples progressive;
  private final PictureVersions versions;
  private final Map<Long, String> classNames;
  private final List<Damaged> damaged = new ArrayList<>();

  PictureChoice(
      PcrDataset dataset,
      ProgressiveSamples progressive,
      PictureVersions versions,
      Map<Long, String> classNames) {
    this.dataset = dataset;
    this.progressive = progressive;
    this.versions = versions;
    this.classNames = classNames;
  }

  /** A sample that was to be shown, and cannot be. */
  record Damaged(String shard, String sample, String why) {}

  private record Candidate(Shard shard, Sample full, long bytes) {}

  /** What was met and could not be shown, once pictures were chosen. */
  List<Damaged> damaged() {
    return List.copyOf(damaged);
  }

  /** The pictures with all their versions; those with fidelities first. */
  List<ReportModel.Picture> choose() throws IOException {
    List<Candidate> candidates = new ArrayList<>(nearMiddleFirst(withFidelities()));
    if (candidates.size() < PICTURES) {
      candidates.addAll(nearMiddleFirst(whole()));
    }
    List<ReportModel.Picture> pictures = new ArrayList<>();
    long budget = BUDGET;
    for (Candidate candidate : candidates) {
      if (pictures.size() < PICTURES && candidate.bytes() <= budget) {
        Optional<ReportModel.Picture> picture = picture(candidate);
        picture.ifPresent(pictures::add);
        budget -= picture.isPresent() ? candidate.bytes() : 0;
      }
    }
    if (pictures.isEmpty() && damaged.isEmpty()) {
      Optional<Candidate> large = candidates.stream().filter(c -> c.bytes() <= MOST).findFirst();
      if (large.isPresent()) {
        picture(large.get()).ifPresent(pictures::add);
      }
    }
    return pictures;
  }

  /** Found by the metadata of the shards, so that none is missed among files of other kinds. */
  private List<Candidate> withFidelities() throws IOException {
    List<Candidate> candidates = new ArrayList<>();
    ProgressiveSamples.Search search = progressive.new Search();
    int wanted = (int) Math.min(CANDIDATES, progressive.count());
    for (long i = 0; i < wanted; i++) {
      try {
        Optional<ProgressiveSamples.Place> place =
            search.first(
                i * progressive.count() / wanted,
                (i + 1) * progressive.count() / wanted,
                any -> true);
        if (place.isPresent()) {
          add(dataset.shards().get(place.get().shard()), place.get().ordinal(), candidates);
        }
      } catch (PcrException | NoSuchFileException e) {
        // The facts of the dataset name the shard that cannot be opened.
      }
    }
    return candidates;
  }

  /** Spread over the dataset. */
  private List<Candidate> whole() throws IOException {
    List<Candidate> candidates = new ArrayList<>();
    long samples = dataset.sampleCount();
    int wanted = (int) Math.min(CANDIDATES, samples);
    for (int i = 0; i < wanted; i++) {
      SampleLocation location = dataset.locate(i * samples / wanted);
      add(dataset.shards().get(location.shard()), location.ordinal(), candidates);
    }
    candidates.removeIf(c -> c.full().encoding() == Encoding.PROGRESSIVE_JPEG);
    return candidates;
  }

  private void add(Shard shard, int ordinal, List<Candidate> to) throws IOException {
    try {
      Sample full = shard.sample(ordinal, Fidelity.FULL);
      if (MediaType.sniff(full.file()).filter(MediaType::isShownByBrowsers).isPresent()) {
        to.add(new Candidate(shard, full, bytes(shard, full)));
      }
    } catch (PcrException e) {
      // A report of what is left of a damaged dataset shows other pictures.
      damaged.add(new Damaged(shard.name(), "sample " + ordinal, e.getMessage()));
    } catch (NoSuchFileException e) {
      // The facts of the dataset name the shard that is missing.
    }
  }

  /** Those near the middle size first: neither the thumbnails of a dataset nor its giants. */
  private static List<Candidate> nearMiddleFirst(List<Candidate> candidates) {
    if (candidates.isEmpty()) {
      return candidates;
    }
    List<Candidate> sorted = new ArrayList<>(candidates);
    sorted.sort(Comparator.comparingLong(Candidate::bytes));
    long middle = sorted.get(sorted.size() / 2).bytes();
    sorted = new ArrayList<>(candidates);
    sorted.sort(Comparator.comparingLong(c -> Math.abs(c.bytes() - middle)));
    return sorted;
  }

  private static long bytes(Shard shard, Sample full) throws IOException {
    long bytes = full.length();
    if (full.encoding() == Encoding.PROGRESSIVE_JPEG) {
      for (int group = 1; group < full.group(); group++) {
        bytes += shard.sample(full.ordinal(), Fidelity.group(group)).length();
      }
    }
    return bytes;
  }

  /** Empty when it cannot be decoded, which is kept. */
  private Optional<ReportModel.Picture> picture(Candidate candidate) throws IOException {
    Sample full = candidate.full();
    String label =
        full.label().isEmpty() ? "" : classNames.getOrDefault(full.label().getAsLong(), "");
    try {
      return Optional.of(
          versions.of(full, label, fidelity -> candidate.shard().sample(full.ordinal(), fidelity)));
    } catch (PcrException e) {
      String why = e.getMessage() + LimitOption.advice(e);
      damaged.add(new Damaged(candidate.shard().name(), full.key(), why));
      return Optional.empty();
    }
  }
}
