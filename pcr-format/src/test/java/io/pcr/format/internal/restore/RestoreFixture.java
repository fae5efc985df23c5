package io.pcr.format.internal.restore;

import io.pcr.format.internal.checksum.Sha256;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** Records of every kind, as a seed decides. */
public final class RestoreFixture {
  private RestoreFixture() {}

  public static List<RestoreRecord> records(long seed, int count) {
    Random random = new Random(seed);
    List<RestoreRecord> records = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      RestoreKind kind =
          RestoreKind.ofId(random.nextInt(1 + RestoreKind.ORIGINAL.id())).orElseThrow();
      records.add(
          switch (kind) {
            case NONE -> RestoreRecord.NONE;
            case SAME -> RestoreRecord.SAME;
            case RECIPE -> recipe(random).encode();
            case PATCH -> patch(random).encode();
            case ORIGINAL -> new RestoreRecord(kind, bytes(random, random.nextInt(100)));
          });
    }
    return records;
  }

  static RestoreRecipe recipe(Random random) {
    List<ByteBuffer> literals = new ArrayList<>();
    int count = 1 + random.nextInt(4);
    for (int i = 0; i < count; i++) {
      literals.add(bytes(random, random.nextInt(30)));
    }
    return new RestoreRecipe(literals);
  }

  private static RestorePatch patch(Random random) {
    return RestorePatch.of(
        random.nextBoolean() ? Optional.of(recipe(random)) : Optional.empty(),
        bytes(random, 50).array(),
        bytes(random, 60));
  }

  static ByteBuffer bytes(Random random, int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return ByteBuffer.wrap(bytes);
  }

  public static RestoreRegionBuilder builder(List<RestoreRecord> records) {
    RestoreRegionBuilder builder = new RestoreRegionBuilder();
    records.forEach(record -> builder.add(record, Optional.of(Sha256.of(record.bytes()))));
    return builder;
  }
}
