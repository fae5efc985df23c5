package io.pcr.writer.salvage;

import io.pcr.format.Limits;
import io.pcr.format.manifest.Manifest;
import io.pcr.format.manifest.ShardEntry;
import io.pcr.format.source.ByteSource;
import io.pcr.format.source.FileByteSource;
import io.pcr.reader.internal.find.ShardFinder;
import io.pcr.reader.internal.location.LocalFolder;
import io.pcr.writer.internal.journal.RunFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Optional;

/** The copy of the manifest that an unfinished append keeps in its folder. */
final class BaseManifest {
  /** Where it is in a dataset's folder. */
  static final String NAME = RunFolder.NAME + "/" + RunFolder.BASE_NAME;

  private BaseManifest() {}

  /** The copy, when it is intact and lists at least one of the shards that are there. */
  static Optional<Manifest> of(Path folder, Limits limits) throws IOException {
    Path file = folder.resolve(RunFolder.NAME).resolve(RunFolder.BASE_NAME);
    if (!RunFolder.isUnfinished(folder) || !Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      return Optional.empty();
    }
    Manifest manifest;
    try (ByteSource source = FileByteSource.open(file)) {
      manifest = Manifest.read(source, limits);
    } catch (IOException e) {
      DamageOrShortage.requireDamage(e);
      return Optional.empty();
    }
    return namesShardsOf(folder, manifest) ? Optional.of(manifest) : Optional.empty();
  }

  private static boolean namesShardsOf(Path folder, Manifest manifest) throws IOException {
    ShardFinder finder = ShardFinder.local(folder, manifest, notice -> {});
    for (String file : new LocalFolder(folder).list()) {
      try {
        Optional<ShardEntry> shard = finder.shardIn(file);
        if (shard.isPresent()) {
          return true;
        }
      } catch (IOException e) {
        DamageOrShortage.requireDamage(e);
      }
    }
    return manifest.shardCount() == 0;
  }
}
