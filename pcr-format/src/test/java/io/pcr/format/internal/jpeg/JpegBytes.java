package io.pcr.format.internal.jpeg;

import io.pcr.format.ColorClass;
import io.pcr.format.script.Scan;
import io.pcr.format.script.ScanScript;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageWriteParam;
import javax.imageio.ImageWriter;
import javax.imageio.stream.MemoryCacheImageOutputStream;

/**
 * JPEG files for tests: marker by marker with freely chosen oddities, or real ones from the JDK's
 * encoder.
 */
public final class JpegBytes {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  public static JpegBytes soi() {
    return new JpegBytes().raw(0xFF, Marker.SOI);
  }

  /** Bytes as they are, given as numbers 0 to 255. */
  public JpegBytes raw(int... bytes) {
    for (int b : bytes) {
      out.write(b);
    }
    return this;
  }

  public JpegBytes raw(byte[] bytes) {
    out.writeBytes(bytes);
    return this;
  }

  public JpegBytes segment(int marker, byte[] payload) {
    return raw(0xFF, marker, (payload.length + 2) >> 8, (payload.length + 2) & 0xFF).raw(payload);
  }

  public JpegBytes segment(int marker, int... payload) {
    byte[] bytes = new byte[payload.length];
    for (int i = 0; i < payload.length; i++) {
      bytes[i] = (byte) payload[i];
    }
    return segment(marker, bytes);
  }

  public JpegBytes text(int marker, String latin1) {
    return segment(marker, latin1.getBytes(StandardCharsets.ISO_8859_1));
  }

  public JpegBytes jfif() {
    return text(Marker.APP0, "JFIF\0\1\2\0\0\1\0\1\0\0");
  }

  public JpegBytes adobe(int transform) {
    return text(Marker.APP14, "Adobe\0\144\0\0\0\0" + (char) transform);
  }

  /** A frame of 8-bit components with the given ids, 16 × 16. */
  public JpegBytes frame(int marker, int... ids) {
    int[] payload = new int[6 + 3 * ids.length];
    System.arraycopy(new int[] {8, 0, 16, 0, 16, ids.length}, 0, payload, 0, 6);
    for (int i = 0; i < ids.length; i++) {
      payload[6 + 3 * i] = ids[i];
      payload[7 + 3 * i] = 0x11;
    }
    return segment(marker, payload);
  }

  /** A scan header for components with these ids. */
  public JpegBytes scan(int ss, int se, int ah, int al, int... ids) {
    int[] payload = new int[4 + 2 * ids.length];
    payload[0] = ids.length;
    for (int i = 0; i < ids.length; i++) {
      payload[1 + 2 * i] = ids[i];
    }
    System.arraycopy(new int[] {ss, se, ah << 4 | al}, 0, payload, 1 + 2 * ids.length, 3);
    return segment(Marker.SOS, payload);
  }

  public JpegBytes eoi() {
    return raw(0xFF, Marker.EOI);
  }

  public int length() {
    return out.size();
  }

  public byte[] bytes() {
    return out.toByteArray();
  }

  public ByteBuffer buffer() {
    return ByteBuffer.wrap(bytes());
  }

  /** Random bytes with a zero behind each FF, as an entropy coder writes. */
  public static byte[] entropy(Random random, int length) {
    byte[] data = new byte[length];
    random.nextBytes(data);
    for (int i = 0; i < length; i++) {
      if (i > 0 && data[i - 1] == (byte) 0xFF) {
        data[i] = 0;
      }
    }
    if (length > 0 && data[length - 1] == (byte) 0xFF) {
      data[length - 1] = 0;
    }
    return data;
  }

  /** The smallest thing that scans: one component, one scan, three bytes of data. */
  public static JpegBytes small() {
    return soi().frame(Marker.SOF0, 1).scan(0, 63, 0, 0, 1).raw(1, 2, 3).eoi();
  }

  /** A file whose scans are the script's, with made-up data: legal in its markers only. */
  public static byte[] ofScript(ScanScript script, Random random) {
    int[] ids = new int[script.colorClass().componentCount()];
    for (int i = 0; i < ids.length; i++) {
      ids[i] = i + 1;
    }
    JpegBytes jpeg = soi();
    if (script.colorClass() != ColorClass.FOUR) {
      jpeg.jfif();
    }
    jpeg.frame(Marker.SOF2, ids);
    for (Scan scan : script.scans()) {
      jpeg.segment(Marker.DHT, new byte[17]);
      int[] scanIds = scan.components().stream().mapToInt(component -> ids[component]).toArray();
      jpeg.scan(scan.ss(), scan.se(), scan.ah(), scan.al(), scanIds);
      jpeg.raw(entropy(random, random.nextInt(50)));
    }
    return jpeg.eoi().bytes();
  }

  /** A real file from the JDK's encoder, which is a libjpeg with its own progressive script. */
  public static byte[] encoded(int width, int height, boolean grey, boolean progressive) {
    int type = grey ? BufferedImage.TYPE_BYTE_GRAY : BufferedImage.TYPE_INT_RGB;
    BufferedImage image = new BufferedImage(width, height, type);
    for (int y = 0; y < height; y++) {
      for (int x = 0; x < width; x++) {
        int r = (int) (127 + 120 * Math.sin(x * 0.21 + y * 0.05));
        int g = (int) (127 + 120 * Math.cos(y * 0.13));
        image.setRGB(x, y, r << 16 | g << 8 | ((x * 7 ^ y * 5) & 0xFF));
      }
    }
    ImageWriter writer = ImageIO.getImageWritersByFormatName("jpeg").next();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (MemoryCacheImageOutputStream stream = new MemoryCacheImageOutputStream(bytes)) {
      ImageWriteParam parameters = writer.getDefaultWriteParam();
      if (progressive) {
        parameters.setProgressiveMode(ImageWriteParam.MODE_DEFAULT);
      }
      writer.setOutput(stream);
      writer.write(null, new IIOImage(image, null, null), parameters);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      writer.dispose();
    }
    return bytes.toByteArray();
  }
}
