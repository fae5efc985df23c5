package io.pcr.tfrecord.internal.example;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedInputStream;
import com.google.protobuf.DescriptorProtos.DescriptorProto;
import com.google.protobuf.DescriptorProtos.FieldDescriptorProto;
import com.google.protobuf.DescriptorProtos.FileDescriptorProto;
import com.google.protobuf.DescriptorProtos.MessageOptions;
import com.google.protobuf.DescriptorProtos.OneofDescriptorProto;
import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.DescriptorValidationException;
import com.google.protobuf.Descriptors.FieldDescriptor;
import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.DynamicMessage;
import com.google.protobuf.Message;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * tf.train.Example as protobuf's own reflection reads and writes it, from a schema declared here.
 */
final class ExampleOracle {
  private static final FileDescriptor FILE = file();
  private static final Descriptor EXAMPLE = FILE.findMessageTypeByName("Example");
  private static final Descriptor FEATURES = FILE.findMessageTypeByName("Features");
  private static final Descriptor ENTRY = FEATURES.findNestedTypeByName("FeatureEntry");
  private static final Descriptor FEATURE = FILE.findMessageTypeByName("Feature");

  private static final int PIECE = 8;

  private ExampleOracle() {}

  /**
   * Parses from a stream of small pieces: where ten bytes are at hand, protobuf-java takes the
   * highest bit of a number of ten bytes for set without a look at the tenth.
   */
  static Map<String, Feature> parse(byte[] bytes) throws IOException {
    CodedInputStream in = CodedInputStream.newInstance(new ByteArrayInputStream(bytes), PIECE);
    DynamicMessage example = DynamicMessage.parseFrom(EXAMPLE, in);
    in.checkLastTagWas(0);
    Message features = (Message) example.getField(EXAMPLE.findFieldByName("features"));
    Map<String, Feature> result = new HashMap<>();
    for (Object entry : (List<?>) features.getField(FEATURES.findFieldByName("feature"))) {
      Message pair = (Message) entry;
      result.put(
          (String) pair.getField(ENTRY.findFieldByName("key")),
          feature((Message) pair.getField(ENTRY.findFieldByName("value"))));
    }
    return result;
  }

  static byte[] write(Map<String, Feature> features) {
    DynamicMessage.Builder all = DynamicMessage.newBuilder(FEATURES);
    features.forEach(
        (name, feature) ->
            all.addRepeatedField(
                FEATURES.findFieldByName("feature"),
                DynamicMessage.newBuilder(ENTRY)
                    .setField(ENTRY.findFieldByName("key"), name)
                    .setField(ENTRY.findFieldByName("value"), message(feature))
                    .build()));
    return DynamicMessage.newBuilder(EXAMPLE)
        .setField(EXAMPLE.findFieldByName("features"), all.build())
        .build()
        .toByteArray();
  }

  private static Feature feature(Message message) {
    FieldDescriptor list = message.getOneofFieldDescriptor(FEATURE.getOneofs().get(0));
    if (list == null) {
      return Feature.none();
    }
    Message holder = (Message) message.getField(list);
    List<?> values = (List<?>) holder.getField(list.getMessageType().findFieldByName("value"));
    return switch (list.getNumber()) {
      case ExampleSchema.BYTES_LIST ->
          Feature.ofBytes(
              values.stream().map(v -> ByteBuffer.wrap(((ByteString) v).toByteArray())).toList());
      case ExampleSchema.FLOAT_LIST -> {
        float[] floats = new float[values.size()];
        for (int i = 0; i < floats.length; i++) {
          floats[i] = (Float) values.get(i);
        }
        yield Feature.ofFloats(floats);
      }
      default -> Feature.ofInt64s(values.stream().mapToLong(v -> (Long) v).toArray());
    };
  }

  private static Message message(Feature feature) {
    DynamicMessage.Builder builder = DynamicMessage.newBuilder(FEATURE);
    if (feature.kind() == Feature.Kind.NONE) {
      return builder.build();
    }
    FieldDescriptor list =
        FEATURE.findFieldByName(
            switch (feature.kind()) {
              case BYTES -> "bytes_list";
              case FLOAT -> "float_list";
              default -> "int64_list";
            });
    FieldDescriptor value = list.getMessageType().findFieldByName("value");
    DynamicMessage.Builder holder = DynamicMessage.newBuilder(list.getMessageType());
    for (int i = 0; i < feature.count(); i++) {
      holder.addRepeatedField(
          value,
          switch (feature.kind()) {
            case BYTES -> ByteString.copyFrom(feature.bytes(i));
            case FLOAT -> feature.floatAt(i);
            default -> feature.int64(i);
          });
    }
    return builder.setField(list, holder.build()).build();
  }

  private static FileDescriptor file() {
    FileDescriptorProto file =
        FileDescriptorProto.newBuilder()
            .setName("example.proto")
            .setSyntax("proto3")
            .addMessageType(list("BytesList", FieldDescriptorProto.Type.TYPE_BYTES))
            .addMessageType(list("FloatList", FieldDescriptorProto.Type.TYPE_FLOAT))
            .addMessageType(list("Int64List", FieldDescriptorProto.Type.TYPE_INT64))
            .addMessageType(
                DescriptorProto.newBuilder()
                    .setName("Feature")
                    .addOneofDecl(OneofDescriptorProto.newBuilder().setName("kind"))
                    .addField(field("bytes_list", 1, "BytesList").setOneofIndex(0))
                    .addField(field("float_list", 2, "FloatList").setOneofIndex(0))
                    .addField(field("int64_list", 3, "Int64List").setOneofIndex(0)))
            .addMessageType(
                DescriptorProto.newBuilder()
                    .setName("Features")
                    .addNestedType(
                        DescriptorProto.newBuilder()
                            .setName("FeatureEntry")
                            .setOptions(MessageOptions.newBuilder().setMapEntry(true))
                            .addField(
                                field("key", 1, null)
                                    .setType(FieldDescriptorProto.Type.TYPE_STRING)
                                    .setLabel(FieldDescriptorProto.Label.LABEL_OPTIONAL))
                            .addField(field("value", 2, "Feature")))
                    .addField(
                        field("feature", 1, "Features.FeatureEntry")
                            .setLabel(FieldDescriptorProto.Label.LABEL_REPEATED)))
            .addMessageType(
                DescriptorProto.newBuilder()
                    .setName("Example")
                    .addField(field("features", 1, "Features")))
            .build();
    try {
      return FileDescriptor.buildFrom(file, new FileDescriptor[0]);
    } catch (DescriptorValidationException e) {
      throw new AssertionError(e);
    }
  }

  private static DescriptorProto list(String name, FieldDescriptorProto.Type type) {
    return DescriptorProto.newBuilder()
        .setName(name)
        .addField(
            field("value", 1, null)
                .setType(type)
                .setLabel(FieldDescriptorProto.Label.LABEL_REPEATED))
        .build();
  }

  private static FieldDescriptorProto.Builder field(String name, int number, String message) {
    FieldDescriptorProto.Builder field =
        FieldDescriptorProto.newBuilder()
            .setName(name)
            .setNumber(number)
            .setLabel(FieldDescriptorProto.Label.LABEL_OPTIONAL);
    return message == null
        ? field
        : field.setType(FieldDescriptorProto.Type.TYPE_MESSAGE).setTypeName("." + message);
  }
}
