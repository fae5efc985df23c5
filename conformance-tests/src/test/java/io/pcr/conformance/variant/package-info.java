/** Datasets of all variants of shards, alone and together. */
package io.pcr.conformance.variant;
