package io.pcr.tools;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** The build's version, from the resource the build fills in. */
public final class Version implements IVersionProvider {
  @Override
  public String[] getVersion() throws IOException {
    return new String[] {text()};
  }

  /** {@code pcr 1.2.3}. */
  public static String text() throws IOException {
    Properties properties = new Properties();
    try (InputStream in = Version.class.getResourceAsStream("version.properties")) {
      properties.load(in);
    }
    return "pcr " + properties.getProperty("version");
  }
}
