package dev.loadgen.kv.driver;

/// Where a session's next scan begins. Written by the event loop, read by the submitting thread:
/// scans in flight at once may begin at one place.
final class ScanPlace {
  private volatile String cursor = ScanPage.START;

  String cursor() {
    return cursor;
  }

  void cursor(String next) {
    cursor = next;
  }
}
