package io.pcr.conformance.decode;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.format.Fidelity;
import io.pcr.format.metadata.Encoding;
import io.pcr.format.programme.Programme;
import io.pcr.reader.PcrDataset;
import io.pcr.reader.Sample;
import io.pcr.reader.Shard;
import io.pcr.reader.ShardReader;
import io.pcr.writer.PcrSample;
import io.pcr.writer.PcrWriter;
import io.pcr.writer.PcrWriterOptions;
import io.pcr.writer.encode.AlphaPolicy;
import io.pcr.writer.encode.EncodeSettings;
import io.pcr.writer.encode.NonJpegPolicy;
import io.pcr.writer.liquid.FormatMix;
import io.pcr.writer.liquid.LiquidVariant;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Pillow makes images that are turned, profiled, transparent, animated, and looks at what becomes
 * of them.
 */
class PillowMetadataTest {
  /** Makes the images; names say what each is. */
  private static final String MAKE =
      """
      import os, sys
      from PIL import Image, ImageCms
      from PIL.PngImagePlugin import PngInfo
      out = sys.argv[1]
      base = Image.radial_gradient('L').resize((48, 32))
      ramp = Image.linear_gradient('L').resize((48, 32))
      rgb = Image.merge('RGB', (base, ramp, ramp.rotate(180)))
      small = ImageCms.ImageCmsProfile(ImageCms.createProfile('sRGB')).tobytes()
      large = small + b'\\0' * 3000
      def exif(value):
          block = Image.Exif()
          block[0x112] = value
          return block
      def xmp(value):
          return ('<x:xmpmeta><tiff:Orientation>%d</tiff:Orientation></x:xmpmeta>' % value).encode()
      for value in range(1, 9):
          for kind in ('png', 'webp'):
              options = {'lossless': True} if kind == 'webp' else {}
              rgb.save(f'{out}/exif{value}.{kind}', exif=exif(value), **options)
              rgb.save(f'{out}/icc{value}.{kind}', exif=exif(value), icc_profile=small, **options)
          info = PngInfo()
          info.add_itxt('XML:com.adobe.xmp', xmp(value).decode(), zip=value % 2 == 0)
          rgb.save(f'{out}/xmp{value}.png', pnginfo=info)
          rgb.save(f'{out}/xmp{value}.webp', xmp=xmp(value), lossless=True)
      rgb.save(f'{out}/large.png', icc_profile=large)
      rgb.save(f'{out}/large.webp', icc_profile=large, lossless=True)
      alpha = rgb.copy()
      alpha.putalpha(ramp)
      opaque = rgb.copy()
      opaque.putalpha(255)
      for kind in ('png', 'webp'):
          options = {'lossless': True, 'exact': True} if kind == 'webp' else {}
          alpha.save(f'{out}/alpha.{kind}', **options)
          opaque.save(f'{out}/opaque.{kind}', **options)
      alpha.save(f'{out}/opaque.bmp')
      Image.merge('LA', (base, ramp)).save(f'{out}/alpha-grey.png')
      paletted = rgb.quantize(16)
      paletted.save(f'{out}/alpha-palette.png', transparency=paletted.getpixel((20, 20)))
      paletted.save(f'{out}/opaque-palette.png')
      base.save(f'{out}/alpha-colour.png', transparency=base.getpixel((3, 3)))
      frames = [rgb.rotate(angle) for angle in (90, 180)]
      for kind in ('gif', 'png', 'webp', 'tif'):
          rgb.save(f'{out}/animated.{kind}', save_all=True, append_images=frames)
      rgb.save(f'{out}/other.ico')
      rgb.save(f'{out}/other.tga')
      rgb.save(f'{out}/other.jp2')
      rgb.save(f'{out}/other.gif')
      """;

