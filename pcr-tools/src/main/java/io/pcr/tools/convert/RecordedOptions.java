package io.pcr.tools.convert;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What a dataset says of how it was made: text that anybody may have written, so that what makes no
 * sense is passed over. A new dataset says nothing. Immutable.
 */
record RecordedOptions(Map<String, String> all) {
  RecordedOptions {
    all = Map.copyOf(all);
  }

  /** The text of an option. */
  Optional<String> text(String name) {
    return Optional.ofNullable(all.get(name));
  }

  /** What is given, or else the recorded value of an option that is one of a few. */
  <E extends Enum<E>> E unless(E given, Class<E> type, String name, E otherwise) {
    if (given != null) {
      return given;
    }
    for (E value : type.getEnumConstants()) {
      if (value.name().equals(all.get(name))) {
        return value;
      }
    }
    return otherwise;
  }

  /** The value of an option that is a whole number of at most 31 bits and no sign. */
  OptionalInt number(String name) {
    long value = number(name, -1);
    return value < 0 || value > Integer.MAX_VALUE
        ? OptionalInt.empty()
        : OptionalInt.of((int) value);
  }

  /** The value of an option that is a whole number. */
  long number(String name, long otherwise) {
    try {
      return Long.parseLong(all.getOrDefault(name, ""));
    } catch (NumberFormatException e) {
      return otherwise;
    }
  }
}
