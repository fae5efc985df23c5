/**
 * What callers see of the commit protocol (spec section "Commit protocol"): who else is writing,
 * and each step that changes what a crash would leave behind.
 *
 * <p>A {@link io.pcr.format.commit.DurableSteps} is called by the thread that takes the step.
 */
package io.pcr.format.commit;
