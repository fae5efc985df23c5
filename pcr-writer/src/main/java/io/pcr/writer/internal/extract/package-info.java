/** Which fidelities are left of damaged samples. Immutable. */
package io.pcr.writer.internal.extract;
