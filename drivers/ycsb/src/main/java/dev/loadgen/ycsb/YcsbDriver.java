package dev.loadgen.ycsb;

import dev.loadgen.driver.Driver;
import dev.loadgen.driver.Session;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import site.ycsb.DB;
import site.ycsb.DBException;

/// One binding in one run.
final class YcsbDriver implements Driver {
  private static final Logger LOG = LoggerFactory.getLogger(YcsbDriver.class);

  private final Binding binding;
  private final Properties properties;
  private final String table;
  private final Set<Thread> before = Thread.getAllStackTraces().keySet();
  private final DivertedOutput output = DivertedOutput.begin();

  YcsbDriver(Binding binding, Properties properties, String table) {
    this.binding = binding;
    this.properties = properties;
    this.table = table;
  }

  /// A binding of its own for each session, as YCSB has one for each thread. The thread looks for
  /// classes where the binding is, from now on.
  @Override
  public Session open(int index) throws Exception {
    Thread.currentThread().setContextClassLoader(binding.loader());
    DB db = binding.make();
    Properties own = new Properties();
    own.putAll(properties); // some bindings write into theirs
    db.setProperties(own);
    try {
      db.init();
    } catch (DBException e) {
      // Bindings often wrap what tells most.
      throw e.getMessage() == null && e.getCause() instanceof Exception cause ? cause : e;
    } catch (LinkageError e) {
      throw Libraries.explained(e);
    }
    return new YcsbSession(db, table);
  }

  @Override
  public void close() {
    output.end();
    List<String> left =
        Thread.getAllStackTraces().keySet().stream()
            .filter(thread -> !before.contains(thread) && thread.isAlive())
            .filter(thread -> binding.loader().equals(thread.getContextClassLoader()))
            .filter(thread -> !thread.getName().startsWith("loadgen-"))
            .map(Thread::getName)
            .sorted()
            .toList();
    if (!left.isEmpty()) {
      LOG.warn("the binding left threads running after cleanup(): {}", String.join(", ", left));
    }
  }
}
