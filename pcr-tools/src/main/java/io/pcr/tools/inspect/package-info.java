/** {@code pcr inspect}: what a shard or dataset holds, for a person or for a program. */
package io.pcr.tools.inspect;
