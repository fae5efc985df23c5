package io.pcr.writer.internal.source.archive;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.pcr.format.internal.text.RawNames;
import io.pcr.format.source.ByteSource;
import io.pcr.writer.internal.json.JsonObject;
import io.pcr.writer.internal.source.archive.TarSample.Part;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** What the parts of a sample are by their extensions, and what the small ones say. Stateless. */
final class TarParts {
  private static final int MAX_LABEL_LENGTH = 32;

  /** Longer texts are kept, but not looked into. */
  private static final int MAX_JSON_LENGTH = 1 << 20;

  private TarParts() {}

  /** The part that is the sample's image. */
  static Optional<Part> image(List<Part> parts) {
    return WebDataset.IMAGES.stream()
        .flatMap(ending -> parts.stream().filter(part -> part.extension().equals(ending)))
        .findFirst();
  }

  /** The label, when the part is one and an integer. */
  static OptionalLong label(Part part, ByteSource tar) throws IOException {
    if (!part.extension().equals(WebDataset.LABEL) || part.size() > MAX_LABEL_LENGTH) {
      return OptionalLong.empty();
    }
    String text = new String(read(part, tar), StandardCharsets.ISO_8859_1).strip();
    try {
      return OptionalLong.of(Long.parseLong(text));
    } catch (NumberFormatException e) {
      return OptionalLong.empty();
    }
  }

  /** The JSON object that a part holds; empty when it holds something else. */
  static Optional<JsonObject> object(Part part, ByteSource tar) throws IOException {
    return part.size() > MAX_JSON_LENGTH ? Optional.empty() : object(read(part, tar));
  }

  /** The JSON object that a part's bytes are. */
  static Optional<JsonObject> object(byte[] bytes) {
    return bytes.length > MAX_JSON_LENGTH || !RawNames.isUtf8(bytes)
        ? Optional.empty()
        : JsonObject.parse(new String(bytes, UTF_8));
  }

  /** The part's bytes; its size was proved to be within the limits. */
  static byte[] read(Part part, ByteSource tar) throws IOException {
    byte[] bytes = new byte[Math.toIntExact(part.size())];
    tar.readFully(part.position(), ByteBuffer.wrap(bytes));
    return bytes;
  }
}
