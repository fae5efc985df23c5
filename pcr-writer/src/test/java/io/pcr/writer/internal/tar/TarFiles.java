package io.pcr.writer.internal.tar;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Makes tars: by hand where they are odd, by the system's tar where they are real. */
public final class TarFiles {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  public TarFiles file(String name, byte[] data) {
    return member(name, '0', data, data.length);
  }

  public TarFiles file(String name, String text) {
    return file(name, text.getBytes(UTF_8));
  }

  /** A member whose header says {@code size}, whatever its data is. */
  public TarFiles member(String name, char type, byte[] data, long size) {
    ByteBuffer header = ByteBuffer.allocate(TarLayout.BLOCK_LENGTH);
    byte[] bytes = name.getBytes(UTF_8);
    header.put(TarLayout.NAME_OFFSET, bytes);
    header.put(TarLayout.SIZE_OFFSET, String.format(Locale.ROOT, "%011o", size).getBytes(UTF_8));
    header.put(TarLayout.TYPE_OFFSET, (byte) type);
    header.put(TarLayout.MAGIC_OFFSET, "ustar\0".getBytes(UTF_8));
    header.put(TarLayout.VERSION_OFFSET, "00".getBytes(UTF_8));
    header.put(TarLayout.CHECKSUM_OFFSET, "        ".getBytes(UTF_8));
    int sum = 0;
    for (byte b : header.array()) {
      sum += Byte.toUnsignedInt(b);
    }
    header.put(
        TarLayout.CHECKSUM_OFFSET, String.format(Locale.ROOT, "%06o\0 ", sum).getBytes(UTF_8));
    out.writeBytes(header.array());
    out.writeBytes(data);
    out.writeBytes(new byte[Math.floorMod(-data.length, TarLayout.BLOCK_LENGTH)]);
    return this;
  }

  /** Blocks as they are. */
  public TarFiles raw(byte[] blocks) {
    out.writeBytes(blocks);
    return this;
  }

  /** The tar with the two blocks that end it. */
  public byte[] ended() {
    out.writeBytes(new byte[2 * TarLayout.BLOCK_LENGTH]);
    return out.toByteArray();
  }

  /** The tar as it would be had its writer died. */
  public byte[] unfinished() {
    return out.toByteArray();
  }

  /** What the system's tar makes of a folder. */
  public static void pack(Path folder, Path tar, String format, String... options)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("tar", "--format=" + format, "--sort=name"));
    command.addAll(List.of(options));
    command.addAll(List.of("-cf", tar.toString(), "-C", folder.toString(), "."));
    Process process = new ProcessBuilder(command).inheritIO().start();
    if (process.waitFor() != 0) {
      throw new IOException("tar failed on " + folder);
    }
  }

  public static Path write(Path file, byte[] bytes) throws IOException {
    Files.createDirectories(file.getParent());
    return Files.write(file, bytes);
  }
}
