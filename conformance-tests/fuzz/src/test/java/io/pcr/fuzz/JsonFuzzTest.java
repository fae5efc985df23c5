package io.pcr.fuzz;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.pcr.writer.internal.json.JsonObject;
import io.pcr.writer.internal.source.archive.MembersJson;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** JSON of journals, resume tokens and columns: what is an object, written again, is the same. */
class JsonFuzzTest {
  static Stream<Arguments> seeds() {
    return Stream.of(
            "{}",
            "{\"a\": 1, \"b\": -2.5e3, \"c\": \"\\u00e9 \\n\", \"d\": null, \"e\": true}",
            "{\"f\": [1, 2.5], \"g\": [\"x\"], \"h\": [true, false], \"i\": [], \"j\": [[1]]}",
            "{\"list\": [{\"x\": [[]]}, {}], \"a\": 1, \"a\": 2}",
            "[".repeat(1000))
        .map(text -> Seeds.seed(text.substring(0, 2), text.getBytes(StandardCharsets.UTF_8)));
  }

  @MethodSource("seeds")
  @FuzzTest
  void object(byte[] text) {
    FuzzRead.refuses(
        () -> {
          Optional<JsonObject> object = JsonObject.parse(new String(text, StandardCharsets.UTF_8));
          object.ifPresent(
              found ->
                  assertEquals(
                      known(found), JsonObject.parse(write(known(found))).get().members()));
        });
  }

  private static Map<String, Object> known(JsonObject object) {
    Map<String, Object> members = new LinkedHashMap<>(object.members());
    members.values().removeIf(value -> value == JsonObject.OTHER);
    return members;
  }

  private static String write(Map<String, Object> members) {
    return MembersJson.of(Optional.empty(), members);
  }
}
