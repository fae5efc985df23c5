package io.pcr.advisor.internal.quality;

import io.pcr.advisor.internal.strategy.CpuTime;
import io.pcr.advisor.internal.strategy.PictureDecoder;
import io.pcr.advisor.strategy.Picture;
import io.pcr.format.Limits;
import io.pcr.reader.PcrDataset;
import io.pcr.reader.Sample;
import io.pcr.reader.internal.copies.CopyEncoder;
import io.pcr.reader.internal.copies.CopyFormat;
import io.pcr.reader.internal.work.Parallel;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.util.Map;
import java.util.OptionalInt;

/** Measures all choices of one image after the other. For one thread, which closes it. */
final class ChoiceWorker implements Parallel.Worker {
  private final QualityStudy study;
  private final PcrDataset dataset;
  private final Map<Choice, ChoiceTotals> totals;
  private final CopyEncoder encoder = new CopyEncoder(Limits.DEFAULT);
  private final PictureDecoder decoder = new PictureDecoder();
  private final Picture original = new Picture();

  ChoiceWorker(QualityStudy study, PcrDataset dataset, Map<Choice, ChoiceTotals> totals) {
    this.study = study;
    this.dataset = dataset;
    this.totals = totals;
  }

  @Override
  public void on(int number) throws IOException {
    ByteBuffer source = ByteBuffer.wrap(Files.readAllBytes(study.images().get(number)));
    String name = study.images().get(number).toString();
    OptionalInt quality = VariantFiles.quality(source);
    encoder.image(dataset.sample(number, QualityStudy.fidelity(dataset.groupCount())));
    long decoding = decodeOriginal(source, name);
    for (Map.Entry<Choice, ChoiceTotals> entry : totals.entrySet()) {
      study.stop().check();
      Choice choice = entry.getKey();
      ChoiceTotals sum = entry.getValue();
      if (choice.family() == Choice.Family.ORIGINAL) {
        sum.add(source.remaining(), decoding, 1);
      } else if (choice.family() == Choice.Family.PCR) {
        group(number, choice.level(), sum);
      } else if (VariantFiles.isCopied(quality, choice.level())) {
        sum.add(source.remaining(), decoding, 1);
        sum.addCopied();
      } else {
        copy(choice, sum);
      }
    }
  }

  private long decodeOriginal(ByteBuffer source, String name) throws IOException {
    ByteBuffer direct = ByteBuffer.allocateDirect(source.remaining()).put(source.duplicate());
    long begun = CpuTime.ofThread();
    decoder.decodeRgb(direct.flip(), name, original);
    return CpuTime.ofThread() - begun;
  }

  private void group(int number, int group, ChoiceTotals sum) throws IOException {
    Sample sample = dataset.sample(number, QualityStudy.fidelity(group));
    long begun = CpuTime.ofThread();
    encoder.decode(sample);
    long decoding = CpuTime.ofThread() - begun;
    sum.add(sample.length(), decoding, encoder.similarity());
  }

  private void copy(Choice choice, ChoiceTotals sum) throws IOException {
    CopyFormat format = choice.family().copies().orElseThrow();
    long begun = CpuTime.ofThread();
    ByteBuffer file = encoder.file(format, choice.level());
    long encoded = CpuTime.ofThread();
    long length = file.remaining();
    encoder.decode(format, file);
    long decoded = CpuTime.ofThread();
    sum.addEncoded(encoded - begun);
    sum.add(length, decoded - encoded, encoder.similarity());
  }

  @Override
  public void close() {
    encoder.close();
    decoder.close();
  }
}
