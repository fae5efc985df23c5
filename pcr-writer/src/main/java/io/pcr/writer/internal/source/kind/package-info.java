/** The sources of all kinds, by their options. Stateless. */
package io.pcr.writer.internal.source.kind;