  /**
   * Says what the copy is beside its source: format, orientation, profile, how far apart pixels
   * are.
   */
  private static final String LOOK =
      """
      import io, sys
      from PIL import Image, ImageChops, ImageStat
      import re
      def orientation(image):
          value = image.getexif().get(0x112, 0)
          xmp = image.info.get('xmp', image.info.get('XML:com.adobe.xmp', b''))
          xmp = xmp.encode() if isinstance(xmp, str) else xmp
          found = re.search(rb'tiff:Orientation>([1-8])', xmp)
          return value or (int(found.group(1)) if found else 0)
      def shown(image):
          if image.mode in ('RGBA', 'LA', 'PA') or 'transparency' in image.info:
              over = Image.new('RGBA', image.size, (255, 128, 0, 255))
              over.alpha_composite(image.convert('RGBA'))
              return over.convert('RGB')
          return image.convert('RGB')
      def as_jpeg(image, mode):
          buffer = io.BytesIO()
          image.convert(mode).save(buffer, 'JPEG', quality=int(sys.argv[1]), subsampling=2)
          return Image.open(buffer)
      for line in sys.stdin:
          before, after = [Image.open(path) for path in line.rstrip('\\n').split('\\t')]
          turned = '%d-%d' % (orientation(before), orientation(after))
          profiles = [i.info.get('icc_profile', b'') for i in (before, after)]
          profile = 'same' if profiles[0] == profiles[1] else 'none' if not profiles[1] else 'other'
          wanted = shown(before)
          wanted = as_jpeg(wanted, after.mode) if after.format == 'JPEG' else wanted
          apart = max(ImageStat.Stat(ImageChops.difference(shown(wanted), shown(after))).mean)
          frames = getattr(after, 'n_frames', 1)
          print(after.format, turned, profile, frames, '%d' % round(apart * 100))
      """;

  @TempDir private Path folder;
  private Path images;

  @BeforeEach
  void make() throws Exception {
    images = Files.createDirectory(folder.resolve("images"));
    python(MAKE, List.of(), images.toString());
  }

  private static final class Looked {
    private final String[] words;

    Looked(String line) {
      words = line.split(" ");
    }

    String format() {
      return words[0];
    }

    /** Before and after. */
    String turned() {
      return words[1];
    }

    String profile() {
      return words[2];
    }

    int frames() {
      return Integer.parseInt(words[3]);
    }

    /** Mean difference of the channel that differs most, in hundredths of a level. */
    int apart() {
      return Integer.parseInt(words[4]);
    }
  }

  private Map<String, Looked> look(PcrWriterOptions options, String name) throws Exception {
    Path dataset = folder.resolve(name);
    try (PcrWriter writer = PcrWriter.create(dataset, options);
        Stream<Path> files = Files.list(images)) {
      for (Path file : files.sorted().toList()) {
        writer.add(PcrSample.of(file.getFileName().toString(), Files.readAllBytes(file)));
      }
      writer.finish();
    }
    Path copies = Files.createDirectory(folder.resolve(name + "-copies"));
    Map<String, String> pairs = new TreeMap<>();
    try (PcrDataset opened = PcrDataset.open(dataset)) {
      for (Shard shard : opened.shards()) {
        try (ShardReader reader = shard.read(Fidelity.FULL)) {
          for (Sample sample : reader) {
            Path copy = Files.write(copies.resolve(sample.key()), bytes(sample.file()));
            pairs.put(sample.key(), images.resolve(sample.key()) + "\t" + copy);
          }
        }
      }
    }
    String quality = Integer.toString(options.encode().encodeQuality());
    List<String> said = python(LOOK, List.copyOf(pairs.values()), quality);
    Map<String, Looked> looked = new TreeMap<>();
    for (String key : pairs.keySet()) {
      looked.put(key, new Looked(said.get(looked.size())));
    }
    return looked;
  }

