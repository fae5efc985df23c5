package io.pcr.writer.encode;

import io.pcr.format.quality.GroupTargets;
import java.util.Map;
import java.util.Optional;

/** How the scans of a progressive JPEG are spread over the groups. Immutable. */
public sealed interface ScanChoice permits FixedScans, TargetedScans {
  /** The number of groups; an image may leave some empty. */
  int groupCount();

  /** What shards and manifest state about the groups, if anything. */
  Optional<GroupTargets> targets();

  /**
   * Names and values, in a fixed order: everything that a later run needs to choose in the same
   * way.
   */
  Map<String, String> describe();

  /** In a few words, for messages. */
  String label();
}
