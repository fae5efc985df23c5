package io.pcr.loader.vectors;

import io.pcr.format.Fidelity;
import io.pcr.loader.Loader;
import io.pcr.loader.internal.policy.CosineRule;
import io.pcr.loader.internal.policy.FidelityNumbers;
import io.pcr.loader.policy.BatchPlace;
import io.pcr.loader.policy.DecisionPoint;
import io.pcr.loader.policy.FidelityPolicy;
import io.pcr.loader.policy.FidelityStage;
import io.pcr.loader.policy.PolicyRun;
import io.pcr.loader.policy.Rates;
import io.pcr.loader.policy.SampleCosts;
import io.pcr.loader.state.LoaderState;
import io.pcr.loader.state.PolicyState;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** Makes the vectors of spec/loader.md 10. */
final class PolicyVectors {
  /** As bytes of pets at 1 to 7 groups, and all. */
  private static final Map<Integer, Long> BYTES =
      new TreeMap<>(
          Map.of(
              1, 2_300L, 2, 3_800L, 3, 5_600L, 4, 5_750L, 5, 5_990L, 6, 6_850L, 7, 12_600L, 64,
              23_300L));

  private final VectorList vectors = new VectorList();
  private final SplittableRandom random = new SplittableRandom(10);

  static String text() throws IOException {
    PolicyVectors made = new PolicyVectors();
    made.cosines();
    made.schedules();
    made.papers();
    made.improved();
    made.recorded();
    made.feds();
    made.states();
    return made.vectors.text();
  }

  private void cosines() {
    List<String> texts =
        List.of(
            "0",
            "1",
            "-1",
            "0.8",
            "0.8000009",
            "0.800001",
            "0.7999999",
            "0.29",
            "-0.0000001",
            "1.0000001",
            "-1.5",
            "1e-7");
    vectors.add(
        "cosine",
        "64-bit floating-point numbers in millionths",
        texts.stream().map(text -> CosineRule.millionths(Double.parseDouble(text))).toList(),
        "values",
        texts);
  }

  private static List<Fidelity> fidelities(int... numbers) {
    return Arrays.stream(numbers).mapToObj(FidelityNumbers::fidelity).toList();
  }

  private void schedules() {
    schedule("one fidelity", FidelityPolicy.schedule(List.of(), Fidelity.FULL));
    schedule("SR of 10 epochs", FidelityPolicy.schedule(stages(2, 5), Fidelity.FULL));
    schedule("TLR", FidelityPolicy.schedule(stages(1, 80), Fidelity.FULL));
    schedule(
        "up and down",
        FidelityPolicy.schedule(stages(1, 1, 64, 2, 3, 1, 3, 70), Fidelity.atMost(5)));
    schedule(
        "as long as can be",
        FidelityPolicy.schedule(
            stages(1, Integer.MAX_VALUE, 2, Integer.MAX_VALUE), Fidelity.atMost(3)));
  }

  private static List<FidelityStage> stages(int... pairs) {
    return IntStream.range(0, pairs.length / 2)
        .mapToObj(i -> new FidelityStage(FidelityNumbers.fidelity(pairs[2 * i]), pairs[2 * i + 1]))
        .toList();
  }

  private void schedule(String about, FidelityPolicy policy) {
    PolicyRun run = policy.begin(Optional.empty(), 3);
    long[] epochs = {
      0, 1, 2, 3, 4, 5, 73, 74, 79, 80, 1000, 2147483646L, 2147483647L, 4294967293L, 4294967294L
    };
    BatchPlace first = new BatchPlace(0, 0, 3);
    List<Integer> gives =
        LongStream.of(epochs)
            .mapToObj(epoch -> run.fidelity(first, new BatchPlace(epoch, 2, 3)).getAsInt())
            .toList();
    vectors.add(
        "schedule", about, gives, "name", policy.name().orElseThrow(), "epochs", list(epochs));
  }

  private void papers() throws IOException {
    paper(5, 1, 9, new double[][] {{.9, .95, .99}, {.1, .8000001, .9}, {.8, .8, .8}, {-1, 0, 1}});
    paper(0, 2, 5, new double[][] {{.8000009, .9, .9}, {.800001, .1, .1}, {0, .9, .7}});
    paper(5, 15, 22, new double[][] {{.5, .6, .81}, {.81, .6, .5}});
  }

