/**
 * The exceptions of the library. Each type says what a caller can do about the error.
 *
 * <p>{@link io.pcr.format.error.PcrException} and its subtypes report problems in the bytes. Every
 * message names the field, the offset and the source.
 *
 * <pre>{@code
 * try {
 *   ShardFile.open(source, Limits.DEFAULT);
 * } catch (PcrException.Unsupported e) {
 *   // use a newer version of the library
 * } catch (PcrException.LimitExceeded e) {
 *   // raise e.limit(), or skip the file
 * } catch (PcrException.Corrupt e) {
 *   // restore the file from a copy
 * }
 * }</pre>
 *
 * <p>Any other {@link java.io.IOException} is a failure of the disk or the network. Use after close
 * is an {@link io.pcr.format.error.AlreadyClosedException}. Exceptions are immutable and
 * thread-safe.
 */
package io.pcr.format.error;
