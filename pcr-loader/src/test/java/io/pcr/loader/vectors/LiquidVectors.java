package io.pcr.loader.vectors;

import io.pcr.loader.order.LiquidOrder;
import io.pcr.loader.order.LiquidTurn;
import io.pcr.loader.order.OrderKind;
import io.pcr.loader.order.OrderOptions;
import io.pcr.loader.order.PartOrder;
import io.pcr.loader.order.SampleFormats;
import io.pcr.loader.order.ShardCounts;
import io.pcr.loader.state.LoaderState;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** Makes the vectors of the order liquid, as {@link OrderVectors} makes the others. */
final class LiquidVectors {
  private final VectorList vectors = new VectorList();
  private final SplittableRandom random = new SplittableRandom(2);

  static String text() throws IOException {
    LiquidVectors made = new LiquidVectors();
    made.orders();
    made.states();
    return made.vectors.text();
  }

  private void orders() {
    for (int batch : new int[] {1, 7, 96, 97, 194, 256, 1000}) {
      Map<String, Object> vector = new LinkedHashMap<>();
      vector.put("kind", "liquid-lanes");
      vector.put("about", "default");
      vector.put("batch", batch);
      vector.put("gives", OrderOptions.forBatch(OrderKind.LIQUID, batch).lanes());
      vectors.add(vector);
    }
    for (int epoch = 0; epoch < 3; epoch++) {
      liquid("one sample", List.of("2"), 3, epoch, 1, 4, 2);
      liquid("two formats", List.of("2525225522", "5252252255"), 1, epoch, 1, 6, 5);
      liquid("all stay in memory", List.of("25252", "2525"), 1, epoch, 1, 99, 4);
      liquid("lanes", List.of("252525252525", "222555", "", "5522"), -7, epoch, 2, 5, 6);
      liquid("more lanes than samples", List.of("25"), 5, epoch, 4, 3, 8);
      liquid("one format", List.of("3333333", "333333333333"), 1L << 41, epoch, 1, 4, 3);
      liquid("three formats", List.of("235235235", "5322", "22222", "55"), 9, epoch, 1, 7, 4);
      liquid("short turns at the end", List.of("2252252", "525"), 2, epoch, 2, 3, 4);
    }
    for (int i = 0; i < 20; i++) {
      List<String> shards =
          IntStream.range(0, random.nextInt(1, 7)).mapToObj(shard -> shard()).toList();
      int lanes = random.nextInt(1, 4);
      int batch = lanes * random.nextInt(1, 7);
      int window = random.nextInt(1, 30);
      liquid("any", shards, random.nextLong(), random.nextInt(5), lanes, window, batch);
    }
  }

  private String shard() {
    StringBuilder formats = new StringBuilder();
    for (int left = random.nextInt(25); left > 0; left--) {
      formats.append("2235".charAt(random.nextInt(4)));
    }
    return formats.toString();
  }

  private void liquid(
      String about, List<String> shards, long seed, long epoch, int lanes, int window, int batch) {
    byte[][] formats = new byte[shards.size()][];
    for (int shard = 0; shard < formats.length; shard++) {
      formats[shard] = new byte[shards.get(shard).length()];
      for (int sample = 0; sample < formats[shard].length; sample++) {
        formats[shard][sample] = (byte) (shards.get(shard).charAt(sample) - '0');
      }
    }
    int[] counts = Arrays.stream(formats).mapToInt(each -> each.length).toArray();
    OrderOptions options = new OrderOptions(OrderKind.LIQUID, lanes, window);
    SampleFormats known = SampleFormats.of(ShardCounts.of(counts), formats);
    LiquidOrder order = (LiquidOrder) PartOrder.liquid(known, seed, options, batch).epoch(epoch);
    List<Object> gives = new ArrayList<>();
    for (int lane = 0; lane < lanes; lane++) {
      List<Object> turns = new ArrayList<>();
      for (long number = 0; order.hasTurn(lane, number); number++) {
        turns.add(list(order.turn(lane, number)));
      }
      gives.add(turns);
    }
    Map<String, Object> vector = new LinkedHashMap<>();
    vector.put("kind", "liquid");
    vector.put("about", about);
    vector.put("formats", shards);
    vector.put("seed", seed);
    vector.put("epoch", epoch);
    vector.put("lanes", lanes);
    vector.put("window", window);
    vector.put("batch", batch);
    vector.put("gives", gives);
    vectors.add(vector);
  }

  private static List<Object> list(LiquidTurn turn) {
    return List.of(
        LongStream.of(turn.given()).boxed().toList(),
        IntStream.range(0, turn.kept().length).map(i -> turn.kept()[i] ? 1 : 0).boxed().toList(),
        LongStream.of(turn.read()).boxed().toList());
  }

  private void states() {
    String part =
        "{\"dataset\":\"f3a1c2d4-0f2b-4c3d-9e8f-001122334455\",\"generation\":3,\"view\":\"all\"}";
    String one =
        "{\"version\":1,\"order\":\"liquid\",\"seed\":3,\"epoch\":2,\"position\":512,"
            + "\"batch\":256,\"lanes\":64,\"window\":256,\"remainder\":\"drop\",\"parts\":["
            + part
            + "]}";
    state("a run", one);
    state("no lanes", one.replace("\"lanes\":64", "\"lanes\":0"));
    state("no window", one.replace("\"window\":256", "\"window\":0"));
    state("lanes that do not divide the batch", one.replace("\"lanes\":64", "\"lanes\":48"));
    String weighted = part.replace("}", ",\"weight\":1}");
    state(
        "a mix",
        one.replace(part, weighted + "," + weighted)
            .replace("\"drop\"", "\"drop\",\"epoch_batches\":10"));
  }

  private void state(String about, String text) {
    boolean isState = true;
    try {
      LoaderState.parse(text);
    } catch (IllegalArgumentException e) {
      isState = false;
    }
    Map<String, Object> vector = new LinkedHashMap<>();
    vector.put("kind", "state");
    vector.put("about", about);
    vector.put("text", text);
    vector.put("gives", isState);
    vectors.add(vector);
  }
}
