package io.pcr.tools.load;

import io.pcr.tools.UsageException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * An argument {@code DATASET} or {@code DATASET:WEIGHT}.
 *
 * @param dataset what it names
 * @param weight beside the others; 1 when none is given
 */
record WeightedDataset(String dataset, BigDecimal weight) {
  private static final int MAX_SCALE = 6;

  /** Splits an argument. A weight stands behind the last colon, unless a file has that name. */
  static WeightedDataset parse(String argument) {
    int colon = argument.lastIndexOf(':');
    boolean hasWeight =
        colon > argument.lastIndexOf('/')
            && argument.substring(colon + 1).matches("\\d{0,9}(\\.\\d{1,6})?")
            && colon + 1 < argument.length()
            && !isPort(argument)
            && !exists(argument);
    if (!hasWeight) {
      return new WeightedDataset(argument, BigDecimal.ONE);
    }
    BigDecimal weight = new BigDecimal(argument.substring(colon + 1));
    if (weight.signum() <= 0) {
      throw new UsageException(argument + ": a weight must be more than 0");
    }
    return new WeightedDataset(argument.substring(0, colon), weight);
  }

  /** Whether all that is behind a URI's scheme is a host. */
  private static boolean isPort(String argument) {
    int scheme = argument.indexOf("://");
    return scheme >= 0 && argument.indexOf('/', scheme + 3) < 0;
  }

  private static boolean exists(String argument) {
    return !argument.contains("://") && Files.exists(Path.of(argument));
  }

  /** The weights as whole numbers that nothing divides, such as 7 and 3 for .7 and .3. */
  static int[] whole(List<WeightedDataset> datasets) {
    List<BigInteger> scaled =
        datasets.stream()
            .map(each -> each.weight.movePointRight(MAX_SCALE).toBigIntegerExact())
            .toList();
    BigInteger divisor = scaled.stream().reduce(BigInteger.ZERO, BigInteger::gcd);
    try {
      return scaled.stream().mapToInt(each -> each.divide(divisor).intValueExact()).toArray();
    } catch (ArithmeticException e) {
      throw new UsageException("the weights of the datasets differ too much");
    }
  }
}
