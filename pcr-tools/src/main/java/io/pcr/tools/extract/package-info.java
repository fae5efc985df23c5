/** {@code pcr extract}: samples as files again, at any fidelity. */
package io.pcr.tools.extract;
