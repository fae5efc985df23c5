package io.pcr.format.spec;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.format.Limits;
import io.pcr.format.error.ErrorCode;
import io.pcr.format.internal.metadata.ShardMetadata;
import io.pcr.format.internal.restore.RestoreKind;
import io.pcr.format.internal.shard.Magic;
import io.pcr.format.internal.shard.RegionKind;
import io.pcr.format.internal.shard.ShardPlan;
import io.pcr.format.metadata.SourceFlags;
import io.pcr.format.shard.ShardVariant;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What the specification states in tables is what the code has in constants. */
class SpecTablesTest {
  @Test
  void errorCodesAreTheEnum() throws IOException {
    assertEquals(
        Arrays.stream(ErrorCode.values()).map(Enum::name).sorted().toList(),
        SpecText.read().table("| error | when | what helps |").stream()
            .map(row -> row.get(0))
            .sorted()
            .toList());
  }

  @Test
  void limitsAreTheDefaults() throws Exception {
    List<String> expected = new ArrayList<>();
    for (RecordComponent component : Limits.class.getRecordComponents()) {
      Object value = component.getAccessor().invoke(Limits.DEFAULT);
      expected.add(component.getName() + " " + value);
    }
    assertEquals(
        expected,
        SpecText.read().table("| limit | default | of |").stream()
            .map(row -> row.get(0) + " " + row.get(1))
            .toList());
  }

  @Test
  void regionKindsAreTheEnum() throws IOException {
    List<String> expected =
        Arrays.stream(RegionKind.values())
            .map(kind -> kind.id() + " " + kind + (kind.hasChecksum() ? " over" : " 0:"))
            .toList();
    assertEquals(
        expected,
        SpecText.read().table("| kind | | number | `region_crc32c` |").stream()
            .map(row -> row.get(0) + " " + row.get(1) + " " + row.get(3).replaceAll(" .*", ""))
            .toList());
  }

  @Test
  void restoreKindsAreTheEnum() throws IOException {
    assertEquals(
        Arrays.stream(RestoreKind.values()).map(kind -> kind.id() + " " + kind).toList(),
        SpecText.read().table("| kind | | the original is |").stream()
            .map(row -> row.get(0) + " " + row.get(1))
            .toList());
  }

  @Test
  void sourceFlagsAreTheEnum() throws IOException {
    List<String> expected = new ArrayList<>(List.of("0-7 SOF", "8-11 ORIENTATION"));
    for (SourceFlags.Fact fact : SourceFlags.Fact.values()) {
      expected.add(fact.bit() + " " + fact);
    }
    assertEquals(
        expected,
        SpecText.read().table("The bits of `source_flags`").stream()
            .map(row -> row.get(0) + " " + row.get(1))
            .toList());
  }

  @Test
  void magicsAreTheEnum() throws IOException {
    HexFormat hex = HexFormat.ofDelimiter(" ").withUpperCase();
    String spec = String.join("\n", SpecText.read().linesAfter("| "));
    for (Magic magic : Magic.values()) {
      assertTrue(spec.contains("magic` | 0x" + hex.formatHex(magic.bytes().array())), magic.name());
    }
  }

  /** Covers R-UUID-1. */
  @Test
  void smallestShardIsTheListing() throws IOException {
    ByteArrayOutputStream listed = new ByteArrayOutputStream();
    for (String line : SpecText.read().listing("<!-- hexdump -->")) {
      assertEquals(listed.size(), Integer.parseInt(line.substring(0, 4), 16), line);
      if (line.contains("...  ")) {
        // The copy repeats everything in front of it.
        assertTrue(line.contains("the bytes 0 to " + (listed.size() - 1) + " once more"), line);
        listed.writeBytes(listed.toByteArray());
      } else {
        String bytes = line.substring(6, 54).trim();
        listed.writeBytes(HexFormat.of().parseHex(bytes.replace(" ", "")));
      }
    }
    ShardMetadata nothing = ShardMetadata.builder(1).build();
    ByteArrayOutputStream written = new ByteArrayOutputStream();
    ShardPlan.of(ShardVariant.PCR, nothing, Optional.empty())
        .writeTo(Channels.newChannel(written), (group, sample) -> ByteBuffer.allocate(0));
    assertArrayEquals(listed.toByteArray(), written.toByteArray());
  }
}
