package io.pcr.writer.reject;

/** Why an input was rejected. The names are used in {@code rejects.jsonl} and are frozen. */
public enum RejectReason {
  /** It could not be opened, listed or read. */
  UNREADABLE,
  /** It was listed and does not exist any more. */
  VANISHED,
  /** It changed between being listed and having been read. */
  CHANGED,
  /** It is a device, a pipe, a socket, or a link to nothing. */
  NOT_A_FILE,
  /** A link to a folder that contains it, or that is taken under its own name. */
  LINK_LOOP,
  /** Its name cannot be a key: not UTF-8, or too long. */
  NAME,
  /** The dataset already has its key. */
  DUPLICATE_KEY,
  /**
   * A file among the images that is not an image, neither by its name nor by its first bytes. It is
   * listed so that every file of a source is accounted for; it does not count as a reject.
   */
  OTHER_FILE,
  /** Its first bytes are those of no image format. */
  NOT_AN_IMAGE,
  /** An image that cannot become progressive JPEG, and the policy is to reject those. */
  NOT_CONVERTIBLE,
  /** An image that its codec cannot read. */
  DAMAGED,
  /** Larger than a limit allows. */
  LIMIT,
  /**
   * A column file, or a row of the labels file, that belongs to no image; a column or feature that
   * was asked for and no image has.
   */
  ORPHAN
}
