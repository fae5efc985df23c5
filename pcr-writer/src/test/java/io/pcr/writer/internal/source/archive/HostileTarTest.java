package io.pcr.writer.internal.source.archive;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.writer.internal.source.InputRejectedException;
import io.pcr.writer.internal.source.SampleSource;
import io.pcr.writer.internal.tar.TarFiles;
import io.pcr.writer.internal.tar.TarLayout;
import io.pcr.writer.internal.tar.TarWriter;
import io.pcr.writer.source.archive.TarSourceOptions;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tars that somebody made to be trouble: whatever their headers say, checksums hold. */
class HostileTarTest {
  private static final int CHECKSUM = 148;
  private static final int CHECKSUM_END = 156;
  private static final int SIZE = 124;
  private static final int TYPE = 156;

  @TempDir Path folder;

  @Test
  @Timeout(60)
  void noHeaderDoesMoreThanReject() throws IOException {
    byte[] whole = tar();
    for (int seed = 0; seed < 200; seed++) {
      byte[] hostile = whole.clone();
      Random random = new Random(seed);
      for (int change = 0; change <= random.nextInt(3); change++) {
        int block = random.nextInt(hostile.length / TarLayout.BLOCK_LENGTH);
        change(hostile, block * TarLayout.BLOCK_LENGTH, random);
      }
      Path file = TarFiles.write(folder.resolve("x.tar"), hostile);
      try (Listed listed = Listed.of(TarSourceOptions.of(file), folder.resolve("work"));
          SampleSource.Reader reader = listed.source().reader()) {
        for (long i = 0; i < listed.source().count(); i++) {
          read(reader, i);
        }
      } catch (IOException | RuntimeException e) {
        Path kept =
            Files.copy(
                file,
                Path.of("target", "hostile-" + seed + ".tar"),
                StandardCopyOption.REPLACE_EXISTING);
        throw new AssertionError("seed " + seed + ", kept as " + kept.toAbsolutePath(), e);
      }
    }
  }

  private static void read(SampleSource.Reader reader, long number) throws IOException {
    try {
      assertTrue(reader.read(number).bytes().remaining() <= 1 << 20);
    } catch (InputRejectedException e) {
      assertTrue(e.reject().detail().length() > 3);
    }
  }

  /** Changes a block, and sums it up again as if it were a header. */
  private static void change(byte[] tar, int block, Random random) {
    switch (random.nextInt(5)) {
      case 0 -> tar[block + TYPE] = (byte) "01234567LKxgSDMNV\0".charAt(random.nextInt(18));
      case 1 -> {
        long size = random.nextLong() >>> random.nextInt(64);
        byte[] octal = String.format(Locale.ROOT, "%011o", size & 0x1_ffff_ffffL).getBytes(UTF_8);
        System.arraycopy(octal, 0, tar, block + SIZE, octal.length);
      }
      case 2 -> {
        tar[block + SIZE] = (byte) (random.nextBoolean() ? 0x80 : 0xff);
        ByteBuffer.wrap(tar).putLong(block + SIZE + 4, random.nextLong() >>> random.nextInt(64));
      }
      case 3 -> tar[block + random.nextInt(100)] = (byte) random.nextInt();
      default -> tar[block + random.nextInt(TarLayout.BLOCK_LENGTH)] = (byte) random.nextInt();
    }
    int sum = 0;
    for (int i = 0; i < TarLayout.BLOCK_LENGTH; i++) {
      boolean isChecksum = i >= CHECKSUM && i < CHECKSUM_END;
      sum += isChecksum ? ' ' : Byte.toUnsignedInt(tar[block + i]);
    }
    byte[] digits = String.format(Locale.ROOT, "%06o\0 ", sum).getBytes(UTF_8);
    System.arraycopy(digits, 0, tar, block + CHECKSUM, digits.length);
  }

  /** Members of every kind, long names in both forms among them. */
  private static byte[] tar() throws IOException {
    ByteArrayOutputStream pax = new ByteArrayOutputStream();
    TarWriter writer = new TarWriter(Channels.newChannel(pax));
    byte[] image = new byte[700];
    writer.add("k".repeat(300) + ".jpg", List.of(ByteBuffer.wrap(image)));
    writer.add("ü.jpg", List.of(ByteBuffer.wrap(image)));
    byte[] longName = ("l".repeat(200) + ".jpg\0").getBytes(UTF_8);
    byte[] none = {};
    return new TarFiles()
        .file("a.jpg", image)
        .file("a.cls", "7")
        .file("a.json", "{\"w\": 1, \"__key__\": \"b\"}")
        .member("link.jpg", '2', none, 0)
        .raw(pax.toByteArray())
        .member("././@LongLink", 'L', longName, longName.length)
        .file("cut", image)
        .member("sparse.jpg", 'S', image, image.length)
        .file("z.jpg", image)
        .file("z.seg.png", image)
        .ended();
  }
}
