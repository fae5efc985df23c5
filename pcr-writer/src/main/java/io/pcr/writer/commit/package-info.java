/** How a file becomes part of a dataset: whole, durable, or not at all. */
package io.pcr.writer.commit;
