package io.pcr.format.internal.tables;

import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Changes decoded tables one field at a time. */
public final class Tables {
  private Tables() {}

  /** A copy of a record with another value for one component. */
  @SuppressWarnings("unchecked")
  public static <T extends Record> T with(T record, String component, Object value) {
    RecordComponent[] components = record.getClass().getRecordComponents();
    Class<?>[] types =
        Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
    List<Object> values = new ArrayList<>();
    boolean found = false;
    try {
      for (RecordComponent each : components) {
        boolean changed = each.getName().equals(component);
        found |= changed;
        values.add(changed ? value : each.getAccessor().invoke(record));
      }
      if (!found) {
        throw new AssertionError(record.getClass() + " has no " + component);
      }
      return (T) record.getClass().getDeclaredConstructor(types).newInstance(values.toArray());
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(e.getMessage(), e);
    }
  }
}
