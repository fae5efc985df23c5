/** {@code pcr quality}: how close a partial image comes to the full one, and what it costs. */
package io.pcr.tools.quality;
