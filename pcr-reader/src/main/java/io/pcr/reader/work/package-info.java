/**
 * The progress of long work.
 *
 * <pre>{@code
 * LongAdder checked = new LongAdder();
 * DatasetCheck.of(dataset).withProgress((items, read, written) -> checked.add(items)).run();
 * }</pre>
 *
 * <p>Several threads may call a {@link io.pcr.reader.work.ProgressListener} at once, so it must be
 * thread-safe and quick.
 */
package io.pcr.reader.work;
