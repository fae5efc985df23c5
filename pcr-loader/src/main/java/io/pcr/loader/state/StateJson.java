package io.pcr.loader.state;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import io.pcr.loader.batch.Remainder;
import io.pcr.loader.order.OrderKind;
import io.pcr.loader.order.OrderOptions;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;

/** Writes and reads states as JSON (spec/loader.md 8). */
final class StateJson {
  private static final long VERSION = 1;
  private static final int MAX_PARTS = 256;
  private static final Pattern UUID_FORM =
      Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");

  private static final JsonFactory FACTORY =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder().maxNestingDepth(4).maxNumberLength(20).build())
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .build();

  private StateJson() {}

  static String write(LoaderState state) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = FACTORY.createGenerator(text)) {
      json.writeStartObject();
      json.writeNumberField("version", VERSION);
      json.writeStringField("order", state.order().kind().text());
      json.writeNumberField("seed", state.seed());
      json.writeNumberField("epoch", state.epoch());
      json.writeNumberField("position", state.position());
      json.writeNumberField("batch", state.batch());
      json.writeNumberField("lanes", state.order().lanes());
      json.writeNumberField("window", state.order().window());
      json.writeStringField("remainder", state.remainder().text());
      if (state.isMix()) {
        json.writeNumberField("epoch_batches", state.epochBatches());
      }
      json.writeArrayFieldStart("parts");
      for (PartId part : state.parts()) {
        json.writeStartObject();
        json.writeStringField("dataset", part.dataset().toString());
        json.writeNumberField("generation", part.generation());
        json.writeStringField("view", part.view());
        if (state.isMix()) {
          json.writeNumberField("weight", part.weight());
        }
        json.writeEndObject();
      }
      json.writeEndArray();
      if (state.policy().isPresent()) {
        write(json, state.policy().get());
      }
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString();
  }

  private static void write(JsonGenerator json, PolicyState policy) throws IOException {
    json.writeObjectFieldStart("policy");
    json.writeStringField("name", policy.name());
    for (Map.Entry<String, Long> member : policy.members().entrySet()) {
      json.writeNumberField(member.getKey(), member.getValue());
    }
    json.writeEndObject();
  }

  static LoaderState parse(String text) {
    try (JsonParser json = FACTORY.createParser(text)) {
      if (json.nextToken() != JsonToken.START_OBJECT) {
        throw new IllegalArgumentException("a loader state is a JSON object");
      }
      Members members = new Members(object(json, 0));
      if (json.nextToken() != null) {
        throw new IllegalArgumentException("there is more text after the loader state");
      }
      return state(members);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(
          "the loader state is not JSON at line "
              + e.getLocation().getLineNr()
              + ", column "
              + e.getLocation().getColumnNr(),
          e);
    } catch (IOException e) {
      throw new IllegalArgumentException("the loader state cannot be read", e);
    }
  }

  private static LoaderState state(Members members) {
    long version = members.number("version", Long.MIN_VALUE, Long.MAX_VALUE);
    if (version != VERSION) {
      throw new IllegalArgumentException(
          "the loader state has version " + version + ", this library reads version " + VERSION);
    }
    OrderOptions order =
        new OrderOptions(
            OrderKind.of(members.text("order")),
            (int) members.number("lanes", 0, Integer.MAX_VALUE),
            (int) members.number("window", 0, Integer.MAX_VALUE));
    long seed = members.number("seed", Long.MIN_VALUE, Long.MAX_VALUE);
    long epoch = members.number("epoch", 0, Long.MAX_VALUE);
    long position = members.number("position", 0, Long.MAX_VALUE);
    int batch = (int) members.number("batch", 1, Integer.MAX_VALUE);
    Remainder remainder = Remainder.of(members.text("remainder"));
    List<Members> listed = members.parts();
    boolean isMix = listed.size() > 1;
    long epochBatches = isMix ? members.number("epoch_batches", 1, Long.MAX_VALUE) : 0;
    List<PartId> parts = new ArrayList<>();
    for (Members part : listed) {
      parts.add(
          new PartId(
              uuid(part.text("dataset")),
              part.number("generation", 1, Long.MAX_VALUE),
              part.text("view"),
              isMix ? (int) part.number("weight", 1, Integer.MAX_VALUE) : 1));
      part.requireNothingElse();
    }
    Optional<PolicyState> policy = members.policy();
    members.requireNothingElse();
    return new LoaderState(
        order, seed, epoch, position, batch, remainder, epochBatches, parts, policy);
  }

  /** Accepts a UUID in its usual form only: the JDK also accepts shortened ones. */
  private static UUID uuid(String text) {
    if (!UUID_FORM.matcher(text).matches()) {
      throw new IllegalArgumentException(
          "the loader state's \"dataset\" is not a UUID: \"" + text + "\"");
    }
    return UUID.fromString(text);
  }

  /** The members of the object that the parser has just begun. */
  private static Map<String, Object> object(JsonParser json, int depth) throws IOException {
    Map<String, Object> members = new LinkedHashMap<>();
    while (json.nextToken() == JsonToken.FIELD_NAME) {
      String name = json.currentName();
      JsonToken token = json.nextToken();
      switch (token) {
        case VALUE_STRING -> members.put(name, json.getText());
        case VALUE_NUMBER_INT -> members.put(name, json.getBigIntegerValue());
        case START_OBJECT -> {
          if (depth > 0) {
            throw wrong(name);
          }
          members.put(name, new Members(object(json, depth + 1)));
        }
        case START_ARRAY -> members.put(name, objects(json, name, depth));
        default -> throw wrong(name);
      }
    }
    return members;
  }

  private static List<Members> objects(JsonParser json, String name, int depth) throws IOException {
    List<Members> list = new ArrayList<>();
    for (JsonToken next = json.nextToken(); next != JsonToken.END_ARRAY; next = json.nextToken()) {
      if (next != JsonToken.START_OBJECT || depth > 0 || list.size() == MAX_PARTS) {
        throw wrong(name);
      }
      list.add(new Members(object(json, depth + 1)));
    }
    return list;
  }

  private static IllegalArgumentException wrong(String name) {
    return new IllegalArgumentException("the loader state's \"" + name + "\" cannot be read");
  }

  /** The members of an object that nobody has asked for yet. */
  private record Members(Map<String, Object> members) {
    private Object take(String name) {
      Object value = members.remove(name);
      if (value == null) {
        throw new IllegalArgumentException("the loader state has no \"" + name + "\"");
      }
      return value;
    }

    String text(String name) {
      if (take(name) instanceof String text) {
        return text;
      }
      throw wrong(name);
    }

    long number(String name, long min, long max) {
      if (take(name) instanceof BigInteger number
          && number.compareTo(BigInteger.valueOf(min)) >= 0
          && number.compareTo(BigInteger.valueOf(max)) <= 0) {
        return number.longValue();
      }
      throw wrong(name);
    }

    List<Members> parts() {
      if (take("parts") instanceof List<?> list && !list.isEmpty()) {
        return list.stream().map(Members.class::cast).toList();
      }
      throw wrong("parts");
    }

    /** The member of that name, whose other members are all numbers. */
    Optional<PolicyState> policy() {
      Object value = members.remove("policy");
      if (value == null) {
        return Optional.empty();
      }
      if (!(value instanceof Members policy)) {
        throw wrong("policy");
      }
      String name = policy.text("name");
      Map<String, Long> numbers = new LinkedHashMap<>();
      for (String each : List.copyOf(policy.members.keySet())) {
        numbers.put(each, policy.number(each, Long.MIN_VALUE, Long.MAX_VALUE));
      }
      return Optional.of(new PolicyState(name, numbers));
    }

    void requireNothingElse() {
      if (!members.isEmpty()) {
        throw new IllegalArgumentException(
            "the loader state has \""
                + members.keySet().iterator().next()
                + "\", which is unknown");
      }
    }
  }
}
