/**
 * Writes the project's JSON, and reads the JSON of others as far as it becomes columns.
 *
 * <p>A {@link io.pcr.writer.internal.json.JsonWriter} is for one thread and needs no closing.
 */
package io.pcr.writer.internal.json;
