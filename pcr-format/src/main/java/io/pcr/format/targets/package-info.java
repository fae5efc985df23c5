/** What the scan groups of a dataset were chosen to show, as its shards and manifest state it. */
package io.pcr.format.targets;
