package io.pcr.writer.commit;

/**
 * Is told of each moment at which something has just become durable, or is just about to: the
 * moments at which a crash could matter. Nothing listens unless a test does.
 */
@FunctionalInterface
public interface DurableSteps {
  /** Nobody listens. */
  DurableSteps UNHEARD = step -> {};

  /** The conversion has come to the step of this name. */
  void at(String step);
}
