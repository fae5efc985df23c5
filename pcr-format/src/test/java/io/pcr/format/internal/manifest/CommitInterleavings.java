package io.pcr.format.internal.manifest;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.pcr.format.commit.DurableSteps;
import io.pcr.format.error.PcrException;
import io.pcr.format.internal.manifest.SteppedWriter.Outcome;
import io.pcr.format.internal.manifest.SteppedWriter.Publishing;
import io.pcr.format.internal.manifest.SteppedWriter.Stop;
import io.pcr.format.manifest.Manifest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * All interleavings of two writers that add to one dataset, step by step, with crashes and lost
 * answers, and what a reader sees after each step. What has to hold is what the model of the
 * protocol in {@code commit_model.py} proves; the events of each run can be held to that model.
 */
final class CommitInterleavings {
  private static final List<String> NAMES = List.of("A", "B");

  /** Writers can chase each other for ever where each finds the name of the other without bytes. */
  private static final int MOST_GENERATIONS = 5;

  private final Path folder;
  private final Protocol protocol;
  private final int faults;
  private final List<String> traces = new ArrayList<>();

  /** The protocol that is tried. */
  interface Protocol {
    Publishing in(Path folder);

    /** Whether a generation may have its name before it has its bytes. */
    boolean tears();

    /** What the model calls the place. */
    String name();
  }

  /**
   * @param folder for the datasets, one for each run
   * @param faults how many crashes and lost answers a run may have
   */
  CommitInterleavings(Path folder, Protocol protocol, int faults) {
    this.folder = folder;
    this.protocol = protocol;
    this.faults = faults;
  }

  /** One step of one writer. */
  private record Choice(int writer, Outcome outcome) {}

  /** Runs all; returns the events of each run, one line for each. */
  List<String> runAll() throws IOException, InterruptedException {
    Deque<List<Choice>> open = new ArrayDeque<>();
    open.push(List.of());
    while (!open.isEmpty()) {
      List<Choice> begun = open.pop();
      Run run = new Run(Files.createDirectory(folder.resolve("run" + traces.size())));
      try {
        open.addAll(run.complete(begun));
      } catch (AssertionError | IOException e) {
        throw new AssertionError(run.events + ": " + e.getMessage(), e);
      }
      traces.add(String.join(";", run.events));
    }
    return traces;
  }

  private final class Run {
    private final Path dataset;
    private final Publishing publishing;
    private final List<SteppedWriter> writers = new ArrayList<>();
    private final List<String> events = new ArrayList<>();
    private final Map<String, byte[]> whole = new TreeMap<>();
    private int faultsLeft = faults;

    Run(Path dataset) throws IOException {
      this.dataset = dataset;
      publishing = protocol.in(dataset);
      publishing.publish(new Works("first"), DurableSteps.NONE);
      look();
    }

    /** Takes the steps that are given, and then any; returns what else could have been done. */
    List<List<Choice>> complete(List<Choice> begun) throws IOException, InterruptedException {
      for (String name : NAMES) {
        SteppedWriter writer = new SteppedWriter(name, publishing);
        writers.add(writer);
        writer.begin();
      }
      List<List<Choice>> others = new ArrayList<>();
      List<Choice> taken = new ArrayList<>();
      for (List<Choice> choices = choices(); !choices.isEmpty(); choices = choices()) {
        Choice choice = choices.get(0);
        if (taken.size() < begun.size()) {
          choice = begun.get(taken.size());
        } else if (whole.size() < MOST_GENERATIONS) {
          for (Choice other : choices.subList(1, choices.size())) {
            List<Choice> branch = new ArrayList<>(taken);
            branch.add(other);
            others.add(branch);
          }
        }
        taken.add(choice);
        take(choice);
        look();
      }
      end();
      return others;
    }

