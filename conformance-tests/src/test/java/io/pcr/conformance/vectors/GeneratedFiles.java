package io.pcr.conformance.vectors;

import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Random;
import java.util.Set;
import java.util.function.Supplier;

/** Files that a seed decides, of every kind, whole and damaged, for comparing readers. */
final class GeneratedFiles {
  private static final List<SampleDraft> IMAGES = images();
  private static final int FIRST_LIQUID = 16;

  private final Random random;

  private GeneratedFiles(long seed) {
    // Neighbouring seeds begin alike in this generator.
    random = new Random(seed * 0x9E3779B97F4A7C15L);
  }

  /** What becomes of a file that was whole. */
  enum Damage {
    NONE,
    /** A bit, anywhere. */
    FLIPPED,
    /** The end, anywhere. */
    CUT,
    /** A word of the FlatBuffer, all checksums mended: several rules may be broken at once. */
    EDITED
  }

  /**
   * A file.
   *
   * @param group the fidelity to read it at; empty for all
   */
  record Generated(String name, ByteBuffer content, OptionalInt group, Damage damage) {
    byte[] bytes() {
      return Frames.bytes(content);
    }
  }

  static Generated of(long seed) {
    return new GeneratedFiles(seed).next(seed);
  }

  private static List<SampleDraft> images() {
    List<SampleDraft> images = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      images.add(JpegDrafts.colour("", 100 + i));
      images.add(JpegDrafts.grey("", 200 + i));
    }
    return images;
  }

  private Generated next(long seed) {
    Damage damage = random.nextBoolean() ? Damage.NONE : Damage.values()[random.nextInt(4)];
    int kind = random.nextInt(10);
    String name = "generated-" + seed;
    if (kind < 2) {
      String[] suffixes = {".tfrecord", ".tfrecord.gz", ".tfrecord.zlib", ".tfrecord.zst"};
      int compression = random.nextInt(suffixes.length);
      Damage possible = damage == Damage.EDITED ? Damage.NONE : damage;
      byte[] file = damaged(tfrecord(compression), possible);
      return generated(name + suffixes[compression], file, OptionalInt.empty(), possible);
    }
    if (kind < 4) {
      ManifestDraft draft = manifest();
      if (damage == Damage.EDITED) {
        draft.flatBuffer(this::edit);
      }
      return generated(name + ".pcrm", damaged(draft.build(), damage), OptionalInt.empty(), damage);
    }
    ShardDraft draft = kind < 6 ? liquid() : pcr();
    if (damage == Damage.EDITED) {
      draft.flatBuffer(this::edit);
    }
    OptionalInt group =
        random.nextInt(3) == 0
            ? OptionalInt.of(random.nextInt(draft.groupCount() + 1))
            : OptionalInt.empty();
    return generated(name + ".pcr", damaged(draft.build(), damage), group, damage);
  }

  private static Generated generated(String name, byte[] file, OptionalInt group, Damage damage) {
    return new Generated(name, ByteBuffer.wrap(file), group, damage);
  }

  private byte[] damaged(byte[] file, Damage damage) {
    if (file.length > 0 && damage == Damage.FLIPPED) {
      file[random.nextInt(file.length)] ^= (byte) (1 << random.nextInt(Byte.SIZE));
    }
    return damage == Damage.CUT ? Arrays.copyOf(file, random.nextInt(file.length + 1)) : file;
  }

  private void edit(FlatBufferBytes.Encoded encoded) {
    ByteBuffer buffer = encoded.buffer();
    int[] values = {0, 1, -1, 0x7FFF, 0x8000, 0x7FFFFFFF, 0x80000000, random.nextInt(64)};
    int at = random.nextInt(buffer.capacity() / Integer.BYTES) * Integer.BYTES;
    int value = values[random.nextInt(values.length)];
    if (random.nextBoolean()) {
      buffer.putInt(at, value);
    } else {
      buffer.putShort(at + Short.BYTES * random.nextInt(2), (short) value);
    }
  }

  private byte[] bytes(int most) {
    byte[] bytes = new byte[random.nextInt(most + 1)];
    random.nextBytes(bytes);
    return bytes;
  }

  /** Text of any characters, up to a number of them. */
  private String text(int most) {
    StringBuilder text = new StringBuilder();
    int length = random.nextInt(most + 1);
    for (int i = 0; i < length; i++) {
      int codePoint =
          switch (random.nextInt(4)) {
            case 0 -> random.nextInt(0x80);
            case 1 -> random.nextInt(0xD800);
            case 2 -> 0xE000 + random.nextInt(0x110000 - 0xE000);
            default -> 'a' + random.nextInt(26);
          };
      text.appendCodePoint(codePoint);
    }
    return text.toString();
  }

  private List<String> names(int count) {
    Set<String> names = new HashSet<>();
    List<String> ordered = new ArrayList<>();
    while (ordered.size() < count) {
      String name = text(12) + ordered.size();
      if (names.add(name)) {
        ordered.add(name);
      }
    }
    return ordered;
  }

  private long label() {
    return random.nextInt(3) == 0 ? SampleDraft.NO_LABEL : random.nextLong();
  }

  private ShardDraft pcr() {
    int groups = 3 + random.nextInt(3);
    List<SampleDraft> samples = new ArrayList<>();
    for (String key : names(random.nextInt(8))) {
      samples.add(
          random.nextInt(4) == 0
              ? SampleDraft.opaque(key, bytes(300), groups).withLabel(label())
              : image(key, groups).withLabel(label()));
    }
    ShardDraft draft = ShardDraft.pcr(groups, samples);
    addColumns(draft, samples.size());
    addRestore(draft, samples);
    return draft;
  }

  private SampleDraft image(String key, int groups) {
    SampleDraft image = IMAGES.get(random.nextInt(IMAGES.size()));
    List<byte[]> slices = new ArrayList<>(image.slices());
    while (slices.size() < groups) {
      slices.add(random.nextInt(slices.size() + 1), new byte[0]);
    }
    if (slices.get(0).length == 0) {
      Collections.swap(slices, 0, slices.indexOf(image.slices().get(0)));
    }
    return image.withName(key).withSlices(slices);
  }

  private ShardDraft liquid() {
    List<SampleDraft> samples = new ArrayList<>();
    for (String key : names(random.nextInt(9))) {
      samples.add(
          SampleDraft.liquid(key, FIRST_LIQUID + random.nextInt(5), bytes(200)).withLabel(label()));
    }
    ShardDraft draft = ShardDraft.liquid(samples);
    addColumns(draft, samples.size());
    addRestore(draft, samples);
    return draft;
  }

  private void addColumns(ShardDraft draft, int samples) {
    for (String name : names(random.nextInt(4))) {
      draft.column(column(name, samples));
    }
  }

  private ColumnDraft column(String name, int samples) {
    int placement = random.nextInt(3);
    return switch (random.nextInt(4)) {
      case 0 -> ColumnDraft.int64s(name, values(samples, Long.class, random::nextLong));
      case 1 ->
          ColumnDraft.float64s(
              name,
              values(samples, Double.class, () -> Double.longBitsToDouble(random.nextLong())));
      case 2 -> ColumnDraft.strings(name, placement, values(samples, String.class, () -> text(20)));
      default -> ColumnDraft.bytes(name, placement, values(samples, byte[].class, () -> bytes(40)));
    };
  }

  /** A value for each sample, or none. */
  @SuppressWarnings("unchecked")
  private <T> T[] values(int samples, Class<T> type, Supplier<T> value) {
    T[] values = (T[]) Array.newInstance(type, samples);
    for (int i = 0; i < samples; i++) {
      values[i] = random.nextInt(4) == 0 ? null : value.get();
    }
    return values;
  }

  private void addRestore(ShardDraft draft, List<SampleDraft> samples) {
    if (random.nextInt(3) > 0) {
      return;
    }
    RestoreDraft restore = new RestoreDraft();
    if (random.nextBoolean()) {
      restore.frameEach();
    } else if (samples.isEmpty()) {
      return;
    }
    for (SampleDraft sample : samples) {
      byte[] original = sample.original();
      switch (random.nextInt(4)) {
        case 0 -> restore.add(RestoreDraft.NONE);
        case 1 -> restore.add(RestoreDraft.ORIGINAL, original);
        case 2 ->
            restore.add(RestoreDraft.PATCH, RestoreDraft.patch(new byte[0], Frames.raw(original)));
        default -> restore.add(RestoreDraft.RECIPE, RestoreDraft.recipe(bytes(30), bytes(30)));
      }
    }
    draft.restore(restore);
  }

  private ManifestDraft manifest() {
    ManifestDraft draft = random.nextBoolean() ? ManifestDraft.full() : ManifestDraft.empty();
    for (String name : names(random.nextInt(5))) {
      if (isPlain(name)) {
        draft.add(ManifestDraft.tfrecord(name, random.nextInt(4)));
      }
    }
    draft.head(head -> head.putLong(ManifestDraft.GENERATION_OFFSET, 1 + random.nextInt(1000)));
    return draft;
  }

  private static boolean isPlain(String name) {
    return name.charAt(0) != '.'
        && name.chars().noneMatch(c -> c == '/' || c == '\\' || c < ' ' || c == 0x7F)
        && ManifestDraft.utf8(name).length <= 255;
  }

  private byte[] tfrecord(int compression) {
    byte[] file = new byte[0];
    int records = random.nextInt(5);
    for (int i = 0; i < records; i++) {
      List<byte[]> entries = new ArrayList<>();
      entries.add(ExampleDraft.entry("image/encoded", ExampleDraft.bytes(bytes(200))));
      entries.add(ExampleDraft.entry("image/class/label", ExampleDraft.int64s(label())));
      entries.add(ExampleDraft.entry("image/filename", ExampleDraft.text(text(20))));
      for (String name : names(random.nextInt(4))) {
        entries.add(ExampleDraft.entry(name, feature()));
      }
      Collections.shuffle(entries, random);
      byte[] example = ExampleDraft.example(entries.toArray(byte[][]::new));
      file = Frames.concat(file, ExampleDraft.record(example));
    }
    return switch (compression) {
      case 0 -> file;
      case 1 -> ExampleDraft.gzip(file);
      case 2 -> ExampleDraft.zlib(file);
      default -> Frames.raw(file);
    };
  }

  private byte[] feature() {
    return switch (random.nextInt(3)) {
      case 0 -> ExampleDraft.bytes(bytes(20), bytes(20));
      case 1 -> ExampleDraft.int64s(random.longs(random.nextInt(4)).toArray());
      default -> ExampleDraft.floats(Float.intBitsToFloat(random.nextInt()), 1.5f);
    };
  }
}
