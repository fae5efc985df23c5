/**
 * Checks datasets: every checksum, everything that is stored twice, and on demand every image.
 *
 * <p>{@link io.pcr.reader.check.DatasetCheck} is the way in. It reports each {@link
 * io.pcr.reader.check.Damage} when it is found, with what can still be read, and returns a {@link
 * io.pcr.reader.check.CheckResult}. What could not be read, or needs a newer reader or a larger
 * limit, is no damage: it is {@link io.pcr.reader.check.Unchecked}. All types but {@code
 * DatasetCheck} are plain facts, which hold nothing open.
 */
package io.pcr.reader.check;
