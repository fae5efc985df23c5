package io.pcr.writer.internal.convert;

import io.pcr.format.internal.jpeg.Frame;
import io.pcr.format.internal.jpeg.JpegScan;
import io.pcr.format.internal.jpeg.JpegStructure;
import io.pcr.format.internal.jpeg.MarkerScanner;
import io.pcr.format.internal.jpeg.ScanHeader;
import io.pcr.format.script.Scan;
import io.pcr.format.script.ScanScript;
import io.pcr.format.script.ScanScripts;
import io.pcr.reader.PcrDataset;
import io.pcr.reader.internal.quality.ProgressiveSamples;
import io.pcr.reader.internal.quality.ProgressiveSamples.Place;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Looks whether a dataset whose manifest names no script has the scans of one that a user names.
 */
final class NamedScript {
  private static final int IMAGES = 16;
  private static final int EOI_LENGTH = 2;

  private NamedScript() {}

  /** Whether some images, spread over the dataset, have the scans and the groups of the script. */
  static boolean fits(Path folder, ScanScripts scripts) throws IOException {
    try (PcrDataset dataset = PcrDataset.open(folder)) {
      if (dataset.groupCount() != scripts.groupCount()) {
        return false;
      }
      ProgressiveSamples samples = ProgressiveSamples.of(dataset);
      ProgressiveSamples.Search search = samples.new Search();
      for (int i = 0; i < IMAGES; i++) {
        long from = samples.count() * i / IMAGES;
        long to = samples.count() * (i + 1) / IMAGES;
        Optional<Place> place = search.first(from, to, any -> true);
        if (place.isPresent() && !fits(dataset, place.get(), scripts)) {
          return false;
        }
      }
      return true;
    }
  }

  private static boolean fits(PcrDataset dataset, Place place, ScanScripts scripts)
      throws IOException {
    JpegStructure whole =
        MarkerScanner.scan(place.sample(dataset, dataset.groupCount()).file(), "stored image");
    for (ScanScript script : scripts.scripts().values()) {
      if (hasScans(whole, script) && hasGroups(whole, dataset, place, script)) {
        return true;
      }
    }
    return false;
  }

  private static boolean hasScans(JpegStructure whole, ScanScript script) {
    List<JpegScan> scans = whole.scans();
    if (whole.frame().components().size() != script.colorClass().componentCount()
        || scans.size() != script.scans().size()) {
      return false;
    }
    for (int i = 0; i < scans.size(); i++) {
      if (!isSame(whole.frame(), scans.get(i).header(), script.scans().get(i))) {
        return false;
      }
    }
    return true;
  }

  private static boolean isSame(Frame frame, ScanHeader header, Scan scan) {
    List<Integer> components =
        header.components().stream().map(each -> frame.indexOf(each.id())).toList();
    return components.equals(scan.components())
        && header.ss() == scan.ss()
        && header.se() == scan.se()
        && header.ah() == scan.ah()
        && header.al() == scan.al();
  }

  private static boolean hasGroups(
      JpegStructure whole, PcrDataset dataset, Place place, ScanScript script) throws IOException {
    for (int group = 1; group <= dataset.groupCount(); group++) {
      int scans = script.scansThrough(group);
      int end = scans == 0 ? 0 : whole.scans().get(scans - 1).entropyEnd();
      if (place.sample(dataset, group).file().remaining() != end + EOI_LENGTH) {
        return false;
      }
    }
    return true;
  }
}
