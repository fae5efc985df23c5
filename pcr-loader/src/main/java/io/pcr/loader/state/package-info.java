/**
 * Where a run is (spec/loader.md 8): a few hundred bytes of JSON. A loader that is opened with them
 * continues there, on any number of ranks, any number of times.
 *
 * <pre>{@code
 * String json = state.toJson();                      // keep it with the model
 * LoaderState later = LoaderState.parse(json);       // checks every member
 * }</pre>
 *
 * <p>States are immutable and thread-safe.
 */
package io.pcr.loader.state;
