package io.pcr.writer.internal.json;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class JsonWriterTest {
  @Test
  void membersKeepTheirOrderOnOneLine() {
    JsonWriter json = JsonWriter.compact().beginObject().put("b", 1).put("a", "x").put("c", true);
    json.beginArray("list").value(1).value("two").beginObject().end().end().end();
    assertEquals("{\"b\":1,\"a\":\"x\",\"c\":true,\"list\":[1,\"two\",{}]}", json.toString());
  }

  @Test
  void indentedValueStandsOneMemberALine() {
    JsonWriter json = JsonWriter.indented().beginObject().put("a", 1).beginArray("b");
    json.value(2).value(3).end().beginObject("c").end().beginArray("d").end().end();
    assertEquals(
        """
        {
          "a": 1,
          "b": [
            2,
            3
          ],
          "c": {},
          "d": []
        }""",
        json.toString());
  }

  @Test
  void numbersThatJsonCannotSayAreNull() {
    JsonWriter json = JsonWriter.compact().beginArray();
    json.value(Double.POSITIVE_INFINITY).value(Double.NaN).value((String) null).end();
    assertEquals("[null,null,null]", json.toString());
  }

  @Test
  void decimalsAreRoundedToSixAndNeverInExponents() {
    JsonWriter json = JsonWriter.compact().beginArray();
    json.value(0.9612345678).value(1e-9).value(1e15).value(-0.0).value(2.5).value(100.0).end();
    assertEquals("[0.961235,0,1000000000000000,0,2.5,100]", json.toString());
  }

  @Property
  void anyStringIsAsciiAndReadsBackTheSame(@ForAll String text) {
    String json = JsonWriter.compact().value(text).toString();
    assertTrue(json.chars().allMatch(c -> c >= ' ' && c <= '~'), json);
    assertEquals(text, unquote(json));
  }

  @Test
  void nameOutsideAnObjectIsRefused() {
    assertThrows(IllegalStateException.class, () -> JsonWriter.compact().put("a", 1));
    JsonWriter array = JsonWriter.compact().beginArray();
    assertThrows(IllegalStateException.class, () -> array.put("a", 1));
  }

  @Test
  void valueWithoutANameInAnObjectIsRefused() {
    JsonWriter object = JsonWriter.compact().beginObject();
    assertThrows(IllegalStateException.class, () -> object.value(1));
  }

  @Test
  void secondValueAndUnendedValueAreRefused() {
    JsonWriter two = JsonWriter.compact().value(1);
    assertThrows(IllegalStateException.class, () -> two.value(2));
    JsonWriter open = JsonWriter.compact().beginObject();
    assertThrows(IllegalStateException.class, open::toString);
    assertThrows(IllegalStateException.class, () -> JsonWriter.compact().end());
  }

  private static String unquote(String json) {
    StringBuilder text = new StringBuilder();
    int i = 1;
    while (i < json.length() - 1) {
      char c = json.charAt(i++);
      if (c != '\\') {
        text.append(c);
        continue;
      }
      char escape = json.charAt(i++);
      switch (escape) {
        case 'n' -> text.append('\n');
        case 'r' -> text.append('\r');
        case 't' -> text.append('\t');
        case 'u' -> {
          text.append((char) Integer.parseInt(json.substring(i, i + 4), 16));
          i += 4;
        }
        default -> text.append(escape);
      }
    }
    return text.toString();
  }
}
