package io.pcr.conformance.natives;

import io.pcr.codecs.PixelFormat;
import io.pcr.codecs.internal.ImageInfo;
import io.pcr.codecs.internal.jpeg.EncodeOptions;
import io.pcr.codecs.internal.jpeg.JpegDecoder;
import io.pcr.codecs.internal.jpeg.JpegEncoder;
import io.pcr.codecs.internal.jpeg.JpegTranscoder;
import io.pcr.codecs.internal.jpeg.TranscodeOptions;
import io.pcr.codecs.internal.png.PngCodec;
import io.pcr.codecs.internal.png.PngOptions;
import io.pcr.codecs.internal.synthetic.SyntheticPhoto;
import io.pcr.codecs.internal.webp.WebpCodec;
import io.pcr.codecs.internal.webp.WebpOptions;
import io.pcr.codecs.internal.zlib.ZlibDeflater;
import io.pcr.codecs.internal.zlib.ZlibFlush;
import io.pcr.codecs.internal.zlib.ZlibFraming;
import io.pcr.codecs.internal.zlib.ZlibInflater;
import io.pcr.codecs.internal.zlib.ZlibStrategy;
import io.pcr.codecs.jpeg.DecodeOptions;
import io.pcr.codecs.jpeg.ScanTargets;
import io.pcr.format.Limits;
import io.pcr.format.error.Limit;
import io.pcr.format.error.Origin;
import io.pcr.format.internal.frame.ZstdFrame;
import io.pcr.format.script.ScanScripts;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Does each piece of native work once for each allocation that it makes, which fails: {@code
 * NoMemoryProgram FILE}, where FILE is shared with {@code failing_malloc.c}. Prints a line for each
 * piece of work: how many failures there were, and {@code fine} or what was wrong.
 */
final class NoMemoryProgram {
  private static final int WIDTH = 160;
  private static final int HEIGHT = 120;
  private static final int ROOM = 1 << 20;
  private static final int MAX_ALLOCATIONS = 5000;

  private static final int ARMED = 0;
  private static final int FAIL_AT = 8;
  private static final int SEEN = 16;
  private static final int LIVING = 24;

  /** Native work, all of whose memory is free again when it returns. */
  private interface Work {
    ByteBuffer run() throws IOException;
  }

  private final MappedByteBuffer allocations;

  private NoMemoryProgram(MappedByteBuffer allocations) {
    this.allocations = allocations;
  }

