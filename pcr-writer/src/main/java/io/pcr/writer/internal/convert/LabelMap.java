package io.pcr.writer.internal.convert;

import io.pcr.format.manifest.ClassName;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * From the labels of a source to those of a dataset. A class that the dataset knows by name keeps
 * its label there; new ones are numbered on. Labels without names stay as they are. Immutable.
 */
public final class LabelMap {
  private final long[] labels;
  private final List<ClassName> classNames;

  private LabelMap(long[] labels, List<ClassName> classNames) {
    this.labels = labels;
    this.classNames = List.copyOf(classNames);
  }

  /**
   * The labels of a new dataset.
   *
   * @param source the names of the source's labels 0, 1, …
   */
  public static LabelMap of(List<String> source) {
    return of(List.of(), source, 0);
  }

  /**
   * The labels of what is added to a dataset.
   *
   * @param known the classes of the dataset so far
   * @param source the names of the source's labels 0, 1, …
   * @param firstNew the label of the first class that is not known: above all that samples have
   */
  public static LabelMap of(List<ClassName> known, List<String> source, long firstNew) {
    Map<String, Long> byName = new HashMap<>();
    known.forEach(name -> byName.put(name.name(), name.label()));
    List<ClassName> all = new ArrayList<>(known);
    long next = firstNew;
    long[] labels = new long[source.size()];
    for (int i = 0; i < labels.length; i++) {
      Long label = byName.get(source.get(i));
      if (label == null) {
        label = next++;
        all.add(new ClassName(label, source.get(i)));
      }
      labels[i] = label;
    }
    return new LabelMap(labels, all);
  }

  /** The dataset's label for one of the source. */
  public OptionalLong map(OptionalLong label) {
    return labels.length == 0 || label.orElse(-1) < 0
        ? label
        : OptionalLong.of(labels[(int) label.getAsLong()]);
  }

  /** Whether another map gives the source's labels the same ones. */
  public boolean mapsAs(LabelMap other) {
    return Arrays.equals(labels, other.labels);
  }

  /** All classes of the dataset, ascending by label. */
  public List<ClassName> classNames() {
    return classNames;
  }
}
