package io.pcr.loader.vectors;

import io.pcr.loader.batch.BatchEntries;
import io.pcr.loader.batch.BatchPlan;
import io.pcr.loader.batch.BatchSize;
import io.pcr.loader.batch.MixPart;
import io.pcr.loader.batch.MixPlan;
import io.pcr.loader.batch.PartPlan;
import io.pcr.loader.batch.Rank;
import io.pcr.loader.batch.Remainder;
import io.pcr.loader.crop.CropBox;
import io.pcr.loader.crop.RandomCrop;
import io.pcr.loader.order.EpochOrder;
import io.pcr.loader.order.KeyedPermutation;
import io.pcr.loader.order.OrderNumbers;
import io.pcr.loader.order.OrderOptions;
import io.pcr.loader.order.PartOrder;
import io.pcr.loader.order.ShardCounts;
import io.pcr.loader.state.LoaderState;
import io.pcr.loader.view.Selection;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * Makes the vectors of spec/loader.md: an array of calls, each with what it gives. 64-bit numbers
 * are written as signed ones.
 */
final class OrderVectors {
  private final VectorList vectors = new VectorList();
  private final SplittableRandom random = new SplittableRandom(1);

  static String text() throws IOException {
    OrderVectors made = new OrderVectors();
    made.numbers();
    made.orders();
    made.batches();
    made.mixes();
    made.views();
    made.states();
    made.crops();
    return made.vectors.text();
  }

  private void add(String kind, String about, Object gives, Object... members) {
    vectors.add(kind, about, gives, members);
  }

  private void numbers() {
    long[][] values = {
      {0, 0, 0}, {1, 2, 4}, {2, 1, 4}, {-1, 0, 1}, {Long.MIN_VALUE, Long.MAX_VALUE, 7},
    };
    for (long[] v : values) {
      long key = OrderNumbers.key(v[0], v[1], v[2]);
      List<Long> gives = new ArrayList<>(List.of(key));
      LongStream.range(0, 3).forEach(i -> gives.add(OrderNumbers.number(key, i)));
      add("key", "a key and its first numbers", gives, "values", list(v));
    }
    long five = OrderNumbers.key(7, 3, 2, 5, 11);
    add(
        "key",
        "a key of five values",
        List.of(
            five,
            OrderNumbers.number(five, 0),
            OrderNumbers.number(five, 1),
            OrderNumbers.number(five, 2)),
        "values",
        List.of(7, 3, 2, 5, 11));
    long[] xs = {0, 1, -1, Long.MIN_VALUE, Long.MAX_VALUE, 0x123456789abcdefL};
    for (long n : new long[] {1, 2, 3, 1000, 1L << 40, Long.MAX_VALUE}) {
      List<Long> gives = Arrays.stream(xs).mapToObj(x -> OrderNumbers.below(x, n)).toList();
      add("below", "numbers below n", gives, "n", n, "x", list(xs));
    }
    for (int n : new int[] {1, 2, 3, 4, 5, 7, 16, 50}) {
      long key = random.nextLong();
      List<Long> all = LongStream.range(0, n).boxed().toList();
      List<Long> gives = all.stream().map(x -> KeyedPermutation.permute(key, n, x)).toList();
      add("permute", "all of " + n, gives, "key", key, "n", n, "x", all);
    }
    long many = 1L << 40;
    List<Long> some = List.of(0L, 1L, 2L, many / 2, many - 1);
    add(
        "permute",
        "some of 2^40",
        some.stream().map(x -> KeyedPermutation.permute(99, many, x)).toList(),
        "key",
        99,
        "n",
        many,
        "x",
        some);
  }

