/** What a dataset's reading and writing cost on this machine, each beside its limit. */
package io.pcr.tools.bench;
