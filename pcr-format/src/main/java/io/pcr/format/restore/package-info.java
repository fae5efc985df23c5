/**
 * What a shard keeps so that its originals can be given back byte for byte (spec section "Restore
 * region").
 */
package io.pcr.format.restore;
