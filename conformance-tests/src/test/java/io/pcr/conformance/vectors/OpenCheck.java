package io.pcr.conformance.vectors;

import io.pcr.format.Limits;
import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.InvalidFieldException;
import io.pcr.format.internal.shard.ShardEntries;
import io.pcr.format.internal.shard.ShardFile;
import io.pcr.format.manifest.Manifest;
import io.pcr.format.manifest.ShardEntry;
import io.pcr.format.source.ByteSource;
import io.pcr.format.source.FileByteSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;

/** Opens the shards that a manifest names and that stand beside it. */
final class OpenCheck {
  private OpenCheck() {}

  static Optional<ErrorCode> firstError(Vectors.Vector vector) throws IOException {
    Manifest manifest =
        Manifest.decode(ByteBuffer.wrap(vector.bytes()), vector.file(), Limits.DEFAULT);
    for (ShardEntry entry : manifest.shards()) {
      try (ByteSource source = FileByteSource.open(VectorFiles.FOLDER.resolve(entry.name()))) {
        ShardEntries.requireMember(manifest, entry, ShardFile.open(source, Limits.DEFAULT));
      } catch (InvalidFieldException e) {
        return Optional.of(e.code());
      }
    }
    return Optional.empty();
  }
}
