package io.pcr.format.internal.shard;

/**
 * What a manifest says of a RESTORE region besides its length.
 *
 * @param directoryLength bytes of its directory
 * @param restorableSamples samples with an original that can be given back
 */
public record RestoreExtent(int directoryLength, int restorableSamples) {
  /** Of a shard without that region. */
  public static final RestoreExtent NONE = new RestoreExtent(0, 0);
}