  private static byte[] bytes(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.remaining()];
    buffer.get(bytes);
    return bytes;
  }

  private static PcrWriterOptions encoding(EncodeSettings settings) {
    return PcrWriterOptions.builder()
        .encode(settings.toBuilder().nonJpeg(NonJpegPolicy.ENCODE).build())
        .build();
  }

  @Test
  void encodedImagesAreTurnedAndProfiledAsTheirSourcesAre() throws Exception {
    Map<String, Looked> looked = look(encoding(EncodeSettings.DEFAULT), "encoded");
    int compared = 0;
    for (Map.Entry<String, Looked> entry : looked.entrySet()) {
      String key = entry.getKey();
      Looked found = entry.getValue();
      if (key.matches("(exif|icc|xmp)[1-8]\\..*|large.*")) {
        assertEquals("JPEG", found.format(), key);
        int value = key.startsWith("large") ? 0 : key.charAt(key.indexOf('.') - 1) - '0';
        assertEquals(value + "-" + (value == 1 ? 0 : value), found.turned(), key);
        assertEquals(key.startsWith("large") ? "none" : "same", found.profile(), key);
        assertEquals(0, found.apart(), key);
        compared++;
      }
    }
    assertEquals(50, compared);
    Map<String, Looked> all =
        look(encoding(EncodeSettings.builder().iccBytes(Integer.MAX_VALUE).build()), "all");
    assertEquals("same", all.get("large.png").profile());
    assertEquals("same", all.get("large.webp").profile());
    Programme.PEERS.passed("Pillow: orientation and profile of PNG and WebP", compared);
  }

  @Test
  void transparentAndAnimatedImagesAreStoredAndOpaqueOnesEncoded() throws Exception {
    Map<String, Looked> looked = look(encoding(EncodeSettings.DEFAULT), "stored");
    int compared = 0;
    for (Map.Entry<String, Looked> entry : looked.entrySet()) {
      String key = entry.getKey();
      boolean isStored = key.matches("(alpha|animated|other).*");
      if (isStored || key.startsWith("opaque")) {
        assertEquals(isStored, !entry.getValue().format().equals("JPEG"), key);
        assertEquals(key.startsWith("animated") ? 3 : 1, entry.getValue().frames(), key);
        assertEquals(0, entry.getValue().apart(), key);
        compared++;
      }
    }
    assertEquals(17, compared);
    Programme.PEERS.passed("Pillow: what is transparent or animated", compared);
  }

  @Test
  void blendedImagesAreThosePillowShowsOverTheSameColour() throws Exception {
    EncodeSettings settings =
        EncodeSettings.builder().alpha(AlphaPolicy.blend(0xff8000)).encodeQuality(100).build();
    int compared = 0;
    for (Map.Entry<String, Looked> entry : look(encoding(settings), "blended").entrySet()) {
      if (entry.getKey().startsWith("alpha")) {
        assertEquals("JPEG", entry.getValue().format(), entry.getKey());
        // Half a level of rounding before the JPEG is made.
        assertTrue(entry.getValue().apart() < 50, entry.getKey() + entry.getValue().apart());
        compared++;
      }
    }
    assertEquals(5, compared);
    Programme.PEERS.passed("Pillow: transparency over a colour", compared);
  }

  @Test
  void wholeImagesInEveryFormatAreTheirSourcesPixelsTurnedAndProfiled() throws Exception {
    int compared = 0;
    for (Encoding format : List.of(Encoding.PNG, Encoding.WEBP, Encoding.JPEG)) {
      FormatMix mix = FormatMix.parse(format.name().toLowerCase(Locale.ROOT) + ":1");
      PcrWriterOptions options =
          PcrWriterOptions.builder().variant(new LiquidVariant(mix, 0)).stopAtReject(false).build();
      for (Map.Entry<String, Looked> entry : look(options, format.name()).entrySet()) {
        String key = entry.getKey();
        Looked found = entry.getValue();
        if (key.matches("(exif|icc)[1-8]\\..*")) {
          int value = key.charAt(key.indexOf('.') - 1) - '0';
          boolean isOwn = key.endsWith(format.name().toLowerCase(Locale.ROOT));
          assertEquals(format.name(), found.format(), key);
          assertEquals(value + "-" + (value == 1 && !isOwn ? 0 : value), found.turned(), key);
          assertEquals("same", found.profile(), key);
          assertEquals(0, found.apart(), key);
          compared++;
        }
      }
    }
    assertEquals(96, compared);
    Programme.PEERS.passed("Pillow: whole images of PNG and WebP in each format", compared);
  }

  private List<String> python(String program, List<String> input, String... arguments)
      throws IOException, InterruptedException {
    Path file = Files.writeString(folder.resolve("program.py"), program);
    Path lines = Files.write(folder.resolve("input"), input);
    Process process =
        new ProcessBuilder(
                Stream.concat(Stream.of("/usr/bin/python3", file.toString()), Stream.of(arguments))
                    .toList())
            .redirectInput(lines.toFile())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertEquals(0, process.waitFor(), said);
    return said.lines().toList();
  }
}
