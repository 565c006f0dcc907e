package dev.loadgen.driver.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.loadgen.driver.AsyncSession;
import dev.loadgen.driver.Driver;
import dev.loadgen.driver.Need;
import dev.loadgen.driver.Operation;
import dev.loadgen.driver.OperationKind;
import dev.loadgen.driver.Outcome;
import dev.loadgen.driver.Property;
import dev.loadgen.driver.Session;
import dev.loadgen.driver.SessionStyle;
import java.net.ConnectException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/// Each mistake that the contract is there to find, made once; and drivers that make none.
class DriverContractDetectsTest {
  private static List<String> violations(TrialProvider provider) {
    return DriverContract.of(provider).violations();
  }

  /// For drivers that exhaust the contract's patience: it need not be long.
  private static List<String> violationsSoon(TrialProvider provider) {
    return DriverContract.of(provider).limit(Duration.ofMillis(100)).violations();
  }

  private static List<String> violations(Session session) {
    return violations(new TrialProvider(index -> operation -> session.execute(operation)));
  }

  private static void assertFound(List<String> violations, String sentence) {
    assertThat(violations).anySatisfy(violation -> assertThat(violation).contains(sentence));
  }

  /// A driver with asynchronous sessions only.
  private static TrialProvider async(Supplier<AsyncSession> sessions) {
    Driver driver =
        new Driver() {
          @Override
          public Session open(int index) {
            throw new UnsupportedOperationException("only asynchronous");
          }

          @Override
          public AsyncSession openAsync(int index) {
            return sessions.get();
          }
        };
    return new TrialProvider(() -> driver, SessionStyle.ASYNC);
  }

  @Test
  void aGoodDriverHasNoViolations() {
    Map<Long, ByteBuffer> records = new ConcurrentHashMap<>();
    assertThat(
            violations(
                new TrialProvider(index ->
                    operation -> {
                      if (operation.kind().equals(TrialProvider.INSERT)) {
                        ByteBuffer value = operation.value();
                        records.put(
                            operation.keyNumber(),
                            ByteBuffer.allocate(value.remaining()).put(value).flip());
                        return Outcome.OK;
                      }
                      return records.containsKey(operation.keyNumber())
                          ? Outcome.OK
                          : Outcome.NOT_FOUND;
                    })))
        .isEmpty();
  }

  /// A driver that completes on an event loop of its own.
  private static final class LoopDriver implements Driver {
    private final ExecutorService loop = Executors.newSingleThreadExecutor();

    @Override
    public Session open(int index) {
      throw new UnsupportedOperationException("only asynchronous");
    }

    @Override
    public AsyncSession openAsync(int index) {
      return (operation, ticket, completions) ->
          loop.execute(() -> completions.complete(ticket, index < 0 ? null : Outcome.OK));
    }

    @Override
    public void close() {
      loop.shutdown();
    }
  }

  @Test
  void aGoodAsynchronousDriverHasNoViolations() {
    assertThat(violations(new TrialProvider(LoopDriver::new, SessionStyle.ASYNC))).isEmpty();
  }

  @Test
  void aSharedSession() {
    Session one = operation -> Outcome.OK;
    assertFound(violations(new TrialProvider(index -> one)), "one session for two indexes");
    AsyncSession shared =
        (operation, ticket, completions) -> completions.complete(ticket, Outcome.OK);
    assertFound(violations(async(() -> shared)), "one session for two indexes");
  }

  @Test
  void nullInsteadOfSomething() {
    assertFound(violations(new TrialProvider(() -> null)), "create() returned null");
    assertFound(violations(new TrialProvider(index -> null)), "open() returned null");
    assertFound(violations(async(() -> null)), "openAsync() returned null");
    assertFound(violations(operation -> null), "READ returned null instead of an Outcome");
    assertFound(
        violations(
            async(() -> (operation, ticket, completions) -> completions.complete(ticket, null))),
        "completed with null instead of an Outcome");
  }

  @Test
  void failures() {
    assertFound(
        violations(operation -> {
          throw new IllegalStateException("no");
        }),
        "READ threw java.lang.IllegalStateException: no");
    assertFound(
        violations(operation -> Outcome.failure("TIMEOUT")), "failed with the outcome TIMEOUT");
    assertFound(
        violations(
            async(() ->
                (operation, ticket, completions) ->
                    completions.fail(ticket, new IllegalStateException("no")))),
        "READ failed: java.lang.IllegalStateException: no");
  }

