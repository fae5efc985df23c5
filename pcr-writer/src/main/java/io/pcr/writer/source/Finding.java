package io.pcr.writer.source;

/**
 * What a user should know about a source, apart from its inputs and its rejects. The names are used
 * in the JSON of a summary, in lower case.
 */
public enum Finding {
  /**
   * Files that are not images, by name and by first bytes. The list of rejects has each of them.
   */
  NOT_IMAGES,
  /** Files that the options leave out. */
  EXCLUDED,
  /** Patterns of the options that match no file. */
  PATTERNS_WITHOUT_FILE,
  /** Rows of the labels file without an image. The list of rejects has each of them. */
  ROWS_WITHOUT_IMAGE,
  /** Images of which the labels file says nothing; they get in, without a label. */
  IMAGES_WITHOUT_ROW,
  /** Values of columns of files that have no file; their images get in, without that value. */
  VALUES_WITHOUT_FILE,
  /** A column of the labels file that may have been meant as the labels; it is a column. */
  COLUMN_NEAR_LABEL,
  /**
   * Samples whose label is not an integer although labels must be integers. It is a column then.
   */
  LABELS_NOT_INTEGERS,
  /** What has come into the source since it was listed, and is not in the dataset. */
  NEW_SINCE_LISTED
}
