package io.pcr.fuzz;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.pcr.writer.internal.tar.TarLayout;
import io.pcr.writer.internal.tar.TarWalk;
import io.pcr.writer.internal.tar.TarWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Tars as they are, and with the checksums of their headers mended. */
class TarFuzzTest {
  private static final int CHECKSUM_OFFSET = 148;
  private static final int CHECKSUM_LENGTH = 8;
  private static final int MAGIC_OFFSET = 257;
  private static final byte[] MAGIC = {'u', 's', 't', 'a', 'r'};

  static Stream<Arguments> seeds() {
    return Stream.of(
        seed("two files", "0001.jpg", "0001.cls"),
        seed("a long name", "folder/".repeat(60) + "é.jpg"),
        seed("no file"));
  }

  private static Arguments seed(String title, String... names) {
    ByteArrayOutputStream tar = new ByteArrayOutputStream();
    TarWriter writer = new TarWriter(Channels.newChannel(tar));
    try {
      for (String name : names) {
        writer.add(name, List.of(ByteBuffer.wrap(name.getBytes(StandardCharsets.UTF_8))));
      }
      writer.finish();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return Seeds.seed(title, tar.toByteArray());
  }

  @MethodSource("seeds")
  @FuzzTest
  void tar(byte[] tar) {
    FuzzRead.refuses(() -> walk(tar));
    byte[] mended = mend(tar);
    FuzzRead.refuses(() -> walk(mended));
  }

  private static void walk(byte[] tar) throws IOException {
    TarWalk.isTar(Seeds.source(tar));
    TarWalk walk = new TarWalk(Seeds.source(tar));
    long end = 0;
    for (TarWalk.Member member = walk.next(); member != null; member = walk.next()) {
      assertTrue(member.position() >= end + TarLayout.BLOCK_LENGTH);
      assertTrue(member.size() >= 0 && member.size() <= tar.length - member.position());
      end = member.position() + member.size();
    }
    if (walk.isEnded()) {
      long behind = walk.behindEnd().orElse(tar.length);
      assertTrue(behind > end && behind <= tar.length);
    }
  }

  private static byte[] mend(byte[] tar) {
    byte[] mended = tar.clone();
    for (int at = 0; at + TarLayout.BLOCK_LENGTH <= mended.length; at += TarLayout.BLOCK_LENGTH) {
      int magic = at + MAGIC_OFFSET;
      if (Arrays.equals(mended, magic, magic + MAGIC.length, MAGIC, 0, MAGIC.length)) {
        mendHeader(mended, at);
      }
    }
    return mended;
  }

  private static void mendHeader(byte[] tar, int at) {
    int checksum = at + CHECKSUM_OFFSET;
    Arrays.fill(tar, checksum, checksum + CHECKSUM_LENGTH, (byte) ' ');
    int sum = 0;
    for (int i = 0; i < TarLayout.BLOCK_LENGTH; i++) {
      sum += Byte.toUnsignedInt(tar[at + i]);
    }
    byte[] octal = String.format("%06o\0 ", sum).getBytes(StandardCharsets.US_ASCII);
    System.arraycopy(octal, 0, tar, checksum, CHECKSUM_LENGTH);
  }
}
