package io.pcr.conformance.vectors;

import static io.pcr.format.error.ErrorCode.BAD_FRAME;
import static io.pcr.format.error.ErrorCode.LENGTH_MISMATCH;
import static io.pcr.format.error.ErrorCode.LIMIT_EXCEEDED;

import io.pcr.format.error.ErrorCode;
import java.util.Arrays;
import java.util.function.UnaryOperator;

/** Zstd frames of metadata that are malformed, not exactly one, or ask for too much. */
final class FrameVectors {
  private final Vectors to;

  private FrameVectors(Vectors to) {
    this.to = to;
  }

  static void addTo(Vectors to) {
    FrameVectors vectors = new FrameVectors(to);
    vectors.malformed();
    vectors.sizes();
    vectors.limits();
  }

  private void bad(
      String name, ErrorCode error, String about, UnaryOperator<byte[]> frame, String ids) {
    to.bad("frame-" + name + ".pcr", error, about, Drafts.one().frame(frame).build(), ids);
  }

  private static UnaryOperator<byte[]> after(UnaryOperator<byte[]> edit) {
    return content -> edit.apply(Frames.raw(content));
  }

  private void malformed() {
    bad(
        "magic",
        BAD_FRAME,
        "no zstd magic",
        after(
            frame ->
                Frames.concat(Frames.u32(0xFD2FB527L), Arrays.copyOfRange(frame, 4, frame.length))),
        "R-ZSTD-1");
    bad(
        "skippable",
        BAD_FRAME,
        "a skippable frame",
        content -> Frames.concat(Frames.u32(0x184D2A50L), Frames.u32(content.length), content),
        "R-ZSTD-1");
    bad("uncompressed", BAD_FRAME, "the content without a frame", content -> content, "R-ZSTD-1");
    bad(
        "cut",
        BAD_FRAME,
        "the last block is cut",
        after(frame -> Arrays.copyOf(frame, frame.length - 1)),
        "R-ZSTD-1");
    bad(
        "cut-header",
        BAD_FRAME,
        "the frame header is cut",
        after(frame -> Arrays.copyOf(frame, 6)),
        "R-ZSTD-1");
    bad(
        "no-last-block",
        BAD_FRAME,
        "no block is the last",
        content ->
            Frames.frame(
                Frames.SIZE4_SINGLE,
                Frames.u32(content.length),
                Frames.block(false, Frames.RAW, content.length, content)),
        "R-ZSTD-1");
    bad(
        "trailing",
        BAD_FRAME,
        "a byte behind the frame",
        after(frame -> Arrays.copyOf(frame, frame.length + 1)),
        "R-ZSTD-1");
    bad(
        "two",
        BAD_FRAME,
        "two frames",
        after(frame -> Frames.concat(frame, Frames.raw(new byte[0]))),
        "R-ZSTD-1");
    bad(
        "reserved-bit",
        BAD_FRAME,
        "the descriptor's reserved bit",
        content ->
            Frames.frame(
                Frames.SIZE4_SINGLE | 0x08, Frames.u32(content.length), Frames.rawBlocks(content)),
        "R-ZSTD-1");
    bad(
        "reserved-block",
        BAD_FRAME,
        "a block of the reserved type",
        content ->
            Frames.frame(
                Frames.SIZE4_SINGLE,
                Frames.u32(content.length),
                Frames.concat(
                    Frames.block(false, Frames.RESERVED, 0, new byte[0]),
                    Frames.rawBlocks(content))),
        "R-ZSTD-1");
    bad(
        "block-size",
        BAD_FRAME,
        "an RLE block of 131,073 bytes",
        content ->
            Frames.frame(
                Frames.SIZE4_SINGLE,
                Frames.u32(131_073),
                Frames.block(true, Frames.RLE, 131_073, new byte[1])),
        "R-ZSTD-1");
    bad(
        "compressed-garbage",
        BAD_FRAME,
        "a compressed block of noise",
        content ->
            Frames.frame(
                Frames.SIZE4_SINGLE,
                Frames.u32(content.length),
                Frames.block(true, Frames.COMPRESSED, 20, new byte[20])),
        "R-ZSTD-1");
    bad(
        "dictionary",
        BAD_FRAME,
        "a dictionary id",
        content ->
            Frames.frame(
                Frames.SIZE4_SINGLE | 1,
                Frames.concat(new byte[] {5}, Frames.u32(content.length)),
                Frames.rawBlocks(content)),
        "R-ZSTD-3");
    bad(
        "dictionary-0",
        BAD_FRAME,
        "a dictionary id of 0",
        content ->
            Frames.frame(
                Frames.SIZE4_SINGLE | 1,
                Frames.concat(new byte[] {0}, Frames.u32(content.length)),
                Frames.rawBlocks(content)),
        "R-ZSTD-3");
  }

  private void sizes() {
    bad(
        "no-size",
        BAD_FRAME,
        "no content size",
        content -> Frames.frame(0, new byte[] {0x50}, Frames.rawBlocks(content)),
        "R-ZSTD-2");
    bad(
        "size-less",
        BAD_FRAME,
        "a content size of one byte less",
        content -> Frames.rawSaying(content.length - 1, content),
        "R-ZSTD-1");
    bad(
        "size-more",
        LENGTH_MISMATCH,
        "a content size of one byte more than the blocks can hold",
        content -> Frames.rawSaying(content.length + 1, content),
        "R-ZSTD-2");
    bad(
        "size-64m",
        LENGTH_MISMATCH,
        "a content size of 64 MiB from a few bytes",
        content -> Frames.rawSaying(64 << 20, content),
        "R-ZSTD-2 R-LIMIT-1");
  }

  private void limits() {
    to.unsupported(
        "frame-size-64m.pcr",
        LIMIT_EXCEEDED,
        "a content size of 64 MiB + 1",
        Drafts.one().frame(content -> Frames.rawSaying((64 << 20) + 1, content)).build(),
        "R-ZSTD-2 R-LIMIT-1");
    to.unsupported(
        "frame-size-4g.pcr",
        LIMIT_EXCEEDED,
        "a content size of 2^32-1",
        Drafts.one().frame(content -> Frames.rawSaying(-1, content)).build(),
        "R-ZSTD-2 R-LIMIT-1");
    to.unsupported(
        "frame-size-2-64.pcr",
        LIMIT_EXCEEDED,
        "a content size of 2^64-1",
        Drafts.one()
            .frame(
                content ->
                    Frames.frame(
                        0xE0,
                        Frames.concat(Frames.u32(-1), Frames.u32(-1)),
                        Frames.rawBlocks(content)))
            .build(),
        "R-ZSTD-2 R-LIMIT-1");
    to.unsupported(
        "frame-window.pcr",
        LIMIT_EXCEEDED,
        "a window of 128 MiB and an eighth",
        Drafts.one()
            .frame(
                content ->
                    Frames.frame(
                        Frames.SIZE4_WINDOW,
                        Frames.concat(
                            new byte[] {(byte) (17 << 3 | 1)}, Frames.u32(content.length)),
                        Frames.rawBlocks(content)))
            .build(),
        "R-ZSTD-3 R-LIMIT-1");
  }
}
