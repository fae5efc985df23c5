package io.pcr.advisor.internal.quality;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.advisor.internal.strategy.StopSignal;
import io.pcr.testkit.Pictures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class QualityStudyTest {
  private static final List<Integer> QUALITIES = List.of(85, 40);

  @TempDir private Path folder;
  private final List<Path> images = new ArrayList<>();
  private Path work;

  @BeforeEach
  void write() throws IOException {
    for (int i = 0; i < 4; i++) {
      int quality = i == 0 ? 60 : 95;
      images.add(Files.write(folder.resolve(i + ".jpg"), Pictures.jpeg(i, 90, 70, quality)));
    }
    images.add(Files.write(folder.resolve("x.png"), Pictures.png(7, 60, 60)));
    work = Files.createDirectories(folder.resolve("work"));
  }

  private QualityStudy study(StopSignal stop) {
    return new QualityStudy(images, QUALITIES, work, stop);
  }

  private static MeasuredChoice find(List<MeasuredChoice> measured, Choice choice) {
    return measured.stream().filter(m -> m.choice().equals(choice)).findFirst().orElseThrow();
  }

  @Test
  void copiesCostLessAndShowLessAndSourcesBelowTheQualityAreKept() throws IOException {
    List<MeasuredChoice> measured = study(StopSignal.never()).measure();
    MeasuredChoice original = find(measured, Choice.ORIGINAL);
    long bytes = 0;
    for (Path image : images) {
      bytes += Files.size(image);
    }
    assertEquals((double) bytes, original.bytes() * images.size(), 1e-6);
    assertEquals(1, original.msSsim());
    for (Choice.Family family : List.of(Choice.Family.JPEG, Choice.Family.WEBP)) {
      MeasuredChoice good = find(measured, new Choice(family, 85));
      MeasuredChoice poor = find(measured, new Choice(family, 40));
      assertEquals(1.0 / images.size(), good.copied(), 1e-9);
      assertEquals(0, poor.copied());
      assertTrue(poor.bytes() < good.bytes() && good.bytes() < original.bytes());
      assertTrue(poor.msSsim() < good.msSsim() && good.msSsim() < 1);
      assertTrue(good.msSsim() > 0.9, good.toString());
    }
    List<MeasuredChoice> groups =
        measured.stream().filter(m -> m.choice().family() == Choice.Family.PCR).toList();
    assertFalse(groups.isEmpty());
    for (int i = 1; i < groups.size(); i++) {
      assertTrue(groups.get(i - 1).bytes() <= groups.get(i).bytes());
    }
    assertEquals(1, groups.get(groups.size() - 1).msSsim(), 1e-9);
  }

  @Test
  void everyChoiceIsReadFromThreeStorages() throws IOException {
    QualityStudy study = study(StopSignal.never());
    ChoiceRates rates = new ChoiceRates(study, 7, 50e6);
    for (MeasuredChoice measured : study.measure()) {
      ChoiceRates.Rates rate = rates.measure(measured.choice());
      assertTrue(rate.memory() > 0 && rate.disk() > 0 && rate.link() > 0, rate.toString());
      assertFalse(Files.exists(work.resolve("rates")));
    }
  }

  @Test
  void studyEndsWhenItsTimeIsOver() {
    assertThrows(
        StopSignal.StoppedException.class, () -> study(StopSignal.after(Duration.ZERO)).measure());
  }
}