  public static void main(String[] arguments) throws IOException {
    Path file = Path.of(arguments[0]);
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      MappedByteBuffer allocations = channel.map(MapMode.READ_WRITE, 0, LIVING + Long.BYTES);
      allocations.order(ByteOrder.nativeOrder());
      NoMemoryProgram program = new NoMemoryProgram(allocations);
      for (Map.Entry<String, Work> work : work().entrySet()) {
        System.out.println(work.getKey() + ": " + program.fail(work.getValue()));
      }
    }
  }

  private String fail(Work work) throws IOException {
    ByteBuffer expected = work.run();
    for (int n = 1; n <= MAX_ALLOCATIONS; n++) {
      allocations.putLong(SEEN, 0).putLong(LIVING, 0).putLong(FAIL_AT, n).putLong(ARMED, 1);
      String wrong = "";
      try {
        ByteBuffer made = work.run();
        wrong = made.equals(expected) ? "" : "other bytes";
      } catch (OutOfMemoryError e) {
        // That is what must be said.
      } catch (IOException | RuntimeException | Error e) {
        wrong = e.toString();
      } finally {
        allocations.putLong(ARMED, 0);
      }
      if (!wrong.isEmpty()) {
        return n + " " + wrong;
      }
      if (allocations.getLong(LIVING) != 0) {
        return n + " leaves " + allocations.getLong(LIVING);
      }
      if (allocations.getLong(SEEN) < n) {
        return n - 1 + " fine";
      }
    }
    return MAX_ALLOCATIONS + " without an end";
  }

  private static Map<String, Work> work() throws IOException {
    ByteBuffer rgb = SyntheticPhoto.render(1, WIDTH, HEIGHT, PixelFormat.RGB);
    ByteBuffer grey = SyntheticPhoto.render(2, WIDTH, HEIGHT, PixelFormat.GREY);
    Map<String, Work> work = new LinkedHashMap<>();
    addPng(work, rgb, grey);
    addWebp(work, rgb, grey);
    addJpeg(work, rgb);
    addStreams(work, rgb);
    return work;
  }

  private static void addPng(Map<String, Work> work, ByteBuffer rgb, ByteBuffer grey)
      throws IOException {
    Work encode = () -> png(rgb, PixelFormat.RGB);
    ByteBuffer png = encode.run();
    ByteBuffer narrow = png(grey, PixelFormat.GREY);
    work.put("PNG encoded", encode);
    work.put(
        "PNG to RGB", () -> pixels(out -> new PngCodec().decode(png, "png", PixelFormat.RGB, out)));
    work.put(
        "PNG to grey",
        () -> pixels(out -> new PngCodec().decode(png, "png", PixelFormat.GREY, out)));
    work.put("PNG to RGBA", () -> pixels(out -> new PngCodec().decodeRgba(png, "png", out)));
    work.put(
        "grey PNG to grey",
        () -> pixels(out -> new PngCodec().decode(narrow, "png", PixelFormat.GREY, out)));
  }

  private static ByteBuffer png(ByteBuffer pixels, PixelFormat format) throws IOException {
    return pixels(out -> PngCodec.encode(pixels, WIDTH, HEIGHT, format, PngOptions.DEFAULT, out));
  }

  private static void addWebp(Map<String, Work> work, ByteBuffer rgb, ByteBuffer grey)
      throws IOException {
    for (WebpOptions options : List.of(WebpOptions.losslessly(), WebpOptions.lossy(80))) {
      String name = options.lossless() ? "WebP without loss" : "WebP";
      Work encode =
          () -> pixels(o -> WebpCodec.encode(rgb, WIDTH, HEIGHT, PixelFormat.RGB, options, o));
      ByteBuffer webp = encode.run();
      work.put(name + " encoded", encode);
      work.put(
          name + " of grey encoded",
          () -> pixels(o -> WebpCodec.encode(grey, WIDTH, HEIGHT, PixelFormat.GREY, options, o)));
      work.put(
          name + " to RGB",
          () -> pixels(out -> new WebpCodec().decode(webp, "webp", PixelFormat.RGB, out)));
      work.put(
          name + " to grey",
          () -> pixels(out -> new WebpCodec().decode(webp, "webp", PixelFormat.GREY, out)));
      work.put(
          name + " to RGBA", () -> pixels(out -> new WebpCodec().decodeRgba(webp, "webp", out)));
    }
  }

  private static void addJpeg(Map<String, Work> work, ByteBuffer rgb) throws IOException {
    Work encode =
        () -> {
          try (JpegEncoder encoder = new JpegEncoder(Limits.DEFAULT)) {
            ImageInfo info = new ImageInfo(WIDTH, HEIGHT, 3);
            return copy(encoder.encode(rgb, info, EncodeOptions.quality(80), "jpeg"));
          }
        };
    ByteBuffer jpeg = encode.run();
    Work byScript =
        () -> {
          try (JpegTranscoder transcoder =
              new JpegTranscoder(ScanScripts.named("libjpeg"), TranscodeOptions.DEFAULT)) {
            return copy(transcoder.transcode(jpeg, "jpeg").jpeg());
          }
        };
    ByteBuffer progressive = byScript.run();
    work.put("JPEG encoded", encode);
    work.put("JPEG to pixels", () -> jpeg(jpeg));
    work.put("progressive JPEG to pixels", () -> jpeg(progressive));
    work.put("JPEG transcoded by a script", byScript);
    work.put(
        "JPEG transcoded by targets",
        () -> {
          ScanTargets targets =
              ScanTargets.ofQualities(List.of(.90, .98), ScanTargets.Preference.BYTES);
          try (JpegTranscoder transcoder = new JpegTranscoder(targets, TranscodeOptions.DEFAULT)) {
            return copy(transcoder.transcode(jpeg, "jpeg").jpeg());
          }
        });
  }

  private static ByteBuffer jpeg(ByteBuffer jpeg) throws IOException {
    try (JpegDecoder decoder = new JpegDecoder(Limits.DEFAULT)) {
      return pixels(out -> decoder.decode(jpeg, DecodeOptions.rgb(), out, "jpeg"));
    }
  }

  private static void addStreams(Map<String, Work> work, ByteBuffer content) throws IOException {
    Work deflate =
        () -> {
          try (ZlibDeflater zlib = new ZlibDeflater(ZlibFraming.ZLIB, 6, ZlibStrategy.DEFAULT)) {
            return pixels(out -> zlib.deflate(content.duplicate(), out, ZlibFlush.FINISH));
          }
        };
    ByteBuffer deflated = deflate.run();
    work.put("zlib compressed", deflate);
    work.put(
        "zlib decompressed",
        () -> {
          try (ZlibInflater zlib = new ZlibInflater(ZlibFraming.ZLIB, "zlib")) {
            // In two parts, so that zlib keeps a window.
            return pixels(
                out -> {
                  ByteBuffer in = deflated.duplicate();
                  zlib.inflate(in, out.limit(out.capacity() / 64));
                  zlib.inflate(in, out.limit(out.capacity()));
                });
          }
        });
    byte[] base = new byte[1000];
    byte[] frame = ZstdFrame.compress(content, ZstdFrame.LEVEL);
    byte[] difference = ZstdFrame.compressAgainst(base, content, ZstdFrame.LEVEL);
    Origin origin = new Origin("zstd", 0);
    work.put(
        "zstd compressed", () -> ByteBuffer.wrap(ZstdFrame.compress(content, ZstdFrame.LEVEL)));
    work.put(
        "zstd compressed as a difference",
        () -> ByteBuffer.wrap(ZstdFrame.compressAgainst(base, content, ZstdFrame.LEVEL)));
    ZstdFrame.Bounds bounds = new ZstdFrame.Bounds(Limit.SLICE_BYTES, ROOM, "Frame", origin);
    work.put(
        "zstd decompressed",
        () ->
            ByteBuffer.wrap(
                ZstdFrame.decompress(
                    ByteBuffer.wrap(frame), Limit.SLICE_BYTES, ROOM, "Frame", origin)));
    work.put(
        "zstd decompressed from a difference",
        () ->
            ByteBuffer.wrap(
                ZstdFrame.decompressAgainst(base, ByteBuffer.wrap(difference), bounds)));
  }

  /** Writes to a buffer. */
  private interface Output {
    void to(ByteBuffer out) throws IOException;
  }

  private static ByteBuffer pixels(Output output) throws IOException {
    ByteBuffer out = ByteBuffer.allocateDirect(ROOM);
    output.to(out);
    return out.flip();
  }

  private static ByteBuffer copy(ByteBuffer bytes) {
    return ByteBuffer.allocateDirect(bytes.remaining()).put(bytes.duplicate()).flip();
  }
}
