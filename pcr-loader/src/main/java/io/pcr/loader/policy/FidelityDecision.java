package io.pcr.loader.policy;

/**
 * A decision that a policy took.
 *
 * @param place the batch before which it was taken
 * @param reason what was decided and why, for people
 */
public record FidelityDecision(BatchPlace place, String reason) {}
