package io.pcr.format.internal.shard;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.format.Limits;
import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.PcrException;
import io.pcr.format.internal.checksum.Crc32C;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.OptionalLong;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** Covers R-COPY-1, R-COPY-2, R-COPY-3: what of the front is damaged is taken from its copy. */
class FrontCopyTest {
  private static final byte[] INTACT = ShardFixture.pcr(9, 4).samples(30).allColumns().encode();
  private static final ShardFile SHARD = open(INTACT);
  private static final int FRONT = (int) SHARD.layout().prefixLength(0);
  private static final int HEAD = SHARD.head().headLength();
  private static final int COPY = INTACT.length - TrailerLayout.LENGTH - FRONT;

  private static ShardFile open(byte[] file) {
    try {
      return ShardFile.open(ShardFileTest.source(file), Limits.DEFAULT);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static void assertSame(ShardFile found) {
    assertEquals(SHARD.head(), found.head());
    assertEquals(SHARD.regions(), found.regions());
    assertEquals(SHARD.metadata().flatBuffer(), found.metadata().flatBuffer());
    assertTrue(found.frontDamage().isPresent());
  }

  private static void flip(byte[] file, int at) {
    file[at] = (byte) ~file[at];
  }

  @Test
  void anyWrongByteOfTheFrontIsReadFromTheCopy() {
    for (int at = 0; at < FRONT; at++) {
      byte[] file = INTACT.clone();
      flip(file, at);
      assertSame(open(file));
    }
  }

  @Test
  void frontOfNothingButZerosIsReadFromTheCopy() throws IOException {
    byte[] file = INTACT.clone();
    Arrays.fill(file, 0, FRONT, (byte) 0);
    ShardFile found = open(file);
    assertSame(found);
    assertEquals(ErrorCode.NOT_PCR, found.frontDamage().orElseThrow().code());
    found.requireEnd(ShardFileTest.source(file));
    PcrException e =
        assertThrows(PcrException.class, () -> found.requireComplete(ShardFileTest.source(file)));
    assertEquals(ErrorCode.NOT_PCR, e.code());
  }

  /** Two wrong bytes anywhere, unless both hit one piece, lose nothing. */
  @Property(tries = 300)
  void twoWrongBytesLoseNothingUnlessOnePieceIsHitTwice(
      @ForAll @IntRange(max = Integer.MAX_VALUE - 1) int seed) throws IOException {
    Random random = new Random(seed);
    int first = random.nextInt(FRONT);
    int second = COPY + random.nextInt(INTACT.length - COPY);
    byte[] file = INTACT.clone();
    flip(file, first);
    flip(file, second);
    boolean sameHead = first < HEAD && second < COPY + HEAD;
    boolean sameMetadata = first >= HEAD && second >= COPY + HEAD && second < COPY + FRONT;
    // A damaged trailer hides the copy from whoever has neither head nor manifest.
    boolean hidden = first < HEAD && second >= COPY + FRONT;
    OptionalLong byManifest = OptionalLong.of(COPY);
    if (sameHead || sameMetadata) {
      assertThrows(
          PcrException.class,
          () -> ShardFile.open(ShardFileTest.source(file), byManifest, Limits.DEFAULT));
      return;
    }
    assertSame(ShardFile.open(ShardFileTest.source(file), byManifest, Limits.DEFAULT));
    if (hidden) {
      assertThrows(
          PcrException.class, () -> ShardFile.open(ShardFileTest.source(file), Limits.DEFAULT));
    } else {
      assertSame(open(file));
    }
  }

  @Test
  void headFromTheFrontAndMetadataFromTheCopyMakeAShard() {
    byte[] file = INTACT.clone();
    flip(file, HEAD);
    flip(file, COPY);
    assertSame(open(file));
    byte[] other = INTACT.clone();
    flip(other, 0);
    flip(other, COPY + HEAD);
    assertSame(open(other));
  }

  /** The error is the front's: what is wrong with the copy helps nobody. */
  @Test
  void cutFileHasNoCopy() {
    for (int length : new int[] {0, 7, 63, HEAD, FRONT - 1, FRONT + 5, INTACT.length - 1}) {
      byte[] file = Arrays.copyOf(INTACT, length);
      if (length > 0) {
        flip(file, length - 1);
      }
      if (length < FRONT) {
        assertThrows(
            PcrException.class, () -> ShardFile.open(ShardFileTest.source(file), Limits.DEFAULT));
      }
    }
  }

  /** With a right checksum of head and region table, which begin at {@code at}. */
  private static void makeNewer(byte[] file, int at) {
    file[at + ShardHeadLayout.MAJOR_OFFSET] = 3;
    int crc =
        Crc32C.of(
            ByteBuffer.wrap(file, at, ShardHeadLayout.HEAD_CRC32C_OFFSET),
            ByteBuffer.wrap(file, at + ShardHeadLayout.LENGTH, HEAD - ShardHeadLayout.LENGTH));
    ByteBuffer.wrap(file)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putInt(at + ShardHeadLayout.HEAD_CRC32C_OFFSET, crc);
  }

  private static void assertRefused(byte[] file, ErrorCode code) {
    PcrException e =
        assertThrows(
            PcrException.class, () -> ShardFile.open(ShardFileTest.source(file), Limits.DEFAULT));
    assertEquals(code, e.code());
  }

  @Test
  void newerVersionIsNotTakenForDamage() {
    byte[] file = INTACT.clone();
    makeNewer(file, 0);
    assertRefused(file, ErrorCode.UNSUPPORTED);
  }

  @Test
  void newerVersionIsFoundInTheCopy() {
    byte[] file = INTACT.clone();
    makeNewer(file, COPY);
    flip(file, 0);
    assertRefused(file, ErrorCode.UNSUPPORTED);
    flip(file, COPY + 20);
    assertRefused(file, ErrorCode.NOT_PCR);
  }
}
