package io.pcr.writer.internal.encode;

/** What the user should know about the way in which a sample is stored. */
public enum SampleNote {
  /** Stored unchanged: it has more than one frame. */
  ANIMATED,
  /** Stored unchanged: at least one of its pixels is transparent. */
  TRANSPARENT,
  /** Stored unchanged: no codec reads its kind of image, or writes a JPEG of its size. */
  NOT_DECODED,
  /** Stored unchanged: a JPEG that can be decoded, but that no progressive scan can code. */
  NOT_CODABLE,
  /** Stored unchanged: its progressive form does not read back as the same picture. */
  UNPROVED,
  /** Stored without its colour profile, which is larger than the settings allow. */
  PROFILE_DROPPED
}