  private void orders() {
    for (int batch : new int[] {1, 3, 7, 96, 97, 256, 1000, 1024, 4096, 194}) {
      add("lanes", "default", OrderOptions.forBatch(batch).lanes(), "batch", batch);
    }
    order("one sample", new int[] {1}, 1, 0, OrderOptions.lanes(1, 1), 1);
    order("more lanes than samples", new int[] {2, 1}, 1, 0, OrderOptions.lanes(8, 4), 3);
    order("shards without samples", new int[] {0, 5, 0, 4}, 1, 3, OrderOptions.lanes(2, 3), 9);
    order("windows larger than lanes", new int[] {9, 9, 9}, -5, 1, OrderOptions.lanes(4, 99), 27);
    order("uneven lanes", new int[] {10, 20, 7}, 8, 2, OrderOptions.lanes(5, 6), 37);
    order("odd windows", new int[] {30, 30}, 1L << 40, 0, OrderOptions.lanes(3, 5), 60);
    order("global", new int[] {10, 20, 7}, 8, 2, OrderOptions.GLOBAL, 37);
    order("sequential", new int[] {4, 5}, 8, 2, OrderOptions.SEQUENTIAL, 9);
    int[] imagenet = IntStream.range(0, 1252).map(s -> s == 1251 ? 143 : 1024).toArray();
    order("as large as ImageNet", imagenet, 1, 0, OrderOptions.forBatch(4096), 40);
    order("as large as ImageNet", imagenet, 1, 89, OrderOptions.forBatch(1000), 40);
    for (int i = 0; i < 20; i++) {
      int[] counts = random.ints(random.nextInt(1, 9), 0, 30).toArray();
      OrderOptions options = OrderOptions.lanes(random.nextInt(1, 12), random.nextInt(1, 40));
      order("any", counts, random.nextLong(), random.nextInt(9), options, 60);
    }
  }

  private void order(
      String about, int[] counts, long seed, long epoch, OrderOptions options, int most) {
    EpochOrder order = EpochOrder.of(ShardCounts.of(counts), seed, epoch, options);
    List<Long> positions =
        order.samples() <= most
            ? LongStream.range(0, order.samples()).boxed().toList()
            : random.longs(most, 0, order.samples()).sorted().boxed().toList();
    add(
        "order",
        about,
        positions.stream().map(p -> List.of(order.lane(p), order.index(p))).toList(),
        "counts",
        list(counts),
        "seed",
        seed,
        "epoch",
        epoch,
        "order",
        list(options),
        "positions",
        positions);
  }

  private void batches() {
    int[] counts = {20, 13, 8};
    for (Remainder remainder : Remainder.values()) {
      for (int ranks : new int[] {1, 2, 4}) {
        for (int number : new int[] {0, 2, 5}) {
          batch(
              counts, OrderOptions.lanes(4, 6), new BatchSize(8, false), remainder, ranks, number);
        }
      }
    }
    batch(counts, OrderOptions.lanes(3, 6), new BatchSize(8, true), Remainder.DROP, 3, 1);
    batch(counts, OrderOptions.lanes(3, 6), new BatchSize(8, true), Remainder.PAD, 3, 5);
    batch(counts, OrderOptions.lanes(3, 6), new BatchSize(8, true), Remainder.SHORT, 3, 5);
    batch(new int[] {3}, OrderOptions.GLOBAL, new BatchSize(8, false), Remainder.PAD, 2, 0);
    batch(counts, OrderOptions.lanes(7, 9), new BatchSize(10, false), Remainder.DROP, 5, 3);
    batch(new int[] {}, OrderOptions.GLOBAL, new BatchSize(8, false), Remainder.PAD, 2, 0);
  }

  private void batch(
      int[] counts,
      OrderOptions options,
      BatchSize size,
      Remainder remainder,
      int ranks,
      int number) {
    BatchPlan plan =
        new PartPlan(new PartOrder(ShardCounts.of(counts), 6, options), size, remainder);
    Object gives = "none";
    if (number < plan.batches()) {
      List<Object> all = new ArrayList<>();
      for (BatchEntries mine : ranks(plan, 4, number, ranks)) {
        all.add(
            IntStream.range(0, mine.size())
                .mapToObj(i -> List.of(mine.index(i), mine.padded(i) ? 1 : 0))
                .toList());
      }
      gives = all;
    }
    add(
        "batch",
        remainder.text() + " on " + ranks + " ranks",
        gives,
        "counts",
        list(counts),
        "seed",
        6,
        "epoch",
        4,
        "order",
        list(options),
        "batch",
        size.global(),
        "masked",
        size.masked(),
        "remainder",
        remainder.text(),
        "ranks",
        ranks,
        "number",
        number);
  }

