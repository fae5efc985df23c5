package io.pcr.format.internal.tables;

import com.google.flatbuffers.FlatBufferBuilder;
import io.pcr.format.error.Origin;
import io.pcr.format.error.PcrException;
import io.pcr.format.flatbuf.RestoreDirectory;
import java.nio.ByteBuffer;
import java.nio.IntBuffer;

/**
 * The table {@code RestoreDirectory} as it stands, its meaning not yet checked. Components are the
 * fields of the schema; an absent vector is empty.
 */
public record RestoreDirectoryTable(
    ByteBuffer kinds,
    IntBuffer recordLengths,
    IntBuffer frameSamples,
    IntBuffer frameLengths,
    IntBuffer frameCrc32c,
    ByteBuffer sourceSha256) {
  private static final String IDENTIFIER = "PCRR";
  private static final int INITIAL_LENGTH = 1 << 12;

  /** Reads a FlatBuffer that starts at the buffer's position 0, after verifying it. */
  public static RestoreDirectoryTable decode(ByteBuffer bytes, Origin origin) throws PcrException {
    TableVerifier.verify(bytes, TableShapes.RESTORE_DIRECTORY, IDENTIFIER, origin);
    RestoreDirectory table = RestoreDirectory.getRootAsRestoreDirectory(bytes.duplicate());
    return new RestoreDirectoryTable(
        Vectors.bytes(table.kindsAsByteBuffer()),
        Vectors.ints(table.recordLengthsAsByteBuffer()),
        Vectors.ints(table.frameSamplesAsByteBuffer()),
        Vectors.ints(table.frameLengthsAsByteBuffer()),
        Vectors.ints(table.frameCrc32cAsByteBuffer()),
        Vectors.bytes(table.sourceSha256AsByteBuffer()));
  }

  /** The FlatBuffer, from the buffer's position 0. The same table gives the same bytes. */
  public ByteBuffer encode() {
    FlatBufferBuilder builder = new FlatBufferBuilder(INITIAL_LENGTH);
    int digests = Vectors.write(builder, sourceSha256);
    int crcs = Vectors.write(builder, frameCrc32c);
    int lengths = Vectors.write(builder, frameLengths);
    int samples = Vectors.write(builder, frameSamples);
    int records = Vectors.write(builder, recordLengths);
    int kindVector = Vectors.write(builder, kinds);
    RestoreDirectory.finishRestoreDirectoryBuffer(
        builder,
        RestoreDirectory.createRestoreDirectory(
            builder, kindVector, records, samples, lengths, crcs, digests));
    return ByteBuffer.wrap(builder.sizedByteArray());
  }
}
