package io.pcr.advisor.internal.strategy;

import io.pcr.advisor.strategy.Step;
import java.lang.reflect.InvocationTargetException;

/** The words of the steps: names with a number, and names of classes. */
final class StepWords {
  private static final String NAMES =
      "decode, resize:SIDE, centre, crop:SIDE, flip, greyscale, or the name of a class that"
          + " implements Step";

  private StepWords() {}

  /**
   * The step of a word.
   *
   * @throws IllegalArgumentException when there is none; the message says what there is
   */
  static Step step(String word) {
    String[] parts = word.split(":", 2);
    if (parts.length == 2) {
      return switch (parts[0]) {
        case "resize" -> new ResizeStep(side(word, parts[1]));
        case "crop" -> new CropStep(side(word, parts[1]));
        default -> throw unknown(word);
      };
    }
    return switch (word) {
      case "decode" -> new DecodeStep();
      case "centre" -> new CentreStep();
      case "flip" -> new FlipStep();
      case "greyscale" -> new GreyscaleStep();
      default -> ofClass(word);
    };
  }

  private static int side(String word, String number) {
    try {
      int side = Integer.parseInt(number);
      if (side >= 1 && side <= ResizeStep.MAX_SIDE) {
        return side;
      }
    } catch (NumberFormatException e) {
      // Said below.
    }
    throw new IllegalArgumentException(
        "'" + word + "' needs a number of pixels from 1 to " + ResizeStep.MAX_SIDE);
  }

  private static Step ofClass(String name) {
    if (name.indexOf('.') < 0) {
      throw unknown(name);
    }
    try {
      return Class.forName(name).asSubclass(Step.class).getConstructor().newInstance();
    } catch (InvocationTargetException e) {
      throw new IllegalArgumentException(name + " cannot be made: " + e.getCause(), e);
    } catch (ReflectiveOperationException | ClassCastException | LinkageError e) {
      throw new IllegalArgumentException(
          name
              + " is no step: it must be on the class path, implement io.pcr.advisor.strategy.Step"
              + " and have a public constructor without parameters",
          e);
    }
  }

  private static IllegalArgumentException unknown(String word) {
    return new IllegalArgumentException("'" + word + "' is no step; steps are " + NAMES);
  }
}