  @Test
  void aSwallowedException() {
    assertFound(
        violations(operation -> {
          try {
            operation.keyNumber();
          } catch (IllegalStateException e) {
            return Outcome.OK;
          }
          return Outcome.OK;
        }),
        "READ swallowed an exception and told of a success");
    assertFound(
        violations(
            async(() ->
                (operation, ticket, completions) -> {
                  try {
                    operation.keyNumber();
                  } catch (IllegalStateException e) {
                    completions.complete(ticket, Outcome.OK);
                    return;
                  }
                  completions.complete(ticket, Outcome.OK);
                })),
        "READ swallowed an exception and told of a success");
    assertFound(
        violationsSoon(
            async(() ->
                (operation, ticket, completions) -> {
                  try {
                    operation.keyNumber();
                  } catch (IllegalStateException e) {
                    return;
                  }
                  completions.complete(ticket, Outcome.OK);
                })),
        "READ swallowed an exception in submit: neither thrown nor told");
  }

  @Test
  void anExceptionThatBecomesAFailureIsLawful() {
    assertThat(
            violations(operation -> {
              try {
                operation.keyNumber();
              } catch (IllegalStateException e) {
                return Outcome.failure("BROKEN");
              }
              return Outcome.OK;
            }))
        .isEmpty();
  }

  @Test
  void anUndeclaredNeed() {
    assertFound(
        violations(operation -> operation.value() == null ? null : Outcome.OK),
        "READ was asked for its value, but does not declare the need VALUE");
  }

  @Test
  void aKeptOperation() {
    assertFound(
        violations(
            new TrialProvider(index -> {
              Set<Operation> kept = new HashSet<>();
              return operation -> {
                kept.forEach(Operation::keyNumber);
                kept.add(operation);
                return Outcome.OK;
              };
            })),
        "after the call had returned");
  }

  @Test
  void aKeptBuffer() {
    Map<ByteBuffer, Boolean> records = new ConcurrentHashMap<>();
    assertFound(
        violations(operation -> {
          if (operation.kind().equals(TrialProvider.INSERT)) {
            records.put(operation.key(), true);
            return Outcome.OK;
          }
          return records.containsKey(operation.key()) ? Outcome.OK : Outcome.NOT_FOUND;
        }),
        "is the record not stored, or under a buffer of the operation");
  }

  /// A store that does something else with values than to keep them.
  ///
  /// @param stored what it keeps of an operation's value
  private static TrialProvider store(UnaryOperator<ByteBuffer> stored) {
    Map<Long, ByteBuffer> records = new ConcurrentHashMap<>();
    return new TrialProvider(index ->
        operation -> {
          if (operation.kind().equals(TrialProvider.INSERT)) {
            records.put(operation.keyNumber(), stored.apply(operation.value()));
            return Outcome.OK;
          }
          ByteBuffer found = records.get(operation.keyNumber());
          if (found == null) {
            return index < 0 ? null : Outcome.NOT_FOUND;
          }
          operation.readValue(found);
          return Outcome.OK;
        });
  }

  private static ByteBuffer copy(ByteBuffer value) {
    return ByteBuffer.allocate(value.remaining()).put(value).flip();
  }

  @Test
  void aValueThatDoesNotComeBack() {
    assertThat(violations(store(DriverContractDetectsTest::copy))).isEmpty();
    String sentence = "READ handed over other bytes than INSERT had stored";
    assertFound(violations(store(value -> value)), sentence); // which is used again
    assertFound(violations(store(value -> copy(value.limit(8)))), sentence);
    assertFound(violations(store(value -> ByteBuffer.allocate(1))), sentence);
  }

  private static List<String> unchecked(TrialProvider provider) {
    return DriverContract.of(provider).checks().stream()
        .flatMap(check -> check.verdict().unchecked().stream())
        .toList();
  }

  @Test
  void whatCouldNotBeCheckedIsSaid() {
    TrialProvider silent = new TrialProvider(index -> operation -> index < 0 ? null : Outcome.OK);
    assertFound(unchecked(silent), "whether values come back as they were written");
    assertFound(unchecked(silent), "whether a call that waits for an answer ends when");
    assertThat(unchecked(store(DriverContractDetectsTest::copy)))
        .noneMatch(sentence -> sentence.contains("values come back"));
    TrialProvider waiting =
        new TrialProvider(index ->
            operation -> {
              if (Thread.interrupted()) {
                throw new InterruptedException();
              }
              return index < 0 ? null : Outcome.OK;
            });
    assertThat(unchecked(waiting)).noneMatch(sentence -> sentence.contains("is interrupted"));
  }