  private void paper(int from, int every, int epochs, double[][] cosines) throws IOException {
    Deque<double[]> left = new ArrayDeque<>(List.of(cosines));
    FidelityPolicy policy =
        FidelityPolicy.paper(
            fidelities(1, 2, 5),
            from,
            every,
            probe ->
                Arrays.stream(left.remove())
                    .mapToObj(one -> new double[] {one})
                    .toArray(double[][]::new));
    List<Object> gives = decisions(policy, epochs, 4, Optional.empty());
    vectors.add(
        "paper",
        "from epoch " + from + " on, every " + every,
        gives,
        "name",
        policy.name().orElseThrow(),
        "epochs",
        epochs,
        "batches",
        4,
        "cosines",
        Arrays.stream(cosines)
            .map(each -> DoubleStream.of(each).mapToObj(CosineRule::millionths).toList())
            .toList());
  }

  /** Epoch, batch and fidelity of each decision. */
  private static List<Object> decisions(
      FidelityPolicy policy, long epochs, long batches, Optional<PolicyState> saved)
      throws IOException {
    PolicyRun run = policy.begin(saved, batches);
    List<Object> decisions = new ArrayList<>();
    for (long number = 0; number < epochs * batches; number++) {
      BatchPlace next = BatchPlace.of(number, batches);
      if (run.isDue(next)) {
        run.decide(new Point(next, new Rates(1, 0, 0, 0)));
        long fidelity = run.fidelity(next, next).getAsInt();
        decisions.add(List.of(next.epoch(), next.batch(), fidelity));
      }
      run.given();
    }
    return decisions;
  }

  private record Point(BatchPlace place, Rates rates) implements DecisionPoint {
    @Override
    public SampleCosts costs() {
      return BYTES::get;
    }

    @Override
    public Loader probe(long draw, int batches, Fidelity fidelity) {
      throw new UnsupportedOperationException("vectors have no images");
    }
  }

  private void improved() throws IOException {
    improvedOf("once an epoch", 0, 1, 1, 8, 10);
    improvedOf("four times an epoch", 1, 2, 4, 6, 10);
    improvedOf("more often than there are batches", 0, 1, 7, 3, 5);
    improvedOf("at places that do not divide the epoch", 2, 1, 3, 5, 11);
  }

  private void improvedOf(String about, int from, int every, int times, int epochs, int batches)
      throws IOException {
    int[] candidates = {1, 2, 3, 4, 5, 6, 7};
    List<Object> given = new ArrayList<>();
    FidelityPolicy policy =
        FidelityPolicy.improved(
            fidelities(candidates),
            from,
            every,
            times,
            probe -> {
              double[][] cosines = cosines(candidates.length);
              given.add(
                  Arrays.stream(cosines)
                      .map(each -> DoubleStream.of(each).mapToObj(CosineRule::millionths).toList())
                      .toList());
              return cosines;
            });
    List<Object> gives = decisions(policy, epochs, batches, Optional.empty());
    vectors.add(
        "improved",
        about,
        gives,
        "name",
        policy.name().orElseThrow(),
        "epochs",
        epochs,
        "batches",
        batches,
        "bytes",
        bytes(),
        "cosines",
        given);
  }

  /** Around the threshold, and closer together in some decisions than in others. */
  private double[][] cosines(int candidates) {
    double spread = new double[] {0, .001, .02, .1}[random.nextInt(4)];
    double base = .74 + .1 * random.nextDouble();
    double[][] cosines = new double[candidates][10];
    for (int candidate = 0; candidate < candidates; candidate++) {
      double mean = base + .02 * candidate;
      for (int probe = 0; probe < 10; probe++) {
        double one = mean + spread * (random.nextDouble() - .5);
        cosines[candidate][probe] = Math.round(one * 1e4) / 1e4;
      }
    }
    return cosines;
  }

  private static List<List<Long>> bytes() {
    return BYTES.entrySet().stream().map(e -> List.of((long) e.getKey(), e.getValue())).toList();
  }

