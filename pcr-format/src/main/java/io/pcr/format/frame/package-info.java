/** The zstd frames that hold metadata, manifests and restore data (spec section "Zstd frames"). */
package io.pcr.format.frame;
