package io.pcr.tools.inspect;

import io.pcr.format.internal.text.Printable;
import io.pcr.format.internal.text.Units;
import io.pcr.reader.internal.facts.DatasetFacts;
import io.pcr.tfrecord.internal.TfRecord;
import io.pcr.tfrecord.internal.example.ColumnFeatures;
import io.pcr.tfrecord.internal.example.Feature;
import io.pcr.tfrecord.internal.example.ImageExample;
import io.pcr.tools.terminal.Table;
import io.pcr.writer.internal.json.JsonWriter;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;

/** All that a record says of its sample, as text or as JSON. */
final class TfRecordText {
  private static final int SHOWN_CHARACTERS = 200;
  private static final int SHOWN_BYTES = 16;

  private final String shardName;
  private final TfRecord record;
  private final ImageExample sample;

  TfRecordText(String shardName, TfRecord record, ImageExample sample) {
    this.shardName = shardName;
    this.record = record;
    this.sample = sample;
  }

  List<String> lines(int width) {
    Table facts = new Table().left("").left("").withoutHead();
    facts.row("shard", shardName + ", sample " + Units.count(record.origin().number()));
    sample.label().ifPresent(label -> facts.row("label", label));
    sample.className().ifPresent(name -> facts.row("class", Printable.line(name)));
    facts.row(
        "stored as",
        DatasetFacts.FormatFacts.encodingOf(sample.encoded()).name().toLowerCase(Locale.ROOT));
    if (sample.width().isPresent() && sample.height().isPresent()) {
      facts.row(
          "size", sample.width().getAsLong() + " × " + sample.height().getAsLong() + " pixels");
    }
    facts.row("original", Units.count(sample.encoded().remaining(), "byte"));
    facts.row(
        "record",
        Units.count(record.position().length(), "byte") + " at " + record.origin().offset());
    columns().forEach(name -> facts.row(Printable.line(name), value(name)));
    List<String> lines = new ArrayList<>();
    lines.add(Printable.line(sample.key().orElseThrow()));
    lines.addAll(facts.lines("  ", width));
    return lines;
  }

  String json() {
    JsonWriter json = JsonWriter.indented().beginObject();
    json.put("key", sample.key().orElseThrow()).put("shard", shardName);
    json.put("sample", record.origin().number());
    sample.label().ifPresent(label -> json.put("label", label));
    json.put(
        "encoding",
        DatasetFacts.FormatFacts.encodingOf(sample.encoded()).name().toLowerCase(Locale.ROOT));
    sample.width().ifPresent(width -> json.put("width", width));
    sample.height().ifPresent(height -> json.put("height", height));
    json.put("source_length", (long) sample.encoded().remaining());
    json.put("record_length", record.position().length());
    json.put("record_offset", record.origin().offset());
    json.beginObject("columns");
    columns().forEach(name -> json.put(name, value(name)));
    return json.end().end().toString();
  }

  /** What holds the rest of a number's digits is no column. */
  private List<String> columns() {
    return sample.others().keySet().stream()
        .filter(name -> !ColumnFeatures.isRestOfDouble(sample.others(), name))
        .sorted()
        .toList();
  }

  private String value(String name) {
    Feature feature = sample.others().get(name);
    if (feature.count() != 1) {
      return Units.count(feature.count(), "value");
    }
    return switch (feature.kind()) {
      case NONE -> "-";
      case INT64 -> Long.toString(feature.int64(0));
      case FLOAT ->
          sample.others().containsKey(name + ColumnFeatures.FLOAT64_SUFFIX)
              ? Double.toString(ColumnFeatures.float64(sample.others(), name).getAsDouble())
              : Float.toString(feature.floatAt(0));
      case BYTES -> text(feature);
    };
  }

  /** The format does not tell text from bytes; what has control characters is no text. */
  private static String text(Feature feature) {
    ByteBuffer bytes = feature.bytes(0);
    try {
      String text = StandardCharsets.UTF_8.newDecoder().decode(bytes.duplicate()).toString();
      if (text.codePoints().noneMatch(TfRecordText::isControl)) {
        return Printable.cut(Printable.line(text), SHOWN_CHARACTERS);
      }
    } catch (CharacterCodingException e) {
      // Shown as bytes.
    }
    return bytes.remaining() <= SHOWN_BYTES ? hex(bytes) : Units.count(bytes.remaining(), "byte");
  }

  private static boolean isControl(int character) {
    return Character.isISOControl(character)
        && character != '\n'
        && character != '\r'
        && character != '\t';
  }

  private static String hex(ByteBuffer bytes) {
    byte[] copy = new byte[bytes.remaining()];
    bytes.duplicate().get(copy);
    return "0x" + HexFormat.of().formatHex(copy);
  }
}