  private static List<BatchEntries> ranks(BatchPlan plan, long epoch, long number, int ranks) {
    List<BatchEntries> all = new ArrayList<>();
    for (int rank = 0; rank < ranks; rank++) {
      BatchEntries mine = new BatchEntries(plan.batch().global());
      plan.entries(epoch, number, new Rank(rank, ranks), mine);
      all.add(mine);
    }
    return all;
  }

  private void mixes() {
    mix(new int[][] {{20, 5}, {9}}, new int[] {7, 3}, 10, 4, 0, 0, 1);
    mix(new int[][] {{20, 5}, {9}}, new int[] {7, 3}, 10, 4, 2, 3, 2);
    mix(new int[][] {{1}, {2}, {30}}, new int[] {1, 1, 5}, 12, 3, 5, 1, 3);
    mix(new int[][] {{4}, {4}}, new int[] {1, 999}, 16, 100, 7, 63, 4);
  }

  private void mix(
      int[][] counts, int[] weights, int batch, long batches, long epoch, long number, int ranks) {
    OrderOptions options = OrderOptions.lanes(4, 5);
    List<MixPart> parts = new ArrayList<>();
    List<Map<String, Object>> listed = new ArrayList<>();
    for (int i = 0; i < counts.length; i++) {
      parts.add(MixPart.of(ShardCounts.of(counts[i]), -3, i, options, weights[i]));
      Map<String, Object> part = new LinkedHashMap<>();
      part.put("counts", list(counts[i]));
      part.put("weight", weights[i]);
      listed.add(part);
    }
    BatchPlan plan = new MixPlan(parts, -3, BatchSize.of(batch), batches);
    List<Object> gives = new ArrayList<>();
    for (BatchEntries mine : ranks(plan, epoch, number, ranks)) {
      gives.add(
          IntStream.range(0, mine.size())
              .mapToObj(i -> List.of(mine.part(i), mine.epoch(i), mine.index(i)))
              .toList());
    }
    add(
        "mix",
        counts.length + " parts on " + ranks + " ranks",
        gives,
        "parts",
        listed,
        "seed",
        -3,
        "order",
        list(options),
        "batch",
        batch,
        "epoch_batches",
        batches,
        "epoch",
        epoch,
        "number",
        number,
        "ranks",
        ranks);
  }

  private void views() {
    List<List<String>> all =
        List.of(
            List.of("1"),
            List.of("0"),
            List.of("1111", "11"),
            List.of("1011", "01", ""),
            List.of("", "100000001"),
            List.of("10000000", "0"),
            List.of());
    for (List<String> shards : all) {
      Selection.Builder view = Selection.builder();
      for (String bits : shards) {
        view.shard(bits.length(), ordinal -> bits.charAt(ordinal) == '1');
      }
      add("view", shards.size() + " shards", view.build().hash(), "shards", shards);
    }
  }

