package dev.loadgen.kv.driver;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/// A host that nobody knows.
class UnknownHostTest {
  @Test
  void isNamedByEitherKindOfSession() {
    Target target = new Target("nosuchhost.invalid", 6379, null, 1000, null, null);
    String message = "cannot connect to nosuchhost.invalid:6379: unknown host nosuchhost.invalid";
    try (RemoteDriver driver = new RemoteDriver(target, () -> null)) {
      assertThatThrownBy(() -> driver.open(0)).hasMessage(message).hasNoCause();
      assertThatThrownBy(() -> driver.openAsync(0)).hasMessage(message).hasNoCause();
    }
  }
}
