package io.pcr.examples.djl;

import ai.djl.Device;
import ai.djl.Model;
import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDList;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.DataType;
import ai.djl.ndarray.types.Shape;
import ai.djl.nn.Activation;
import ai.djl.nn.Blocks;
import ai.djl.nn.SequentialBlock;
import ai.djl.nn.convolutional.Conv2d;
import ai.djl.nn.core.Linear;
import ai.djl.nn.pooling.Pool;
import ai.djl.training.DefaultTrainingConfig;
import ai.djl.training.GradientCollector;
import ai.djl.training.Trainer;
import ai.djl.training.dataset.Batch;
import ai.djl.training.loss.Loss;
import ai.djl.training.optimizer.Optimizer;
import ai.djl.training.tracker.Tracker;
import io.pcr.codecs.PixelFormat;
import io.pcr.codecs.resize.ResizeShape;
import io.pcr.djl.PcrDjlDataset;
import io.pcr.format.Fidelity;
import io.pcr.loader.Loader;
import io.pcr.loader.LoaderOptions;
import io.pcr.loader.LoaderStatistics;
import io.pcr.loader.batch.Remainder;
import io.pcr.loader.crop.RandomCrop;
import io.pcr.loader.order.OrderKind;
import io.pcr.loader.policy.FidelityPolicy;
import io.pcr.loader.policy.GradientProbe;
import io.pcr.loader.transform.Transform;
import io.pcr.reader.PcrDataset;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Trains a small network, at the fidelity that the policy of the paper on PCR chooses: before an
 * epoch, it compares the gradient at each fidelity with the one at full fidelity.
 *
 * <p>Arguments: a dataset to train on, one to test on, the number of epochs, and the first epoch
 * before which the policy decides (5 in the paper).
 */
public final class TrainPets {
  private static final int SIDE = 64;
  private static final int BATCH = 50;
  private static final ResizeShape SHAPE = new ResizeShape(SIDE, SIDE, PixelFormat.RGB, true, true);
  private static final Loss LOSS = Loss.softmaxCrossEntropyLoss();

  private final Trainer trainer;

  private TrainPets(Trainer trainer) {
    this.trainer = trainer;
  }

  public static void main(String[] arguments) throws IOException {
    int epochs = Integer.parseInt(arguments[2]);
    int from = Integer.parseInt(arguments[3]);
    try (PcrDataset train = PcrDataset.open(Path.of(arguments[0]));
        PcrDataset test = PcrDataset.open(Path.of(arguments[1]));
        Model model = Model.newInstance("pets", "PyTorch")) {
      model.setBlock(network(classes(test)));
      DefaultTrainingConfig config =
          new DefaultTrainingConfig(LOSS)
              .optDevices(new Device[] {Device.cpu()})
              .optOptimizer(Optimizer.adam().optLearningRateTracker(Tracker.fixed(1e-3f)).build());
      try (Trainer trainer = model.newTrainer(config)) {
        trainer.initialize(new Shape(BATCH, 3, SIDE, SIDE));
        new TrainPets(trainer).run(train, test, epochs, from);
      }
    }
  }

  private static SequentialBlock network(int classes) {
    SequentialBlock block = new SequentialBlock();
    for (int filters : new int[] {16, 32, 64, 128}) {
      block.add(
          Conv2d.builder()
              .setKernelShape(new Shape(3, 3))
              .optPadding(new Shape(1, 1))
              .setFilters(filters)
              .build());
      block.add(Activation::relu);
      block.add(Pool.maxPool2dBlock(new Shape(2, 2), new Shape(2, 2)));
    }
    block.add(Blocks.batchFlattenBlock());
    block.add(Linear.builder().setUnits(classes).build());
    return block;
  }

  /** The number of classes: labels are from 0 on. */
  private static int classes(PcrDataset dataset) throws IOException {
    long most = 0;
    try (Loader loader = Loader.open(dataset, testing())) {
      for (long i = 0; i < loader.batches(); i++) {
        io.pcr.loader.Batch batch = loader.next();
        for (int image = 0; image < batch.size(); image++) {
          most = Math.max(most, batch.label(image).orElseThrow());
        }
      }
    }
    return (int) most + 1;
  }

  private static LoaderOptions testing() {
    return LoaderOptions.builder()
        .batch(BATCH)
        .order(OrderKind.SEQUENTIAL)
        .remainder(Remainder.SHORT)
        .transform(new Transform.Resized(SHAPE))
        .build();
  }

