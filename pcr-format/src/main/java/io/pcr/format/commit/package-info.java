/** How files come into being: whole, durable, or not at all (spec section "Commit protocol"). */
package io.pcr.format.commit;
