package io.pcr.tools.report;

import io.pcr.reader.internal.facts.Histogram;
import io.pcr.writer.internal.reject.LeftOut;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * All that the report says, gathered before any of it is written. Immutable.
 *
 * @param title what the dataset is called: the last name of its path
 * @param facts the cards at the top, in order
 * @param groups what each fidelity costs and shows, from group 1 on; one for variants without
 *     fidelities
 * @param parts where the bytes of the shards are, in the order of the file
 * @param pictures samples to look at
 * @param sizes bytes per sample
 * @param sides longer side in pixels per sample; empty when the dataset does not say
 * @param classes the largest classes first
 * @param classCount how many classes there are, shown or not
 * @param formats what the samples are stored as
 * @param recommended the lowest group that meets {@code target}, or 0 when none is known
 * @param target MS-SSIM that the recommendation asks for
 * @param measured how many images the quality was measured on; 0 when it was not
 * @param copies what separate copies would show and cost; empty when that was not measured
 * @param findings what is not on the page, and why
 * @param version of the tool
 */
public record ReportModel(
    String title,
    List<Fact> facts,
    List<Group> groups,
    List<Part> parts,
    List<Picture> pictures,
    Histogram sizes,
    Histogram sides,
    List<Share> classes,
    long classCount,
    List<Share> formats,
    int recommended,
    double target,
    long measured,
    List<Copies> copies,
    Findings findings,
    String version) {
  public ReportModel {
    facts = List.copyOf(facts);
    groups = List.copyOf(groups);
    parts = List.copyOf(parts);
    pictures = List.copyOf(pictures);
    classes = List.copyOf(classes);
    formats = List.copyOf(formats);
    copies = List.copyOf(copies);
    if (recommended < 0 || recommended > groups.size()) {
      throw new IllegalArgumentException("group " + recommended + " of " + groups.size());
    }
    for (Picture picture : pictures) {
      if (picture.versions().size() > Math.max(1, groups.size())) {
        throw new IllegalArgumentException("more versions than groups: " + picture.key());
      }
    }
  }

  /** True when samples can be read at more than one fidelity. */
  public boolean isProgressive() {
    return groups.size() > 1;
  }

  /**
   * What is not on the page, and why.
   *
   * @param unseen samples that were to be shown
   * @param unmeasured why there is no curve, as a sentence; empty when there is one, or none is due
   * @param leftOut of the dataset
   */
  public record Findings(List<Unseen> unseen, String unmeasured, LeftOut leftOut) {
    /** All is there. */
    public static final Findings NONE = new Findings(List.of(), "", LeftOut.NOTHING);

    public Findings {
      unseen = List.copyOf(unseen);
    }
  }

  /** A sample or an input by its name, and why it is not there. */
  public record Unseen(String name, String why) {}

  /**
   * A number worth a card.
   *
   * @param value as it is read, with its unit
   * @param name what it is
   * @param detail a few words more; may be empty
   */
  public record Fact(String value, String name, String detail) {}

  /**
   * A scan group of all shards together.
   *
   * @param group from 1 on
   * @param adds what it adds to a picture, in words
   * @param bytes of this group alone
   * @param prefixBytes of all that a reader at this fidelity reads
   * @param msSsimMean quality of samples read so far, NaN when not measured
   * @param msSsimP10 nine of ten samples are better than this, NaN when not measured
   */
  public record Group(
      int group, String adds, long bytes, long prefixBytes, double msSsimMean, double msSsimP10) {
    public Group {
      if (group < 1 || bytes < 0 || prefixBytes < bytes) {
        throw new IllegalArgumentException(
            "group " + group + " of " + bytes + " bytes in a prefix of " + prefixBytes);
      }
    }

    boolean isMeasured() {
      return Double.isFinite(msSsimMean);
    }
  }

  /**
   * Separate copies of the images, with one quality for all.
   *
   * @param format as people call it
   * @param points by rising quality
   */
  public record Copies(String format, List<CopyPoint> points) {
    public Copies {
      points = List.copyOf(points);
    }
  }

  /**
   * Copies of one quality.
   *
   * @param share of the bytes that full fidelity of the same images takes
   * @param msSsim mean, against full fidelity
   */
  public record CopyPoint(double share, double msSsim) {}

  /** A stretch of the shards: {@code metadata}, {@code group 3}, {@code restore}. */
  public record Part(String name, long bytes) {}

  /** A class or a format, and how many samples and bytes it has. */
  public record Share(String name, long samples, long bytes) {}

  /**
   * A sample to look at.
   *
   * @param versions at fidelities 1, 2, …; a single one when it has no fidelities
   */
  public record Picture(
      String key, String className, int width, int height, List<Version> versions) {
    public Picture {
      versions = List.copyOf(versions);
      if (versions.isEmpty()) {
        throw new IllegalArgumentException("nothing to see of " + key);
      }
    }
  }

  /**
   * A picture at one fidelity, as a reader gets it.
   *
   * @param image the file, from position to limit
   * @param mediaType one that browsers show: image/jpeg, image/png, …
   * @param msSsim against the full fidelity, NaN when not measured
   */
  public record Version(ByteBuffer image, String mediaType, double msSsim) {
    public Version {
      image = image.slice().asReadOnlyBuffer();
    }

    @Override
    public ByteBuffer image() {
      return image.duplicate();
    }

    int bytes() {
      return image.limit();
    }
  }
}
