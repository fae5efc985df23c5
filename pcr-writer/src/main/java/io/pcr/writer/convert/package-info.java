/**
 * A source becomes a dataset, or part of one: the whole way from a listing to a published manifest,
 * resumable.
 */
package io.pcr.writer.convert;
