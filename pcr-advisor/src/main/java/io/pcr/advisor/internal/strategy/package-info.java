/**
 * Measures strategies: which steps of a pipeline are done once and stored, and which are done in
 * every epoch. Not for users.
 */
package io.pcr.advisor.internal.strategy;
