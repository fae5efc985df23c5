/** Values that users attach to samples (spec section "Columns"). */
package io.pcr.format.column;
