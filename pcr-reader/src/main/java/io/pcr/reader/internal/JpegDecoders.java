package io.pcr.reader.internal;

import io.pcr.codecs.internal.jpeg.JpegDecoder;
import io.pcr.codecs.internal.jpeg.JpegInfo;
import io.pcr.codecs.jpeg.DecodeOptions;
import io.pcr.codecs.jpeg.DecodedImage;
import io.pcr.format.error.AlreadyClosedException;
import io.pcr.format.error.PcrException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.function.Supplier;

/** As many JPEG decoders of one kind as were ever used at a time. Thread-safe. */
final class JpegDecoders implements AutoCloseable {
  private final Supplier<JpegDecoder> maker;
  private final ConcurrentLinkedDeque<JpegDecoder> idle = new ConcurrentLinkedDeque<>();
  private volatile boolean closed;

  JpegDecoders(Supplier<JpegDecoder> maker) {
    this.maker = maker;
  }

  DecodedImage decode(
      List<ByteBuffer> slices, DecodeOptions options, ByteBuffer pixels, String name)
      throws PcrException {
    JpegDecoder decoder = Optional.ofNullable(idle.pollFirst()).orElseGet(this::make);
    try {
      return decoder.decode(slices, options, pixels, name);
    } finally {
      giveBack(decoder);
    }
  }

  /** What a file's markers say. */
  JpegInfo inspect(List<ByteBuffer> slices, String name) throws PcrException {
    JpegDecoder decoder = Optional.ofNullable(idle.pollFirst()).orElseGet(this::make);
    try {
      return decoder.inspect(slices, name);
    } finally {
      giveBack(decoder);
    }
  }

  private JpegDecoder make() {
    if (closed) {
      throw new AlreadyClosedException("the dataset");
    }
    return maker.get();
  }

  private void giveBack(JpegDecoder decoder) {
    idle.addFirst(decoder);
    if (closed) {
      close();
    }
  }

  @Override
  public void close() {
    closed = true;
    for (JpegDecoder decoder = idle.pollFirst(); decoder != null; decoder = idle.pollFirst()) {
      decoder.close();
    }
  }
}
