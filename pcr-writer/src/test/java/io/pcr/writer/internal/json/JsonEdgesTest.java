package io.pcr.writer.internal.json;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What stands right beside what the grammar allows. */
class JsonEdgesTest {
  private static Map<String, Object> members(String text) {
    return JsonObject.parse(text).orElseThrow().members();
  }

  @Test
  void everyEscapeIsItsCharacter() {
    assertEquals(
        Map.of("a", "\"\\/\b\f\n\r\t\u00e9\u00AF"),
        members("{\"a\": \"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\\u00AF\"}"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"a\": \"\\x\"}",
        "{\"a\": \"\\u00g0\"}",
        "{\"a\": \"\\u00\uff11\uff11\"}",
        "{\"a\": \"\u001f\"}",
        "{\"a\": tru}",
        "{\"a\": fals}",
        "{\"a\": nul}",
        "{\"a\": 01}",
        "{\"a\": .5}",
        "{\"a\": +1}",
        "{\"a\": 1} x",
        "{\"a\": 1,}",
        "{\"a\" 1}",
        "{a: 1}",
        "{\"a\": [1,]}",
        "{\"a\": [1 2]}",
        "{\"a\": [",
        "{\"a\": \"",
        "{\"a\": \"\\",
        "{",
        "",
        " "
      })
  void whatIsBesideTheGrammarIsNoObject(String text) {
    assertEquals(Optional.empty(), JsonObject.parse(text));
  }

  @Test
  void truthAndListsOfOneKindAreValuesAndNullIsNone() {
    assertEquals(
        Map.of("t", true, "f", false, "a", List.of(), "b", List.of(1L, 2.5, -0.0)),
        members(" {\"t\" : true , \"f\":false,\"n\":null,\"a\" : [ ], \"b\":[1 , 2.5,-0] } "));
    assertEquals(
        Map.of("t", List.of("x", ""), "f", List.of(true, false)),
        members("{\"t\":[\"x\",\"\"],\"f\":[true,false]}"));
    for (String mixed :
        List.of(
            "[1,\"1\"]",
            "[true,1]",
            "[null]",
            "[1,null]",
            "[[1]]",
            "[1,{}]",
            "[{},1]",
            "[1e999]")) {
      assertEquals(Map.of("a", JsonObject.OTHER), members("{\"a\":" + mixed + "}"), mixed);
      assertEquals(Optional.empty(), JsonObject.parseList(mixed), mixed);
    }
    assertEquals(Optional.of(List.of(1L, 2L)), JsonObject.parseList(" [1,2] "));
    for (String none : List.of("", "1", "{}", "[1", "[1]]", "[1] 2", "[{}]", "1,2")) {
      assertEquals(Optional.empty(), JsonObject.parseList(none), none);
    }
    List<JsonObject> list =
        JsonObject.parse("{\"a\": [ {\"b\": 1} , {} ], \"c\": [{}, 1]}").get().objects("a");
    assertEquals(
        List.of(Map.of("b", 1L), Map.of()), list.stream().map(JsonObject::members).toList());
    assertEquals(List.of(), JsonObject.parse("{\"c\": [{}, 1]}").orElseThrow().objects("c"));
  }

  @Test
  void numbersAreLongsOrDoublesOrOutOfTheRangeOfBoth() {
    assertEquals(Long.MIN_VALUE, members("{\"a\": -9223372036854775808}").get("a"));
    assertEquals(JsonObject.OTHER, members("{\"a\": 9223372036854775808}").get("a"));
    assertEquals(-0.0, members("{\"a\": -0}").get("a"));
    assertEquals(1e300, members("{\"a\": 1E+300}").get("a"));
    assertEquals(JsonObject.OTHER, members("{\"a\": 1e999}").get("a"));
    assertEquals(0.5, members("{\"a\": 0.5}").get("a"));
  }

  @Test
  void doubleIsWrittenWithAllItsDigits() {
    double third = 1.0 / 3;
    String json = JsonWriter.compact().beginObject().putExact("x", third).end().toString();
    assertEquals(Map.of("x", third), members(json));
    for (double unsayable : new double[] {Double.NaN, Double.POSITIVE_INFINITY}) {
      JsonWriter object = JsonWriter.compact().beginObject();
      assertThrows(IllegalArgumentException.class, () -> object.putExact("x", unsayable));
    }
    assertEquals(
        "{\"x\":0.333333,\"y\":null}",
        JsonWriter.compact().beginObject().put("x", third).put("y", Double.NaN).end().toString());
  }

  @Test
  void onlyPrintableAsciiIsWrittenAsItIs() {
    assertEquals("\" ~\\u001f\\u007f\"", JsonWriter.compact().value(" ~\u001f\u007f").toString());
  }

  @Test
  void writerRefusesWhatIsNoWholeValue() {
    assertThrows(IllegalStateException.class, () -> JsonWriter.compact().toString());
    assertThrows(IllegalStateException.class, () -> JsonWriter.compact().end());
    assertThrows(IllegalStateException.class, () -> JsonWriter.compact().beginObject().toString());
    JsonWriter whole = JsonWriter.compact().value(1);
    assertThrows(IllegalStateException.class, () -> whole.value(2));
    assertThrows(IllegalStateException.class, () -> whole.put("a", 2));
    JsonWriter list = JsonWriter.compact().beginObject().beginArray("list");
    assertThrows(IllegalStateException.class, () -> list.put("a", 1));
  }
}
