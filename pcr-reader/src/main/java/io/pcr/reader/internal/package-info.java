/** How shards are read. Not for users: what they use is one package above. */
package io.pcr.reader.internal;
