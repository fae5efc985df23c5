package io.pcr.writer.internal.source.archive;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.pcr.format.source.ByteSource;
import io.pcr.writer.internal.source.archive.TarSample.Part;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** What the parts of a sample are by their extensions, and what the small ones say. Stateless. */
final class TarParts {
  private TarParts() {}

  /** The part that is the sample's image. */
  static Optional<Part> image(List<Part> parts) {
    return WebDataset.IMAGES.stream()
        .flatMap(ending -> parts.stream().filter(part -> part.extension().equals(ending)))
        .findFirst();
  }

  /** The label, when the part is one and an integer. */
  static OptionalLong label(Part part, ByteSource tar) throws IOException {
    return !part.extension().equals(WebDataset.LABEL) || part.size() > WebDataset.MAX_LABEL_LENGTH
        ? OptionalLong.empty()
        : WebDataset.label(new String(read(part, tar), ISO_8859_1));
  }

  /** The part's bytes; its size was proved to be within the limits. */
  static byte[] read(Part part, ByteSource tar) throws IOException {
    byte[] bytes = new byte[Math.toIntExact(part.size())];
    tar.readFully(part.position(), ByteBuffer.wrap(bytes));
    return bytes;
  }
}
