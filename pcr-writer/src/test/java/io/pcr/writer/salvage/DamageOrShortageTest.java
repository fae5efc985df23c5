package io.pcr.writer.salvage;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.pcr.format.source.ByteSource;
import io.pcr.reader.location.Capability;
import io.pcr.reader.location.DatasetFolder;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What a salvage takes for damage, and what ends it, as the files may be whole. */
class DamageOrShortageTest {
  private final IOException shortage =
      new FileSystemException("part-00001.pcr", null, "Too many open files");

  /** A folder that gives no file. */
  private record Failing(IOException failure) implements DatasetFolder {
    @Override
    public ByteSource open(String file) throws IOException {
      throw failure;
    }

    @Override
    public Set<Capability> capabilities() {
      return EnumSet.of(Capability.LIST);
    }

    @Override
    public List<String> list() {
      return List.of("roses");
    }
  }

  @Test
  void tooFewOpenFilesAreNoDamage() {
    IOException thrown =
        assertThrows(IOException.class, () -> DamageOrShortage.requireDamage(shortage));
    assertEquals(shortage, thrown);
    IOException wrapped = new IOException("cannot read", shortage);
    assertThrows(IOException.class, () -> DamageOrShortage.requireDamage(wrapped));
    assertDoesNotThrow(() -> DamageOrShortage.requireDamage(new IOException("Input/output error")));
  }

  @Test
  void fileThatCouldNotBeOpenedForWantOfSomethingIsNotCalledNoShard() throws IOException {
    DatasetFolder withoutFiles = new Failing(shortage);
    assertThrows(IOException.class, () -> ShardListing.isContainer(withoutFiles, "roses"));
    assertFalse(ShardListing.isContainer(new Failing(new NoSuchFileException("roses")), "roses"));
    DatasetFolder refusing = new Failing(new AccessDeniedException("roses"));
    assertFalse(ShardListing.isContainer(refusing, "roses"));
  }
}
