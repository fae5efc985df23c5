package io.pcr.writer.internal.source;

import io.pcr.format.internal.text.RawNames;
import io.pcr.format.media.MediaType;
import io.pcr.writer.source.FolderSourceOptions;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/** What the files of a folder are to a conversion. Not thread-safe. */
final class FolderRoles {
  /** What a file is. */
  enum Role {
    /** An input, or what its name says is one. */
    IMAGE,
    /** What the options leave out. */
    EXCLUDED,
    /** The value of a column of some image. */
    COLUMN,
    /** The labels file. */
    LABELS,
    /** Something else that lies in the folder. */
    OTHER
  }

  private static final byte[] NOTHING = new byte[0];

  /** What macOS puts beside each file where it cannot keep attributes otherwise. */
  private static final String APPLE_DOUBLE_PREFIX = "._";

  private static final int APPLE_DOUBLE_MAGIC = 0x00051607;

  private final FolderSourceOptions options;
  private final List<Pattern> columnPaths = new ArrayList<>();
  private final WantedKeys wanted;
  private final byte[] labelsKey;
  private final ByteBuffer head = ByteBuffer.allocate(MediaType.SNIFF_LENGTH);

  FolderRoles(FolderSourceOptions options) throws IOException {
    this.options = options;
    wanted = WantedKeys.of(options.filter());
    options.fileColumns().forEach(column -> columnPaths.add(column.paths()));
    labelsKey = options.labelsFile().isPresent() ? labelsKey() : NOTHING;
  }

  /** The labels file's own key, if it lies in the source: it is no input then. */
  private byte[] labelsKey() throws IOException {
    Path folder = options.folder().toRealPath();
    Path file = options.labelsFile().orElseThrow().toRealPath();
    if (!file.startsWith(folder)) {
      return NOTHING;
    }
    ByteArrayOutputStream key = new ByteArrayOutputStream();
    for (Path name : folder.relativize(file)) {
      key.write(key.size() == 0 ? NOTHING : new byte[] {'/'});
      key.write(RawNames.lastName(name));
    }
    return key.toByteArray();
  }

  /** What a file is. A file that is named otherwise than an image is looked into. */
  Role of(SourceFile file) {
    if (Arrays.equals(file.key(), labelsKey)) {
      return Role.LABELS;
    }
    String key = file.keyText();
    if (columnPaths.stream().anyMatch(paths -> paths.matcher(key).matches())) {
      return Role.COLUMN;
    }
    if (!wanted.contains(key)) {
      return Role.EXCLUDED;
    }
    return isNamedOther(key) && hasOtherBytes(file) ? Role.OTHER : Role.IMAGE;
  }

  private static boolean isNamedOther(String key) {
    return !ImageNames.isImage(key) || isAppleDouble(key);
  }

  private static boolean isAppleDouble(String key) {
    return key.startsWith(APPLE_DOUBLE_PREFIX, key.lastIndexOf('/') + 1);
  }

  /** Whether nothing speaks for an image; what cannot be read is for the reader to report. */
  private boolean hasOtherBytes(SourceFile file) {
    head.clear();
    Path path = RawNames.resolve(options.folder(), file.key());
    try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
      while (head.hasRemaining() && channel.read(head) >= 0) {
        // Reads on until the head is there or the file ends.
      }
    } catch (IOException e) {
      return false;
    }
    head.flip();
    if (ImageNames.isImage(file.keyText())) {
      return head.remaining() >= Integer.BYTES && head.getInt(0) == APPLE_DOUBLE_MAGIC;
    }
    return MediaType.sniff(head).isEmpty();
  }
}
