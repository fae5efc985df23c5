package io.pcr.codecs.internal.zlib;

/** Why a call returned. */
public enum ZlibStatus {
  /** All input is consumed, and all output that it gives is written. */
  NEEDS_INPUT,
  /** The output buffer is full; there may be more. */
  NEEDS_OUTPUT,
  /** The stream has ended, its checksum is right; further input belongs to whatever follows. */
  FINISHED
}
