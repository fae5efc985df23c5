package io.pcr.tfrecord.internal.example;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.PcrException;
import io.pcr.tfrecord.example.FeatureNames;
import io.pcr.tfrecord.example.FeatureNames.Role;
import io.pcr.tfrecord.internal.framing.RecordOrigin;
import io.pcr.tfrecord.internal.framing.TfRecordLayout;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * An image and what is said of it, as an {@link Example} holds it. Immutable and thread-safe, as
 * long as nobody changes the bytes that it was made from.
 *
 * @param encoded the image file's bytes, a read-only view; use {@link ByteBuffer#duplicate} to move
 *     its position
 * @param format {@code JPEG}, {@code PNG}, …, as the example says it
 * @param className the name that belongs to the label
 * @param key the sample's key; TF-slim's "filename"
 * @param others all features without a role, by name: the user's columns
 */
public record ImageExample(
    ByteBuffer encoded,
    Optional<String> format,
    OptionalLong label,
    Optional<String> className,
    Optional<String> key,
    OptionalLong height,
    OptionalLong width,
    Optional<String> colorspace,
    Map<String, Feature> others) {
  public ImageExample {
    requireNonNull(encoded, "encoded");
    others = Map.copyOf(others);
  }

  /**
   * The parts of a decoded example.
   *
   * @param place the record it came from, for errors
   * @throws PcrException.Corrupt when there is not exactly one image, or a feature with a role is
   *     of another kind than the role needs; an empty list is a feature that is not there
   */
  public static ImageExample of(Example example, FeatureNames names, RecordOrigin place)
      throws PcrException.Corrupt {
    RoleReader roles = new RoleReader(example, names, place);
    Map<String, Feature> others = new LinkedHashMap<>();
    example
        .features()
        .forEach(
            (name, feature) -> {
              if (!names.isTaken(name)) {
                others.put(name, feature);
              }
            });
    return new ImageExample(
        roles.image(),
        roles.text(Role.FORMAT),
        roles.integer(Role.LABEL),
        roles.text(Role.CLASS_NAME),
        roles.text(Role.FILENAME),
        roles.integer(Role.HEIGHT),
        roles.integer(Role.WIDTH),
        roles.text(Role.COLORSPACE),
        others);
  }

  /**
   * These parts as an example.
   *
   * @throws IllegalArgumentException when one of the others has the name of a role
   */
  public Example toExample(FeatureNames names) {
    Map<String, Feature> features = new LinkedHashMap<>(others);
    others
        .keySet()
        .forEach(
            name -> {
              if (names.isTaken(name)) {
                throw new IllegalArgumentException("column " + name + " has the name of a role");
              }
            });
    features.put(names.name(Role.ENCODED), Feature.ofBytes(encoded));
    putText(features, names.name(Role.FORMAT), format);
    putInteger(features, names.name(Role.LABEL), label);
    putText(features, names.name(Role.CLASS_NAME), className);
    putText(features, names.name(Role.FILENAME), key);
    putInteger(features, names.name(Role.HEIGHT), height);
    putInteger(features, names.name(Role.WIDTH), width);
    putText(features, names.name(Role.COLORSPACE), colorspace);
    return Example.of(features);
  }

  private static void putText(Map<String, Feature> features, String name, Optional<String> value) {
    value.ifPresent(text -> features.put(name, Feature.ofText(text)));
  }

  private static void putInteger(Map<String, Feature> features, String name, OptionalLong value) {
    value.ifPresent(number -> features.put(name, Feature.ofInt64s(number)));
  }

  /** Reads features by their role, each proved to be of its kind. */
  private record RoleReader(Example example, FeatureNames names, RecordOrigin place) {
    ByteBuffer image() throws PcrException.Corrupt {
      Optional<Feature> feature = example.feature(names.name(Role.ENCODED));
      if (feature.isEmpty()
          || feature.get().kind() != Feature.Kind.BYTES
          || feature.get().count() != 1) {
        throw wrong(Role.ENCODED, feature, "one byte string");
      }
      return feature.get().bytes(0);
    }

    OptionalLong integer(Role role) throws PcrException.Corrupt {
      Optional<Feature> feature = single(role, Feature.Kind.INT64, "one int64");
      return feature.isEmpty() ? OptionalLong.empty() : OptionalLong.of(feature.get().int64(0));
    }

    Optional<String> text(Role role) throws PcrException.Corrupt {
      Optional<Feature> feature = single(role, Feature.Kind.BYTES, "one byte string of UTF-8");
      if (feature.isEmpty()) {
        return Optional.empty();
      }
      try {
        return Optional.of(UTF_8.newDecoder().decode(feature.get().bytes(0)).toString());
      } catch (CharacterCodingException e) {
        throw wrong(role, feature, "UTF-8");
      }
    }

    private Optional<Feature> single(Role role, Feature.Kind kind, String wanted)
        throws PcrException.Corrupt {
      Optional<Feature> feature =
          example.feature(names.name(role)).filter(found -> found.count() > 0);
      if (feature.isPresent() && (feature.get().kind() != kind || feature.get().count() != 1)) {
        throw wrong(role, feature, wanted);
      }
      return feature;
    }

    private PcrException.Corrupt wrong(Role role, Optional<Feature> found, String wanted) {
      String stored =
          found.map(feature -> feature.count() + " of " + feature.kind()).orElse("nothing");
      return new PcrException.Corrupt(
          ErrorCode.MALFORMED,
          place.field("data[" + names.name(role) + "]", TfRecordLayout.DATA_OFFSET),
          stored,
          wanted);
    }
  }
}
