package dev.loadgen.ipc;

import dev.loadgen.driver.Operation;
import dev.loadgen.driver.OperationKind;
import java.nio.ByteBuffer;

/// An operation that has nothing but its kind.
public record BareOperation(OperationKind kind) implements Operation {
  private static IllegalStateException notDeclared() {
    return new IllegalStateException("the kind declares no need");
  }

  @Override
  public long sequence() {
    return 0;
  }

  @Override
  public long keyNumber() {
    throw notDeclared();
  }

  @Override
  public ByteBuffer key() {
    throw notDeclared();
  }

  @Override
  public int fields() {
    throw notDeclared();
  }

  @Override
  public ByteBuffer fieldName(int index) {
    throw notDeclared();
  }

  @Override
  public ByteBuffer fieldValue(int index) {
    throw notDeclared();
  }

  @Override
  public ByteBuffer value() {
    throw notDeclared();
  }

  @Override
  public boolean readsAllFields() {
    throw notDeclared();
  }

  @Override
  public int recordCount() {
    throw notDeclared();
  }

  @Override
  public boolean verifies() {
    return false;
  }

  @Override
  public void readField(ByteBuffer name, ByteBuffer value) {}

  @Override
  public void readValue(ByteBuffer value) {}
}
