/**
 * Shards as they are stored, for what looks at every byte of them rather than at samples: checking,
 * giving back originals, saving what can be saved.
 */
package io.pcr.reader.stored;
