package io.pcr.conformance.vectors;

import io.pcr.format.error.ErrorCode;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** The vectors, in the order in which the catalogues add them. */
final class Vectors {
  static final int MAX_LENGTH = 64 << 10;

  private final List<Vector> all = new ArrayList<>();

  /**
   * What a probe of a vector has to say.
   *
   * @param group the fidelity that is asked for; empty for the whole file
   * @param error the code; empty when all is well
   */
  record Expectation(OptionalInt group, Optional<ErrorCode> error) {}

  /**
   * A file that shows something to readers.
   *
   * @param about which field, and what is with it
   * @param decode what a decoder of its images says; empty when there is nothing to say
   * @param open what opening the shards that a manifest names says; empty when nothing
   */
  record Vector(
      String file,
      String about,
      ByteBuffer content,
      List<String> requirements,
      List<Expectation> expectations,
      Optional<ErrorCode> decode,
      Optional<ErrorCode> open) {
    byte[] bytes() {
      return Frames.bytes(content);
    }
  }

  /** All vectors of all catalogues. */
  static List<Vector> all() {
    Vectors vectors = new Vectors();
    GoodShardVectors.addTo(vectors);
    WrittenVectors.addTo(vectors);
    HeadVectors.addTo(vectors);
    RegionVectors.addTo(vectors);
    FrameVectors.addTo(vectors);
    TableVectors.addTo(vectors);
    MetadataVectors.addTo(vectors);
    TargetVectors.addTo(vectors);
    ColumnVectors.addTo(vectors);
    RestoreVectors.addTo(vectors);
    RestoreRecordVectors.addTo(vectors);
    PrefixVectors.addTo(vectors);
    ImageVectors.addTo(vectors);
    ManifestVectors.addTo(vectors);
    BadManifestVectors.addTo(vectors);
    BadManifestContentVectors.addTo(vectors);
    GoodTfRecordVectors.addTo(vectors);
    BadTfRecordVectors.addTo(vectors);
    LiquidVectors.addTo(vectors);
    DatasetVectors.addTo(vectors);
    return vectors.all;
  }

  private static Expectation whole(ErrorCode error) {
    return new Expectation(OptionalInt.empty(), Optional.ofNullable(error));
  }

  private void add(String file, String about, byte[] bytes, String ids, ErrorCode error) {
    add(file, about, bytes, ids, List.of(whole(error)), Optional.empty());
  }

  private void add(
      String file,
      String about,
      byte[] bytes,
      String ids,
      List<Expectation> expectations,
      Optional<ErrorCode> decode) {
    if (bytes.length > MAX_LENGTH) {
      throw new IllegalStateException(file + " has " + bytes.length + " bytes");
    }
    ByteBuffer content = ByteBuffer.wrap(bytes);
    List<String> requirements = List.of(ids.split(" "));
    all.add(new Vector(file, about, content, requirements, expectations, decode, Optional.empty()));
  }

  /** A file in which everything is as it should be. */
  void good(String name, String about, byte[] bytes, String ids) {
    add("good-" + name, about, bytes, ids, (ErrorCode) null);
  }

  /** A shard that is whole, whose metadata says other things of an image than the image is. */
  void goodButForImages(String name, ErrorCode decode, String about, byte[] bytes, String ids) {
    add("good-" + name, about, bytes, ids, List.of(whole(null)), Optional.of(decode));
  }

  /** A file with one defect. */
  void bad(String name, ErrorCode error, String about, byte[] bytes, String ids) {
    add("bad-" + name, about, bytes, ids, error);
  }

  /** A file that is whole, and not for readers of this version or with these limits. */
  void unsupported(String name, ErrorCode error, String about, byte[] bytes, String ids) {
    add("unsupported-" + name, about, bytes, ids, error);
  }

  /** A shard that ends early: it reads up to a group, not beyond it and not as a whole. */
  void prefix(String name, String about, byte[] bytes, int group, int groupCount, String ids) {
    List<Expectation> expectations = new ArrayList<>();
    for (int g = 0; g <= Math.min(group + 1, groupCount); g++) {
      expectations.add(
          new Expectation(
              OptionalInt.of(g), g <= group ? Optional.empty() : Optional.of(ErrorCode.TRUNCATED)));
    }
    expectations.add(whole(ErrorCode.TRUNCATED));
    add("prefix-" + name, about, bytes, ids, expectations, Optional.empty());
  }

  /** A manifest that is whole, of shards that stand beside it and are not those that it means. */
  void dataset(String name, ErrorCode open, String about, byte[] bytes) {
    all.add(
        new Vector(
            "bad-dataset-" + name + ".pcrm",
            about,
            ByteBuffer.wrap(bytes),
            List.of("R-MANIFEST-6"),
            List.of(whole(null)),
            Optional.empty(),
            Optional.of(open)));
  }

  /** The bytes of a vector that has been added. */
  byte[] bytes(String file) {
    return all.stream().filter(v -> v.file().equals(file)).findFirst().orElseThrow().bytes();
  }

  /** A shard that is whole, with an image that is not. */
  void image(String name, ErrorCode decode, String about, byte[] bytes, String ids) {
    add("bad-image-" + name, about, bytes, ids, List.of(whole(null)), Optional.of(decode));
  }
}
