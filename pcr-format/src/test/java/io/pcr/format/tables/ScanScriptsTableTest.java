package io.pcr.format.tables;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.google.flatbuffers.FlatBufferBuilder;
import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.Origin;
import io.pcr.format.error.PcrException;
import io.pcr.format.flatbuf.Scan;
import io.pcr.format.flatbuf.ScanScript;
import io.pcr.format.flatbuf.ScanScripts;
import io.pcr.format.flatbuf.ShardMetadata;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Scan scripts that no writer of ours would write. */
class ScanScriptsTableTest {
  private static final int GREY = 1;
  private static final Origin ORIGIN = new Origin("s", 3);
  private static final int[] DC = {1, 0, 0, 0, 0, 1};
  private static final int[] AC = {1, 1, 63, 0, 0, 1};

  /** A metadata that holds nothing but one script of a class, as often as there are classes. */
  private static ByteBuffer metadata(String name, List<Integer> classes, int[]... scans) {
    FlatBufferBuilder builder = new FlatBufferBuilder(1 << 10);
    int[] scripts = classes.stream().mapToInt(id -> script(builder, id, scans)).toArray();
    int vector = ScanScripts.createScriptsVector(builder, scripts);
    int set = ScanScripts.createScanScripts(builder, builder.createString(name), vector);
    ShardMetadata.startShardMetadata(builder);
    ShardMetadata.addGroupCount(builder, 1);
    ShardMetadata.addScanScripts(builder, set);
    ShardMetadata.finishShardMetadataBuffer(builder, ShardMetadata.endShardMetadata(builder));
    return ByteBuffer.wrap(builder.sizedByteArray());
  }

  private static int script(FlatBufferBuilder builder, int id, int[]... scans) {
    ScanScript.startScansVector(builder, scans.length);
    for (int i = scans.length - 1; i >= 0; i--) {
      int[] s = scans[i];
      Scan.createScan(builder, s[0], s[1], s[2], s[3], s[4], s[5]);
    }
    return ScanScript.createScanScript(builder, id, builder.endVector());
  }

  private static void assertRefused(ErrorCode code, String field, ByteBuffer metadata) {
    PcrException e =
        assertThrows(PcrException.class, () -> ShardMetadataTable.decode(metadata, ORIGIN));
    assertEquals(code, e.code(), e.getMessage());
    assertEquals("ShardMetadata.scan_scripts" + field, e.field());
  }

  @Test
  void soundScriptIsRead() throws IOException {
    ShardMetadataTable table =
        ShardMetadataTable.decode(metadata("x", List.of(GREY), DC, AC), ORIGIN);
    assertEquals("x", table.scanScripts().orElseThrow().name());
  }

  // Covers R-SCRIPT-1, R-SCRIPT-2, R-SCRIPT-3
  @Test
  void scriptThatBreaksARuleIsRefused() {
    ErrorCode script = ErrorCode.BAD_SCRIPT;
    List<Integer> grey = List.of(GREY);
    assertRefused(script, "", metadata("X", grey, DC, AC));
    assertRefused(script, "", metadata("x", grey, DC));
    assertRefused(script, "", metadata("x", grey, AC, DC));
    assertRefused(script, "", metadata("x", grey, DC, new int[] {1, 1, 64, 0, 0, 1}));
    assertRefused(script, "", metadata("x", grey, DC, new int[] {1, 1, 63, 0, 0, 2}));
    assertRefused(script, "", metadata("x", grey, DC, new int[] {3, 1, 63, 0, 0, 1}));
    assertRefused(script, ".scripts[0].scans", metadata("x", grey));
    int[][] many = new int[65][];
    Arrays.fill(many, DC);
    assertRefused(script, ".scripts[0].scans", metadata("x", grey, many));
    assertRefused(
        script,
        ".scripts[0].scans[1].components",
        metadata("x", grey, DC, new int[] {17, 1, 63, 0, 0, 1}));
    assertRefused(script, ".scripts[0].color_class", metadata("x", List.of(0), DC, AC));
    assertRefused(script, ".scripts[0].color_class", metadata("x", List.of(5), DC, AC));
    assertRefused(script, ".scripts[1].color_class", metadata("x", List.of(1, 1), DC, AC));
  }
}
