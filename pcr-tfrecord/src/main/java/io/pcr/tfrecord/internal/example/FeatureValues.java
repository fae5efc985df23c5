package io.pcr.tfrecord.internal.example;

import io.pcr.format.error.PcrException;
import io.pcr.tfrecord.internal.wire.MalformedMessageException;
import io.pcr.tfrecord.internal.wire.MessageReader;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Gathers the values of one feature while it is decoded. Not thread-safe. */
final class FeatureValues {
  /** About what a view of one byte string costs. */
  private static final int VIEW_COST = 72;

  private final ByteBuffer bytes;
  private final MessageReader in;
  private final AllocationBudget budget;
  private final List<ByteBuffer> views = new ArrayList<>(1);
  private Feature.Kind kind = Feature.Kind.NONE;
  private float[] floats = new float[1];
  private long[] int64s = new long[1];
  private int count;

  FeatureValues(ByteBuffer bytes, MessageReader in, AllocationBudget budget) {
    this.bytes = bytes;
    this.in = in;
    this.budget = budget;
  }

  /** A list of this kind follows; one of another kind before it is forgotten, as in any oneof. */
  void become(Feature.Kind next) {
    if (kind != next) {
      kind = next;
      views.clear();
      count = 0;
    }
  }

  /** Reads the field behind a tag, if it is one of this kind's values. */
  boolean read(int tag) throws PcrException, MalformedMessageException {
    if (tag == ExampleSchema.lengthDelimited(ExampleSchema.VALUE)) {
      switch (kind) {
        case BYTES -> readView();
        case FLOAT -> readPackedFloats();
        case INT64 -> readPackedInt64s();
        case NONE -> throw new IllegalStateException("values without a kind");
      }
      return true;
    }
    if (kind == Feature.Kind.FLOAT && tag == ExampleSchema.fixed32(ExampleSchema.VALUE)) {
      addFloat(in.readFloat());
      return true;
    }
    if (kind == Feature.Kind.INT64 && tag == ExampleSchema.varint(ExampleSchema.VALUE)) {
      addInt64(in.readVarint64());
      return true;
    }
    return false;
  }

  Feature toFeature() {
    return switch (kind) {
      case NONE -> Feature.none();
      case BYTES -> views.size() == 1 ? Feature.ofBytes(views.get(0)) : Feature.ofBytes(views);
      case FLOAT -> Feature.ofFloats(Arrays.copyOf(floats, count));
      case INT64 -> Feature.ofInt64s(Arrays.copyOf(int64s, count));
    };
  }

  private void readView() throws PcrException, MalformedMessageException {
    int length = in.readLength();
    budget.take(VIEW_COST);
    views.add(bytes.slice(in.position(), length));
    in.skip(length);
  }

  private void readPackedFloats() throws PcrException, MalformedMessageException {
    int outer = in.enter();
    while (in.remaining() > 0) {
      addFloat(in.readFloat());
    }
    in.leave(outer);
  }

  private void readPackedInt64s() throws PcrException, MalformedMessageException {
    int outer = in.enter();
    while (in.remaining() > 0) {
      addInt64(in.readVarint64());
    }
    in.leave(outer);
  }

  private void addFloat(float value) throws PcrException {
    // Twice: the array grows by half and is copied at the end.
    budget.take(2 * Float.BYTES);
    if (count == floats.length) {
      floats = Arrays.copyOf(floats, grown());
    }
    floats[count++] = value;
  }

  private void addInt64(long value) throws PcrException {
    budget.take(2 * Long.BYTES);
    if (count == int64s.length) {
      int64s = Arrays.copyOf(int64s, grown());
    }
    int64s[count++] = value;
  }

  private int grown() {
    return count + (count >> 1) + 8;
  }
}