    private List<Choice> choices() {
      List<Choice> choices = new ArrayList<>();
      for (int i = 0; i < writers.size(); i++) {
        Optional<Stop> stop = writers.get(i).stop();
        if (stop.isPresent()) {
          choices.add(new Choice(i, Outcome.GOES));
        }
      }
      for (int i = 0; i < writers.size() && faultsLeft > 0; i++) {
        Optional<Stop> stop = writers.get(i).stop();
        if (stop.isPresent()) {
          choices.add(new Choice(i, Outcome.DIES));
        }
        if (stop.isPresent() && stop.get().isCreation() && !protocol.tears()) {
          choices.add(new Choice(i, Outcome.LOST_BEFORE));
          choices.add(new Choice(i, Outcome.LOST_AFTER));
        }
      }
      return choices;
    }

    private void take(Choice choice) throws IOException, InterruptedException {
      SteppedWriter writer = writers.get(choice.writer());
      Stop stop = writer.stop().orElseThrow();
      boolean wasThere = Files.exists(stop.file());
      faultsLeft -= choice.outcome() == Outcome.GOES ? 0 : 1;
      writer.step(choice.outcome());
      String name = writer.work().name();
      if (choice.outcome() == Outcome.DIES) {
        events.add(name + " dies");
      } else if (stop.isCreation()) {
        boolean created = !wasThere && Files.exists(stop.file());
        events.add(name + " creates " + number(stop.file()) + (created ? "" : " not"));
      } else if (stop.file().endsWith(Manifest.FILE_NAME)) {
        events.add(name + " copies " + Works.read(stop.file()).generation());
      } else {
        events.add(name + " writes " + number(stop.file()));
      }
      if (writer.published().isPresent()) {
        events.add(name + " done");
      }
    }

    private long number(Path file) {
      return GenerationNames.generation(file.getFileName().toString()).orElseThrow();
    }

    /** What holds in every state. */
    private void look() throws IOException {
      try (var files = Files.list(dataset)) {
        for (Path file : files.toList()) {
          String name = file.getFileName().toString();
          if (GenerationNames.generation(name).isPresent()) {
            lookAt(name, Files.readAllBytes(file));
          }
        }
      }
      Manifest copy = Works.read(dataset.resolve(Manifest.FILE_NAME));
      assertArrayEquals(
          whole.get(GenerationNames.of(copy.generation())),
          Files.readAllBytes(dataset.resolve(Manifest.FILE_NAME)),
          "manifest.pcrm is no generation");
      Optional<Manifest> newest = newest();
      if (newest.isPresent()) {
        assertTrue(
            Works.of(newest.get()).containsAll(Works.of(copy)), "a reader saw what never was");
        for (SteppedWriter writer : writers) {
          assertTrue(
              writer.published().isEmpty() || writer.work().isIn(newest.get()),
              () -> writer.work().name() + " was told that it committed");
        }
      }
    }

    private void lookAt(String name, byte[] bytes) {
      assertTrue(bytes.length > 0 || protocol.tears(), () -> name + " is not whole");
      if (bytes.length > 0) {
        byte[] before = whole.putIfAbsent(name, bytes);
        if (before != null) {
          assertArrayEquals(before, bytes, () -> name + " was changed");
        }
      }
    }

    private Optional<Manifest> newest() throws IOException {
      try {
        return ManifestPublication.newest(dataset);
      } catch (PcrException e) {
        assertTrue(protocol.tears(), e.getMessage());
        return Optional.empty();
      }
    }

    /** Nobody who died stands in the way, and whoever did can do it now, once. */
    private void end() throws IOException {
      boolean isAnyDead = events.stream().anyMatch(event -> event.endsWith(" dies"));
      for (SteppedWriter writer : writers) {
        assertTrue(
            writer.published().isPresent()
                || (isAnyDead && events.contains(writer.work().name() + " dies")),
            () -> writer.work().name() + ": " + writer.ended());
      }
      publishing.publish(new Works("last"), DurableSteps.NONE);
      for (SteppedWriter writer : writers) {
        Manifest newest = ManifestPublication.newest(dataset).orElseThrow();
        if (!writer.work().isIn(newest)) {
          publishing.publish(writer.work(), DurableSteps.NONE);
        }
      }
      Manifest newest = ManifestPublication.newest(dataset).orElseThrow();
      assertEquals(4, newest.options().size(), () -> "each once: " + newest.options());
      assertEquals(newest, Works.read(dataset.resolve(Manifest.FILE_NAME)));
      look();
    }
  }
}
