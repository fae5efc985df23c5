package io.pcr.reader.internal.facts;

import io.pcr.format.Fidelity;
import io.pcr.format.error.PcrException;
import io.pcr.format.index.SampleLocation;
import io.pcr.format.media.MediaType;
import io.pcr.format.metadata.Encoding;
import io.pcr.reader.PcrDataset;
import io.pcr.reader.Sample;
import io.pcr.reader.Shard;
import io.pcr.reader.internal.quality.ProgressiveSamples;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Samples that show what a dataset is like: spread over it, and near the middle size, so neither
 * its thumbnails nor its giants. For one use.
 */
public final class TypicalSamples {
  private static final int CANDIDATES = 24;

  private final PcrDataset dataset;
  private final ProgressiveSamples progressive;
  private final Predicate<MediaType> wanted;
  private final List<Damaged> damaged = new ArrayList<>();

  /**
   * Samples of a dataset that is open.
   *
   * @param wanted which kinds of images
   */
  public TypicalSamples(
      PcrDataset dataset, ProgressiveSamples progressive, Predicate<MediaType> wanted) {
    this.dataset = dataset;
    this.progressive = progressive;
    this.wanted = wanted;
  }

  /** A sample that was looked at and cannot be read. */
  public record Damaged(String shard, String sample, String why) {}

  /**
   * A sample that was found.
   *
   * @param full at full fidelity
   * @param bytes at all its fidelities together
   */
  public record Candidate(Shard shard, Sample full, long bytes) {}

  /** What could not be read, once samples were found. */
  public List<Damaged> damaged() {
    return List.copyOf(damaged);
  }

  /**
   * The samples, those with fidelities first, and others only where these are few.
   *
   * @param enough how many samples with fidelities are enough
   */
  public List<Candidate> find(int enough) throws IOException {
    List<Candidate> candidates = new ArrayList<>(nearMiddleFirst(withFidelities()));
    if (candidates.size() < enough) {
      candidates.addAll(nearMiddleFirst(whole()));
    }
    return candidates;
  }

  /** Found by the metadata of the shards, so that none is missed among files of other kinds. */
  private List<Candidate> withFidelities() throws IOException {
    List<Candidate> candidates = new ArrayList<>();
    ProgressiveSamples.Search search = progressive.new Search();
    int many = (int) Math.min(CANDIDATES, progressive.count());
    for (long i = 0; i < many; i++) {
      try {
        Optional<ProgressiveSamples.Place> place =
            search.first(
                i * progressive.count() / many, (i + 1) * progressive.count() / many, any -> true);
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
    int many = (int) Math.min(CANDIDATES, samples);
    for (int i = 0; i < many; i++) {
      SampleLocation location = dataset.locate(i * samples / many);
      add(dataset.shards().get(location.shard()), location.ordinal(), candidates);
    }
    candidates.removeIf(c -> c.full().encoding() == Encoding.PROGRESSIVE_JPEG);
    return candidates;
  }

  private void add(Shard shard, int ordinal, List<Candidate> to) throws IOException {
    try {
      Sample full = shard.sample(ordinal, Fidelity.FULL);
      if (MediaType.sniff(full.file()).filter(wanted).isPresent()) {
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
}
