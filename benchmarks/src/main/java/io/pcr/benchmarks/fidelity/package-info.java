/** What the fidelities of datasets cost and show: the tables of docs/fidelity.md, and the goals. */
package io.pcr.benchmarks.fidelity;
