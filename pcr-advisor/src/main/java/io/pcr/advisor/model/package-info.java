/** Predicts from what was measured how many images a second a loader gives, and what limits it. */
package io.pcr.advisor.model;
