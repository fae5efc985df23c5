package io.pcr.reader.location;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.AlphaChars;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What people write for a place, and what is made of it. */
class DatasetLocationTest {
  @TempDir Path directory;

  @Test
  void folderManifestAndShardOnADisk() throws IOException {
    Files.writeString(directory.resolve("manifest.pcrm"), "");
    DatasetLocation folder = DatasetLocation.of(directory.toString());
    assertEquals(Optional.empty(), folder.shard());
    assertEquals(Optional.of(directory), folder.folder().local());
    assertEquals(directory.getFileName().toString(), folder.name());
    DatasetLocation manifest = DatasetLocation.of(directory.resolve("manifest.pcrm"));
    assertEquals(Optional.empty(), manifest.shard());
    assertEquals(Optional.of(directory), manifest.folder().local());
    DatasetLocation shard = DatasetLocation.of(directory.resolve("part-00000.pcr"));
    assertEquals(Optional.of("part-00000.pcr"), shard.shard());
    assertEquals(directory.resolve("part-00000.pcr").toString(), shard.toString());
    assertEquals(EnumSet.allOf(Capability.class), folder.folder().capabilities());
    assertEquals(List.of("manifest.pcrm"), folder.folder().list());
    assertEquals(
        folder.folder().local(), DatasetLocation.of(directory.toUri().toString()).folder().local());
  }

  @ParameterizedTest
  @CsvSource({
    "https://h/ds,,https://h/ds",
    "https://h/ds/,,https://h/ds/",
    "HTTP://h/ds,,HTTP://h/ds",
    "https://h/ds?sig=a%2Fb,,https://h/ds",
    "https://h/ds/?sig=a%2Fb,,https://h/ds/",
    "https://h/ds/manifest.pcrm?sig=1,,https://h/ds/",
    "https://h/ds/part%201.pcr?sig=1,part 1.pcr,https://h/ds/part 1.pcr",
    "https://h/ds/part-0.tfrecord.gz,part-0.tfrecord.gz,https://h/ds/part-0.tfrecord.gz",
    "https://user:secret@h:8443/ds?sig=1,,https://h:8443/ds"
  })
  void addressesKeepTheirQueryAndShowNoSecret(String address, String shard, String shown) {
    DatasetLocation location = DatasetLocation.of(address);
    assertEquals(Optional.ofNullable(shard), location.shard());
    assertEquals(shown, location.toString());
    assertFalse(location.folder().can(Capability.LIST));
    assertFalse(location.folder().can(Capability.CREATE_ONLY_WRITE));
    assertTrue(location.folder().can(Capability.READ_RANGES));
    URI folder = ((HttpFolder) location.folder()).folder();
    assertEquals(URI.create(address).getRawQuery(), folder.getRawQuery());
    assertEquals(URI.create(address).getRawUserInfo(), folder.getRawUserInfo());
  }

  @ParameterizedTest
  @CsvSource({
    "http://my_store/ds?sig=secret,http://my_store/ds: a host's name has letters",
    "http://user:secret@my_store:80/ds,http://my_store:80/ds: a host's name has letters",
    "http:///ds?sig=secret,http:///ds: a URI without a host",
    "http://h/a b?sig=secret,http://h/a b: not a URI: Illegal character in path",
    "http://user:secret@h/%zz,http://h/%zz: not a URI: Malformed escape pair",
    "s3://bucket/x?sig=secret,s3://bucket/x: no module serves"
  })
  void addressThatCannotBeAskedIsNamedWithoutItsSecret(String address, String said) {
    IllegalArgumentException e =
        assertThrows(IllegalArgumentException.class, () -> DatasetLocation.of(address));
    assertTrue(e.getMessage().startsWith(said), e.getMessage());
    for (Throwable shown = e; shown != null; shown = shown.getCause()) {
      assertFalse(shown.getMessage().contains("secret"), shown.getMessage());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"s3://bucket/x", "gs://b/x", "hdfs://n/x", "ftp://h/x", "s3:/x"})
  void schemeThatNobodyServesIsAnErrorAndNoPath(String address) {
    IllegalArgumentException e =
        assertThrows(IllegalArgumentException.class, () -> DatasetLocation.of(address));
    assertTrue(e.getMessage().contains(address), e.getMessage());
    assertTrue(e.getMessage().contains("file, http, https"), e.getMessage());
  }

  @Test
  void schemeOfAProviderOnTheClassPathIsServed() throws IOException {
    DatasetLocation location = DatasetLocation.of("toy://shop/roses/manifest.pcrm?x=1");
    assertEquals("toy://shop/roses/?x=1", location.toString());
    assertThrows(NoSuchFileException.class, () -> location.folder().open("manifest.pcrm"));
    assertThrows(UnsupportedOperationException.class, () -> location.folder().list());
  }

  @Property(tries = 200)
  void whatIsNoUriIsAPath(@ForAll @AlphaChars @StringLength(min = 1, max = 8) String name) {
    for (String text : List.of(name, "./" + name + ":1", "C:/" + name, name + ":x", "/" + name)) {
      assertTrue(DatasetLocation.of(text).folder().local().isPresent(), text);
    }
  }

  @Test
  void nothingIsNoPlace() {
    assertThrows(IllegalArgumentException.class, () -> DatasetLocation.of(""));
    assertThrows(IllegalArgumentException.class, () -> DatasetLocation.of("\0"));
    assertThrows(IllegalArgumentException.class, () -> DatasetLocation.of("http://h h/x"));
  }
}
