/** Prefixes of remote shards kept on local disk: never the only copy of anything. */
package io.pcr.reader.cache;
