/** Everything about a shard's samples but their bytes (spec section "Shard metadata"). */
package io.pcr.format.metadata;
