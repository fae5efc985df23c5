package io.pcr.conformance.vectors;

import io.pcr.conformance.probe.Probe;
import io.pcr.conformance.vectors.Vectors.Expectation;
import io.pcr.conformance.vectors.Vectors.Vector;
import io.pcr.format.checksum.Sha256;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** The files of spec/vectors/1.0: the vectors, what probes say of them, and MANIFEST.json. */
public final class VectorFiles {
  static final Path FOLDER =
      Path.of(System.getProperty("pcr.root")).resolve("spec").resolve("vectors").resolve("1.0");
  static final String MANIFEST = "MANIFEST.json";

  private VectorFiles() {}

  /** All files by name, made anew. */
  static SortedMap<String, byte[]> make() throws IOException {
    SortedMap<String, byte[]> files = new TreeMap<>();
    List<String> entries = new ArrayList<>();
    for (Vector vector : Vectors.all()) {
      if (files.put(vector.file(), vector.bytes()) != null) {
        throw new IllegalStateException("two vectors are named " + vector.file());
      }
      entries.add(entry(vector, files));
    }
    String manifest = "[\n" + String.join(",\n", entries) + "\n]\n";
    files.put(MANIFEST, manifest.getBytes(StandardCharsets.UTF_8));
    return files;
  }

  private static String entry(Vector vector, SortedMap<String, byte[]> files) throws IOException {
    List<Object> expect = new ArrayList<>();
    for (Expectation expectation : vector.expectations()) {
      Map<String, Object> member = new TreeMap<>();
      Probe.Answer answer = Probe.probe(vector.file(), vector.bytes(), expectation.group());
      expectation.group().ifPresent(group -> member.put("group", group));
      member.put("exit", answer.exit());
      expectation.error().ifPresent(error -> member.put("error", error.name()));
      if (answer.json().startsWith("{\"error\"")) {
        // An error alone stands in the manifest.
      } else {
        String dump = dumpName(vector.file(), expectation);
        files.put(dump, (answer.json() + "\n").getBytes(StandardCharsets.UTF_8));
        member.put("dump", dump);
      }
      expect.add(member);
    }
    Map<String, Object> entry = new TreeMap<>();
    entry.put("file", vector.file());
    entry.put("about", vector.about());
    entry.put("sha256", Sha256.of(ByteBuffer.wrap(vector.bytes())).toString());
    entry.put("requirements", vector.requirements());
    entry.put("expect", expect);
    vector.decode().ifPresent(code -> entry.put("decode", code.name()));
    vector.open().ifPresent(code -> entry.put("open", code.name()));
    return Probe.json(entry);
  }

  private static String dumpName(String file, Expectation expectation) {
    return file
        + (expectation.group().isPresent() ? ".group-" + expectation.group().getAsInt() : "")
        + ".json";
  }

  /** Writes all files; only for vectors that are not released yet. */
  public static void main(String[] arguments) throws IOException {
    SortedMap<String, byte[]> files = make();
    Files.createDirectories(FOLDER);
    try (var old = Files.list(FOLDER)) {
      for (Path file : old.toList()) {
        Files.delete(file);
      }
    }
    for (Map.Entry<String, byte[]> file : files.entrySet()) {
      Files.write(FOLDER.resolve(file.getKey()), file.getValue());
    }
    System.out.println(files.size() + " files");
  }
}
