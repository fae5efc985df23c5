/** The index that belongs to a manifest, built or protected. Stateless. */
package io.pcr.writer.internal.publish;
