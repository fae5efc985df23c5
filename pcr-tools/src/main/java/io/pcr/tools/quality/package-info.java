/** How close a partial image comes to the whole one, and what it costs. */
package io.pcr.tools.quality;
