/** {@code pcr verify}: every checksum and everything that is said twice, and what damage costs. */
package io.pcr.tools.verify;
