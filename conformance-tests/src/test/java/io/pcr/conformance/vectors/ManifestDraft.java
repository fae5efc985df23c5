package io.pcr.conformance.vectors;

import io.pcr.format.internal.checksum.Crc32C;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** A manifest put together by hand; as {@link ShardDraft}, what follows a change is computed. */
final class ManifestDraft {
  static final byte[] MAGIC = {(byte) 0x8F, 'P', 'C', 'M', '\r', '\n', 0x1A, '\n'};
  static final int RESERVED_OFFSET = 10;
  static final int INCOMPAT_OFFSET = 12;
  static final int RO_COMPAT_OFFSET = 16;
  static final int COMPAT_OFFSET = 20;
  static final int GENERATION_OFFSET = 24;
  static final int PAYLOAD_LENGTH_OFFSET = 32;
  static final int CRC_OFFSET = 36;
  static final int HEAD_LENGTH = 40;

  private final TableDraft manifest = new TableDraft("Manifest");
  private Consumer<FlatBufferBytes.Encoded> flatBuffer = encoded -> {};
  private UnaryOperator<byte[]> frame = Frames::raw;
  private Consumer<ByteBuffer> head = bytes -> {};
  private UnaryOperator<byte[]> file = UnaryOperator.identity();

  /** A dataset of nothing. */
  static ManifestDraft empty() {
    ManifestDraft draft = new ManifestDraft();
    byte[] uuid = new byte[16];
    Arrays.setAll(new int[16], i -> uuid[i] = (byte) (0x10 + i));
    draft.manifest.set("dataset_uuid", uuid).set("group_count", 1);
    return draft;
  }

  /** Three shards, one of each variant, with everything that a manifest can say. */
  static ManifestDraft full() {
    ManifestDraft draft = empty();
    draft
        .manifest
        .set("group_count", 3)
        .set("targets", TargetDrafts.targets(3))
        .set("class_names", List.of(className(-1, "nothing"), className(7, "Käfer")))
        .set(
            "quality",
            List.of(curve(0, ""), curve(0, "resize:256,crop:224"), curve(1, "resize:8,crop:8")))
        .set("options", List.of(option("script", "default"), option("note", "")))
        .set(
            "shards",
            List.of(
                shard("part-00000.pcr", 1, 2000, 100, 300, 400, 500, 600),
                shard("part-00001.pcrl", 2, 3000, 100, 300, 900),
                tfrecord("part-00002.tfrecord.zst", 3)));
    return draft;
  }

  static TableDraft className(long label, String name) {
    return new TableDraft("ClassName").set("label", label).set("name", utf8(name));
  }

  static TableDraft option(String name, String value) {
    return new TableDraft("CreationOption").set("name", utf8(name)).set("value", utf8(value));
  }

  /** A curve of three groups. */
  static TableDraft curve(int reconstruction, String at) {
    TableDraft curve =
        new TableDraft("MeasuredCurve")
            .set("metric", 1)
            .set("points", List.of(quality(100), quality(200), quality(300)));
    if (reconstruction != 0) {
      curve.set("reconstruction", reconstruction);
    }
    return at.isEmpty() ? curve : curve.set("at", utf8(at));
  }

  static TableDraft quality(double meanBytes) {
    return new TableDraft("QualityPoint")
        .set("mean_bytes", meanBytes)
        .set("ms_ssim_mean", 0.9)
        .set("ms_ssim_p10", 0.875)
        .set("ms_ssim_p1", 0.75)
        .set("psnr", Double.POSITIVE_INFINITY)
        .set("decode_relative", 1.5);
  }

  static TableDraft shard(String name, int variant, long total, long metadata, long... prefixes) {
    return new TableDraft("ShardEntry")
        .set("name", utf8(name))
        .set("variant", variant)
        .set("shard_uuid", new byte[16])
        .set("total_length", total)
        .set("sample_count", 5)
        .set("metadata_length", metadata)
        .set("head_crc32c", 0xCAFE0000L)
        .set("prefix_lengths", prefixes)
        .set("restore_length", 100);
  }

  static TableDraft tfrecord(String name, int compression) {
    return new TableDraft("ShardEntry")
        .set("name", utf8(name))
        .set("variant", 3)
        .set("compression", compression)
        .set("shard_uuid", new byte[16])
        .set("total_length", 77)
        .set("sample_count", 2);
  }

  static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  ManifestDraft manifest(Consumer<TableDraft> edit) {
    edit.accept(manifest);
    return this;
  }

  /** Changes the entry of a shard. */
  ManifestDraft entry(int shard, Consumer<TableDraft> edit) {
    edit.accept(manifest.element("shards", shard));
    return this;
  }

  /** Adds the entry of a shard. */
  ManifestDraft add(TableDraft entry) {
    List<Object> shards = new ArrayList<>();
    if (manifest.get("shards") != null) {
      shards.addAll(manifest.list("shards"));
    }
    shards.add(entry);
    manifest.set("shards", shards);
    return this;
  }

  ManifestDraft flatBuffer(Consumer<FlatBufferBytes.Encoded> edit) {
    flatBuffer = edit;
    return this;
  }

  ManifestDraft frame(UnaryOperator<byte[]> compress) {
    frame = compress;
    return this;
  }

  ManifestDraft head(Consumer<ByteBuffer> edit) {
    head = edit;
    return this;
  }

  ManifestDraft file(UnaryOperator<byte[]> edit) {
    file = edit;
    return this;
  }

  byte[] build() {
    FlatBufferBytes.Encoded encoded = FlatBufferBytes.encode(manifest, "PCRI");
    flatBuffer.accept(encoded);
    byte[] payload = frame.apply(encoded.bytes());
    ByteBuffer out = ByteBuffer.allocate(HEAD_LENGTH).order(ByteOrder.LITTLE_ENDIAN);
    out.put(0, MAGIC).put(MAGIC.length, (byte) 1);
    out.putLong(GENERATION_OFFSET, 1).putInt(PAYLOAD_LENGTH_OFFSET, payload.length);
    head.accept(out);
    out.putInt(CRC_OFFSET, Crc32C.of(out.slice(0, CRC_OFFSET), ByteBuffer.wrap(payload)));
    return file.apply(Frames.concat(out.array(), payload));
  }
}
