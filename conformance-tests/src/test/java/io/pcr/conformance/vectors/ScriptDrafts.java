package io.pcr.conformance.vectors;

import io.pcr.format.script.ScanScripts;

/** The scans of drafted images. */
final class ScriptDrafts {
  /** A short script whose later groups hold what is left. */
  private static final String TEXT =
      """
      script vectors
      groups 3
      [grey]
      0: 0-0,0,1 @1;
      0: 1-5,0,0 @2;
      0: 0-0,1,0 @3;
      0: 6-63,0,0 @3;
      [ycbcr]
      0,1,2: 0-0,0,1 @1;
      0: 1-5,0,0 @2;
      0: 6-63,0,0 @2;
      1: 1-63,0,0 @2;
      2: 1-63,0,0 @3;
      0,1,2: 0-0,1,0 @3;
      """;

  private ScriptDrafts() {}

  /** The scripts for JPEGs that are cut into three groups. */
  static ScanScripts parsed() {
    return ScanScripts.parse(TEXT);
  }
}
