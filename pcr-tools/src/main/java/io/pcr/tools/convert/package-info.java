/** {@code pcr convert} and {@code pcr append}: images become a dataset, or join one. */
package io.pcr.tools.convert;
