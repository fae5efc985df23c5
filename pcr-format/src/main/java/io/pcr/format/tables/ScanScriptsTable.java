package io.pcr.format.tables;

import com.google.flatbuffers.FlatBufferBuilder;
import io.pcr.format.ColorClass;
import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.InvalidFieldException;
import io.pcr.format.script.InvalidScanScriptException;
import io.pcr.format.script.Scan;
import io.pcr.format.script.ScanScript;
import io.pcr.format.script.ScanScripts;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The tables of {@code script.fbs}. */
final class ScanScriptsTable {
  private static final int ABSENT = 0;
  private static final int COMPONENT_MASK = (1 << Scan.MAX_COMPONENTS) - 1;

  private ScanScriptsTable() {}

  static int write(FlatBufferBuilder builder, Optional<ScanScripts> scripts) {
    if (scripts.isEmpty()) {
      return ABSENT;
    }
    int[] offsets =
        scripts.get().scripts().values().stream().mapToInt(s -> write(builder, s)).toArray();
    int vector = io.pcr.format.flatbuf.ScanScripts.createScriptsVector(builder, offsets);
    int name = Vectors.write(builder, scripts.get().name(), "ScanScripts.name");
    return io.pcr.format.flatbuf.ScanScripts.createScanScripts(builder, name, vector);
  }

  private static int write(FlatBufferBuilder builder, ScanScript script) {
    List<Scan> scans = script.scans();
    io.pcr.format.flatbuf.ScanScript.startScansVector(builder, scans.size());
    // FlatBuffers are built from the end.
    for (int i = scans.size() - 1; i >= 0; i--) {
      Scan scan = scans.get(i);
      int components = scan.components().stream().mapToInt(c -> 1 << c).sum();
      io.pcr.format.flatbuf.Scan.createScan(
          builder, components, scan.ss(), scan.se(), scan.ah(), scan.al(), scan.group());
    }
    int vector = builder.endVector();
    return io.pcr.format.flatbuf.ScanScript.createScanScript(
        builder, script.colorClass().id(), vector);
  }

  static Optional<ScanScripts> read(
      io.pcr.format.flatbuf.ScanScripts table, int groupCount, String path) {
    if (table == null) {
      return Optional.empty();
    }
    String name = Vectors.string(table.nameAsByteBuffer(), path + ".name");
    try {
      List<ScanScript> scripts = new ArrayList<>();
      int lastClass = ColorClass.OPAQUE.id();
      for (int i = 0; i < table.scriptsLength(); i++) {
        String field = path + ".scripts[" + i + "]";
        io.pcr.format.flatbuf.ScanScript script = table.scripts(i);
        requireIn(field + ".color_class", script.colorClass(), lastClass + 1, ColorClass.FOUR.id());
        lastClass = script.colorClass();
        scripts.add(read(script, field));
      }
      return Optional.of(ScanScripts.of(name, groupCount, scripts));
    } catch (InvalidScanScriptException e) {
      throw new InvalidFieldException(
          ErrorCode.BAD_SCRIPT, path, e.getMessage(), "a progressive scan script");
    }
  }

  private static void requireIn(String field, int value, int min, int max) {
    InvalidFieldException.require(
        value >= min && value <= max, ErrorCode.BAD_SCRIPT, field, value, min + " to " + max);
  }

  private static ScanScript read(io.pcr.format.flatbuf.ScanScript table, String path) {
    requireIn(path + ".scans", table.scansLength(), 1, ScanScript.MAX_SCANS);
    List<Scan> scans = new ArrayList<>();
    for (int i = 0; i < table.scansLength(); i++) {
      io.pcr.format.flatbuf.Scan scan = table.scans(i);
      String field = path + ".scans[" + i + "].components";
      requireIn(field, scan.components(), 1, COMPONENT_MASK);
      List<Integer> components = new ArrayList<>();
      for (int c = 0; c < Scan.MAX_COMPONENTS; c++) {
        if ((scan.components() >>> c & 1) != 0) {
          components.add(c);
        }
      }
      scans.add(new Scan(components, scan.ss(), scan.se(), scan.ah(), scan.al(), scan.group()));
    }
    return new ScanScript(ColorClass.ofId(table.colorClass()).orElseThrow(), scans);
  }
}
