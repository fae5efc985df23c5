/**
 * Where a run is: a few hundred bytes of JSON with which it goes on, on any number of ranks, any
 * number of times (spec/loader.md 8).
 *
 * <pre>{@code
 * String json = state.toJson();                      // keep it beside the model
 * LoaderState later = LoaderState.parse(json);       // checks every member
 * }</pre>
 *
 * <p>States are immutable.
 */
package io.pcr.loader.state;
