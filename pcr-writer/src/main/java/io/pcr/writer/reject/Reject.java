package io.pcr.writer.reject;

import io.pcr.writer.internal.json.JsonWriter;
import java.util.Objects;

/**
 * One input that did not get in.
 *
 * @param path what names it in its source; for files, relative to the source folder
 * @param reason the kind of reason
 * @param detail the reason in words
 * @param bytes its size, or -1 where that is not known
 */
public record Reject(String path, RejectReason reason, String detail, long bytes) {
  public Reject {
    Objects.requireNonNull(path, "path");
    Objects.requireNonNull(reason, "reason");
    Objects.requireNonNull(detail, "detail");
  }

  /** A reject whose size is not known. */
  public static Reject of(String path, RejectReason reason, String detail) {
    return new Reject(path, reason, detail, -1);
  }

  /** One line of {@code rejects.jsonl}, without its line feed. */
  public String toJson() {
    JsonWriter json = JsonWriter.compact().beginObject();
    json.put("path", path).put("reason", reason.name()).put("detail", detail);
    if (bytes >= 0) {
      json.put("bytes", bytes);
    }
    return json.end().toString();
  }
}
