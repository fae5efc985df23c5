package io.pcr.format.internal.manifest;

import io.pcr.format.commit.DurableSteps.Step;
import io.pcr.format.manifest.Manifest;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.SynchronousQueue;

/**
 * A writer in a thread of its own, which stands before each of its steps that others can see: the
 * creation of a generation, its root where that comes later, the copy. Between two steps it reads
 * what it wants.
 */
final class SteppedWriter {
  /** How a step goes. */
  enum Outcome {
    GOES,
    DIES,
    /** The step is not taken, and the writer is told nothing. */
    LOST_BEFORE,
    /** The step is taken, and the writer is told nothing. */
    LOST_AFTER
  }

  /** A step that the writer stands before. */
  record Stop(Step step, Path file) {
    boolean isCreation() {
      return step == Step.LINK;
    }

    @Override
    public String toString() {
      return step + " " + file.getFileName();
    }
  }

  private final SynchronousQueue<Optional<Stop>> stands = new SynchronousQueue<>();
  private final SynchronousQueue<Outcome> told = new SynchronousQueue<>();
  private final Works work;
  private final Thread thread;
  private boolean loses;
  private Optional<Stop> stop = Optional.empty();
  private volatile Optional<Manifest> published = Optional.empty();
  private volatile Throwable ended;

  /** What a writer does, given what it is told before each step. */
  interface Publishing {
    Manifest publish(Works work, io.pcr.format.commit.DurableSteps steps) throws IOException;
  }

  SteppedWriter(String name, Publishing publishing) {
    work = new Works(name);
    thread = new Thread(() -> run(publishing), name);
    thread.setDaemon(true);
  }

  /** Begins, and stands before its first step. */
  void begin() throws InterruptedException {
    thread.start();
    stop = stands.take();
  }

  private void run(Publishing publishing) {
    try {
      published = Optional.of(publishing.publish(work, this::before));
    } catch (IOException | RuntimeException e) {
      ended = e;
    } finally {
      put(stands, Optional.empty());
    }
  }

  private void before(Step step, Path file) throws IOException {
    if (step == Step.FORCE_DIRECTORY && loses) {
      loses = false;
      throw new FileSystemException(file + ": no answer");
    }
    loses = false; // The link failed: there was no answer to be lost.
    boolean isManifest = GenerationNames.isManifest(file.getFileName().toString());
    if (!isManifest || (step != Step.LINK && step != Step.RENAME)) {
      return;
    }
    put(stands, Optional.of(new Stop(step, file)));
    switch (take(told)) {
      case GOES -> {}
      case DIES -> throw new IOException("ended before " + step + " of " + file);
      case LOST_BEFORE -> throw new FileSystemException(file + ": no answer");
      case LOST_AFTER -> loses = true;
    }
  }

  /** The step that it stands before; empty when it has ended. */
  Optional<Stop> stop() {
    return stop;
  }

  /** Lets it take its step, and waits until it stands before the next one or has ended. */
  void step(Outcome outcome) throws InterruptedException {
    told.put(outcome);
    stop = stands.take();
  }

  Works work() {
    return work;
  }

  /** What it published, as it was told. */
  Optional<Manifest> published() {
    return published;
  }

  /** Why it ended, when it published nothing. */
  Throwable ended() {
    return ended;
  }

  private static <T> void put(SynchronousQueue<T> queue, T value) {
    try {
      queue.put(value);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static <T> T take(SynchronousQueue<T> queue) {
    try {
      return queue.take();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
