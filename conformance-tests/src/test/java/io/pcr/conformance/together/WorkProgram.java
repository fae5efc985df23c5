package io.pcr.conformance.together;

import io.pcr.format.commit.DurableSteps;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Does a piece of work in a process of its own: {@code <work> <folder> <sources> <step>}. Before
 * that durable step it says so, and waits until it is told to go on, or is killed.
 */
final class WorkProgram {
  static final String STANDS = "stands";
  static final String ENDED = "ended ";

  private WorkProgram() {}

  public static void main(String[] arguments) {
    Work work = Work.valueOf(arguments[0]);
    Place place = new Place(Path.of(arguments[1]), Path.of(arguments[2]));
    int stopAt = Integer.parseInt(arguments[3]);
    AtomicInteger steps = new AtomicInteger();
    DurableSteps stopping =
        (step, file) -> {
          if (steps.getAndIncrement() == stopAt) {
            say(STANDS);
            if (System.in.read() < 0) {
              throw new IOException("nobody is there any more");
            }
          }
        };
    Work.Ending ending = work.run(place, true, stopping);
    say(ENDED + ending.status() + " " + ending.said().replace('\n', ' '));
  }

  private static void say(String line) {
    System.out.println(line);
    System.out.flush();
  }
}
