/**
 * Checks datasets: every checksum, everything that is stored twice, and on request every image.
 *
 * <p>Start with {@link io.pcr.reader.check.DatasetCheck}. It reports each {@link
 * io.pcr.reader.check.Damage} when it finds it, with what can still be read, and returns a {@link
 * io.pcr.reader.check.CheckResult}. If something cannot be read, or needs a newer reader or a
 * larger limit, it is not damage but {@link io.pcr.reader.check.Unchecked}.
 *
 * <pre>{@code
 * try (PcrDataset dataset = PcrDataset.open(path)) {
 *   CheckResult result = DatasetCheck.of(dataset).onDamage(System.out::println).run();
 *   System.out.println(result.isIntact() ? "intact" : result.damages() + " damages");
 * }
 * }</pre>
 *
 * <p>All types are immutable and thread-safe. They hold nothing open; the caller closes the
 * dataset.
 */
package io.pcr.reader.check;
