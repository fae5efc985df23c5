package io.pcr.fuzz;

import io.pcr.format.source.ByteSource;
import io.pcr.format.source.MemoryByteSource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.provider.Arguments;

/** What fuzzing starts from: the conformance vectors, and what they are made of. */
public final class Seeds {
  private static final Path VECTORS =
      Path.of(System.getProperty("pcr.root")).resolve("spec").resolve("vectors").resolve("2");

  private Seeds() {}

  /** The bytes in memory as the source that readers take. */
  public static ByteSource source(byte[] bytes) {
    return new MemoryByteSource("fuzzed", ByteBuffer.wrap(bytes));
  }

  /** A seed that tests show by its name. */
  public static Arguments seed(String name, byte[] bytes) {
    return Arguments.of(Named.of(name, bytes));
  }

  /** The vectors whose names end so. */
  static Stream<Arguments> vectors(String... suffixes) {
    return vectors(Optional::of, suffixes);
  }

  /** A part of each vector whose name ends so, of those that have it. */
  static Stream<Arguments> vectors(Function<byte[], Optional<byte[]>> part, String... suffixes) {
    return parts(bytes -> part.apply(bytes).stream().toList(), suffixes);
  }

  /** Parts of each vector whose name ends so. */
  static Stream<Arguments> parts(Function<byte[], List<byte[]>> parts, String... suffixes) {
    try (Stream<Path> files = Files.list(VECTORS)) {
      List<Path> chosen =
          files
              .filter(file -> Stream.of(suffixes).anyMatch(file.toString()::endsWith))
              .sorted()
              .toList();
      return chosen.stream()
          .flatMap(
              file ->
                  parts.apply(bytes(file)).stream()
                      .map(seed -> seed(file.getFileName().toString(), seed)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static byte[] bytes(Path file) {
    try {
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The remaining bytes; the buffer's position stays. */
  static byte[] bytes(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.remaining()];
    buffer.duplicate().get(bytes);
    return bytes;
  }
}
