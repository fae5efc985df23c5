package io.pcr.tfrecord.example;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.InvalidProtocolBufferException;
import io.pcr.format.Limits;
import io.pcr.format.error.ErrorCode;
import io.pcr.format.error.PcrException;
import io.pcr.tfrecord.framing.RecordOrigin;
import io.pcr.tfrecord.framing.TfRecordLayout;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.Map;

/** Decodes one example, once; see {@link ExampleSchema}. Not thread-safe. */
final class ExampleDecoder {
  /** About what a map entry with its key and feature costs, over the key's characters. */
  private static final int ENTRY_COST = 160;

  private final ByteBuffer bytes;
  private final CodedInputStream in;
  private final RecordOrigin place;
  private final AllocationBudget budget;
  private final Map<String, Feature> features = new LinkedHashMap<>();

  ExampleDecoder(ByteBuffer data, RecordOrigin place, Limits limits) {
    this.bytes = data.slice();
    this.in = CodedInputStream.newInstance(bytes.duplicate());
    this.place = place;
    this.budget = new AllocationBudget(limits.metadataBytes(), place);
  }

  Map<String, Feature> decode() throws PcrException {
    try {
      int outer = in.pushLimit(bytes.remaining());
      for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
        if (tag == ExampleSchema.lengthDelimited(ExampleSchema.FEATURES)) {
          readFeatures();
        } else {
          skip(tag);
        }
      }
      leave(outer);
      return features;
    } catch (PcrException e) {
      throw e;
    } catch (IOException e) {
      throw malformed(e.getMessage());
    }
  }

  private void readFeatures() throws IOException {
    int outer = enter();
    for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
      if (tag == ExampleSchema.lengthDelimited(ExampleSchema.FEATURE)) {
        readEntry();
      } else {
        skip(tag);
      }
    }
    leave(outer);
  }

  private void readEntry() throws IOException {
    String name = "";
    FeatureValues values = new FeatureValues(bytes, in, budget);
    int outer = enter();
    for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
      if (tag == ExampleSchema.lengthDelimited(ExampleSchema.ENTRY_KEY)) {
        name = in.readStringRequireUtf8();
      } else if (tag == ExampleSchema.lengthDelimited(ExampleSchema.ENTRY_VALUE)) {
        readFeature(values);
      } else {
        skip(tag);
      }
    }
    leave(outer);
    budget.take(ENTRY_COST + 2L * name.length());
    features.put(name, values.toFeature());
  }

  private void readFeature(FeatureValues values) throws IOException {
    int outer = enter();
    for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
      if (tag == ExampleSchema.lengthDelimited(ExampleSchema.BYTES_LIST)) {
        readList(values, Feature.Kind.BYTES);
      } else if (tag == ExampleSchema.lengthDelimited(ExampleSchema.FLOAT_LIST)) {
        readList(values, Feature.Kind.FLOAT);
      } else if (tag == ExampleSchema.lengthDelimited(ExampleSchema.INT64_LIST)) {
        readList(values, Feature.Kind.INT64);
      } else {
        skip(tag);
      }
    }
    leave(outer);
  }

  private void readList(FeatureValues values, Feature.Kind kind) throws IOException {
    values.become(kind);
    int outer = enter();
    for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
      if (!values.read(tag)) {
        skip(tag);
      }
    }
    leave(outer);
  }

  private int enter() throws IOException {
    return in.pushLimit(in.readUInt32());
  }

  private void leave(int outer) throws IOException {
    in.checkLastTagWas(0);
    in.popLimit(outer);
  }

  private void skip(int tag) throws IOException {
    if (!in.skipField(tag)) {
      throw new InvalidProtocolBufferException("a group ends that has not begun");
    }
  }

  private PcrException.Corrupt malformed(String problem) {
    return new PcrException.Corrupt(
        ErrorCode.BAD_MESSAGE,
        place.field("data", TfRecordLayout.DATA_OFFSET + (long) in.getTotalBytesRead()),
        "a malformed message (" + problem + ")",
        "a tf.train.Example");
  }
}
