package io.pcr.format.internal.shard;

import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.FieldLocation;
import io.pcr.format.error.Origin;
import io.pcr.format.error.PcrException;
import java.nio.ByteBuffer;

/**
 * What the heads of shards and of manifests have in common (spec requirements R-HEAD-4 to R-HEAD-6
 * and R-MANIFEST-2): a reader knows their major version and their incompatible features, and
 * reserved bytes are 0.
 *
 * @param structure the head, as the specification calls it
 * @param origin where it is
 */
public record HeadRules(String structure, Origin origin) {
  /** Rejects a file of another major version. */
  public void requireMajor(int found, int supported, int offset) throws PcrException.Unsupported {
    if (found != supported) {
      throw new PcrException.Unsupported(
          ErrorCode.UNSUPPORTED,
          field("major", offset),
          found < supported ? "major version, from before the first release" : "major version",
          found,
          supported);
    }
  }

  /**
   * Reads the feature bits of a head.
   *
   * @throws PcrException.Unsupported for incompatible features that this library does not know
   */
  public Features features(ByteBuffer head, int incompat, int roCompat, int compat)
      throws PcrException.Unsupported {
    Features features =
        new Features(head.getInt(incompat), head.getInt(roCompat), head.getInt(compat));
    features.requireReadable(field("incompat_features", incompat));
    return features;
  }

  /** Rejects reserved bytes that are not 0. */
  public void requireReserved(int found, int offset) throws PcrException.Corrupt {
    if (found != 0) {
      throw new PcrException.Corrupt(ErrorCode.MALFORMED, field("reserved", offset), found, 0);
    }
  }

  private FieldLocation field(String name, int offset) {
    return origin.field(structure + "." + name, offset);
  }
}
