/**
 * What callers see of the commit protocol (spec section "Commit protocol"): which command is
 * writing to a dataset, and each step that changes what a crash would leave on disk.
 *
 * <p>A program that writes needs {@link io.pcr.format.commit.DurableSteps#NONE} and catches {@link
 * io.pcr.format.commit.DatasetBusyException}:
 *
 * <pre>{@code
 * try {
 *   IndexPublication.rebuild(folder, System.err::println, DurableSteps.NONE);
 * } catch (DatasetBusyException e) {
 *   System.err.println(e.getMessage()); // names the command that is writing
 * }
 * }</pre>
 *
 * <p>The thread that takes a step calls {@code DurableSteps}. Nothing here needs closing.
 */
package io.pcr.format.commit;
