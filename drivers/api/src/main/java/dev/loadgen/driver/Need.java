package dev.loadgen.driver;

/// What an operation needs to have prepared for it. Only what is declared is there: an operation
/// that needs nothing costs nothing to prepare.
public enum Need {
  /// The key of an existing record: [Operation#keyNumber] and [Operation#key].
  KEY,
  /// The key of a record that does not exist yet; the operation creates it.
  NEW_KEY,
  /// The names of the fields to be read or written: [Operation#fieldName].
  FIELD_NAMES,
  /// The values of those fields: [Operation#fieldValue].
  FIELD_VALUES,
  /// The whole record as one value: [Operation#value].
  VALUE,
  /// The number of records to visit: [Operation#recordCount].
  RECORD_COUNT
}
