/**
 * FlatBuffers behind plain Java: the shapes of the schemas in {@code spec/schemas}, the verifier
 * that Java's FlatBuffers lacks, and one class per root table that writes and reads it. The only
 * hand-written package that sees {@code com.google.flatbuffers} and the classes made by flatc; not
 * for users of the library.
 */
package io.pcr.format.tables;
