/**
 * Which fidelity each batch of a run has (spec/loader.md 10). {@link
 * io.pcr.loader.policy.FidelityPolicy} makes the policies of the specification; a program may bring
 * one of its own.
 */
package io.pcr.loader.policy;
