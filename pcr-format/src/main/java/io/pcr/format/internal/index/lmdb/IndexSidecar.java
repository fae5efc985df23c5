package io.pcr.format.internal.index.lmdb;

import io.pcr.format.internal.index.IndexIdentity;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The sidecar of an index file: what it is for, and its size and SHA-256, as five lines of ASCII.
 * There is one way to write each; anything else is damage. Immutable.
 *
 * <pre>
 * pcr-index 2
 * dataset 00000000-0000-8000-8000-000000000000
 * generation 7
 * size 49893376
 * sha256 e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855
 * </pre>
 */
record IndexSidecar(IndexIdentity identity, long size, String sha256) {
  /** No sidecar is longer. */
  static final int MAX_LENGTH = 256;

  private static final Pattern FORM =
      Pattern.compile(
          "pcr-index 2\ndataset ([0-9a-f-]{36})\ngeneration ([0-9]{1,19})\nsize ([0-9]{1,19})\nsha256 ([0-9a-f]{64})\n");

  byte[] encode() {
    String text =
        "pcr-index 2\ndataset "
            + identity.dataset()
            + "\ngeneration "
            + identity.generation()
            + "\nsize "
            + size
            + "\nsha256 "
            + sha256
            + "\n";
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  /** The sidecar that these bytes are, or empty when they are none. */
  static Optional<IndexSidecar> decode(byte[] bytes) {
    Matcher form = FORM.matcher(new String(bytes, StandardCharsets.ISO_8859_1));
    if (!form.matches()) {
      return Optional.empty();
    }
    try {
      IndexIdentity identity =
          new IndexIdentity(UUID.fromString(form.group(1)), Long.parseLong(form.group(2)));
      IndexSidecar sidecar =
          new IndexSidecar(identity, Long.parseLong(form.group(3)), form.group(4));
      return Arrays.equals(sidecar.encode(), bytes) ? Optional.of(sidecar) : Optional.empty();
    } catch (IllegalArgumentException tooLargeOrNoUuid) {
      return Optional.empty();
    }
  }
}
