package io.pcr.writer.encode;

/** What its maker should know of how a sample was stored. */
public enum SampleNote {
  /** Stored whole: it has more than one frame. */
  ANIMATED,
  /** Stored whole: at least one of its pixels is transparent. */
  TRANSPARENT,
  /** Stored whole: no codec here reads its kind, or makes a JPEG of its size. */
  NOT_DECODED,
  /** Stored whole: a JPEG that decodes, and that no progressive scan can code. */
  NOT_CODABLE,
  /** Stored whole: its progressive form does not read back as the same picture. */
  UNPROVED,
  /** Stored without its colour profile, which is larger than the settings keep. */
  PROFILE_DROPPED
}