  private void recorded() throws IOException {
    String header = "epoch,batch,fidelity,probe,cosine\n";
    String good = header + "5,0,1,0,0.5\n5,0,2,0,0.8000001\n9,0,1,0,0.800001\n9,0,2,0,-1\n";
    recorded("two decisions", CosineRule.PAPER, good);
    recorded("returns before line ends", CosineRule.PAPER, good.replace("\n", "\r\n"));
    recorded("no end of the last line", CosineRule.PAPER, good.stripTrailing());
    recorded("18 digits", CosineRule.PAPER, good.replace("0.8000001", "0.800000999999999999"));
    recorded("at the first epoch", CosineRule.PAPER, header + "0,0,63,0,1\n");
    recorded("nothing", CosineRule.PAPER, "");
    recorded("a header alone", CosineRule.PAPER, header);
    recorded("no header", CosineRule.PAPER, good.substring(header.length()));
    recorded("another header", CosineRule.PAPER, good.replace("probe", "Probe"));
    recorded("an empty line", CosineRule.PAPER, good.replace("\n9,0,1", "\n\n9,0,1"));
    recorded("a space", CosineRule.PAPER, good.replace("5,0,1", "5, 0,1"));
    recorded("a leading zero", CosineRule.PAPER, good.replace("5,0,1", "5,00,1"));
    recorded("an exponent", CosineRule.PAPER, good.replace("0.5", "5e-1"));
    recorded("not a number", CosineRule.PAPER, good.replace("0.5", "nan"));
    recorded("a sum of rounding errors", CosineRule.PAPER, good.replace("0.5", "1.000001"));
    recorded("19 digits", CosineRule.PAPER, good.replace("0.5", "0.5000000000000000000"));
    recorded("full as a candidate", CosineRule.PAPER, good.replace(",2,0", ",64,0"));
    recorded("fidelity 0", CosineRule.PAPER, good.replace(",1,0", ",0,0"));
    recorded("a candidate too few", CosineRule.PAPER, good.replace("9,0,2,0,-1\n", ""));
    recorded("another candidate", CosineRule.PAPER, good.replace("9,0,2,", "9,0,3,"));
    recorded("a line twice", CosineRule.PAPER, good + "9,0,2,0,-1\n");
    recorded("epochs that fall", CosineRule.PAPER, good + "8,0,1,0,0\n8,0,2,0,0\n");
    recorded("a decision within an epoch", CosineRule.PAPER, good.replace("9,0", "9,1"));
    recorded("two probes for paper", CosineRule.PAPER, header + "5,0,1,0,0\n5,0,1,1,0\n");
    recorded("an epoch too large", CosineRule.PAPER, header + "2147483648,0,1,0,0\n");
    StringBuilder rows = new StringBuilder(header);
    for (int decision = 0; decision < 6; decision++) {
      for (int fidelity : new int[] {1, 3, 5}) {
        for (int probe = 0; probe < 8; probe++) {
          int cosine = 7_700 + 80 * fidelity + random.nextInt(400);
          rows.append(decision / 2).append(',').append(decision % 2 * 3).append(',');
          rows.append(fidelity).append(',').append(probe).append(",0.").append(cosine);
          rows.append('\n');
        }
      }
    }
    String many = rows.toString();
    recorded("six decisions", CosineRule.IMPROVED, many);
    recorded("a batch behind the epoch", CosineRule.IMPROVED, many.replace(",3,5,", ",4,5,"));
    recorded("all behind the epoch", CosineRule.IMPROVED, many.replaceAll("(?m)^(.),3,", "$1,4,"));
    recorded("a probe missing", CosineRule.IMPROVED, many.replaceFirst("0,0,1,7,.*\n", ""));
    recorded("seven probes", CosineRule.IMPROVED, many.replaceAll("(?m)^.,.,.,7,.*\n", ""));
    recorded("for the other rule", CosineRule.PAPER, many);
  }

  private void recorded(String about, CosineRule rule, String text) throws IOException {
    byte[] csv = text.getBytes(StandardCharsets.US_ASCII);
    String name = "none";
    Object gives = "rejected";
    try {
      FidelityPolicy policy =
          rule == CosineRule.PAPER
              ? FidelityPolicy.recordedPaper(csv)
              : FidelityPolicy.recordedImproved(csv);
      gives = decisions(policy, 12, 4, Optional.empty());
      name = policy.name().orElseThrow();
    } catch (IllegalArgumentException e) {
      // What is rejected has no name.
    }
    vectors.add(
        "recorded",
        about,
        gives,
        "rule",
        rule.text(),
        "text",
        text,
        "batches",
        4,
        "bytes",
        bytes(),
        "name",
        name);
  }

