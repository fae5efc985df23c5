package io.pcr.writer.internal.json;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonObjectTest {
  @Property(tries = 300)
  void whatIsWrittenIsParsed(@ForAll Map<String, Long> numbers, @ForAll String text) {
    JsonWriter json = JsonWriter.indented().beginObject();
    numbers.forEach(json::put);
    Map<String, Object> expected = new LinkedHashMap<>(numbers);
    if (!numbers.containsKey("text")) {
      expected.put("text", text);
      json.put("text", text);
    }
    assertEquals(expected, JsonObject.parse(json.end().toString()).orElseThrow().members());
  }

  @Test
  void membersAreTextNumbersTruthListsOrOther() {
    String text =
        " {\"a\\u0020\\/\\n\" : \"\\ud83d\\ude00\", \"i\":-0, \"l\":-7, \"d\":1.5e3, \"n\":null,"
            + "\t\"o\":{\"x\":[1,{}]}, \"b\":true, \"big\":99999999999999999999, \"l2\":[]}\n";
    Map<String, Object> members = JsonObject.parse(text).orElseThrow().members();
    assertEquals("\ud83d\ude00", members.get("a /\n"));
    assertEquals(-0.0, members.get("i"));
    assertEquals(-7L, members.get("l"));
    assertEquals(1500.0, members.get("d"));
    assertTrue(!members.containsKey("n"));
    assertEquals(true, members.get("b"));
    assertEquals(List.of(), members.get("l2"));
    assertEquals(JsonObject.OTHER, members.get("o"));
    assertEquals(JsonObject.OTHER, members.get("big"));
    assertEquals(
        "{l=-7}", JsonObject.parse("{\"l\":-7,\"x\":1}").orElseThrow().without("x").toString());
  }

  @Test
  void memberThatStandsTwiceIsNoneOfItsValuesEvenIfOneIsNull() {
    for (String text : new String[] {"\"x\":1,\"x\":null", "\"x\":null,\"x\":1"}) {
      JsonObject object = JsonObject.parse("{" + text + "}").orElseThrow();
      assertEquals(JsonObject.OTHER, object.members().get("x"), text);
    }
  }

  @Test
  void numberThatNoDoubleIsNearIsOther() {
    JsonObject object =
        JsonObject.parse("{\"a\":1e-400,\"b\":-0.0e-400,\"c\":4.9e-324,\"d\":[1e-400]}")
            .orElseThrow();
    assertEquals(JsonObject.OTHER, object.members().get("a"));
    assertEquals(-0.0, object.members().get("b"));
    assertEquals(Double.MIN_VALUE, object.members().get("c"));
    assertEquals(JsonObject.OTHER, object.members().get("d"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"12345678901234567890", "-99999999999999999999", "1e400", "7", "\"t\"", "[0.5]"})
  void valueOfAMemberDoesNotDependOnTheOneBefore(String before) {
    JsonObject object =
        JsonObject.parse("{\"a\":" + before + ",\"f\":0.1000,\"b\":" + before + ",\"i\":3}")
            .orElseThrow();
    assertEquals(0.1, object.members().get("f"));
    assertEquals(3L, object.members().get("i"));
  }

  @Test
  void membersThatAreNullAreKnownByName() {
    JsonObject object = JsonObject.parse("{\"n\":null,\"l\":1}").orElseThrow();
    assertTrue(object.isNull("n"));
    assertTrue(!object.isNull("l") && !object.isNull("none"));
    assertTrue(!object.without("n").isNull("n"));
  }

  @Test
  void arraysOfObjectsAreRead() {
    String text = "{\"a\":[{\"x\":1},{\"b\":[{}]}],\"m\":[{},2],\"e\":[],\"t\":[{}],\"t\":[{}]}";
    JsonObject object = JsonObject.parse(text).orElseThrow();
    assertEquals(2, object.objects("a").size());
    assertEquals(1L, object.objects("a").get(0).members().get("x"));
    assertEquals(1, object.objects("a").get(1).objects("b").size());
    for (String name : new String[] {"m", "e", "t", "none"}) {
      assertEquals(0, object.objects(name).size(), name);
    }
    assertEquals(0, object.without("a").objects("a").size());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        " ",
        "1",
        "[]",
        "null",
        "{",
        "{}x",
        "{}{}",
        "{,}",
        "{\"a\":1,}",
        "{\"a\" 1}",
        "{a:1}",
        "{\"a\":01}",
        "{\"a\":+1}",
        "{\"a\":.5}",
        "{\"a\":5.}",
        "{\"a\":1e}",
        "{\"a\":NaN}",
        "{\"a\":'x'}",
        "{\"a\":\"\n\"}",
        "{\"a\":\"\\x\"}",
        "{\"a\":\"\\u00g0\"}",
        "{\"a\":\"\\u12",
        "{\"a\":tru}",
        "{\"a\":[1,]}",
        "{\"a\":[1}",
        "{\"a\":{]}",
        "{\"a\":\"",
        "{\"a\"",
        "{\"a\":",
        "\ufeff{}"
      })
  void whatIsNoObjectIsNone(String text) {
    assertTrue(JsonObject.parse(text).isEmpty());
  }

  @Test
  void depthIsBounded() {
    int many = 100_000;
    String deep = "{\"a\":" + "[".repeat(many) + "]".repeat(many) + "}";
    assertTrue(JsonObject.parse(deep).isEmpty());
    assertTrue(JsonObject.parse("{\"a\":" + "9".repeat(many) + "}").isEmpty());
    String shallow = "{\"a\":" + "[".repeat(60) + "]".repeat(60) + "}";
    assertTrue(JsonObject.parse(shallow).isPresent());
  }
}
