package io.pcr.format.internal.tables;

import com.google.flatbuffers.FlatBufferBuilder;
import io.pcr.format.Fidelity;
import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.InvalidFieldException;
import io.pcr.format.error.Origin;
import io.pcr.format.error.PcrException;
import io.pcr.format.flatbuf.Manifest;
import io.pcr.format.manifest.DatasetColumn;
import io.pcr.format.manifest.KeySegment;
import io.pcr.format.manifest.ShardPart;
import io.pcr.format.quality.GroupTargets;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;

/**
 * The table {@code Manifest} as it stands, its meaning not yet checked. Components are the fields
 * of the schema; an absent vector is empty.
 */
public record ManifestTable(
    ByteBuffer datasetUuid,
    ByteBuffer commitId,
    long parentGeneration,
    int groupCount,
    Optional<GroupTargets> targets,
    List<ClassNameTable> classNames,
    List<MeasuredCurveTable> quality,
    List<CreationOptionTable> options,
    List<DatasetColumn> columns,
    int nextShardNumber,
    List<ShardPart> parts,
    ShardTableTable shards,
    List<KeySegment> keySegments) {
  /** More are rejected before any is read. */
  public static final int MAX_CURVES = 16;

  /** More are rejected before any is read. */
  public static final int MAX_PARTS = 4_096;

  private static final String IDENTIFIER = "PCRI";
  private static final int INITIAL_LENGTH = 1 << 14;
  private static final int ABSENT = 0;

  /** The table {@code ClassName}. */
  public record ClassNameTable(long label, String name) {
    private static ClassNameTable read(io.pcr.format.flatbuf.ClassName table, String path) {
      String name = Vectors.string(table.nameAsByteBuffer(), path + ".name");
      return new ClassNameTable(table.label(), name);
    }

    private int write(FlatBufferBuilder builder) {
      int nameOffset = Vectors.write(builder, name, "ClassName.name");
      return io.pcr.format.flatbuf.ClassName.createClassName(builder, label, nameOffset);
    }
  }

  /** The table {@code CreationOption}. */
  public record CreationOptionTable(String name, String value) {
    private static CreationOptionTable read(
        io.pcr.format.flatbuf.CreationOption table, String path) {
      return new CreationOptionTable(
          Vectors.string(table.nameAsByteBuffer(), path + ".name"),
          Vectors.string(table.valueAsByteBuffer(), path + ".value"));
    }

    private int write(FlatBufferBuilder builder) {
      int nameOffset = Vectors.write(builder, name, "CreationOption.name");
      int valueOffset = Vectors.write(builder, value, "CreationOption.value");
      return io.pcr.format.flatbuf.CreationOption.createCreationOption(
          builder, nameOffset, valueOffset);
    }
  }

  /** Reads a FlatBuffer that starts at the buffer's position 0, after verifying it. */
  public static ManifestTable decode(ByteBuffer bytes, Origin origin) throws PcrException {
    TableVerifier.verify(bytes, TableShapes.MANIFEST, IDENTIFIER, origin);
    Manifest table = Manifest.getRootAsManifest(bytes.duplicate());
    try {
      InvalidFieldException.requireRange(
          "Manifest.group_count", table.groupCount(), 1, Fidelity.MAX_GROUPS);
      requireCount("quality", table.qualityLength(), MAX_CURVES);
      requireCount("parts", table.partsLength(), MAX_PARTS);
      requireCount("key_segments", table.keySegmentsLength(), KeySegment.MAX_SEGMENTS);
      return new ManifestTable(
          Vectors.bytes(table.datasetUuidAsByteBuffer()),
          Vectors.bytes(table.commitIdAsByteBuffer()),
          table.parentGeneration(),
          table.groupCount(),
          GroupTargetsTable.read(table.targets(), "Manifest.targets"),
          readUnique(
              table.classNamesLength(),
              i -> ClassNameTable.read(table.classNames(i), path("class_names", i)),
              ClassNameTable::label,
              "class_names"),
          read(
              table.qualityLength(),
              i -> MeasuredCurveTable.read(table.quality(i), path("quality", i))),
          readUnique(
              table.optionsLength(),
              i -> CreationOptionTable.read(table.options(i), path("options", i)),
              CreationOptionTable::name,
              "options"),
          readUnique(
              table.columnsLength(),
              i -> at("columns", i, () -> ShardListTables.read(table.columns(i))),
              DatasetColumn::name,
              "columns"),
          ShardListTables.number("Manifest.next_shard_number", table.nextShardNumber()),
          read(
              table.partsLength(), i -> at("parts", i, () -> ShardListTables.read(table.parts(i)))),
          ShardTableTable.read(table.shards()),
          read(
              table.keySegmentsLength(),
              i -> at("key_segments", i, () -> ShardListTables.read(table.keySegments(i)))));
    } catch (InvalidFieldException e) {
      throw e.in(origin);
    }
  }

  private static void requireCount(String vector, int found, int most) {
    InvalidFieldException.require(
        found <= most, ErrorCode.MALFORMED, "Manifest." + vector, found, "at most " + most);
  }

  private static <T> T at(String vector, int index, Supplier<T> read) {
    try {
      return read.get();
    } catch (InvalidFieldException e) {
      throw e.under(path(vector, index));
    }
  }

  private static String path(String vector, int index) {
    return "Manifest." + vector + "[" + index + "]";
  }

  private static <T> List<T> read(int count, IntFunction<T> element) {
    return IntStream.range(0, count).mapToObj(element).toList();
  }

  /** Stops at the first table that is like one before: a few bytes can refer to it for ever. */
  private static <T> List<T> readUnique(
      int count, IntFunction<T> element, Function<T, Object> identity, String vector) {
    Set<Object> seen = new HashSet<>();
    List<T> tables = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      T table = element.apply(i);
      Object found = identity.apply(table);
      InvalidFieldException.require(
          seen.add(found), ErrorCode.MALFORMED, path(vector, i), found, "unlike all before");
      tables.add(table);
    }
    return List.copyOf(tables);
  }

  /** The FlatBuffer, from the buffer's position 0. The same table gives the same bytes. */
  public ByteBuffer encode() {
    FlatBufferBuilder builder = new FlatBufferBuilder(INITIAL_LENGTH);
    int segmentVector =
        write(builder, keySegments, segment -> ShardListTables.write(builder, segment));
    int shardTable = shards.shardNumbers().hasRemaining() ? shards.write(builder) : ABSENT;
    int partVector = write(builder, parts, part -> ShardListTables.write(builder, part));
    int columnVector = write(builder, columns, column -> ShardListTables.write(builder, column));
    int optionVector = write(builder, options, option -> option.write(builder));
    int qualityVector = write(builder, quality, curve -> curve.write(builder));
    int classVector = write(builder, classNames, name -> name.write(builder));
    int targetTable = GroupTargetsTable.write(builder, targets);
    int commit = Vectors.write(builder, commitId);
    int uuid = Vectors.write(builder, datasetUuid);
    Manifest.finishManifestBuffer(
        builder,
        Manifest.createManifest(
            builder,
            uuid,
            commit,
            parentGeneration,
            groupCount,
            targetTable,
            classVector,
            qualityVector,
            optionVector,
            columnVector,
            nextShardNumber,
            partVector,
            shardTable,
            segmentVector));
    return ByteBuffer.wrap(builder.sizedByteArray());
  }

  private static <T> int write(
      FlatBufferBuilder builder, List<T> tables, ToIntFunction<T> element) {
    int[] offsets = tables.stream().mapToInt(element).toArray();
    return offsets.length == 0 ? ABSENT : builder.createVectorOfTables(offsets);
  }
}
