package io.pcr.loader.order;

/** What a key is for: keys of different purposes have nothing in common (spec/loader.md 2). */
public enum Purpose {
  SHARDS(1),
  FIRST_PASS(2),
  SECOND_PASS(3),
  ALL_SAMPLES(4),
  MIX_BLOCK(5),
  MIX_PART(6),
  CROP(7),
  PROBE(8),
  OF_SAMPLE(9),
  LIQUID_SHARDS(11),
  KEPT(12),
  GIVEN(13),
  CACHED_SHARDS(14);

  private final int id;

  Purpose(int id) {
    this.id = id;
  }

  /** The purpose as a value of a key; never changes. */
  public int id() {
    return id;
  }
}
