package io.pcr.writer.internal.source.tfrecord;

import io.pcr.format.column.ColumnSpec;
import io.pcr.format.column.ColumnType;
import io.pcr.format.column.Placement;
import io.pcr.format.internal.metadata.ShardMetadata;
import io.pcr.format.internal.text.Utf8;
import io.pcr.tfrecord.internal.example.ColumnFeatures;
import io.pcr.tfrecord.internal.example.Feature;
import io.pcr.writer.internal.source.ValuePlacement;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Finds out what columns the features of records make (spec requirement R-TFRECORD-10): of as many
 * values as a record has, with one value in each a scalar. What a feature is depends on all
 * records, so columns are known after the last. Not thread-safe.
 */
final class FeatureColumns {
  /** Of a dataset, but for one that the names of classes may need. */
  private static final int MAX_COLUMNS = ShardMetadata.MAX_COLUMNS - 1;

  private final Map<String, Seen> features = new TreeMap<>();
  private boolean hasTooMany;

  /** Takes what cannot be a column. */
  interface Refusals {
    void refuse(String feature, String why) throws IOException;
  }

  /** What was seen of a feature. */
  private static final class Seen {
    private final Set<Feature.Kind> kinds = EnumSet.noneOf(Feature.Kind.class);
    private int most;
    private long largest;
    private boolean isDouble;
    private boolean isText = true;

    void add(Feature feature, boolean hasDouble) {
      kinds.add(feature.kind());
      most = Math.max(most, feature.count());
      isDouble |= hasDouble;
      if (feature.kind() == Feature.Kind.BYTES) {
        long length = 0;
        for (int i = 0; i < feature.count(); i++) {
          length += feature.bytes(i).remaining();
          isText = isText && Utf8.isWellFormed(feature.bytes(i));
        }
        largest = Math.max(largest, length);
      } else {
        largest = Math.max(largest, (long) feature.count() * Long.BYTES);
      }
    }

    ColumnSpec spec(String name) {
      Feature.Kind kind = kinds.iterator().next();
      ColumnType type =
          switch (kind) {
            case INT64 -> ColumnType.INT64;
            case FLOAT -> isDouble ? ColumnType.FLOAT64 : ColumnType.FLOAT32;
            default -> isText ? ColumnType.STRING : ColumnType.BYTES;
          };
      Placement placement = ValuePlacement.of(largest);
      return most > 1
          ? ColumnSpec.varying(name, type, placement)
          : new ColumnSpec(name, type, placement);
    }
  }

  /** Looks at the features of a record that have no role. */
  void add(Map<String, Feature> others) {
    others.forEach(
        (name, feature) -> {
          if (feature.kind() == Feature.Kind.NONE || ColumnFeatures.isRestOfDouble(others, name)) {
            return;
          }
          if (features.size() == MAX_COLUMNS && !features.containsKey(name)) {
            hasTooMany = true;
          } else {
            features
                .computeIfAbsent(name, absent -> new Seen())
                .add(feature, ColumnFeatures.hasDoubles(others, name));
          }
        });
  }

  /** The columns, in the order of their names. */
  List<ColumnSpec> specs(Refusals refusals) throws IOException {
    List<ColumnSpec> specs = new ArrayList<>();
    for (Map.Entry<String, Seen> entry : features.entrySet()) {
      String name = entry.getKey();
      Seen seen = entry.getValue();
      if (seen.kinds.size() > 1) {
        refusals.refuse(name, "holds " + seen.kinds + ", and a column is of one type");
      } else if (name.isEmpty() || Utf8.encode(name, "feature").length > MAX_NAME) {
        refusals.refuse(name, "the name of a column has 1 to " + MAX_NAME + " bytes");
      } else if (seen.most > 0) {
        specs.add(seen.spec(name));
      }
    }
    if (hasTooMany) {
      refusals.refuse("", "more than " + MAX_COLUMNS + " names; the others are left out");
    }
    return specs;
  }

  private static final int MAX_NAME = ColumnSpec.MAX_NAME_LENGTH;
}