  private void feds() throws IOException {
    fed("a caller that never waits", fidelities(1, 3, 7, 64), period -> rates(1_000, 0, 90, 80));
    fed("a slow store", fidelities(1, 3, 7, 64), new Consumer(64, 800, 2_000, 100));
    fed("slow decoding", fidelities(1, 2, 6, 64), new Consumer(64, 500, 10, 2_200));
    fed(
        "a store that gets faster",
        fidelities(1, 2, 3, 7, 64),
        new Consumer(64, 900, 9_000, 50) {
          @Override
          public Rates in(int period, int fidelity) {
            return period < 14 ? super.in(period, fidelity) : rates(930, 4, 300, 10);
          }
        });
    fed(
        "a store that says it is busy",
        fidelities(1, 64),
        new Consumer(64, 300, 2_000, 1) {
          @Override
          public Rates in(int period, int fidelity) {
            Rates real = super.in(period, fidelity);
            return rates(real.time(), real.waited(), real.time(), real.decode());
          }
        });
    fed("one candidate", fidelities(5), new Consumer(5, 100, 900, 900));
    fed(
        "numbers as large as can be",
        fidelities(1, 64),
        period -> rates(1L << 52, 1L << 51, 1L << 52, 1L << 52));
  }

  private static Rates rates(long time, long waited, long read, long decode) {
    return new Rates(time, waited, read, decode);
  }

  /** What a rank measures in a period at a fidelity. */
  private interface Machine {
    Rates in(int period);

    default Rates in(int period, int fidelity) {
      return in(period);
    }
  }

  /** A caller that needs a time for a period's batches, and a machine that is slower or faster. */
  private static class Consumer implements Machine {
    private final int reference;
    private final long own;
    private final long read;
    private final long decode;

    Consumer(int reference, long own, long read, long decode) {
      this.reference = reference;
      this.own = own;
      this.read = read;
      this.decode = decode;
    }

    @Override
    public Rates in(int period) {
      throw new UnsupportedOperationException("the fidelity decides");
    }

    @Override
    public Rates in(int period, int fidelity) {
      long reading =
          read * BYTES.getOrDefault(fidelity, 9_000L) / BYTES.getOrDefault(reference, 9_000L);
      long decoding =
          decode
              * (8_192 + BYTES.getOrDefault(fidelity, 9_000L))
              / (8_192 + BYTES.getOrDefault(reference, 9_000L));
      long time = Math.max(own, Math.max(reading, decoding));
      return rates(time, time - own, reading, decoding);
    }
  }

  private void fed(String about, List<Fidelity> candidates, Machine machine) throws IOException {
    int periods = 30;
    FidelityPolicy policy = FidelityPolicy.fed(candidates, 2, rates -> rates);
    PolicyRun run = policy.begin(Optional.empty(), 3);
    List<Object> given = new ArrayList<>();
    List<Object> gives = new ArrayList<>();
    for (int batch = 0; batch < 2 * periods; batch++) {
      BatchPlace next = BatchPlace.of(batch, 3);
      if (run.isDue(next)) {
        Rates rates = machine.in(batch / 2, run.members().get("fidelity").intValue());
        given.add(List.of(rates.time(), rates.waited(), rates.read(), rates.decode()));
        run.decide(new Point(next, rates));
        gives.add(
            Arrays.stream(new String[] {"fidelity", "next", "left", "skip", "calm", "patience"})
                .map(run.members()::get)
                .toList());
      }
      run.given();
    }
    vectors.add(
        "fed", about, gives, "name", policy.name().orElseThrow(), "bytes", bytes(), "rates", given);
  }