  private void states() {
    String one =
        "{\"version\":1,\"order\":\"lanes\",\"seed\":-9223372036854775808,\"epoch\":2,"
            + "\"position\":512000,\"batch\":256,\"lanes\":64,\"window\":256,\"remainder\":\"drop\","
            + "\"parts\":[{\"dataset\":\"f3a1c2d4-0f2b-4c3d-9e8f-001122334455\",\"generation\":3,"
            + "\"view\":\"all\"}]}";
    String part =
        "{\"dataset\":\"f3a1c2d4-0f2b-4c3d-9e8f-001122334455\",\"generation\":3,"
            + "\"view\":\"00112233445566778899aabbccddeeff\",\"weight\":3}";
    String two =
        "{\"version\":1,\"order\":\"global\",\"seed\":1,\"epoch\":0,\"position\":0,\"batch\":8,"
            + "\"lanes\":0,\"window\":0,\"remainder\":\"drop\",\"epoch_batches\":10,\"parts\":["
            + part
            + ","
            + part
            + "]}";
    state("a run of one part", one);
    state("a mix", two);
    state("white space", " " + one.replace(",", " ,\n") + " ");
    state("cut", one.substring(0, one.length() - 1));
    state("something behind", one + "{}");
    state("no object", "[" + one + "]");
    state("another version", one.replace("\"version\":1", "\"version\":2"));
    state("a member too many", one.replace("\"version\":1", "\"version\":1,\"x\":1"));
    state("a member twice", one.replace("\"version\":1", "\"version\":1,\"version\":1"));
    state("a member too few", one.replace("\"epoch\":2,", ""));
    state("a position inside a batch", one.replace("512000", "512001"));
    state("a position below 0", one.replace("512000", "-256"));
    state("a fraction", one.replace("512000", "512000.0"));
    state("a number too large", one.replace("512000", "9223372036854775808"));
    state("a number as text", one.replace("512000", "\"512000\""));
    state("no lanes", one.replace("\"lanes\":64", "\"lanes\":0"));
    state("too many lanes", one.replace("\"lanes\":64", "\"lanes\":65537"));
    state("lanes where none are", one.replace("\"order\":\"lanes\"", "\"order\":\"global\""));
    state("an unknown order", one.replace("\"order\":\"lanes\"", "\"order\":\"Lanes\""));
    state("an unknown remainder", one.replace("drop", "keep"));
    state("no batch", one.replace("\"batch\":256", "\"batch\":0"));
    state("a batch too large", one.replace("\"batch\":256", "\"batch\":16777217"));
    state("no UUID", one.replace("f3a1c2d4-", "F3a1c2d4-"));
    state("a shortened UUID", one.replace("f3a1c2d4-0f2b-", "f3a1c2d4-f2b-"));
    state("generation 0", one.replace("\"generation\":3", "\"generation\":0"));
    state("a view that is no hash", one.replace("\"all\"", "\"ALL\""));
    state("no parts", one.replaceAll("\\[.*]", "[]"));
    state("a weight in a run of one part", one.replace("\"all\"", "\"all\",\"weight\":1"));
    state("a mix without its batches", two.replace("\"epoch_batches\":10,", ""));
    state("a mix of no batches", two.replace("\"epoch_batches\":10", "\"epoch_batches\":0"));
    state("a mix without a weight", two.replaceFirst(",\"weight\":3", ""));
    state("a weight of 0", two.replaceFirst("\"weight\":3", "\"weight\":0"));
    state(
        "too many parts",
        two.replace("[", "[" + String.join(",", Collections.nCopies(255, part)) + ","));
    state("nothing", "");
  }

  private void state(String about, String text) {
    boolean isState = true;
    try {
      LoaderState.parse(text);
    } catch (IllegalArgumentException e) {
      isState = false;
    }
    add("state", about, isState, "text", text);
  }

  private void crops() {
    crop("photographs", RandomCrop.DEFAULT, 0, 500, 375, 40);
    crop("second crops", RandomCrop.DEFAULT, 1, 500, 375, 10);
    crop("one pixel", RandomCrop.DEFAULT, 0, 1, 1, 4);
    crop("narrow", RandomCrop.DEFAULT, 0, 3, 900, 10);
    crop("wide", RandomCrop.DEFAULT, 0, 1000, 7, 10);
    crop("the largest", RandomCrop.DEFAULT, 0, 65500, 65500, 10);
    crop("the whole image", RandomCrop.of(1, 1, 1, 1), 0, 64, 64, 4);
    crop("wide ratios", RandomCrop.of(.01, .5, .125, 8), 2, 320, 240, 20);
  }

  private void crop(String about, RandomCrop rule, int view, int width, int height, int samples) {
    List<Long> numbers = random.longs(samples, 0, 1L << 32).boxed().toList();
    List<Object> gives = new ArrayList<>();
    for (long sample : numbers) {
      CropBox box = rule.box(17, 3, sample, view, width, height);
      gives.add(List.of(box.x(), box.y(), box.width(), box.height(), box.flipped() ? 1 : 0));
    }
    add(
        "crop",
        about,
        gives,
        "rule",
        List.of(rule.minArea(), rule.maxArea(), rule.minRatio(), rule.maxRatio()),
        "seed",
        17,
        "epoch",
        3,
        "view",
        view,
        "size",
        List.of(width, height),
        "samples",
        numbers);
  }

  private static List<Long> list(long... values) {
    return LongStream.of(values).boxed().toList();
  }

  private static List<Integer> list(int... values) {
    return IntStream.of(values).boxed().toList();
  }

  private static List<Object> list(OrderOptions options) {
    return List.of(options.kind().text(), options.lanes(), options.window());
  }
}
