/**
 * {@code pcr repair}: what is whole of a damaged dataset becomes a new one, and the rest is listed.
 */
package io.pcr.tools.repair;
