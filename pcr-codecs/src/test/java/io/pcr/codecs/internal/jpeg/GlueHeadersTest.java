package io.pcr.codecs.internal.jpeg;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The native code is C++ to more than one compiler, which finds more than one does. */
class GlueHeadersTest {
  @TempDir Path folder;

  @Test
  void eachHeaderCompilesByItselfWithoutAWarning() throws Exception {
    GlueProgram.checkHeaders("g++", folder);
  }

  @Test
  @Tag("long")
  void eachHeaderCompilesByItselfWithoutAWarningOfClang() throws Exception {
    GlueProgram.checkHeaders("clang++", folder);
  }
}
