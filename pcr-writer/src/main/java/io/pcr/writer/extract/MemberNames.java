package io.pcr.writer.extract;

import io.pcr.reader.internal.output.TargetFolder;
import io.pcr.reader.internal.output.UnsafeKeyException;
import io.pcr.writer.internal.source.archive.WebDataset;
import java.util.Locale;

/**
 * Names for the files of samples in a tar, as WebDataset takes them apart: no dot before the
 * extension. Mostly a key without the extension of its image; where that has a dot, or another
 * sample has it, dots and percent signs are written as in a URI. Not thread-safe.
 */
final class MemberNames {
  private final NameSet given = new NameSet();

  /**
   * A name that no other sample of the tar has.
   *
   * @throws UnsafeKeyException when the key does not name a file inside a folder
   */
  String nameFor(String key) throws UnsafeKeyException {
    TargetFolder.requireSafe(key);
    int base = key.lastIndexOf('/') + 1;
    String plain = key.substring(0, base) + withoutExtension(key.substring(base));
    boolean isPlain = plain.indexOf('.', base) < 0 && plain.indexOf('%', base) < 0;
    if (isPlain && given.add(plain)) {
      return plain;
    }
    String escaped = key.substring(base).replace("%", "%25").replace(".", "%2E");
    // The sign at the end, which no escape ends in, tells it from plain names.
    return key.substring(0, base) + escaped + (escaped.contains("%") ? "" : "%");
  }

  private static String withoutExtension(String name) {
    int dot = name.lastIndexOf('.');
    boolean isImage =
        dot > 0 && WebDataset.isImage(name.substring(dot + 1).toLowerCase(Locale.ROOT));
    return isImage ? name.substring(0, dot) : name;
  }
}
