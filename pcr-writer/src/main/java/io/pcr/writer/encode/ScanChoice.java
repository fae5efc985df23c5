package io.pcr.writer.encode;

import io.pcr.format.quality.GroupTargets;
import java.util.Map;
import java.util.Optional;

/** How the scans of a progressive JPEG are spread over the groups. Immutable. */
public sealed interface ScanChoice permits FixedScans, TargetedScans {
  /** How many groups there are, of which an image may leave some empty. */
  int groupCount();

  /** What shards and manifest state of the groups, if anything. */
  Optional<GroupTargets> targets();

  /** As names and values, in a fixed order: all that a later run needs to choose the same way. */
  Map<String, String> describe();

  /** In a few words, for messages. */
  String label();
}
