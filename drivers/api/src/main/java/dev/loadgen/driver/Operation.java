package dev.loadgen.driver;

import java.nio.ByteBuffer;

/// One operation to execute. A flyweight: the engine reuses the object and its buffers, so
/// everything read from it is valid only until `execute` or `submit` returns. Buffers are
/// positioned at 0 with the limit at their end; a driver may move both.
///
/// What the kind did not declare among its needs is not there: asking for it throws
/// `IllegalStateException`.
public interface Operation {
  /// The kind, the very instance that [DriverProvider#operations] returned: compare with `==`.
  OperationKind kind();

  /// The operation's number in the whole run, from 0, in the order of intended times. What a seeded
  /// driver draws for this operation should be a function of its own seed and this number, so that
  /// runs repeat whatever the threads do.
  long sequence();

  /// The number of the record, from 0 ([Need#KEY], [Need#NEW_KEY]).
  long keyNumber();

  /// The key of the record, in ASCII ([Need#KEY], [Need#NEW_KEY]).
  ByteBuffer key();

  /// How many fields it touches ([Need#FIELD_NAMES]).
  int fields();

  /// The name of a field, in ASCII ([Need#FIELD_NAMES]).
  ///
  /// @param index 0 to [#fields] − 1
  ByteBuffer fieldName(int index);

  /// The value to write into a field ([Need#FIELD_VALUES]).
  ///
  /// @param index 0 to [#fields] − 1
  ByteBuffer fieldValue(int index);

  /// The whole value to write ([Need#VALUE]).
  ByteBuffer value();

  /// Whether a read is of all fields of a record, so that their names need not be looked at; an
  /// operation that reads and then writes has the names of what it writes.
  boolean readsAllFields();

  /// How many records to visit, at least 1 ([Need#RECORD_COUNT]).
  int recordCount();

  /// Whether the workload checks what is read: then a driver hands it over, by [#readField] or
  /// [#readValue], before it returns. Checked after that, so it does not count as service time;
  /// scans are not checked.
  boolean verifies();

  /// Hands over the value of a field that was read; one that was asked for and is not handed over
  /// counts as wrong. It is copied; neither buffer is moved. Without effect unless [#verifies].
  void readField(ByteBuffer name, ByteBuffer value);

  /// Hands over the whole value of a record that was read, as [#value] is written. It is copied;
  /// the buffer is not moved. An empty one says that there was nothing in it. Without effect unless
  /// [#verifies].
  void readValue(ByteBuffer value);
}
