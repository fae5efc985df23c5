/**
 * The index of a dataset: from a key to the sample's place, from a label to its samples, from a
 * number to a sample. An index is an accelerator; it is always built from the manifest and the
 * shards, which are the truth.
 */
package io.pcr.format.index;