  private void states() {
    String fed = "fed:1,2,64:64:shared";
    String fedState =
        "{\"name\":\""
            + fed
            + "\",\"fidelity\":64,\"next\":2,\"left\":64,\"skip\":2,\"calm\":64,"
            + "\"patience\":64}";
    FidelityPolicy fedPolicy = FidelityPolicy.fed(fidelities(1, 2, 64), 64, rates -> rates);
    state("fed", fedPolicy, fedState);
    state("fed at the end of a period", fedPolicy, fedState.replace("\"left\":64", "\"left\":0"));
    state("no candidate", fedPolicy, fedState.replace("\"next\":2", "\"next\":3"));
    state("more than a period", fedPolicy, fedState.replace("\"left\":64", "\"left\":65"));
    state("too much patience", fedPolicy, fedState.replace("ience\":64", "ience\":65"));
    state("too little patience", fedPolicy, fedState.replace("ience\":64", "ience\":7"));
    state("too calm", fedPolicy, fedState.replace("\"calm\":64", "\"calm\":65"));
    state("skips too much", fedPolicy, fedState.replace("\"skip\":2", "\"skip\":3"));
    state("a member below 0", fedPolicy, fedState.replace("\"skip\":2", "\"skip\":-1"));
    state("a member too few", fedPolicy, fedState.replace(",\"calm\":64", ""));
    state("a member too many", fedPolicy, fedState.replace(",\"calm\"", ",\"x\":1,\"calm\""));
    state("a member as text", fedPolicy, fedState.replace("\"skip\":2", "\"skip\":\"2\""));
    state("a fraction", fedPolicy, fedState.replace("\"skip\":2", "\"skip\":2.0"));
    state("an array", fedPolicy, fedState.replace("\"skip\":2", "\"skip\":[]"));
    state("an object", fedPolicy, fedState.replace("\"skip\":2", "\"skip\":{}"));
    state("another clock", fedPolicy, fedState.replace("shared", "own"));
    state("no name", fedPolicy, fedState.replace("\"name\":\"" + fed + "\",", ""));
    state("no object", fedPolicy, "[" + fedState + "]");
    state("a number in place of the object", fedPolicy, "1");
    FidelityPolicy paper = FidelityPolicy.paper(fidelities(1, 2), 5, 1, probe -> new double[0][]);
    String paperState = "{\"name\":\"paper:1,2:5:1\",\"fidelity\":2}";
    state("paper", paper, paperState);
    state("paper at full fidelity", paper, paperState.replace(":2}", ":64}"));
    state("paper at no candidate", paper, paperState.replace(":2}", ":3}"));
    state("paper with another epoch", paper, paperState.replace(":5:", ":4:"));
    state("paper without a fidelity", paper, paperState.replace(",\"fidelity\":2", ""));
    FidelityPolicy schedule = FidelityPolicy.schedule(stages(1, 80), Fidelity.FULL);
    state("schedule", schedule, "{\"name\":\"schedule:1x80,64\"}");
    state("another schedule", schedule, "{\"name\":\"schedule:1x81,64\"}");
    state("a schedule with a fidelity", schedule, "{\"name\":\"schedule:1x80,64\",\"fidelity\":1}");
    FidelityPolicy fixed = FidelityPolicy.fixed(Fidelity.FULL);
    state("fixed with the state of a schedule", fixed, "{\"name\":\"schedule:1x80,64\"}");
    state("fixed", fixed, "");
    state("schedule with the state of fixed", schedule, "");
  }

  private void state(String about, FidelityPolicy policy, String member) {
    String text =
        "{\"version\":1,\"order\":\"global\",\"seed\":1,\"epoch\":0,\"position\":0,\"batch\":8,"
            + "\"lanes\":0,\"window\":0,\"remainder\":\"drop\",\"parts\":[{\"dataset\":"
            + "\"f3a1c2d4-0f2b-4c3d-9e8f-001122334455\",\"generation\":3,\"view\":\"all\"}]"
            + (member.isEmpty() ? "" : ",\"policy\":" + member)
            + "}";
    boolean fits = true;
    try {
      LoaderState state = LoaderState.parse(text);
      state.requireFits(state.at(0, 0, policy.name().map(name -> new PolicyState(name, Map.of()))));
      policy.begin(state.policy(), 5);
    } catch (IllegalArgumentException e) {
      fits = false;
    }
    vectors.add("policy-state", about, fits, "policy", policy.name().orElse("fixed"), "text", text);
  }

  private static List<Long> list(long... values) {
    return LongStream.of(values).boxed().toList();
  }
}
