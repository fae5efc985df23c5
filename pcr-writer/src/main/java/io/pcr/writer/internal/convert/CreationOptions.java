package io.pcr.writer.internal.convert;

import io.pcr.format.shard.ShardVariant;
import io.pcr.writer.encode.EncodeSettings;
import io.pcr.writer.encode.FixedScans;
import io.pcr.writer.encode.ScanChoice;
import io.pcr.writer.encode.TargetedScans;
import io.pcr.writer.shard.ShardLimits;
import io.pcr.writer.shard.VariantOptions;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** What a manifest says of how its dataset was made, as names and values in a fixed order. */
public final class CreationOptions {
  private CreationOptions() {}

  public static Map<String, String> of(
      VariantOptions variant, EncodeSettings encode, ShardLimits shards) {
    Map<String, String> options = new LinkedHashMap<>(variant.describe());
    options.putAll(encode.describe());
    options.putAll(shards.describe());
    return options;
  }

  /** How new shards spread scans over groups, if their variant has any. */
  public static Optional<ScanChoice> scans(VariantOptions variant, EncodeSettings encode) {
    return variant.variant() == ShardVariant.PCR ? Optional.of(encode.scans()) : Optional.empty();
  }

  /**
   * What a dataset says that is added to: what it said, but for its scans where the new shards are
   * the first that have some, or where it did not say.
   */
  public static Map<String, String> ofBase(BaseDataset base, Optional<ScanChoice> scans) {
    Map<String, String> options = new LinkedHashMap<>(base.manifest().options());
    if (scans.isPresent() && !(base.hasGroups() && base.saysScans())) {
      options.keySet().removeAll(FixedScans.NAMES);
      options.keySet().removeAll(TargetedScans.NAMES);
      options.putAll(scans.get().describe());
    }
    return options;
  }
}