  private void run(PcrDataset train, PcrDataset test, int epochs, int from) throws IOException {
    List<Fidelity> candidates = new ArrayList<>();
    for (int group = 1; group < train.groupCount(); group++) {
      candidates.add(Fidelity.atMost(group));
    }
    LoaderOptions options =
        LoaderOptions.builder()
            .batch(BATCH)
            .seed(1)
            .transform(new Transform.RandomResizedCrop(SHAPE, RandomCrop.of(.4, 1, .75, 4 / 3.)))
            .policy(FidelityPolicy.paper(candidates, from, 1, this::cosines))
            .build();
    try (Loader loader = Loader.open(train, options)) {
      PcrDjlDataset batches = new PcrDjlDataset(loader);
      LoaderStatistics before = loader.statistics();
      for (int epoch = 0; epoch < epochs; epoch++) {
        long begun = System.nanoTime();
        double loss = trainEpoch(batches);
        double seconds = (System.nanoTime() - begun) / 1e9;
        LoaderStatistics now = loader.statistics();
        System.out.printf(
            "epoch %d: fidelity %s, %.1f s, %.1f MB read, loss %.3f, accuracy %.1f%%%n",
            epoch,
            batches.fidelity(),
            seconds,
            now.since(before).bytesRead() / 1e6,
            loss,
            100 * accuracy(test));
        before = now;
      }
    }
  }

  /** Trains with the batches that are left of an epoch, and returns the mean loss. */
  private double trainEpoch(PcrDjlDataset batches) throws IOException {
    double sum = 0;
    long count = 0;
    for (Batch batch : batches.getData(trainer.getManager())) {
      try (batch) {
        sum += backward(batch);
        count++;
        trainer.step();
      }
    }
    return sum / count;
  }

  /** Computes the gradient of a batch, and returns its loss. */
  private double backward(Batch batch) {
    try (GradientCollector collector = trainer.newGradientCollector()) {
      NDList said = trainer.forward(input(batch));
      NDArray loss = LOSS.evaluate(batch.getLabels(), said);
      collector.backward(loss);
      return loss.getFloat();
    }
  }

  private static NDList input(Batch batch) {
    NDArray bytes = batch.getData().head();
    return new NDList(bytes.toType(DataType.FLOAT32, true).div(127.5f).sub(1));
  }

  /** The cosine between the gradient at each candidate and the one at full fidelity. */
  private double[][] cosines(GradientProbe probe) throws IOException {
    double[] full = gradient(probe, Fidelity.FULL);
    List<double[]> cosines = new ArrayList<>();
    for (Fidelity candidate : probe.candidates()) {
      cosines.add(new double[] {cosine(full, gradient(probe, candidate))});
    }
    return cosines.toArray(double[][]::new);
  }

  /** The gradient of all parameters, summed over the batches of the probe. */
  private double[] gradient(GradientProbe probe, Fidelity fidelity) throws IOException {
    double[] sum = new double[0];
    try (Loader batches = probe.open(fidelity);
        NDManager manager = trainer.getManager().newSubManager()) {
      PcrDjlDataset given = new PcrDjlDataset(batches);
      for (int i = 0; i < probe.batches(); i++) {
        try (Batch batch = given.next(manager)) {
          backward(batch);
          sum = plus(sum);
        }
      }
    }
    return sum;
  }

  /** Adds the gradient that the parameters have, and sets it to 0. */
  private double[] plus(double[] sum) {
    List<float[]> parts = new ArrayList<>();
    int length = 0;
    for (var parameter : trainer.getModel().getBlock().getParameters().values()) {
      try (NDArray gradient = parameter.getArray().getGradient()) {
        parts.add(gradient.toFloatArray());
        length += parts.get(parts.size() - 1).length;
      }
    }
    double[] all = sum.length == 0 ? new double[length] : sum;
    int at = 0;
    for (float[] part : parts) {
      for (float value : part) {
        all[at++] += value;
      }
    }
    try (GradientCollector collector = trainer.newGradientCollector()) {
      collector.zeroGradients();
    }
    return all;
  }

  private static double cosine(double[] a, double[] b) {
    double product = 0;
    double squaresA = 0;
    double squaresB = 0;
    for (int i = 0; i < a.length; i++) {
      product += a[i] * b[i];
      squaresA += a[i] * a[i];
      squaresB += b[i] * b[i];
    }
    return product / Math.sqrt(squaresA * squaresB);
  }

  /** The share of the images of a dataset whose class the network finds. */
  private double accuracy(PcrDataset test) throws IOException {
    long right = 0;
    long count = 0;
    try (Loader loader = Loader.open(test, testing());
        NDManager manager = trainer.getManager().newSubManager()) {
      for (Batch batch : new PcrDjlDataset(loader).getData(manager)) {
        try (batch) {
          NDArray best = trainer.evaluate(input(batch)).head().argMax(1);
          right += best.eq(batch.getLabels().head()).sum().toLongArray()[0];
          count += batch.getSize();
        }
      }
    }
    return (double) right / count;
  }
}
