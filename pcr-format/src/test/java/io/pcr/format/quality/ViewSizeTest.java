package io.pcr.format.quality;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ViewSizeTest {
  // Covers R-TARGET-1
  @ParameterizedTest
  @ValueSource(strings = {"", "resize:1,crop:1", "resize:256,crop:224", "resize:65535,crop:65535"})
  void storedSizeReadsBack(String at) {
    assertEquals(at, ViewSize.ofStored(at).orElseThrow().stored());
  }

  // Covers R-TARGET-1
  @ParameterizedTest
  @ValueSource(
      strings = {
        "full",
        "224",
        " ",
        "resize:256",
        "Resize:256,crop:224",
        "resize:256,crop:224 ",
        "resize:256,crop:224\n",
        "resize:0,crop:0",
        "resize:0256,crop:224",
        "resize:256,crop:0224",
        "resize:65536,crop:1",
        "resize:224,crop:256",
        "resize:99999999999,crop:1",
        "crop:224",
        "resize:256,crop:0",
        "resize:٢٥٦,crop:1",
        "resize:256,crop:224,full"
      })
  void otherTextIsNoStoredSize(String at) {
    assertEquals(Optional.empty(), ViewSize.ofStored(at));
  }

  @Test
  void peopleWriteFullAndAShortForm() {
    assertTrue(ViewSize.parse("full").isFull());
    assertEquals(new ViewSize(256, 224), ViewSize.parse("224"));
    assertEquals(new ViewSize(300, 299), ViewSize.parse("resize:300,crop:299"));
    assertThrows(IllegalArgumentException.class, () -> ViewSize.parse(""));
    assertThrows(IllegalArgumentException.class, () -> ViewSize.parse("256"));
    assertThrows(IllegalArgumentException.class, () -> ViewSize.parse("resize:224,crop:256"));
  }
}
