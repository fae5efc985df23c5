package io.pcr.writer.source;

/**
 * What of a source is worth saying beside its inputs and its rejects. The names stand in the JSON
 * of a summary, in lower case.
 */
public enum Finding {
  /** Files that are no images, by name and by first bytes; each stands in the list of rejects. */
  NOT_IMAGES,
  /** Files that the options leave out. */
  EXCLUDED,
  /** Patterns of the options that match no file. */
  PATTERNS_WITHOUT_FILE,
  /** Rows of the labels file that name no image; each stands in the list of rejects. */
  ROWS_WITHOUT_IMAGE,
  /** Images of which the labels file says nothing; they get in, without a label. */
  IMAGES_WITHOUT_ROW,
  /** A column of the labels file that may have been meant for the labels, and is a column. */
  COLUMN_NEAR_LABEL,
  /** Samples whose label is no integer where only integers can be labels; it is a column then. */
  LABELS_NOT_INTEGERS,
  /** What has come into the source since it was listed, and is not in the dataset. */
  NEW_SINCE_LISTED
}
