package io.pcr.tools.report;

import io.pcr.codecs.PixelFormat;
import io.pcr.codecs.internal.synthetic.SyntheticPhoto;
import io.pcr.format.internal.jpeg.JpegScan;
import io.pcr.format.internal.jpeg.MarkerScanner;
import io.pcr.reader.internal.facts.Histogram;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageWriteParam;
import javax.imageio.ImageWriter;

/**
 * Reports to look at and to attack, made without any shard: pictures from seeds, numbers made up.
 */
final class Reports {
  private static final double[] QUALITY = {.808, .927, .961, .972, .983, .990, .9927, 1};
  private static final double[] P10 = {.71, .87, .931, .949, .968, .979, .984, 1};
  private static final String[] ADDS = {
    "Y, Cb, Cr: means of the blocks, 1 bit held back",
    "Y 1-5, 3 bits held back",
    "Y 6-63, 3 bits held back",
    "Cb, Cr 1-63, 2 bits held back",
    "Y 1-63, bit 2",
    "Y 1-63, bit 1",
    "Cb, Cr 1-63, bit 1; means of the blocks, last bit",
    "all coefficients, last bit"
  };

  private Reports() {}

  /** A dataset of 1,000 photographs, six of them to look at. */
  static ReportModel photographs(int pictures) throws IOException {
    List<ReportModel.Picture> shown = new ArrayList<>();
    for (int i = 0; i < pictures; i++) {
      shown.add(picture("class-" + i + "/photo_" + i + ".JPEG", "class-" + i, 700 + i));
    }
    return model("photographs", shown, "shore line");
  }

  /** The same with one picture, and everything that has a name named {@code name}. */
  static ReportModel named(String name) throws IOException {
    return model(name, List.of(picture(name, name, 3)), name);
  }

  private static ReportModel model(
      String title, List<ReportModel.Picture> pictures, String className) {
    long[] bytes = {
      5_800_000, 5_400_000, 9_200_000, 6_300_000, 9_900_000, 14_400_000, 8_000_000, 34_600_000
    };
    List<ReportModel.Group> groups = new ArrayList<>();
    List<ReportModel.Part> parts =
        new ArrayList<>(List.of(new ReportModel.Part("metadata", 92_000)));
    long prefix = 92_000;
    for (int g = 0; g < bytes.length; g++) {
      prefix += bytes[g];
      groups.add(new ReportModel.Group(g + 1, ADDS[g], bytes[g], prefix, QUALITY[g], P10[g]));
      parts.add(new ReportModel.Part("group " + (g + 1), bytes[g]));
    }
    parts.add(new ReportModel.Part("restore", 800_000));
    Histogram.Counter sizes = new Histogram.Counter();
    Histogram.Counter sides = new Histogram.Counter();
    java.util.Random random = new java.util.Random(5);
    for (int i = 0; i < 1_000; i++) {
      sizes.add((long) (90_000 * Math.exp(0.6 * random.nextGaussian())));
      sides.add(i % 4 == 0 ? 500 : 300 + random.nextInt(900));
    }
    List<ReportModel.Share> classes = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      classes.add(new ReportModel.Share(className + " " + i, 60 - 4 * i, 6_000_000 - 400_000L * i));
    }
    return new ReportModel(
        title,
        List.of(
            new ReportModel.Fact("1,000", "samples", "in 1 shard"),
            new ReportModel.Fact("94.5 MB", "size", "86.2% of the originals"),
            new ReportModel.Fact("20.4 MB", "at fidelity 3", "21.6%, MS-SSIM 0.961"),
            new ReportModel.Fact("every file", "restorable", "800 kB of restore data"),
            new ReportModel.Fact("1", "generation", "default script")),
        groups,
        parts,
        pictures,
        sizes.histogram(),
        sides.histogram(),
        classes,
        1_000,
        List.of(
            new ReportModel.Share("progressive JPEG, YCbCr", 977, 92_400_000),
            new ReportModel.Share("progressive JPEG, grey", 23, 2_100_000)),
        3,
        0.95,
        24,
        List.of(),
        ReportModel.Findings.NONE,
        "pcr 0.1.0");
  }

  private static ReportModel.Picture picture(String key, String className, long seed)
      throws IOException {
    byte[] jpeg = progressive(seed, 480, 360);
    List<ReportModel.Version> versions = new ArrayList<>();
    List<JpegScan> scans = MarkerScanner.scan(ByteBuffer.wrap(jpeg), key).scans();
    int[] groupEnds = {0, 1, 3, 4, 5, 6, 8, scans.size() - 1};
    for (int g = 0; g < groupEnds.length; g++) {
      int end = scans.get(Math.min(groupEnds[g], scans.size() - 1)).entropyEnd();
      byte[] prefix = Arrays.copyOf(jpeg, end + 2);
      prefix[end] = (byte) 0xff;
      prefix[end + 1] = (byte) 0xd9;
      versions.add(new ReportModel.Version(ByteBuffer.wrap(prefix), "image/jpeg", QUALITY[g]));
    }
    return new ReportModel.Picture(key, className, 480, 360, versions);
  }

  private static byte[] progressive(long seed, int width, int height) throws IOException {
    ByteBuffer rgb = SyntheticPhoto.render(seed, width, height, PixelFormat.RGB);
    BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
    for (int i = 0; i < width * height; i++) {
      int pixel = (rgb.get() & 0xff) << 16 | (rgb.get() & 0xff) << 8 | (rgb.get() & 0xff);
      image.setRGB(i % width, i / width, pixel);
    }
    ImageWriter writer = ImageIO.getImageWritersByFormatName("jpeg").next();
    ImageWriteParam param = writer.getDefaultWriteParam();
    param.setProgressiveMode(ImageWriteParam.MODE_DEFAULT);
    param.setCompressionMode(ImageWriteParam.MODE_EXPLICIT);
    param.setCompressionQuality(0.9f);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (var out = ImageIO.createImageOutputStream(bytes)) {
      writer.setOutput(out);
      writer.write(null, new IIOImage(image, null, null), param);
    } finally {
      writer.dispose();
    }
    return bytes.toByteArray();
  }
}
