package io.pcr.djl;

import ai.djl.Device;
import ai.djl.Model;
import ai.djl.engine.Engine;
import ai.djl.ndarray.NDManager;

/** As much of an engine as a manager asks for when it is made. */
final class BufferEngine extends Engine {
  @Override
  public Engine getAlternativeEngine() {
    return null;
  }

  @Override
  public String getEngineName() {
    return "Buffers";
  }

  @Override
  public int getRank() {
    return Integer.MAX_VALUE;
  }

  @Override
  public String getVersion() {
    return "1";
  }

  @Override
  public boolean hasCapability(String capability) {
    return false;
  }

  @Override
  public Model newModel(String name, Device device) {
    throw new UnsupportedOperationException("there are no models of buffers");
  }

  @Override
  public NDManager newBaseManager() {
    return new BufferManager();
  }

  @Override
  public NDManager newBaseManager(Device device) {
    return newBaseManager();
  }
}
