package io.pcr.tools.inspect;

import io.pcr.format.Fidelity;
import io.pcr.format.error.PcrException;
import io.pcr.format.media.MediaType;
import io.pcr.format.metadata.Encoding;
import io.pcr.reader.PcrDataset;
import io.pcr.reader.Sample;
import io.pcr.tools.report.ReportModel;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

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

  /** What browsers show. */
  private static final Set<MediaType> SHOWN =
      Set.of(MediaType.JPEG, MediaType.PNG, MediaType.WEBP, MediaType.GIF, MediaType.BMP);

  private final PcrDataset dataset;
  private final Map<Long, String> classNames;

  PictureChoice(PcrDataset dataset, Map<Long, String> classNames) {
    this.dataset = dataset;
    this.classNames = classNames;
  }

  private record Candidate(long number, Sample full, long bytes) {}

  /** The pictures with all their versions, in the order of the dataset. */
  List<ReportModel.Picture> choose() throws IOException {
    List<Candidate> fitting = new ArrayList<>();
    long budget = BUDGET;
    List<Candidate> candidates = candidates();
    for (Candidate candidate : candidates) {
      if (fitting.size() < PICTURES && candidate.bytes() <= budget) {
        fitting.add(candidate);
        budget -= candidate.bytes();
      }
    }
    if (fitting.isEmpty()) {
      candidates.stream().filter(c -> c.bytes() <= MOST).findFirst().ifPresent(fitting::add);
    }
    fitting.sort(Comparator.comparingLong(Candidate::number));
    List<ReportModel.Picture> pictures = new ArrayList<>();
    for (Candidate candidate : fitting) {
      pictures.add(picture(candidate));
    }
    return pictures;
  }

  /** Those near the middle size first: neither the thumbnails of a dataset nor its giants. */
  private List<Candidate> candidates() throws IOException {
    List<Candidate> candidates = new ArrayList<>();
    long samples = dataset.sampleCount();
    int wanted = (int) Math.min(CANDIDATES, samples);
    for (int i = 0; i < wanted; i++) {
      long number = i * samples / wanted;
      try {
        Sample full = dataset.sample(number, Fidelity.FULL);
        if (MediaType.sniff(full.file()).filter(SHOWN::contains).isPresent()) {
          candidates.add(new Candidate(number, full, bytes(number, full)));
        }
      } catch (PcrException.Corrupt | PcrException.NotPcr | NoSuchFileException e) {
        // A report of what is left of a damaged dataset shows other pictures.
      }
    }
    candidates.sort(Comparator.comparingLong(Candidate::bytes));
    if (candidates.isEmpty()) {
      return candidates;
    }
    long middle = candidates.get(candidates.size() / 2).bytes();
    candidates.sort(
        Comparator.<Candidate>comparingLong(c -> Math.abs(c.bytes() - middle))
            .thenComparingLong(Candidate::number));
    return candidates;
  }

  private long bytes(long number, Sample full) throws IOException {
    long bytes = full.length();
    if (full.encoding() == Encoding.PROGRESSIVE_JPEG) {
      for (int group = 1; group < full.group(); group++) {
        bytes += dataset.sample(number, Fidelity.group(group)).length();
      }
    }
    return bytes;
  }

  private ReportModel.Picture picture(Candidate candidate) throws IOException {
    Sample full = candidate.full();
    Optional<String> label =
        full.label().isEmpty()
            ? Optional.empty()
            : Optional.ofNullable(classNames.get(full.label().getAsLong()));
    return PictureVersions.of(
        full, label.orElse(""), fidelity -> dataset.sample(candidate.number(), fidelity));
  }
}
