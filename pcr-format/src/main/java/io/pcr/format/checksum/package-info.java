/** The one checksum of the format, CRC-32C (spec section "Checksums"). */
package io.pcr.format.checksum;
