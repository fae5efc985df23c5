package io.pcr.djl;

import ai.djl.Device;
import ai.djl.engine.Engine;
import ai.djl.ndarray.BaseNDManager;
import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDArrayAdapter;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.DataType;
import ai.djl.ndarray.types.Shape;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.LongBuffer;

/** Keeps arrays as the buffers that they are made of: enough of an engine to look at batches. */
final class BufferManager extends BaseNDManager {
  private static final Engine ENGINE = new BufferEngine();

  BufferManager() {
    super(null, Device.cpu());
  }

  private BufferManager(BufferManager parent) {
    super(parent, Device.cpu());
  }

  @Override
  public NDArray create(Buffer data, Shape shape, DataType type) {
    return new BufferArray(this, data, shape, type);
  }

  @Override
  public NDManager newSubManager(Device on) {
    BufferManager child = new BufferManager(this);
    attachInternal(child.uid, child);
    return child;
  }

  @Override
  public NDArray from(NDArray array) {
    return array;
  }

  @Override
  public ByteBuffer allocateDirect(int capacity) {
    return ByteBuffer.allocateDirect(capacity);
  }

  @Override
  public Engine getEngine() {
    return ENGINE;
  }

  private static final class BufferArray extends NDArrayAdapter {
    private final Buffer data;

    BufferArray(BufferManager manager, Buffer data, Shape shape, DataType type) {
      super(manager, null, shape, type, NDManager.nextUid());
      this.data = data;
      manager.attachInternal(uid, this);
    }

    @Override
    public ByteBuffer toByteBuffer(boolean tryDirect) {
      return (ByteBuffer) data;
    }

    @Override
    public long[] toLongArray() {
      return ((LongBuffer) data).array();
    }

    @Override
    public void intern(NDArray replaced) {
      throw new UnsupportedOperationException("arrays are only looked at");
    }

    @Override
    public void detach() {
      manager.detachInternal(uid);
      manager = null;
    }
  }
}
