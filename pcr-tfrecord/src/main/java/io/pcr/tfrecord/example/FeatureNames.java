package io.pcr.tfrecord.example;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Which features hold what of an image. {@link #DEFAULT} has TF-slim's names, which are those that
 * shards of a dataset use; other people's files may use others. Immutable and thread-safe.
 */
public final class FeatureNames {
  /** What a feature can hold of an image; the label is what options call it. */
  public enum Role {
    /** The file's bytes. */
    ENCODED("encoded", "image/encoded"),
    /** What the bytes are: JPEG, PNG, … */
    FORMAT("format", "image/format"),
    LABEL("label", "image/class/label"),
    /** The name of the class. */
    CLASS_NAME("class", "image/class/text"),
    /** The key. */
    FILENAME("filename", "image/filename"),
    HEIGHT("height", "image/height"),
    WIDTH("width", "image/width"),
    COLORSPACE("colorspace", "image/colorspace");

    private final String label;
    private final String slimName;

    Role(String label, String slimName) {
      this.label = label;
      this.slimName = slimName;
    }

    public String label() {
      return label;
    }

    static Optional<Role> ofLabel(String label) {
      return Arrays.stream(values()).filter(role -> role.label.equals(label)).findFirst();
    }
  }

  /** The names of TF-slim. */
  public static final FeatureNames DEFAULT = slim();

  private final Map<Role, String> names;

  private FeatureNames(Map<Role, String> names) {
    if (new HashSet<>(names.values()).size() != names.size()) {
      throw new IllegalArgumentException("two roles have one feature: " + names);
    }
    this.names = names;
  }

  private static FeatureNames slim() {
    Map<Role, String> names = new EnumMap<>(Role.class);
    for (Role role : Role.values()) {
      names.put(role, role.slimName);
    }
    return new FeatureNames(names);
  }

  /**
   * Names as an option gives them: {@code encoded=jpg,label=cls}; roles that are not named keep
   * TF-slim's.
   *
   * @throws IllegalArgumentException when a role is unknown or given twice, or a name is empty or
   *     taken
   */
  public static FeatureNames parse(String text) {
    Map<Role, String> given = new EnumMap<>(Role.class);
    for (String pair : text.split(",", -1)) {
      String[] parts = pair.split("=", 2);
      Role role = Role.ofLabel(parts[0].strip()).orElseThrow(() -> notPair(pair));
      if (parts.length < 2 || parts[1].isBlank() || given.put(role, parts[1].strip()) != null) {
        throw notPair(pair);
      }
    }
    Map<Role, String> names = new EnumMap<>(DEFAULT.names);
    names.putAll(given);
    return new FeatureNames(names);
  }

  private static IllegalArgumentException notPair(String pair) {
    List<String> labels = new ArrayList<>();
    for (Role role : Role.values()) {
      labels.add(role.label);
    }
    return new IllegalArgumentException(
        "'" + pair + "' is not role=feature, each role once, with a role of " + labels);
  }

  /** These names with another for one role. */
  public FeatureNames with(Role role, String name) {
    Map<Role, String> changed = new EnumMap<>(names);
    changed.put(role, requireNonNull(name, "name"));
    return new FeatureNames(changed);
  }

  public String name(Role role) {
    return names.get(role);
  }

  /** Whether a feature of this name has a role. Such a feature cannot be a column. */
  public boolean isTaken(String name) {
    return names.containsValue(name);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof FeatureNames that && names.equals(that.names);
  }

  @Override
  public int hashCode() {
    return names.hashCode();
  }

  @Override
  public String toString() {
    return names.toString();
  }
}
