package io.pcr.writer.internal.journal;

import static java.util.Objects.requireNonNull;

/**
 * What a run wrote when it had listed its source. Immutable.
 *
 * @param listing the whole listing
 * @param rejects the list of rejects so far
 */
public record Listed(FileProof listing, FileProof rejects) {
  private static final String SEPARATOR = "\t";

  public Listed {
    requireNonNull(listing, "listing");
    requireNonNull(rejects, "rejects");
  }

  String toText() {
    return listing.toText() + SEPARATOR + rejects.toText();
  }

  static Listed parse(String text) {
    int separator = text.indexOf(SEPARATOR);
    return new Listed(
        FileProof.parse(text.substring(0, separator)),
        FileProof.parse(text.substring(separator + 1)));
  }
}
