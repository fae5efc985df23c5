package io.pcr.writer.internal.tar;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.PcrException;
import io.pcr.format.source.ByteSource;
import io.pcr.format.source.MemoryByteSource;
import io.pcr.writer.internal.tar.TarWalk.Kind;
import io.pcr.writer.internal.tar.TarWalk.Member;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Locale;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TarWalkTest {
  private static final byte[] DATA = "data".getBytes(UTF_8);

  private static ByteSource source(byte[] tar) {
    return new MemoryByteSource("a.tar", ByteBuffer.wrap(tar));
  }

  private static Member first(byte[] tar) throws IOException {
    return new TarWalk(source(tar)).next();
  }

  private static PcrException refusal(byte[] tar) {
    return assertThrows(PcrException.class, () -> first(tar));
  }

  private static byte[] mended(byte[] tar, boolean isSigned) {
    for (int i = 0; i < TarLayout.CHECKSUM_LENGTH; i++) {
      tar[TarLayout.CHECKSUM_OFFSET + i] = ' ';
    }
    int sum = 0;
    for (int i = 0; i < TarLayout.BLOCK_LENGTH; i++) {
      sum += isSigned ? tar[i] : Byte.toUnsignedInt(tar[i]);
    }
    byte[] octal = String.format(Locale.ROOT, "%06o\0 ", sum).getBytes(UTF_8);
    System.arraycopy(octal, 0, tar, TarLayout.CHECKSUM_OFFSET, octal.length);
    return tar;
  }

  @ParameterizedTest
  @CsvSource({
    "a, 0, FILE, 4",
    "a, 48, FILE, 4",
    "a, 55, FILE, 4",
    "a/, 0, FOLDER, 4",
    "a, 53, FOLDER, 0",
    "a/, 48, FILE, 4",
    "a, 49, OTHER, 0",
    "a, 50, OTHER, 0",
    "a, 54, OTHER, 0",
    "a, 90, OTHER, 4"
  })
  void memberIsWhatItsTypeSays(String name, int type, Kind kind, long size) throws IOException {
    byte[] data = size == 0 ? new byte[0] : DATA;
    Member member = first(new TarFiles().member(name, (char) type, data, 4).ended());
    assertEquals(kind, member.kind());
    assertEquals(size, member.size());
    assertEquals(TarLayout.BLOCK_LENGTH, member.position());
  }

  @ParameterizedTest
  @ValueSource(chars = {'L', 'K', 'x'})
  void headerAboutAMemberThatDoesNotComeIsDamage(char type) throws IOException {
    byte[] about = type == 'x' ? "11 mtime=1\n".getBytes(UTF_8) : DATA;
    TarWalk walk =
        new TarWalk(
            source(
                new TarFiles().file("a", DATA).member("about", type, about, about.length).ended()));
    assertEquals(Kind.FILE, walk.next().kind());
    assertEquals(ErrorCode.MALFORMED, assertThrows(PcrException.class, walk::next).code());
    TarWalk whole =
        new TarWalk(
            source(
                new TarFiles()
                    .member("about", type, about, about.length)
                    .file("a", DATA)
                    .member("all", 'g', new byte[0], 0)
                    .ended()));
    assertEquals(Kind.FILE, whole.next().kind());
    assertNull(whole.next());
    assertTrue(whole.isEnded());
  }

  @Test
  void checksumOfSignedCharactersHoldsToo() throws IOException {
    byte[] tar = new TarFiles().file("é", DATA).ended();
    assertEquals(4, first(mended(tar.clone(), true)).size());
    byte[] wrong = mended(tar, true);
    wrong[0] ^= 1;
    assertEquals(ErrorCode.CHECKSUM_MISMATCH, refusal(wrong).code());
  }

  @Test
  void sizeInBase256IsReadAsFarAsALongGoes() throws IOException {
    byte[] tar = new TarFiles().file("a", DATA).ended();
    ByteBuffer header = ByteBuffer.wrap(tar);
    header.putInt(TarLayout.SIZE_OFFSET, 0x80000000).putLong(TarLayout.SIZE_OFFSET + 4, 4);
    assertEquals(4, first(mended(tar, false)).size());
    header.putLong(TarLayout.SIZE_OFFSET + 4, Long.MAX_VALUE);
    assertEquals(ErrorCode.TRUNCATED, refusal(mended(tar, false)).code());
    header.putLong(TarLayout.SIZE_OFFSET + 4, -1);
    assertEquals(ErrorCode.MALFORMED, refusal(mended(tar, false)).code());
    header.putInt(TarLayout.SIZE_OFFSET, 0x80000001).putLong(TarLayout.SIZE_OFFSET + 4, 4);
    assertEquals("TarHeader.size", refusal(mended(tar, false)).field());
  }

  @Test
  void sizeWithoutRoomInItsFieldIsTheWritersMistake() {
    ByteBuffer block = ByteBuffer.allocate(TarLayout.BLOCK_LENGTH);
    byte[] name = {'a'};
    assertTrue(new TarHeader(name, (8L << 30) - 1, TarHeader.FILE).encode(block.clear()));
    TarHeader large = new TarHeader(name, 8L << 30, TarHeader.FILE);
    assertThrows(IllegalArgumentException.class, () -> large.encode(block.clear()));
  }

  private static byte[] withPax(String records) {
    byte[] pax = records.getBytes(UTF_8);
    return new TarFiles().member("pax", 'x', pax, pax.length).file("a", DATA).ended();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "path=x\n",
        "9path=xy\n",
        "9 path=x",
        "9 pathxx\n",
        "99 path=x\n",
        "0000000018 path=x\n",
        "8 path=x\n",
        "11 path=x\n",
        " path=x\n",
        "11 size=-1\n",
        "11 size=4x\n",
        "8 size=\n",
        "9 path=x\n9"
      })
  void paxRecordThatIsNoneIsRefused(String records) {
    assertEquals("TarHeader.pax", refusal(withPax(records)).field());
  }

  @Test
  void paxRecordsSayTheNextMembersNameAndSizeAndTheLastOneHolds() throws IOException {
    Member member = first(withPax("9 path=x\n11 path=é\n9 size=2\n15 comment=a=b\n"));
    assertEquals("é", new String(member.name(), UTF_8));
    assertEquals(2, member.size());
    assertEquals(Kind.FILE, member.kind());
    TarWalk walk = new TarWalk(source(withPax("9 path=x\n")));
    walk.next();
    assertNull(walk.next());
    assertTrue(walk.isEnded());
  }

  @Test
  void sparseFileKeepsTheNameThatSaysSo() throws IOException {
    Member member = first(withPax("24 GNU.sparse.name=real\n13 path=made\n"));
    assertEquals("real", new String(member.name(), UTF_8));
    assertEquals(Kind.SPARSE_FILE, member.kind());
    member = first(withPax("22 GNU.sparse.major=1\n13 path=made\n"));
    assertEquals("made", new String(member.name(), UTF_8));
    assertEquals(Kind.SPARSE_FILE, member.kind());
  }

  @ParameterizedTest
  @ValueSource(chars = {'x', 'g', 'L', 'K'})
  void nameLongerThanAMebibyteIsRefusedBeforeItIsRead(char type) {
    byte[] name = new byte[(1 << 20) + 1];
    PcrException e = refusal(new TarFiles().member("n", type, name, name.length).ended());
    assertEquals(ErrorCode.MALFORMED, e.code());
    assertEquals("TarHeader.size", e.field());
  }

  @Test
  void tarBeginsWithAHeader() throws IOException {
    byte[] tar = new TarFiles().file("a", DATA).ended();
    assertTrue(TarWalk.isTar(source(tar)));
    assertFalse(TarWalk.isTar(source(new TarFiles().ended())));
    assertFalse(TarWalk.isTar(source(new byte[TarLayout.BLOCK_LENGTH - 1])));
    tar[0] ^= 1;
    assertFalse(TarWalk.isTar(source(tar)));
  }

  @Test
  void whatStandsBehindTheEndIsFound() throws IOException {
    byte[] tar = new TarFiles().file("a", DATA).ended();
    TarWalk walk = new TarWalk(source(tar));
    walk.next();
    assertNull(walk.next());
    assertEquals(OptionalLong.empty(), walk.behindEnd());
    byte[] second = new TarFiles().raw(tar).file("b", DATA).unfinished();
    walk = new TarWalk(source(second));
    walk.next();
    assertNull(walk.next());
    assertEquals(OptionalLong.of(tar.length), walk.behindEnd());
  }
}