  @Test
  void aSystemThatIsNotThereIsSaidOnce() {
    List<String> violations =
        violations(
            new TrialProvider(index -> {
              throw new ConnectException("refused by " + index);
            }));
    assertThat(violations)
        .containsExactly(
            "a session can be opened: open(0) threw java.net.ConnectException: refused by 0: is the"
                + " system there? Nothing else was checked");
  }

  @Test
  void aSwallowedInterrupt() {
    assertFound(
        violations(operation -> {
          Thread.interrupted();
          return Outcome.OK;
        }),
        "swallowed an interrupt");
  }

  @Test
  void aSessionThatHangs() {
    assertFound(
        violationsSoon(
            new TrialProvider(index ->
                operation -> {
                  new CountDownLatch(1 + index).await();
                  return Outcome.OK;
                })),
        "did not return within the limit of 100ms");
  }

  @Test
  void aTicketCompletedTwiceOrNever() {
    assertFound(
        violations(
            async(() ->
                (operation, ticket, completions) -> {
                  completions.complete(ticket, Outcome.OK);
                  completions.complete(ticket, Outcome.OK);
                })),
        "READ was completed twice");
    assertFound(
        violationsSoon(async(() -> (operation, ticket, completions) -> {})),
        "was not completed within 100 ms");
    assertFound(
        violationsSoon(
            async(() -> (operation, ticket, completions) -> completions.complete(-1, Outcome.OK))),
        "a ticket was completed that had not been submitted");
    assertFound(
        violations(
            async(() ->
                (operation, ticket, completions) -> {
                  completions.complete(ticket, Outcome.OK);
                  throw new IllegalStateException("and yet");
                })),
        "was completed although its submit threw");
  }

  @Test
  void aSubmitThatWaitsForTheAnswer() {
    assertFound(
        violationsSoon(
            async(() ->
                (operation, ticket, completions) ->
                    CompletableFuture.runAsync(() -> completions.complete(ticket, Outcome.OK))
                        .get())),
        "submit must not wait for the answer");
  }

  @Test
  void aThreadThatOutlivesTheDriver() {
    CountDownLatch end = new CountDownLatch(1);
    try {
      assertFound(
          violationsSoon(
              new TrialProvider(() -> {
                Thread.ofPlatform()
                    .daemon()
                    .name("leaked")
                    .start(() -> {
                      try {
                        end.await();
                      } catch (InterruptedException e) {
                        return;
                      }
                    });
                return index -> operation -> index < 0 ? null : Outcome.OK;
              })),
          "the thread leaked still runs after close()");
    } finally {
      end.countDown();
    }
  }

  @Test
  void aDriverThatDoesNotClose() {
    Driver driver =
        new Driver() {
          @Override
          public Session open(int index) {
            return operation -> index < 0 ? null : Outcome.OK;
          }

          @Override
          public void close() {
            throw new IllegalStateException("still in use");
          }
        };
    assertFound(violations(new TrialProvider(() -> driver)), "close() of the driver threw");
  }

  @Test
  void aBadDescription() {
    TrialProvider provider = new TrialProvider(index -> null);
    provider.name = "My DB";
    provider.summary = "two\nlines";
    provider.spiVersion = 0;
    provider.kinds =
        List.of(OperationKind.of("READ", "", 0, Need.KEY), OperationKind.of("READ", "again", 0));
    provider.properties =
        List.of(Property.text("host", "a", "where"), Property.text("host", "b", "there"));
    List<String> violations = violations(provider);
    assertFound(violations, "name() is 'My DB'");
    assertFound(violations, "summary() is");
    assertFound(violations, "spiVersion() is 0");
    assertFound(violations, "names host twice");
    assertFound(violations, "declares its property host twice");
    // Nothing that is described so badly is run.
    assertThat(violations).noneMatch(violation -> violation.contains("open()"));
  }

  @Test
  void aProviderThatServiceLoaderCannotCreate() {
    assertFound(DriverContract.of(new TrialProvider.Hidden()).violations(), "Hidden is not public");
  }
}
