package io.pcr.writer.internal.source.archive;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.pcr.format.internal.text.RawNames;
import io.pcr.format.manifest.ClassName;
import io.pcr.writer.internal.json.JsonObject;
import io.pcr.writer.internal.json.JsonWriter;
import io.pcr.writer.internal.source.JsonValue;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The names of the labels of a tar: a member of its own, {@code {"0":"rose","1":"tulip"}}. Its name
 * is of a kind that WebDataset passes over, so that it is no sample there. Stateless.
 */
public final class ClassesMember {
  /** The member's name. */
  public static final String NAME = "__classes__";

  /** Longer ones name more classes than anybody has. */
  static final int MAX_LENGTH = 64 << 20;

  private ClassesMember() {}

  /** The member's content. */
  public static ByteBuffer encode(List<ClassName> classes) {
    JsonWriter json = JsonWriter.compact().beginObject();
    classes.forEach(known -> json.put(Long.toString(known.label()), known.name()));
    return ByteBuffer.wrap(json.end().toString().getBytes(UTF_8)).asReadOnlyBuffer();
  }

  /** The names by label; empty when the content is something else. */
  static Optional<Map<Long, String>> decode(byte[] content) {
    Optional<JsonObject> object =
        RawNames.isUtf8(content) ? JsonObject.parse(new String(content, UTF_8)) : Optional.empty();
    if (object.isEmpty()) {
      return Optional.empty();
    }
    Map<Long, String> names = new TreeMap<>();
    for (Map.Entry<String, Object> member : object.get().members().entrySet()) {
      boolean isLabel = member.getKey().matches("0|[1-9][0-9]{0,17}");
      if (!isLabel || !(member.getValue() instanceof String name) || !JsonValue.isUnicode(name)) {
        return Optional.empty();
      }
      names.put(Long.parseLong(member.getKey()), name);
    }
    return Optional.of(names);
  }
}
