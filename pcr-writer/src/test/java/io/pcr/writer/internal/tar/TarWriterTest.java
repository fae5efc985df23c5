package io.pcr.writer.internal.tar;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.format.source.MemoryByteSource;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TarWriterTest {
  @TempDir Path folder;

  @Property(tries = 200)
  void whatWasWrittenIsRead(@ForAll @Size(max = 5) List<@net.jqwik.api.From("names") String> names)
      throws IOException {
    List<byte[]> contents = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      contents.add(new byte[i * 511]);
    }
    byte[] tar = write(names, contents);
    assertEquals(0, tar.length % TarLayout.RECORD_LENGTH);
    assertArrayEquals(tar, write(names, contents), "the same again");
    TarWalk walk = new TarWalk(new MemoryByteSource("tar", ByteBuffer.wrap(tar)));
    for (int i = 0; i < names.size(); i++) {
      TarWalk.Member member = walk.next();
      assertEquals(names.get(i), new String(member.name(), UTF_8));
      assertEquals(contents.get(i).length, member.size());
      assertEquals(TarWalk.Kind.FILE, member.kind());
    }
    assertNull(walk.next());
    assertTrue(walk.isEnded());
    assertTrue(walk.behindEnd().isEmpty());
  }

  @Provide
  Arbitrary<String> names() {
    Arbitrary<String> part =
        Arbitraries.strings().withChars("abc.é漢 %\n").ofMinLength(1).ofMaxLength(160);
    return part.list().ofMinSize(1).ofMaxSize(4).map(parts -> String.join("/", parts));
  }

  @Test
  void theSystemsTarUnpacksEveryName() throws Exception {
    Map<String, byte[]> files = new LinkedHashMap<>();
    for (int length : new int[] {1, 99, 100, 101, 155, 156, 255}) {
      files.put("x".repeat(length), new byte[] {(byte) length});
      for (int folderLength : new int[] {1, 54, 55, 56, 98, 99, 154, 155, 156, 200}) {
        files.put("d".repeat(folderLength) + "/" + "y".repeat(length), new byte[length * 7]);
      }
    }
    files.put("sm\u00f8r/br\u00f8d.jpg", "bread".getBytes(UTF_8));
    List<String> names = new ArrayList<>(files.keySet());
    byte[] bytes = write(names, new ArrayList<>(files.values()));
    Path tar = Files.write(folder.resolve("x.tar"), bytes);
    Path out = Files.createDirectory(folder.resolve("out"));
    ProcessBuilder unpack = new ProcessBuilder("tar", "-xf", tar.toString(), "-C", out.toString());
    assertEquals(0, unpack.inheritIO().start().waitFor());
    for (String name : names.subList(0, names.size() - 1)) {
      assertArrayEquals(files.get(name), Files.readAllBytes(out.resolve(name)), name);
    }
    ProcessBuilder list = new ProcessBuilder("tar", "--quoting-style=literal", "-tf", "x.tar");
    Process listing = list.directory(folder.toFile()).start();
    String listed = new String(listing.getInputStream().readAllBytes(), UTF_8);
    assertEquals(0, listing.waitFor());
    assertEquals(names, listed.lines().toList());
  }

  private static byte[] write(List<String> names, List<byte[]> contents) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    TarWriter writer = new TarWriter(Channels.newChannel(out));
    for (int i = 0; i < names.size(); i++) {
      ByteBuffer content = ByteBuffer.wrap(contents.get(i));
      int half = content.remaining() / 2;
      writer.add(
          names.get(i),
          List.of(content.slice(0, half), content.slice(half, content.remaining() - half)));
    }
    writer.finish();
    assertEquals(out.size(), writer.length());
    return out.toByteArray();
  }
}
