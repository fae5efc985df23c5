package io.pcr.writer.encode;

/**
 * What the encoder does with an image that it cannot transcode to a progressive JPEG: an image in
 * another format, or a JPEG that no scan script can code.
 */
public enum NonJpegPolicy {
  /** The file is stored unchanged, the same at every fidelity. */
  STORE,
  /**
   * The image is encoded as JPEG if its pixels can be decoded; otherwise the file is stored
   * unchanged.
   */
  ENCODE,
  /** The image is rejected. */
  REJECT
}
