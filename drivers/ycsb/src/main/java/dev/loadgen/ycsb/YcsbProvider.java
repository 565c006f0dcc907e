package dev.loadgen.ycsb;

import dev.loadgen.driver.Driver;
import dev.loadgen.driver.DriverContext;
import dev.loadgen.driver.DriverProvider;
import dev.loadgen.driver.Need;
import dev.loadgen.driver.OperationKind;
import dev.loadgen.driver.Property;
import dev.loadgen.driver.Settings;
import dev.loadgen.driver.Spi;
import java.util.List;
import java.util.Properties;

/// `ycsb`: any binding of YCSB, unchanged. Settings other than its own go to the binding under
/// their own names, those of the workload that were given among them.
public final class YcsbProvider implements DriverProvider {
  static final OperationKind READ =
      OperationKind.of("READ", "DB.read", 95, Need.KEY, Need.FIELD_NAMES);
  static final OperationKind UPDATE =
      OperationKind.of("UPDATE", "DB.update", 5, Need.KEY, Need.FIELD_NAMES, Need.FIELD_VALUES);
  static final OperationKind INSERT =
      OperationKind.of("INSERT", "DB.insert", 0, Need.NEW_KEY, Need.FIELD_NAMES, Need.FIELD_VALUES);
  static final OperationKind SCAN =
      OperationKind.of("SCAN", "DB.scan", 0, Need.KEY, Need.RECORD_COUNT, Need.FIELD_NAMES);
  static final OperationKind READ_MODIFY_WRITE =
      OperationKind.of(
          "READ_MODIFY_WRITE",
          "DB.read, then DB.update",
          0,
          Need.KEY,
          Need.FIELD_NAMES,
          Need.FIELD_VALUES);

  private static final Property<String> DB =
      Property.text("db", null, "the binding's class, as in site.ycsb.db.RedisClient");
  private static final Property<String> CLASS_PATH =
      Property.text(
          "classpath",
          "",
          "where the binding and its libraries are: jars, directories of classes, DIR/* for all jars"
              + " of a directory, separated as in a Java class path");
  private static final Property<String> TABLE =
      Property.text("table", "usertable", "the table that the binding is asked for");
  private static final Property<String> REST =
      Property.rest("properties of the binding, as in redis.host");

  @Override
  public int spiVersion() {
    return Spi.VERSION;
  }

  @Override
  public String name() {
    return "ycsb";
  }

  @Override
  public String summary() {
    return "any binding of YCSB, unchanged: -p ycsb.db=CLASS -p ycsb.classpath=...";
  }

  @Override
  public List<Property<?>> properties() {
    return List.of(DB, CLASS_PATH, TABLE, REST);
  }

  @Override
  public List<OperationKind> operations(Settings settings) {
    return List.of(READ, UPDATE, INSERT, SCAN, READ_MODIFY_WRITE);
  }

  @Override
  public Driver create(Settings settings, DriverContext context) {
    String className = settings.value(DB);
    Properties properties = new Properties();
    properties.putAll(settings.rest());
    properties.setProperty("db", className);
    String table =
        settings.given(TABLE)
            ? settings.value(TABLE)
            : settings
                .rest()
                .getOrDefault("table", settings.value(TABLE)); // YCSB's own name for it
    properties.setProperty("table", table);
    properties.putIfAbsent("threadcount", Integer.toString(context.sessions()));
    BindingLoader loader = BindingLoader.of(settings.value(CLASS_PATH));
    return new YcsbDriver(Binding.find(className, loader), properties, table);
  }
}
