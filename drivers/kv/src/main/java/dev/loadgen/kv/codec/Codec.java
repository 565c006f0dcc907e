package dev.loadgen.kv.codec;

/// What values are.
public enum Codec {
  /// The workload's bytes.
  RAW,
  /// Users, in the layout of [UserStruct].
  STRUCT,
  /// Users, as Apache Fory writes them.
  FORY,
  /// Users, as the JDK's serialization writes them.
  JAVA;

  /// Whether values are users.
  public boolean hasUsers() {
    return this != RAW;
  }

  /// A codec for one thread at a time.
  ///
  /// @throws IllegalStateException if values are no users
  public UserCodec userCodec() {
    return switch (this) {
      case STRUCT -> new StructCodec();
      case FORY -> new ForyCodec();
      case JAVA -> new JavaCodec();
      case RAW -> throw new IllegalStateException("the workload's bytes have no codec");
    };
  }
}
