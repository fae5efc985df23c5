/** Which fidelities are left of damaged samples; what records call their classes. */
package io.pcr.writer.internal.extract;
