/**
 * Reads and writes the FlatBuffers tables of {@code spec/schemas}. This package is for the library
 * itself, not for its users.
 *
 * <p>It holds the shapes of the schemas, the verifier that Java's FlatBuffers lacks, and one class
 * for each root table. No other hand-written package uses {@code com.google.flatbuffers} or the
 * classes that flatc generates.
 */
package io.pcr.format.internal.tables;
