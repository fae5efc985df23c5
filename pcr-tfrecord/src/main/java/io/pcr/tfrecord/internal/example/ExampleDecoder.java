package io.pcr.tfrecord.internal.example;

import io.pcr.format.Limits;
import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.PcrException;
import io.pcr.tfrecord.internal.framing.RecordOrigin;
import io.pcr.tfrecord.internal.framing.TfRecordLayout;
import io.pcr.tfrecord.internal.wire.MalformedMessageException;
import io.pcr.tfrecord.internal.wire.MessageReader;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.Map;

/** Decodes one example, once; see {@link ExampleSchema}. Not thread-safe. */
final class ExampleDecoder {
  /** About what a map entry with its key and feature costs, over the key's characters. */
  private static final int ENTRY_COST = 160;

  private final ByteBuffer bytes;
  private final MessageReader in;
  private final RecordOrigin place;
  private final AllocationBudget budget;
  private final Map<String, Feature> features = new LinkedHashMap<>();

  ExampleDecoder(ByteBuffer data, RecordOrigin place, Limits limits) {
    this.bytes = data.slice();
    this.in = new MessageReader(bytes);
    this.place = place;
    this.budget = new AllocationBudget(limits.metadataBytes(), place);
  }

  Map<String, Feature> decode() throws PcrException {
    try {
      for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
        if (tag == ExampleSchema.lengthDelimited(ExampleSchema.FEATURES)) {
          readFeatures();
        } else {
          in.skipField(tag);
        }
      }
      return features;
    } catch (MalformedMessageException e) {
      throw malformed(e.getMessage());
    }
  }

  private void readFeatures() throws PcrException, MalformedMessageException {
    int outer = in.enter();
    for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
      if (tag == ExampleSchema.lengthDelimited(ExampleSchema.FEATURE)) {
        readEntry();
      } else {
        in.skipField(tag);
      }
    }
    in.leave(outer);
  }

  private void readEntry() throws PcrException, MalformedMessageException {
    String name = "";
    FeatureValues values = new FeatureValues(bytes, in, budget);
    int outer = in.enter();
    for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
      if (tag == ExampleSchema.lengthDelimited(ExampleSchema.ENTRY_KEY)) {
        name = in.readText();
      } else if (tag == ExampleSchema.lengthDelimited(ExampleSchema.ENTRY_VALUE)) {
        readFeature(values);
      } else {
        in.skipField(tag);
      }
    }
    in.leave(outer);
    budget.take(ENTRY_COST + 2L * name.length());
    features.put(name, values.toFeature());
  }

  private void readFeature(FeatureValues values) throws PcrException, MalformedMessageException {
    int outer = in.enter();
    for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
      if (tag == ExampleSchema.lengthDelimited(ExampleSchema.BYTES_LIST)) {
        readList(values, Feature.Kind.BYTES);
      } else if (tag == ExampleSchema.lengthDelimited(ExampleSchema.FLOAT_LIST)) {
        readList(values, Feature.Kind.FLOAT);
      } else if (tag == ExampleSchema.lengthDelimited(ExampleSchema.INT64_LIST)) {
        readList(values, Feature.Kind.INT64);
      } else {
        in.skipField(tag);
      }
    }
    in.leave(outer);
  }

  private void readList(FeatureValues values, Feature.Kind kind)
      throws PcrException, MalformedMessageException {
    values.become(kind);
    int outer = in.enter();
    for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
      if (!values.read(tag)) {
        in.skipField(tag);
      }
    }
    in.leave(outer);
  }

  private PcrException.Corrupt malformed(String problem) {
    return new PcrException.Corrupt(
        ErrorCode.MALFORMED,
        place.field("data", TfRecordLayout.DATA_OFFSET + (long) in.position()),
        "a malformed message (" + problem + ")",
        "a tf.train.Example");
  }
}
