package io.pcr.writer.source.archive;

import static java.util.Objects.requireNonNull;

import io.pcr.format.source.ByteSource;
import io.pcr.writer.internal.tar.TarWalk;
import io.pcr.writer.source.SourceOptions;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A tar, or a folder of tars, with WebDataset's naming: consecutive members whose names are equal
 * up to the first dot of the last part are one sample. One of them is the image. {@code cls} is the
 * label if it is an integer. The members of the object in {@code json} become columns (text,
 * integers and other numbers). Each other file becomes a column with the name that follows the dot:
 * text for {@code txt}, {@code text}, {@code caption} and {@code cls}, bytes for others. What the
 * columns cannot hold of an object stays text in a column {@code json}. A column with a value of
 * more than 4 KiB is late. Immutable and thread-safe.
 *
 * @param root the tar, or a folder with only tars
 * @param maxMemberBytes samples with larger members are rejected; default 256 MiB
 */
public record TarSourceOptions(Path root, long maxMemberBytes) implements SourceOptions {
  /** How a tar's name ends; a file named so that does not begin as a tar is damaged. */
  public static final String SUFFIX = ".tar";

  private static final int MAGIC_LENGTH = 6;

  /** How compressed files begin, and how they are decompressed. */
  private static final Map<String, String> COMPRESSIONS =
      Map.of(
          "\u001f\u008b", "gunzip",
          "(\u00b5/\u00fd", "unzstd",
          "BZh", "bunzip2",
          "\u00fd7zXZ\0", "unxz",
          "\u0004\"M\u0018", "unlz4");

  private static final long DEFAULT_MAX_MEMBER_BYTES = 256L << 20;

  public TarSourceOptions {
    requireNonNull(root, "root");
    if (maxMemberBytes < 1 || maxMemberBytes > Integer.MAX_VALUE - 8) {
      throw new IllegalArgumentException("maxMemberBytes is " + maxMemberBytes);
    }
  }

  /** A tar or a folder of tars with all defaults. */
  public static TarSourceOptions of(Path root) {
    return new TarSourceOptions(root, DEFAULT_MAX_MEMBER_BYTES);
  }

  /**
   * Why a file cannot be read as a tar: it is compressed, so that its members cannot be read
   * directly, or it neither begins as a tar nor has the name of one.
   */
  public static Optional<String> whyNoTar(ByteSource file) throws IOException {
    if (TarWalk.isTar(file)) {
      return Optional.empty();
    }
    ByteBuffer head = ByteBuffer.allocate((int) Math.min(MAGIC_LENGTH, file.length()));
    file.readFully(0, head);
    String first = new String(head.array(), StandardCharsets.ISO_8859_1);
    Optional<String> compressed =
        COMPRESSIONS.entrySet().stream()
            .filter(entry -> first.startsWith(entry.getKey()))
            .map(
                entry ->
                    "compressed; samples are read directly from the archive: " + entry.getValue())
            .map(advice -> advice + " it first")
            .findFirst();
    boolean isNamed = file.toString().endsWith(SUFFIX);
    return compressed.isPresent() || isNamed ? compressed : Optional.of("not a tar");
  }

  @Override
  public Map<String, String> describe() {
    Map<String, String> options = new LinkedHashMap<>();
    options.put("source", root.toAbsolutePath().normalize().toString());
    options.put("source-kind", "tar");
    options.put("max-member-bytes", Long.toString(maxMemberBytes));
    return options;
  }
}
