/** Where bytes come from: positional, thread-safe sources that name themselves in every error. */
package io.pcr.format.source;
